//! The hand-crafted evaluation: the kazans, tables over the balls in each pit, the place of the
//! tuzdik, mobility. The tables are fitted to self-play (`scripts/train/tune_handcrafted.py`).

use super::kazans;
use super::tables::{EvalTables, Pair};
use crate::game::{MAX_PITS, Pit, Position, Rules, Side};

/// The final margin that the side to move can expect, in hundredths of a ball.
#[inline]
pub fn evaluate<R: Rules>(position: &Position) -> i32 {
    let tables = const { EvalTables::of(R::VARIANT) };
    let us = position.side();
    let them = us.opponent();
    let played = i32::from(position.kazan(us)) + i32::from(position.kazan(them));
    let pair = side_worth::<R>(tables, position, us) - side_worth::<R>(tables, position, them)
        + tables.tempo;
    let positional = pair.blend(played, i32::from(R::SET.balls()));
    kazans::<R>(position) + positional
}

/// What a side's pits, mobility and tuzdik are worth to it.
#[inline]
fn side_worth<R: Rules>(tables: &EvalTables, position: &Position, side: Side) -> Pair {
    let set = usize::from(position.tuzdik(side.opponent()).is_some());
    let pits = &tables.pits[set];
    let mut sum = Pair::ZERO;
    let mut row = position.lanes()[side.index()];
    for table in pits.iter().take((R::SET.pits as usize).min(8)) {
        sum = sum + table[usize::from(row as u8).min(EvalTables::COUNTS - 1)];
        row >>= 8;
    }
    if R::SET.pits as usize == MAX_PITS
        && let Some(last) = Pit::new(MAX_PITS as u8)
    {
        let balls = usize::from(position.balls(side, last));
        sum = sum + pits[MAX_PITS - 1][balls.min(EvalTables::COUNTS - 1)];
    }
    match position.tuzdik(side) {
        Some(pit) => sum + tables.tuzdik[pit.index()],
        None => sum,
    }
}
