//! Game files: every game that is read without a contradiction is written and read back alike.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tuzdik::game::Variant;
use tuzdik::notation::records::{Format, read, write};

fuzz_target!(|bytes: &[u8]| {
    let file = read(bytes, Variant::default());
    for parsed in &file.games {
        if !parsed.errors.is_empty() {
            continue;
        }
        let moves = parsed.record.game().moves();
        for format in [Format::Tgk, Format::PlayOk] {
            let text = write(&parsed.record, format);
            let again = read(text.as_bytes(), Variant::default());
            assert_eq!(again.games.len(), 1, "{text}");
            assert_eq!(again.games[0].record.game().moves(), moves, "{text}");
        }
    }
});
