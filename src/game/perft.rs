//! Perft: counting move sequences, the standard check of move generation.

use crate::platform;

use super::board::Board;
use super::kernel::Rules;
use super::position::Position;
use super::sets::with_rules;
use super::types::Move;

/// The number of legal move sequences of exactly `depth` plies. Finished games are not extended.
///
/// ```
/// use tuzdik::game::{Position, perft, sets::TogyzKumalak};
/// assert_eq!(perft::count::<TogyzKumalak>(&Position::start::<TogyzKumalak>(), 3), 613);
/// ```
#[must_use]
pub fn count<R: Rules>(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.move_count::<R>() as u64,
        _ => {
            let mut total = 0;
            for mv in position.moves::<R>() {
                total += count::<R>(&position.play::<R>(mv), depth - 1);
            }
            total
        }
    }
}

/// The same count split by first move, on the threads of the pool in which it is called. Without a ply to
/// play, with a `depth` of 0, every count is 0.
#[must_use]
pub fn divide(board: &Board, depth: u32) -> Vec<(Move, u64)> {
    let position = board.position();
    with_rules!(board.variant(), R => {
        let moves: Vec<Move> = position.moves::<R>().iter().collect();
        moves
            .into_iter()
            .map(|mv| {
                let next = position.play::<R>(mv);
                (mv, depth.checked_sub(1).map_or(0, |rest| count_split::<R>(&next, rest, 3)))
            })
            .collect()
    })
}

/// Counts with the first `split` plies shared out between threads.
fn count_split<R: Rules>(position: &Position, depth: u32, split: u32) -> u64 {
    if split == 0 || depth < 4 {
        return count::<R>(position, depth);
    }
    let moves: Vec<Move> = position.moves::<R>().iter().collect();
    platform::sum(moves, |mv| {
        count_split::<R>(&position.play::<R>(mv), depth - 1, split - 1)
    })
}
