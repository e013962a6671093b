//! Static evaluation: what a position is worth without looking ahead.

pub mod blurred;
pub mod handcrafted;
mod tables;

use crate::game::{Position, Rules};

/// Something that judges positions.
pub trait Evaluator: Send + Sync {
    /// The final margin that the side to move can expect, in hundredths of a ball, within
    /// ±16200. The game must not be over.
    fn evaluate<R: Rules>(&self, position: &Position) -> i32;

    /// Whether a search that uses it follows exchanges of captures beyond its depth.
    #[inline]
    fn follows_exchanges(&self) -> bool {
        true
    }
}
