//! The table of late move reductions.

use std::array::from_fn;
use std::sync::LazyLock;

use crate::game::MAX_PITS;

use super::params::{reduction_base, reduction_slope};

/// By how many plies late moves are searched less deep, before other considerations: more with the
/// logarithms of depth and move number, the usual form since Fruit and Stockfish.
pub struct Reductions([[i8; MAX_PITS + 1]; DEPTHS]);

/// Depths above this share the reductions of the last.
const DEPTHS: usize = 64;

impl Reductions {
    /// Those that follow from the constants of the search.
    pub fn new() -> Reductions {
        static LN: LazyLock<[f64; DEPTHS]> = LazyLock::new(|| from_fn(|n| (n.max(1) as f64).ln()));
        let base = f64::from(reduction_base()) / 100.0;
        let slope = f64::from(reduction_slope()) / 10_000.0;
        Reductions(from_fn(|depth| {
            from_fn(|number| (base + slope * LN[depth] * LN[number]) as i8)
        }))
    }

    /// That of the move with this number, from 1, in a node of this depth.
    #[inline]
    pub fn get(&self, depth: i32, move_number: usize) -> i32 {
        i32::from(self.0[(depth as usize).min(DEPTHS - 1)][move_number.min(MAX_PITS)])
    }
}
