//! A game of moves in any spelling, as long as they are legal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tuzdik::game::{Game, Variant};
use tuzdik::notation::moves;

fuzz_target!(|text: &str| {
    for &variant in Variant::ALL {
        let mut game = Game::new(variant);
        for token in text.split_ascii_whitespace() {
            let Ok(mv) = moves::parse(token, &game.board()) else {
                continue;
            };
            let written = game.board().show(mv).to_string();
            assert_eq!(moves::parse(&written, &game.board()), Ok(mv));
            if game.play(mv).is_err() {
                break;
            }
        }
    }
});
