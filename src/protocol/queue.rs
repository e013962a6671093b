//! Work for the search thread, in the order in which it was asked for.
//!
//! The session never waits for a search: it adds work here and goes on reading. Changes of settings
//! take their turn between searches.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::book::Choice;
use crate::eval::EvalSource;
use crate::game::Game;
use crate::search::{Limits, Signals, Strength};

/// Most long jobs that wait behind the oldest, which runs or is about to; more are refused, which bounds the
/// memory that a client can claim.
pub const MAX_WAITING: usize = 64;

/// Changes of the engine's settings; those asked for one after another are applied together.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Changes {
    /// New table size in MB.
    pub hash: Option<usize>,
    /// New number of threads.
    pub threads: Option<usize>,
    /// New number of lines to report.
    pub multipv: Option<usize>,
    /// New time kept back for transport.
    pub move_overhead: Option<Duration>,
    /// How strong to play.
    pub strength: Option<Strength>,
    /// Where evaluations come from.
    pub eval_source: Option<EvalSource>,
    /// Forget earlier searches.
    pub clear: bool,
}

/// Work that takes time and can be stopped.
#[derive(Clone, Debug)]
pub enum Work {
    /// A search.
    Search(Search),
    /// Counting move sequences.
    Perft {
        /// Where to start.
        game: Game,
        /// Plies.
        depth: u32,
    },
    /// The benchmark.
    Bench,
}

/// A search and how to print it.
#[derive(Clone, Debug)]
pub struct Search {
    /// What to search.
    pub game: Game,
    /// How long.
    pub limits: Limits,
    /// Whether to print chances.
    pub show_wdl: bool,
    /// Whether to print the expected reply.
    pub show_ponder: bool,
    /// The book's answer, which makes the search needless.
    pub book: Option<Box<Opening>>,
}

/// An answer from the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The move to play and others.
    pub choice: Choice,
    /// Lines to report.
    pub lines: usize,
}

/// A long job with the signals that reach it.
#[derive(Clone, Debug)]
pub struct Job {
    /// What to do.
    pub work: Work,
    /// Stop and ponder hit.
    pub signals: Arc<Signals>,
}

/// What the search thread does next.
#[derive(Debug)]
pub enum Task {
    /// Change settings.
    Configure(Changes),
    /// Work.
    Work(Job),
}

/// What a new job finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    /// It takes its turn.
    Queued,
    /// It takes its turn, but only a command can end a search before it.
    WaitsForStop,
    /// It was refused.
    Full,
}

/// The queue between the session and the search thread.
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    waiting: VecDeque<Task>,
    running: Option<Handle>,
    /// Whether the search thread is at work, be it on settings or a long job.
    busy: bool,
    closed: bool,
}

#[derive(Clone)]
struct Handle {
    signals: Arc<Signals>,
    endless: bool,
    ponders: bool,
}

impl Handle {
    fn of(job: &Job) -> Handle {
        let limits = match &job.work {
            Work::Search(search) => Some(&search.limits),
            Work::Perft { .. } | Work::Bench => None,
        };
        Handle {
            signals: Arc::clone(&job.signals),
            endless: limits.is_some_and(|limits| limits.infinite || !limits.is_bounded()),
            ponders: limits.is_some_and(|limits| limits.ponder),
        }
    }

    /// Whether it ends only by a command.
    fn is_endless(&self) -> bool {
        self.endless || (self.ponders && !self.signals.ponder_was_hit())
    }
}

impl State {
    /// Running and waiting long jobs, first the oldest.
    fn handles(&self) -> impl DoubleEndedIterator<Item = Handle> {
        let waiting = self.waiting.iter().filter_map(|task| match task {
            Task::Work(job) => Some(Handle::of(job)),
            Task::Configure(_) => None,
        });
        self.running.iter().cloned().chain(waiting)
    }

    fn is_idle(&self) -> bool {
        !self.busy && self.waiting.is_empty()
    }
}

impl Queue {
    /// A queue without tasks. It counts as busy until the search thread first asks for one, so that
    /// its start is waited for like any other change.
    pub fn new() -> Queue {
        Queue {
            state: Mutex::new(State {
                waiting: VecDeque::new(),
                running: None,
                busy: true,
                closed: false,
            }),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a change of settings after everything asked for so far.
    pub fn configure(&self, change: impl FnOnce(&mut Changes)) {
        let mut state = self.lock();
        if let Some(Task::Configure(changes)) = state.waiting.back_mut() {
            change(changes);
        } else {
            let mut changes = Changes::default();
            change(&mut changes);
            state.waiting.push_back(Task::Configure(changes));
        }
        self.changed.notify_all();
    }

    /// Adds work after everything asked for so far.
    pub fn push(&self, work: Work) -> Admission {
        let mut state = self.lock();
        if state.handles().count() > MAX_WAITING {
            return Admission::Full;
        }
        let blocked = state
            .handles()
            .any(|handle| handle.is_endless() && !handle.signals.stopped());
        let admission = if blocked {
            Admission::WaitsForStop
        } else {
            Admission::Queued
        };
        let signals = Arc::new(Signals::new());
        state.waiting.push_back(Task::Work(Job { work, signals }));
        self.changed.notify_all();
        admission
    }

    /// For the search thread: the previous task is done; waits for the next one. `None` when the
    /// queue is closed.
    pub fn next(&self) -> Option<Task> {
        let mut state = self.lock();
        state.busy = false;
        state.running = None;
        self.changed.notify_all();
        loop {
            if state.closed {
                return None;
            }
            if let Some(task) = state.waiting.pop_front() {
                state.busy = true;
                if let Task::Work(job) = &task {
                    state.running = Some(Handle::of(job));
                }
                return Some(task);
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Stops all work asked for so far; what waits will still take its turn, and end at once. Says
    /// whether there was any.
    pub fn stop(&self) -> bool {
        let state = self.lock();
        let mut any = false;
        for handle in state.handles() {
            any |= !handle.signals.stopped();
            handle.signals.stop();
        }
        any
    }

    /// Stops what would not end by itself, now that no command can come any more.
    pub fn stop_endless(&self) {
        let state = self.lock();
        for handle in state.handles().filter(Handle::is_endless) {
            handle.signals.stop();
        }
    }

    /// Passes the ponder hit to the search that was asked for last and ponders. Says whether there
    /// is one.
    pub fn ponderhit(&self) -> bool {
        let state = self.lock();
        let search = state.handles().rev().find(|handle| {
            handle.ponders && !handle.signals.ponder_was_hit() && !handle.signals.stopped()
        });
        if let Some(handle) = &search {
            handle.signals.ponderhit();
        }
        search.is_some()
    }

    /// Whether work is running or waiting that was not told to stop, so that it may take long.
    pub fn has_work(&self) -> bool {
        let state = self.lock();
        state.handles().any(|handle| !handle.signals.stopped())
    }

    /// Waits until all tasks are done, at most this long. Says whether they are.
    pub fn wait_idle(&self, timeout: Option<Duration>) -> bool {
        let deadline = timeout.map(|timeout| Instant::now() + timeout);
        let mut state = self.lock();
        while !state.is_idle() {
            state = match deadline {
                None => self
                    .changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return false;
                    }
                    self.changed
                        .wait_timeout(state, left)
                        .unwrap_or_else(PoisonError::into_inner)
                        .0
                }
            };
        }
        true
    }

    /// Drops what waits, stops what runs and lets the search thread end.
    pub fn close(&self) {
        let mut state = self.lock();
        state.waiting.clear();
        state.closed = true;
        if let Some(handle) = &state.running {
            handle.signals.stop();
        }
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    fn search(limits: Limits) -> Work {
        Work::Search(Search {
            game: Game::new(Variant::TogyzKumalak),
            limits,
            show_wdl: true,
            show_ponder: false,
            book: None,
        })
    }

    fn infinite() -> Work {
        search(Limits {
            infinite: true,
            ..Limits::default()
        })
    }

    fn ponder() -> Work {
        search(Limits {
            ponder: true,
            ..Limits::default()
        })
    }

    fn work(task: Option<Task>) -> Job {
        match task {
            Some(Task::Work(job)) => job,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn changes_between_two_searches_are_one_task_in_its_place() {
        let queue = Queue::new();
        queue.push(infinite());
        queue.configure(|changes| changes.hash = Some(1));
        queue.configure(|changes| changes.clear = true);
        queue.configure(|changes| changes.hash = Some(2));
        queue.push(infinite());
        work(queue.next());
        match queue.next() {
            Some(Task::Configure(changes)) => {
                assert_eq!(changes.hash, Some(2));
                assert!(changes.clear);
            }
            other => panic!("{other:?}"),
        }
        work(queue.next());
    }

    #[test]
    fn stop_reaches_what_was_asked_before_it_only() {
        let queue = Queue::new();
        assert!(!queue.stop());
        assert_eq!(queue.push(infinite()), Admission::Queued);
        assert_eq!(queue.push(infinite()), Admission::WaitsForStop);
        assert!(queue.stop());
        assert!(!queue.stop());
        assert_eq!(queue.push(infinite()), Admission::Queued);
        assert!(work(queue.next()).signals.stopped());
        assert!(work(queue.next()).signals.stopped());
        assert!(!work(queue.next()).signals.stopped());
    }

    #[test]
    fn ponderhit_reaches_the_pondering_search() {
        let queue = Queue::new();
        assert!(!queue.ponderhit());
        queue.push(infinite());
        assert!(!queue.ponderhit());
        queue.push(ponder());
        assert!(queue.ponderhit());
        assert!(!queue.ponderhit());
        assert!(!work(queue.next()).signals.ponder_was_hit());
        assert!(work(queue.next()).signals.ponder_was_hit());
    }

    #[test]
    fn the_end_of_input_stops_what_has_no_end() {
        let queue = Queue::new();
        let bounded = |ponder| {
            search(Limits {
                depth: Some(5),
                ponder,
                ..Limits::default()
            })
        };
        let works = [
            infinite(),
            ponder(),
            bounded(true),
            bounded(false),
            bounded(true),
        ];
        for work in works {
            queue.push(work);
        }
        queue.ponderhit();
        queue.stop_endless();
        let stopped = [(); 5].map(|()| work(queue.next()).signals.stopped());
        assert_eq!(stopped, [true, true, true, false, false]);
    }

    #[test]
    fn the_queue_is_bounded() {
        // How many are taken does not depend on whether the search thread has taken up the first one.
        for begun in [false, true] {
            let queue = Queue::new();
            queue.push(infinite());
            if begun {
                work(queue.next());
            }
            for _ in 0..MAX_WAITING {
                assert_ne!(queue.push(infinite()), Admission::Full);
            }
            assert_eq!(queue.push(infinite()), Admission::Full);
        }
    }

    #[test]
    fn idle_means_nothing_runs_and_nothing_waits() {
        let queue = Arc::new(Queue::new());
        let soon = Some(Duration::from_millis(1));
        assert!(!queue.wait_idle(soon), "the search thread is not up yet");
        queue.configure(|changes| changes.clear = true);
        let worker = Arc::clone(&queue);
        let thread = std::thread::spawn(move || while worker.next().is_some() {});
        assert!(queue.wait_idle(None));
        assert!(!queue.has_work());
        queue.close();
        thread.join().unwrap();
    }
}
