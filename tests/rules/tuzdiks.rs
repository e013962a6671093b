//! Tuzdiks: how they are made, what falls into them.

use tuzdik::notation::moves::parse;

use super::*;

/// South's pit 9 holds so many balls that the last falls into this pit of North's, where two are
/// waiting.
fn three_in(pit: u8, tuzdiks: [Option<Pit>; 2]) -> Parts {
    let mut parts = board([1, 1, 1, 1, 1, 1, 1, 1, pit + 1], EMPTY);
    for (index, balls) in parts.pits[1].iter_mut().enumerate() {
        *balls = match index + 1 {
            n if n == usize::from(pit) => 2,
            n if tuzdiks[0].is_some_and(|t| usize::from(t.number()) == n) => 0,
            _ => 5,
        };
    }
    if let Some(pit) = tuzdiks[1] {
        parts.pits[0][pit.index()] = 0;
    }
    Parts {
        tuzdiks,
        ..board(parts.pits[0], parts.pits[1])
    }
}

#[test]
fn three_balls_make_a_tuzdik_in_pits_1_to_8() {
    for pit in 1..=8 {
        let parts = three_in(pit, tuzdiks(0, 0));
        let (after, effect) = play(parts, 9);
        assert_eq!(after.tuzdiks, tuzdiks(pit, 0));
        assert_eq!(after.pits[1][usize::from(pit) - 1], 0);
        assert_eq!(after.kazans, [parts.kazans[0] + 3, parts.kazans[1]]);
        assert_eq!((effect.captured, effect.tuzdik), (3, true));
    }
}

#[test]
fn it_is_automatic() {
    // There is no move to the same pit that makes none, and no text that asks for one: a mark adds nothing.
    let position = position(three_in(4, tuzdiks(0, 0)));
    let to_the_pit = position.moves::<TogyzKumalak>().iter().filter(|&mv| {
        let (_, effect) = position.play_with_effect::<TogyzKumalak>(mv);
        landing(effect) == (North, 4)
    });
    assert_eq!(to_the_pit.collect::<Vec<_>>(), [sow(9)]);
    for text in ["9", "94", "94x"] {
        let mv = parse(text, &Board::new(TogyzKumalak::VARIANT, position)).expect("a move");
        let next = position.play::<TogyzKumalak>(mv);
        assert_eq!(next.tuzdik(South), Pit::new(4), "{text}");
    }
}

#[test]
fn north_makes_one_on_souths_side() {
    let parts = Parts {
        side: North,
        ..board([9, 9, 2, 9, 9, 9, 9, 9, 9], [1, 0, 0, 0, 0, 0, 0, 0, 4])
    };
    let (after, effect) = play(parts, 9);
    assert_eq!(after.tuzdiks, tuzdiks(0, 3));
    assert_eq!(after.pits[0], [10, 10, 0, 9, 9, 9, 9, 9, 9]);
    assert_eq!(after.kazans, [parts.kazans[0], parts.kazans[1] + 3]);
    assert!(effect.tuzdik);
}

fn assert_refused(parts: Parts, pit: u8) {
    let (after, effect) = play(parts, 9);
    assert_eq!(
        after.pits[1][usize::from(pit) - 1],
        3,
        "the three balls stay"
    );
    assert_eq!(after.tuzdiks, parts.tuzdiks);
    assert_eq!((effect.captured, effect.tuzdik), (0, false));
    assert_eq!(after.kazans[1], parts.kazans[1]);
}

#[test]
fn refused_in_pit_9() {
    assert_refused(three_in(9, tuzdiks(0, 0)), 9);
}

#[test]
fn refused_when_the_mover_has_one() {
    assert_refused(three_in(4, tuzdiks(6, 0)), 4);
    // Its own ball that passed the tuzdik on the way is all that the move wins.
    let parts = three_in(4, tuzdiks(2, 0));
    assert_refused(parts, 4);
    assert_eq!(play(parts, 9).0.kazans[0], parts.kazans[0] + 1);
}

#[test]
fn refused_in_the_pit_of_the_number_of_the_opponents() {
    assert_refused(three_in(4, tuzdiks(0, 4)), 4);
}

#[test]
fn allowed_next_to_the_number_of_the_opponents() {
    let parts = three_in(5, tuzdiks(0, 4));
    let (after, effect) = play(parts, 9);
    assert_eq!(after.tuzdiks, tuzdiks(5, 4));
    assert!(effect.tuzdik);
}

#[test]
fn three_balls_on_the_own_side_are_nothing() {
    let parts = board([2, 2, 0, 0, 0, 0, 0, 0, 0], [1; 9]);
    let (after, effect) = play(parts, 1);
    assert_eq!(after.pits[0], [1, 3, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!((after.tuzdiks, effect.tuzdik), (tuzdiks(0, 0), false));
}

#[test]
fn three_balls_passed_on_the_way_are_nothing() {
    let parts = board([1, 0, 0, 0, 0, 0, 0, 0, 3], [2, 4, 0, 0, 0, 0, 0, 0, 0]);
    let (after, _) = play(parts, 9);
    assert_eq!(after.pits[1], [3, 5, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(after.tuzdiks, tuzdiks(0, 0));
}

#[test]
fn a_ball_that_passes_the_movers_tuzdik_goes_to_the_mover() {
    let parts = Parts {
        tuzdiks: tuzdiks(2, 0),
        ..board([0, 0, 0, 0, 0, 0, 0, 0, 5], [4, 0, 4, 4, 4, 4, 4, 4, 4])
    };
    let (after, effect) = play(parts, 9);
    assert_eq!(after.pits[1], [5, 0, 5, 5, 4, 4, 4, 4, 4]);
    assert_eq!(after.kazans, [parts.kazans[0] + 1, parts.kazans[1]]);
    assert_eq!((landing(effect), effect.captured), ((North, 4), 0));
}

#[test]
fn a_ball_that_passes_the_opponents_tuzdik_goes_to_the_opponent() {
    let parts = Parts {
        tuzdiks: tuzdiks(0, 5),
        ..board([0, 0, 4, 0, 0, 0, 0, 0, 0], [4; 9])
    };
    let (after, _) = play(parts, 3);
    assert_eq!(after.pits[0], [0, 0, 1, 1, 0, 1, 0, 0, 0]);
    assert_eq!(after.kazans, [parts.kazans[0], parts.kazans[1] + 1]);
}

#[test]
fn balls_pass_both_tuzdiks_on_both_laps() {
    let parts = Parts {
        tuzdiks: tuzdiks(1, 8),
        ..board([0, 0, 0, 0, 0, 30, 0, 0, 0], EMPTY)
    };
    // From pit 6: own 6..9, North's side, own 1..9, North's 1..8. Pit 8 and North's pit 1 are
    // passed twice each.
    let (after, effect) = play(parts, 6);
    assert_eq!(after.pits[0], [1, 1, 1, 1, 1, 2, 2, 0, 2]);
    assert_eq!(after.pits[1], [0, 2, 2, 2, 2, 2, 2, 0, 1]);
    // The last ball made two in North's pit 8.
    assert_eq!((landing(effect), effect.captured), ((North, 8), 2));
    assert_eq!(after.kazans, [parts.kazans[0] + 2 + 2, parts.kazans[1] + 2]);
}

#[test]
fn the_last_ball_in_the_movers_tuzdik_ends_the_move() {
    let parts = Parts {
        tuzdiks: tuzdiks(2, 0),
        ..board([0, 0, 0, 0, 0, 0, 0, 0, 3], [4, 0, 4, 4, 4, 4, 4, 4, 4])
    };
    let (after, effect) = play(parts, 9);
    assert_eq!(after.pits[1], [5, 0, 4, 4, 4, 4, 4, 4, 4]);
    assert_eq!(after.kazans, [parts.kazans[0] + 1, parts.kazans[1]]);
    assert_eq!(landing(effect), (North, 2));
    assert_eq!((effect.captured, effect.tuzdik), (0, false));
}

#[test]
fn a_lone_ball_may_step_into_a_tuzdik() {
    let parts = Parts {
        tuzdiks: tuzdiks(1, 0),
        ..board([0, 0, 0, 0, 0, 0, 0, 1, 1], [0, 4, 0, 0, 0, 0, 0, 0, 0])
    };
    let (after, effect) = play(parts, 9);
    assert_eq!(after.kazans, [parts.kazans[0] + 1, parts.kazans[1]]);
    assert_eq!(after.pits[1], [0, 4, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!((landing(effect), effect.captured), ((North, 1), 0));
}

#[test]
fn the_last_ball_in_the_opponents_tuzdik_ends_the_move() {
    let parts = Parts {
        tuzdiks: tuzdiks(0, 5),
        ..board([0, 0, 3, 0, 0, 0, 0, 0, 0], [4; 9])
    };
    let (after, effect) = play(parts, 3);
    assert_eq!(after.pits[0], [0, 0, 1, 1, 0, 0, 0, 0, 0]);
    assert_eq!(after.kazans, [parts.kazans[0], parts.kazans[1] + 1]);
    assert_eq!((landing(effect), effect.captured), ((South, 5), 0));
}

#[test]
fn the_second_or_third_ball_of_one_move_in_a_tuzdik_is_no_capture() {
    // 20 balls from pit 9 end in North's pit 1, where the lap before left one ball too.
    for (balls, won) in [(20, 2), (38, 3)] {
        let parts = Parts {
            tuzdiks: tuzdiks(1, 0),
            ..board([0, 0, 0, 0, 0, 0, 0, 0, balls], EMPTY)
        };
        let (after, effect) = play(parts, 9);
        assert_eq!(after.kazans, [parts.kazans[0] + won, parts.kazans[1]]);
        assert_eq!((landing(effect), effect.captured), ((North, 1), 0));
        assert!(!effect.tuzdik);
    }
}

#[test]
fn a_tuzdik_cannot_be_sown() {
    let parts = Parts {
        tuzdiks: tuzdiks(0, 5),
        ..board([9, 9, 9, 9, 0, 9, 9, 9, 9], [9; 9])
    };
    assert!(!position(parts).moves::<TogyzKumalak>().contains(sow(5)));
    let mut game = Game::from_board(Board::new(Variant::TogyzKumalak, position(parts)));
    assert_eq!(
        game.play(sow(5)),
        Err(IllegalMove::NoBalls(Pit::new(5).unwrap()))
    );
    assert_eq!(game.moves(), []);
}
