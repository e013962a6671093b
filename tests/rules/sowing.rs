//! Sowing.

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
