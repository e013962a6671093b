//! What bounds a search, and the signals that reach it from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use crate::game::Move;

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

/// Signals to a running search. One value serves one search.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    ponderhit: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl Signals {
    /// No signal given yet.
    #[must_use]
    pub fn new() -> Signals {
        Signals::default()
    }

    /// Asks the search to end at once.
    pub fn stop(&self) {
        self.raise(&self.stop);
    }

    /// The pondered move was played: time counts from now.
    pub fn ponderhit(&self) {
        self.raise(&self.ponderhit);
    }

    /// Whether [`stop`](Signals::stop) was called.
    #[inline]
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether [`ponderhit`](Signals::ponderhit) was called.
    #[inline]
    #[must_use]
    pub fn ponder_was_hit(&self) -> bool {
        self.ponderhit.load(Ordering::Relaxed)
    }

    fn raise(&self, flag: &AtomicBool) {
        let guard = self.lock.lock();
        flag.store(true, Ordering::Relaxed);
        drop(guard);
        self.changed.notify_all();
    }

    /// Sleeps until the search is stopped or, with `ponder`, the ponder hit comes.
    pub fn wait(&self, ponder: bool) {
        let Ok(mut guard) = self.lock.lock() else {
            return;
        };
        while !(self.stopped() || ponder && self.ponder_was_hit()) {
            guard = match self.changed.wait(guard) {
                Ok(guard) => guard,
                Err(_) => return,
            };
        }
    }
}
