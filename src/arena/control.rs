//! The state of a match that its threads share: whether it plays, is to end, or is to stop at once.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::pool::Halt;

/// Whether a match has begun and whether it is to end early; shared by its threads and the signal handler.
#[derive(Debug, Default)]
pub struct MatchControl {
    playing: AtomicBool,
    stopping: AtomicBool,
    aborted: AtomicBool,
}

impl MatchControl {
    /// A match that goes on.
    #[must_use]
    pub fn new() -> MatchControl {
        MatchControl::default()
    }

    /// Says that the games begin.
    pub fn begin(&self) {
        self.playing.store(true, Ordering::Relaxed);
    }

    /// Whether the games have begun.
    #[must_use]
    pub fn playing(&self) -> bool {
        self.playing.load(Ordering::Relaxed)
    }

    /// Starts no more games; those that run are finished.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Starts no more games and drops those that run.
    pub fn abort(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        self.aborted.store(true, Ordering::Relaxed);
    }

    /// Whether no more games are started.
    #[must_use]
    pub fn stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Whether to break off what is being done, `in_game` or before one.
    #[must_use]
    pub fn is_cancelled(&self, in_game: bool) -> bool {
        self.aborted() || (self.stopping() && !in_game)
    }

    /// Whether running games are dropped.
    #[must_use]
    pub fn aborted(&self) -> bool {
        self.aborted.load(Ordering::Relaxed)
    }
}

impl Halt for MatchControl {
    fn halt(&self) {
        self.abort();
    }

    fn is_halted(&self) -> bool {
        self.stopping()
    }
}
