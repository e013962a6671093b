//! Captures.

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
