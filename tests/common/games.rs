//! Random games for property tests.

use proptest::prelude::*;
use tuzdik::game::{Game, Variant};

/// A game in progress or finished, of up to 250 plies, by random legal moves.
pub fn random_game(variant: Variant) -> impl Strategy<Value = Game> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..250).prop_map(move |choices| {
        let mut game = Game::new(variant);
        for choice in choices {
            let moves: Vec<_> = game.legal_moves().iter().collect();
            if moves.is_empty() {
                break;
            }
            game.play(*choice.get(&moves)).expect("a legal move");
        }
        game
    })
}
