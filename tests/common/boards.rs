//! Boards and number arrays of the facts from public records.

use serde_json::Value;
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

/// The numbers of the pits that each side owns as tuzdik, South's first; 0 for none.
pub fn tuzdiks(position: &Position) -> Vec<i64> {
    let number = |pit: Option<Pit>| pit.map_or(0, |p| i64::from(p.number()));
    position.parts().tuzdiks.map(number).to_vec()
}

/// An array of numbers.
pub fn numbers(value: &Value) -> Vec<i64> {
    let all = value.as_array().map(|list| list.iter().map(|n| n.as_i64()));
    all.and_then(Iterator::collect)
        .unwrap_or_else(|| panic!("{value} is no array of numbers"))
}
