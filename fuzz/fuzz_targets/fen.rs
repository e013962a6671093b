//! Positions as text; what is read must be written and read back alike.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tuzdik::game::Variant;
use tuzdik::notation::fen;

fuzz_target!(|text: &str| {
    for &variant in Variant::ALL {
        match fen::parse(text, variant) {
            Ok((board, number)) => {
                let written = fen::format(&board, number);
                assert_eq!(fen::parse(&written, variant), Ok((board, number)));
                // Whatever was accepted can be played from.
                for mv in board.moves() {
                    let _ = board.play_with_effect(mv);
                }
            }
            Err(error) => assert!(!error.to_string().contains('\n')),
        }
    }
});
