//! Every corner case of the rules, by name.

use tuzdik::game::rules::sets::TogyzKumalak;
use tuzdik::game::{
    EndReason, Game, IllegalMove, Move, MoveEffect, Outcome, Parts, Pit, Position, PositionError,
    Rules, Side, Variant,
};

use Side::{North, South};

/// These balls in the pits, the rest shared between the kazans (North has the odd one), no tuzdiks,
/// South to move.
fn board(south: [u8; 9], north: [u8; 9]) -> Parts {
    let rest = 162 - south.iter().chain(&north).sum::<u8>();
    Parts {
        pits: [south, north],
        kazans: [rest / 2, rest - rest / 2],
        tuzdiks: [None; 2],
        side: South,
    }
}

/// The tuzdiks by pit number, South's first; 0 for none.
fn tuzdiks(south: u8, north: u8) -> [Option<Pit>; 2] {
    [Pit::new(south), Pit::new(north)]
}

fn sow(pit: u8) -> Move {
    Move::sow(Pit::new(pit).expect("a pit number"))
}

fn position(parts: Parts) -> Position {
    Position::from_parts(&TogyzKumalak::SET, &parts).expect("a sound position")
}

/// Plays a move and returns what is there then, with what the move did.
fn play(parts: Parts, pit: u8) -> (Parts, MoveEffect) {
    let position = position(parts);
    assert!(position.moves::<TogyzKumalak>().contains(sow(pit)));
    let (next, effect) = position.play_with_effect::<TogyzKumalak>(sow(pit));
    assert_eq!(next, position.play::<TogyzKumalak>(sow(pit)));
    assert_eq!(next.side(), parts.side.opponent());
    (next.parts(), effect)
}

fn outcome(parts: Parts) -> Option<Outcome> {
    position(parts).outcome::<TogyzKumalak>()
}

fn win(side: Side, kazans: [u8; 2], reason: EndReason) -> Option<Outcome> {
    Some(Outcome {
        winner: Some(side),
        kazans,
        reason,
    })
}

fn landing(effect: MoveEffect) -> (Side, u8) {
    (effect.landing_side, effect.landing.number())
}

const EMPTY: [u8; 9] = [0; 9];

mod sowing {
    use super::*;

    #[test]
    fn start_position() {
        let start = Position::start::<TogyzKumalak>();
        assert_eq!(start.parts(), board([9; 9], [9; 9]));
        assert_eq!(start.parts().kazans, [0, 0]);
        assert_eq!(start.moves::<TogyzKumalak>().len(), 9);
    }

    #[test]
    fn first_of_several_balls_returns_to_the_origin() {
        let (after, effect) = play(board([0, 0, 4, 0, 0, 0, 0, 0, 0], [1; 9]), 3);
        assert_eq!(after.pits[0], [0, 0, 1, 1, 1, 1, 0, 0, 0]);
        assert_eq!(landing(effect), (South, 6));
    }

    #[test]
    fn two_balls_leave_one_and_move_one() {
        let (after, effect) = play(board([2, 0, 0, 0, 0, 0, 0, 0, 0], [1; 9]), 1);
        assert_eq!(after.pits[0], [1, 1, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(landing(effect), (South, 2));
    }

    #[test]
    fn a_single_ball_goes_to_the_next_pit() {
        let (after, effect) = play(board([0, 1, 5, 0, 0, 0, 0, 0, 0], [1; 9]), 2);
        assert_eq!(after.pits[0], [0, 0, 6, 0, 0, 0, 0, 0, 0]);
        assert_eq!(landing(effect), (South, 3));
    }

    #[test]
    fn a_single_ball_of_pit_9_crosses_over_and_may_capture() {
        let parts = board([1, 0, 0, 0, 0, 0, 0, 0, 1], [5, 0, 0, 0, 0, 0, 0, 0, 0]);
        let (after, effect) = play(parts, 9);
        assert_eq!(after.pits, [[1, 0, 0, 0, 0, 0, 0, 0, 0], EMPTY]);
        assert_eq!(after.kazans, [parts.kazans[0] + 6, parts.kazans[1]]);
        assert_eq!((landing(effect), effect.captured), ((North, 1), 6));
    }

    #[test]
    fn north_sows_from_its_pit_9_into_souths_pit_1() {
        let parts = Parts {
            side: North,
            ..board([9; 9], [0, 0, 0, 0, 0, 0, 0, 0, 4])
        };
        let (after, effect) = play(parts, 9);
        assert_eq!(after.pits[0], [10, 10, 0, 9, 9, 9, 9, 9, 9]);
        assert_eq!(after.pits[1], [0, 0, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(after.kazans, [parts.kazans[0], parts.kazans[1] + 10]);
        assert_eq!(landing(effect), (South, 3));
    }

    #[test]
    fn eighteen_balls_put_one_in_every_pit() {
        let parts = board([0, 0, 0, 0, 18, 0, 0, 0, 0], EMPTY);
        let (after, effect) = play(parts, 5);
        assert_eq!(after.pits, [[1; 9]; 2]);
        assert_eq!((landing(effect), effect.captured), ((South, 4), 0));
    }

    #[test]
    fn eighteen_balls_of_pit_1_end_on_the_opponents_pit_9() {
        let parts = board([18, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 3]);
        let (after, effect) = play(parts, 1);
        assert_eq!(after.pits, [[1; 9], [1, 1, 1, 1, 1, 1, 1, 1, 0]]);
        assert_eq!((landing(effect), effect.captured), ((North, 9), 4));
    }

    #[test]
    fn nineteen_balls_end_on_the_origin() {
        let parts = board([0, 0, 0, 0, 19, 0, 0, 0, 0], [0; 9]);
        let (after, effect) = play(parts, 5);
        assert_eq!(after.pits, [[1, 1, 1, 1, 2, 1, 1, 1, 1], [1; 9]]);
        // Two balls there, but it is the mover's own pit.
        assert_eq!((landing(effect), effect.captured), ((South, 5), 0));
    }

    #[test]
    fn a_lap_and_more_captures_on_the_opponents_side() {
        let parts = board([0, 0, 0, 0, 0, 0, 0, 0, 20], EMPTY);
        let (after, effect) = play(parts, 9);
        assert_eq!(after.pits[0], [1, 1, 1, 1, 1, 1, 1, 1, 2]);
        assert_eq!(after.pits[1], [0, 1, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!((landing(effect), effect.captured), ((North, 1), 2));
        assert_eq!(after.kazans, [parts.kazans[0] + 2, parts.kazans[1]]);
    }

    #[test]
    fn a_lap_and_more_makes_a_tuzdik() {
        let parts = board([0, 0, 0, 0, 0, 0, 0, 0, 21], [4, 1, 0, 0, 0, 0, 0, 0, 0]);
        let (after, effect) = play(parts, 9);
        assert_eq!(after.tuzdiks, tuzdiks(2, 0));
        assert_eq!(after.pits[1], [6, 0, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!((landing(effect), effect.captured), ((North, 2), 3));
    }

    #[test]
    fn all_balls_in_one_pit_go_nine_times_around() {
        let all = [162, 0, 0, 0, 0, 0, 0, 0, 0];
        let (after, effect) = play(board(all, EMPTY), 1);
        assert_eq!(after.pits, [[9; 9]; 2]);
        assert_eq!((landing(effect), effect.captured), ((North, 9), 0));
    }

    #[test]
    fn all_balls_in_norths_pit_9() {
        let parts = Parts {
            side: North,
            ..board(EMPTY, [0, 0, 0, 0, 0, 0, 0, 0, 162])
        };
        let (after, effect) = play(parts, 9);
        assert_eq!(after.pits, [[9; 9]; 2]);
        assert_eq!((landing(effect), effect.captured), ((North, 8), 0));
    }

    #[test]
    fn hundreds_of_balls_pass_a_tuzdik_on_every_lap() {
        let parts = Parts {
            tuzdiks: tuzdiks(4, 0),
            ..board([0, 0, 161, 0, 0, 0, 0, 0, 1], EMPTY)
        };
        // 161 = 8 laps of 18 and 17 more, from pit 3: all pits get nine but pit 2.
        let (after, effect) = play(parts, 3);
        assert_eq!(after.pits[0], [9, 8, 9, 9, 9, 9, 9, 9, 10]);
        assert_eq!(after.pits[1], [9, 9, 9, 0, 9, 9, 9, 9, 9]);
        assert_eq!(after.kazans, [9, 0]);
        assert_eq!(landing(effect), (South, 1));
    }
}

mod capture {
    use super::*;

    #[test]
    fn an_even_number_is_captured() {
        let parts = board([0, 0, 0, 0, 0, 0, 0, 0, 3], [1, 7, 1, 0, 0, 0, 0, 0, 0]);
        let (after, effect) = play(parts, 9);
        assert_eq!(after.pits[1], [2, 0, 1, 0, 0, 0, 0, 0, 0]);
        assert_eq!(after.kazans, [parts.kazans[0] + 8, parts.kazans[1]]);
        assert_eq!(effect.captured, 8);
    }

    #[test]
    fn only_the_pit_of_the_last_ball_is_captured() {
        let parts = board([0, 0, 0, 0, 0, 0, 0, 0, 3], [1, 8, 1, 0, 0, 0, 0, 0, 0]);
        let (after, effect) = play(parts, 9);
        assert_eq!(after.pits[1], [2, 9, 1, 0, 0, 0, 0, 0, 0]);
        assert_eq!(after.kazans, parts.kazans);
        assert_eq!(effect.captured, 0);
    }

    #[test]
    fn a_single_ball_in_an_empty_pit_of_the_opponent_stays() {
        let parts = board([1, 0, 0, 0, 0, 0, 0, 0, 1], [0, 1, 0, 0, 0, 0, 0, 0, 0]);
        let (after, effect) = play(parts, 9);
        assert_eq!(after.pits[1], [1, 1, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!((after.kazans, effect.captured), (parts.kazans, 0));
    }

    #[test]
    fn nothing_is_captured_on_the_own_side() {
        let parts = board([2, 1, 0, 0, 0, 0, 0, 0, 0], [1; 9]);
        let (after, effect) = play(parts, 1);
        assert_eq!(after.pits[0], [1, 2, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!((after.kazans, effect.captured), (parts.kazans, 0));
    }

    #[test]
    fn a_pit_with_more_than_a_hundred_balls_is_captured() {
        let parts = board([1, 0, 0, 0, 0, 0, 0, 0, 1], [159, 1, 0, 0, 0, 0, 0, 0, 0]);
        let (after, effect) = play(parts, 9);
        assert_eq!(
            after.pits,
            [[1, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0, 0]]
        );
        assert_eq!((after.kazans, effect.captured), ([160, 0], 160));
    }
}

mod tuzdik_rules {
    use super::*;

    /// South's pit 9 holds `balls`, so that the last ball falls into North's pit `balls - 1`, where
    /// two are waiting.
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
        // The move that makes a tuzdik is one move, not one with and one without.
        let parts = three_in(4, tuzdiks(0, 0));
        let moves: Vec<Move> = position(parts).moves::<TogyzKumalak>().collect();
        assert_eq!(moves, (1..=9).map(sow).collect::<Vec<_>>());
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
        let mut game = Game::from_position(Variant::TogyzKumalak, position(parts));
        assert_eq!(game.play(sow(5)), Err(IllegalMove::NoBalls(sow(5))));
        assert_eq!(game.moves(), []);
    }
}

mod end {
    use super::*;

    #[test]
    fn eighty_two_balls_win_at_once() {
        let parts = Parts {
            kazans: [80, 70],
            ..board([0, 0, 0, 0, 0, 0, 0, 5, 1], [1, 5, 0, 0, 0, 0, 0, 0, 0])
        };
        let (after, _) = play(parts, 9);
        assert_eq!(after.kazans, [82, 70]);
        assert_eq!(outcome(after), win(South, [82, 70], EndReason::Majority));
        assert!(position(after).moves::<TogyzKumalak>().is_empty());
        assert_eq!(position(after).move_count::<TogyzKumalak>(), 0);
    }

    #[test]
    fn the_mover_may_lose_by_feeding_the_opponents_tuzdik() {
        let parts = Parts {
            tuzdiks: tuzdiks(0, 5),
            kazans: [70, 81],
            ..board([0, 0, 0, 1, 0, 5, 0, 0, 0], [0, 5, 0, 0, 0, 0, 0, 0, 0])
        };
        let (after, _) = play(parts, 4);
        assert_eq!(outcome(after), win(North, [70, 82], EndReason::Majority));
    }

    #[test]
    fn eighty_one_balls_do_not_end_the_game() {
        let parts = Parts {
            kazans: [79, 70],
            ..board([0, 0, 0, 0, 0, 0, 0, 5, 1], [1, 6, 0, 0, 0, 0, 0, 0, 0])
        };
        let (after, _) = play(parts, 9);
        assert_eq!(after.kazans, [81, 70]);
        assert_eq!(outcome(after), None);
        assert_eq!(position(after).moves::<TogyzKumalak>().len(), 1);
    }

    #[test]
    fn atsyz_kalu_after_a_capture() {
        // South takes North's last two balls and keeps what is left on the own side.
        let parts = Parts {
            kazans: [70, 81],
            ..board([0, 0, 0, 0, 9, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0, 0, 0, 0])
        };
        let (after, _) = play(parts, 9);
        assert_eq!(after.kazans, [72, 81]);
        // 72 and the nine balls of pit 5.
        assert_eq!(
            outcome(after),
            Some(Outcome {
                winner: None,
                kazans: [81, 81],
                reason: EndReason::NoMoves
            })
        );
        assert!(position(after).moves::<TogyzKumalak>().is_empty());
    }

    #[test]
    fn atsyz_kalu_won_by_the_player_with_the_balls() {
        let parts = Parts {
            kazans: [60, 81],
            ..board([0, 0, 0, 0, 12, 9, 0, 0, 0], EMPTY)
        };
        let north_to_move = Parts {
            side: North,
            ..parts
        };
        assert_eq!(
            outcome(Parts {
                kazans: [61, 80],
                ..north_to_move
            }),
            win(South, [82, 80], EndReason::NoMoves)
        );
        assert_eq!(
            outcome(Parts {
                kazans: [81, 60],
                ..north_to_move
            }),
            win(South, [102, 60], EndReason::NoMoves)
        );
    }

    /// With 81 or fewer in the other kazan, 81 or more are the own ones in the end.
    #[test]
    fn atsyz_kalu_is_never_lost_by_the_player_with_the_balls() {
        for in_north_kazan in 0..=81 {
            for left in 0..=162 - in_north_kazan {
                let in_south_kazan = 162 - in_north_kazan - left;
                if in_south_kazan >= 82 {
                    continue;
                }
                let parts = Parts {
                    kazans: [in_south_kazan, in_north_kazan],
                    side: North,
                    ..board([0, 0, 0, left, 0, 0, 0, 0, 0], EMPTY)
                };
                let kazans = [162 - in_north_kazan, in_north_kazan];
                let winner = (in_north_kazan < 81).then_some(South);
                let reason = EndReason::NoMoves;
                let expected = Some(Outcome {
                    winner,
                    kazans,
                    reason,
                });
                assert_eq!(outcome(parts), expected, "{parts:?}");
            }
        }
    }

    #[test]
    fn atsyz_kalu_of_south() {
        let parts = Parts {
            kazans: [81, 71],
            ..board(EMPTY, [0, 10, 0, 0, 0, 0, 0, 0, 0])
        };
        assert_eq!(
            outcome(parts),
            Some(Outcome {
                winner: None,
                kazans: [81, 81],
                reason: EndReason::NoMoves
            })
        );
        let parts = Parts {
            kazans: [72, 80],
            ..board(EMPTY, [0, 10, 0, 0, 0, 0, 0, 0, 0])
        };
        assert_eq!(outcome(parts), win(North, [72, 90], EndReason::NoMoves));
    }

    #[test]
    fn emptying_the_own_side_does_not_end_the_game() {
        let parts = board([0, 0, 0, 0, 0, 0, 0, 0, 1], [0, 4, 0, 0, 0, 0, 0, 0, 0]);
        let (after, _) = play(parts, 9);
        assert_eq!(after.pits[0], EMPTY);
        assert_eq!(outcome(after), None);
        // North must move; only if nothing reaches South's side then is it over.
        let (after, _) = play(after, 2);
        assert_eq!(outcome(after).map(|o| o.reason), Some(EndReason::NoMoves));
    }

    #[test]
    fn the_opponent_may_feed_an_empty_side() {
        let parts = board([0, 0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 0, 4]);
        let (after, _) = play(parts, 9);
        let (after, _) = play(after, 9);
        assert_eq!(after.pits[0], [1, 1, 1, 0, 0, 0, 0, 0, 0]);
        assert_eq!(outcome(after), None);
    }

    #[test]
    fn both_sides_empty_is_atsyz_kalu() {
        let parts = Parts {
            kazans: [81, 81],
            ..board(EMPTY, EMPTY)
        };
        let draw = Some(Outcome {
            winner: None,
            kazans: [81, 81],
            reason: EndReason::NoMoves,
        });
        assert_eq!(outcome(parts), draw);
        assert_eq!(
            outcome(Parts {
                side: North,
                ..parts
            }),
            draw
        );
    }

    #[test]
    fn a_majority_comes_before_atsyz_kalu() {
        let parts = Parts {
            kazans: [82, 70],
            side: North,
            ..board([10, 0, 0, 0, 0, 0, 0, 0, 0], EMPTY)
        };
        assert_eq!(outcome(parts), win(South, [82, 70], EndReason::Majority));
        let parts = Parts {
            kazans: [70, 82],
            ..parts
        };
        assert_eq!(outcome(parts), win(North, [70, 82], EndReason::Majority));
    }

    #[test]
    fn all_balls_in_one_kazan() {
        let parts = Parts {
            kazans: [0, 162],
            ..board(EMPTY, EMPTY)
        };
        assert_eq!(outcome(parts), win(North, [0, 162], EndReason::Majority));
    }

    #[test]
    fn a_finished_game_takes_no_move() {
        let parts = Parts {
            kazans: [82, 70],
            ..board([5, 0, 0, 0, 0, 0, 0, 0, 0], [5, 0, 0, 0, 0, 0, 0, 0, 0])
        };
        let mut game = Game::from_position(Variant::TogyzKumalak, position(parts));
        assert!(game.legal_moves().is_empty());
        assert_eq!(game.play(sow(1)), Err(IllegalMove::GameOver));
    }

    #[test]
    fn a_player_with_balls_has_no_pass() {
        let parts = board([0, 0, 0, 0, 0, 0, 0, 0, 1], [9; 9]);
        let moves: Vec<Move> = position(parts).moves::<TogyzKumalak>().collect();
        assert_eq!(moves, [sow(9)]);
    }

    #[test]
    fn an_empty_pit_cannot_be_sown() {
        let parts = board([0, 1, 0, 0, 0, 0, 0, 0, 1], [9; 9]);
        let mut game = Game::from_position(Variant::TogyzKumalak, position(parts));
        assert_eq!(game.play(sow(1)), Err(IllegalMove::NoBalls(sow(1))));
        assert_eq!(game.position(), &position(parts));
        assert_eq!(game.play(sow(2)).map(landing), Ok((South, 3)));
    }
}

mod unreachable {
    use super::*;

    fn error(parts: Parts) -> Option<PositionError> {
        Position::from_parts(&TogyzKumalak::SET, &parts).err()
    }

    #[test]
    fn positions_that_play_cannot_reach_are_accepted() {
        for parts in [
            board([162, 0, 0, 0, 0, 0, 0, 0, 0], EMPTY),
            board(EMPTY, [0, 0, 0, 0, 0, 0, 0, 0, 162]),
            Parts {
                kazans: [162, 0],
                ..board(EMPTY, EMPTY)
            },
            Parts {
                tuzdiks: tuzdiks(8, 1),
                side: North,
                ..board([0, 9, 9, 9, 9, 9, 9, 9, 9], [9, 9, 9, 9, 9, 9, 9, 0, 9])
            },
        ] {
            assert_eq!(error(parts), None);
            assert_eq!(position(parts).parts(), parts);
        }
    }

    #[test]
    fn a_wrong_total_is_rejected() {
        let mut parts = board([9; 9], [9; 9]);
        parts.kazans[1] = 1;
        assert_eq!(
            error(parts),
            Some(PositionError::Total {
                found: 163,
                expected: 162
            })
        );
        parts.kazans = [0, 0];
        parts.pits[0][0] = 8;
        assert_eq!(
            error(parts),
            Some(PositionError::Total {
                found: 161,
                expected: 162
            })
        );
    }

    #[test]
    fn a_total_that_is_right_in_eight_bits_is_rejected() {
        let mut parts = board([9; 9], [9; 9]);
        parts.kazans = [255, 1];
        assert_eq!(
            error(parts),
            Some(PositionError::Total {
                found: 418,
                expected: 162
            })
        );
    }

    #[test]
    fn equal_tuzdiks_are_rejected() {
        let row = [9, 9, 9, 0, 9, 9, 9, 9, 9];
        let parts = Parts {
            tuzdiks: tuzdiks(4, 4),
            ..board(row, row)
        };
        assert_eq!(error(parts), Pit::new(4).map(PositionError::EqualTuzdiks));
    }

    #[test]
    fn a_tuzdik_in_pit_9_is_rejected() {
        let parts = Parts {
            tuzdiks: tuzdiks(0, 9),
            ..board([9, 9, 9, 9, 9, 9, 9, 9, 0], [9; 9])
        };
        let pit = Pit::new(9).expect("a pit number");
        assert_eq!(
            error(parts),
            Some(PositionError::TuzdikNotAllowed(North, pit))
        );
    }

    #[test]
    fn balls_in_a_tuzdik_are_rejected() {
        let parts = Parts {
            tuzdiks: tuzdiks(3, 0),
            ..board([9; 9], [9; 9])
        };
        let pit = Pit::new(3).expect("a pit number");
        assert_eq!(error(parts), Some(PositionError::BallsInTuzdik(South, pit)));
    }

    #[test]
    fn the_reason_is_told() {
        let mut parts = board([9; 9], [9; 9]);
        parts.kazans[0] = 3;
        let text = error(parts).map(|e| e.to_string());
        assert_eq!(
            text.as_deref(),
            Some("the position holds 165 balls, the game has 162")
        );
    }
}

mod repetition {
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
            let mv = game.legal_moves().last().expect("a player has a ball");
            game.play(mv).expect("a legal move");
        }
    }

    #[test]
    fn the_third_occurrence_is_a_draw() {
        let start = position(circling());
        let mut game = Game::from_position(Variant::TogyzKumalak, start);
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
        let mut game = Game::from_position(Variant::TogyzKumalak, start);
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
        let mut game = Game::from_position(Variant::TogyzKumalak, position(circling()));
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
}
