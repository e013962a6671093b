//! Name and value of `setoption`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tuzdik::protocol::{Settings, options};

fuzz_target!(|input: (&str, Option<&str>)| {
    let (name, value) = input;
    match options::set(&mut Settings::default(), name, value) {
        Ok(note) => assert!(!note.unwrap_or_default().contains('\n')),
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
