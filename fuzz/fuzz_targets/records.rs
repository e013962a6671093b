//! Game files: what is read of a game is written and read back alike; errors print as one line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tuzdik::game::Variant;
use tuzdik::notation::records::{Format, read, write};

fuzz_target!(|bytes: &[u8]| {
    let file = read(bytes, Variant::default());
    for parsed in &file.games {
        for error in &parsed.errors {
            assert!(!error.to_string().contains('\n'));
        }
        for format in Format::ALL {
            let text = write(&parsed.record, format);
            let again = read(text.as_bytes(), Variant::default());
            assert_eq!(again.games.len(), 1, "{text}");
            assert_eq!(again.games[0].record, parsed.record, "{text}");
        }
    }
});
