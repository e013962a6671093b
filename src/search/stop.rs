//! How a search is told from outside to end, or that the move it ponders on was played.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::platform::Instant;

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
    paused: AtomicBool,
    /// When the ponder hit came.
    ponder_hit_at: Mutex<Option<Instant>>,
    changed: Condvar,
    listener: OnceLock<Listener>,
}

/// Lets the outside be heard where a search runs on the only thread there is.
struct Listener(Box<Listen>);

type Listen = dyn Fn(&StopToken, SearchPhase) + Send + Sync;

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}

/// What a search is doing that lets the outside be heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchPhase {
    /// It searches, and should go on soon.
    Searching,
    /// It has found all there is and waits to be stopped.
    Waiting,
}

impl StopToken {
    /// A token that is not stopped.
    #[must_use]
    pub fn new() -> StopToken {
        StopToken::default()
    }

    /// Asks the searches with this token to end at once.
    pub fn stop(&self) {
        self.raise(&self.0.stopped, None);
    }

    /// The pondered move was played: time counts from now.
    pub fn ponderhit(&self) {
        self.raise(&self.0.ponder_hit, Some(Instant::now()));
    }

    /// Takes back [`stop`](StopToken::stop) and [`ponderhit`](StopToken::ponderhit). A search that runs
    /// and has not looked at the token since goes on.
    pub fn reset(&self) {
        *self.lock() = None;
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

    /// Searches with this token call `listener` whenever they look at the clock, which is every millisecond
    /// or so, and again and again while they only wait: for a program without threads, which hears there
    /// what may stop the search. The first listener stays.
    pub fn listen(&self, listener: impl Fn(&StopToken, SearchPhase) + Send + Sync + 'static) {
        let _ = self.0.listener.set(Listener(Box::new(listener)));
    }

    /// Asks a search that can be [resumed](super::Engine::search_slice) to come back at once, until
    /// [`go_on`](StopToken::go_on).
    pub fn pause(&self) {
        self.raise(&self.0.paused, None);
    }

    /// Takes back [`pause`](StopToken::pause).
    pub fn go_on(&self) {
        self.0.paused.store(false, Ordering::Relaxed);
    }

    /// Whether [`pause`](StopToken::pause) was called, and nothing else that ends a search.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.0.paused.load(Ordering::Relaxed) && !self.is_stopped()
    }

    /// Lets the outside be heard, and says whether the search must end, if only for now.
    #[must_use]
    pub fn poll(&self) -> bool {
        if let Some(Listener(listen)) = self.0.listener.get() {
            listen(self, SearchPhase::Searching);
        }
        self.is_stopped() || self.is_paused()
    }

    /// When [`ponderhit`](StopToken::ponderhit) was called first; a searching thread may notice it later.
    #[must_use]
    pub(super) fn ponder_hit_at(&self) -> Option<Instant> {
        if !self.is_ponder_hit() {
            return None;
        }
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        let lock = self.0.ponder_hit_at.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }

    fn raise(&self, flag: &AtomicBool, ponder_hit: Option<Instant>) {
        let mut guard = self.lock();
        *guard = guard.or(ponder_hit);
        flag.store(true, Ordering::Relaxed);
        drop(guard);
        self.0.changed.notify_all();
    }

    /// Sleeps until it is stopped or paused or, with `ponder`, the ponder hit comes.
    pub fn wait(&self, ponder: bool) {
        let is_over = || self.is_stopped() || self.is_paused() || ponder && self.is_ponder_hit();
        if let Some(Listener(listen)) = self.0.listener.get() {
            while !is_over() {
                listen(self, SearchPhase::Waiting);
            }
            return;
        }
        let mut guard = self.lock();
        while !is_over() {
            let woken = self.0.changed.wait(guard);
            guard = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}
