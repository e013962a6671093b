//! The history heuristic: what quiet moves have been good for so far.

use crate::game::{Move, Position};

use super::params::HISTORY_LIMIT;

/// Ball counts above this share one counter.
const COUNTS: usize = 32;

type Counters = [[[i16; COUNTS]; Move::COUNT]; 2];

/// How often quiet moves caused cutoffs (Schaeffer, 1983), by side, move and number of balls sown.
pub struct History(Box<Counters>);

impl History {
    /// All zero.
    pub fn new() -> History {
        History(Box::new([[[0; COUNTS]; Move::COUNT]; 2]))
    }

    /// Makes all zero again.
    pub fn clear(&mut self) {
        *self.0 = [[[0; COUNTS]; Move::COUNT]; 2];
    }

    #[inline]
    fn index(position: &Position, mv: Move) -> (usize, usize, usize) {
        let side = position.side();
        let balls = mv.pit().map_or(0, |pit| position.balls(side, pit));
        (side.index(), mv.index(), usize::from(balls).min(COUNTS - 1))
    }

    /// The counter of a move, within ±[`HISTORY_LIMIT`].
    #[inline]
    pub fn get(&self, position: &Position, mv: Move) -> i32 {
        let (side, mv, balls) = History::index(position, mv);
        i32::from(self.0[side][mv][balls])
    }

    /// Moves a counter towards ±[`HISTORY_LIMIT`], the slower the nearer it is ("history gravity"), so
    /// that what was learned lately counts most and nothing overflows.
    #[inline]
    pub fn update(&mut self, position: &Position, mv: Move, bonus: i32) {
        let (side, mv, balls) = History::index(position, mv);
        let counter = &mut self.0[side][mv][balls];
        let value = i32::from(*counter);
        *counter = (value + bonus - value * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}
