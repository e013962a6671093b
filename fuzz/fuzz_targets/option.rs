//! Name and value of `setoption`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tuzdik::protocol::options;

fuzz_target!(|input: (&str, Option<&str>)| {
    let (name, value) = input;
    match options::parse(name, value) {
        Ok((_, Some(note))) => assert!(!note.contains('\n')),
        Ok((_, None)) => {}
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
