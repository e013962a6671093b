//! Repetition of positions.

use super::*;

/// Two lone balls chase each other; every 18 plies they have changed places.
fn circling() -> Parts {
    let lone = [0, 1, 0, 0, 0, 0, 0, 0, 0];
    Parts {
        kazans: [79, 81],
        ..board(lone, lone)
    }
}

fn play_plies(game: &mut Game, plies: usize) {
    for _ in 0..plies {
        assert_eq!(game.outcome(), None, "after {} plies", game.moves().len());
        // When both balls lie on one side, the one in front goes on.
        let mv = game
            .legal_moves()
            .iter()
            .last()
            .expect("a player has a ball");
        game.play(mv).expect("a legal move");
    }
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let start = position(circling());
    let mut game = Game::from_board(Board::new(Variant::TogyzKumalak, start));
    play_plies(&mut game, 18);
    assert_eq!(game.position(), &start);
    assert_eq!(game.outcome(), None, "the second occurrence");
    play_plies(&mut game, 18);
    assert_eq!(game.position(), &start);
    assert_eq!(
        game.outcome(),
        Some(Outcome {
            winner: None,
            kazans: [79, 81],
            reason: EndReason::Repetition
        })
    );
    assert!(game.legal_moves().is_empty());
    assert_eq!(game.play(sow(2)), Err(IllegalMove::GameOver));
    // The position by itself knows nothing of it.
    assert_eq!(game.position().outcome::<TogyzKumalak>(), None);
}

#[test]
fn a_move_taken_back_does_not_count() {
    let start = position(circling());
    let mut game = Game::from_board(Board::new(Variant::TogyzKumalak, start));
    play_plies(&mut game, 36);
    let last = game.undo().expect("a move was played");
    assert_eq!(game.outcome(), None);
    assert_eq!(game.legal_moves().len(), 1);
    game.play(last).expect("a legal move");
    assert_eq!(
        game.outcome().map(|o| o.reason),
        Some(EndReason::Repetition)
    );
}

#[test]
fn the_same_pits_with_other_kazans_are_another_position() {
    let mut game = Game::from_board(Board::new(Variant::TogyzKumalak, position(circling())));
    play_plies(&mut game, 36);
    let mut other = circling();
    other.kazans = [80, 80];
    assert_ne!(game.position(), &position(other));
    assert_ne!(game.position().hash(), position(other).hash());
}

#[test]
fn the_same_pits_with_the_other_side_to_move_are_another_position() {
    let other = Parts {
        side: North,
        ..circling()
    };
    assert_ne!(position(circling()), position(other));
    assert_ne!(position(circling()).hash(), position(other).hash());
}
