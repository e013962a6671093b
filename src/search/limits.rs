//! What bounds a search.

use std::time::Duration;

use crate::game::Move;
use crate::platform::Instant;

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the next time control; `None` when the rest of the game must be played.
    pub moves_to_go: Option<u32>,
}

/// What bounds a search. With every field at its default it ends when the position is solved or the
/// deepest iteration is done.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Last iteration.
    pub depth: Option<u32>,
    /// Most nodes, all threads together.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Clock of the side to move.
    pub clock: Option<Clock>,
    /// Stop as soon as a win in at most this many own moves is proved.
    pub mate: Option<u32>,
    /// Only these moves at the root; all legal ones when empty.
    pub moves: Vec<Move>,
    /// Return only when stopped, even if the position is solved.
    pub infinite: bool,
    /// Ponder: time limits start to count at the ponder hit, and the search returns only after it
    /// or when stopped.
    pub ponder: bool,
    /// When the move was asked for: the time that the search was late in beginning counts too. `None`
    /// when it begins at once.
    pub since: Option<Instant>,
}

impl Limits {
    /// Whether time, nodes or depth are limited. A search for a mate may find none and counts as
    /// not limited.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.movetime.is_some()
            || self.clock.is_some()
    }
}
