//! The end of a game, and which moves there are before it.

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
    let mut game = Game::from_board(Board::new(Variant::TogyzKumalak, position(parts)));
    assert!(game.legal_moves().is_empty());
    assert_eq!(game.play(sow(1)), Err(IllegalMove::GameOver));
}

#[test]
fn a_player_with_balls_has_no_pass() {
    let parts = board([0, 0, 0, 0, 0, 0, 0, 0, 1], [9; 9]);
    let moves: Vec<Move> = position(parts).moves::<TogyzKumalak>().iter().collect();
    assert_eq!(moves, [sow(9)]);
}

#[test]
fn an_empty_pit_cannot_be_sown() {
    let parts = board([0, 1, 0, 0, 0, 0, 0, 0, 1], [9; 9]);
    let mut game = Game::from_board(Board::new(Variant::TogyzKumalak, position(parts)));
    assert_eq!(game.play(sow(1)), Err(IllegalMove::NoBalls(Pit::FIRST)));
    assert_eq!(game.position(), &position(parts));
    assert_eq!(game.play(sow(2)).map(landing), Ok((South, 3)));
}
