//! Boards as the facts from public records write them.

use tuzdik::game::{Pit, Position, Side};

/// The pits of both sides, South's first, -1 for a tuzdik.
pub fn pits(position: &Position) -> Vec<i64> {
    let mut all = Vec::new();
    for side in Side::BOTH {
        for pit in (1..=9).filter_map(Pit::new) {
            all.push(match position.tuzdik(side.opponent()) {
                Some(tuzdik) if tuzdik == pit => -1,
                _ => position.balls(side, pit).into(),
            });
        }
    }
    all
}
