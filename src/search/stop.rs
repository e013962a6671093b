//! How a search is told from outside to end, or that the move it ponders on was played.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};

/// Ends searches, from any thread. Clones are the same token; it serves any number of searches, one after
/// another or at once.
///
/// A token stays stopped: searches that begin later with it end after their first iteration, until
/// [`reset`](StopToken::reset).
///
/// ```
/// use tuzdik::search::StopToken;
/// let stop = StopToken::new();
/// let held_by_a_search = stop.clone();
/// stop.stop();
/// assert!(held_by_a_search.is_stopped());
/// stop.reset();
/// assert!(!held_by_a_search.is_stopped());
/// ```
#[derive(Clone, Default, Debug)]
pub struct StopToken(Arc<State>);

#[derive(Default, Debug)]
struct State {
    stopped: AtomicBool,
    ponder_hit: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl StopToken {
    /// A token that is not stopped.
    #[must_use]
    pub fn new() -> StopToken {
        StopToken::default()
    }

    /// Asks the searches with this token to end at once.
    pub fn stop(&self) {
        self.raise(&self.0.stopped);
    }

    /// The pondered move was played: time counts from now.
    pub fn ponderhit(&self) {
        self.raise(&self.0.ponder_hit);
    }

    /// Takes back [`stop`](StopToken::stop) and [`ponderhit`](StopToken::ponderhit). A search that runs
    /// and has not looked at the token since goes on.
    pub fn reset(&self) {
        self.0.stopped.store(false, Ordering::Relaxed);
        self.0.ponder_hit.store(false, Ordering::Relaxed);
    }

    /// Whether [`stop`](StopToken::stop) was called.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// Whether [`ponderhit`](StopToken::ponderhit) was called.
    #[inline]
    #[must_use]
    pub fn is_ponder_hit(&self) -> bool {
        self.0.ponder_hit.load(Ordering::Relaxed)
    }

    fn raise(&self, flag: &AtomicBool) {
        let guard = self.0.lock.lock();
        flag.store(true, Ordering::Relaxed);
        drop(guard);
        self.0.changed.notify_all();
    }

    /// Sleeps until it is stopped or, with `ponder`, the ponder hit comes.
    pub fn wait(&self, ponder: bool) {
        let Ok(mut guard) = self.0.lock.lock() else {
            return;
        };
        while !(self.is_stopped() || ponder && self.is_ponder_hit()) {
            guard = match self.0.changed.wait(guard) {
                Ok(guard) => guard,
                Err(_) => return,
            };
        }
    }
}
