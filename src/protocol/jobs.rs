//! What is to be done, in the order in which it was asked for: searches and other long jobs, and changes of
//! settings between them. A plain queue, for one thread or behind a lock.

use std::collections::VecDeque;

use crate::game::Game;
use crate::search::{Limits, StopToken};

use super::book_answer::BookAnswer;
use super::settings::Settings;

/// Most jobs that wait behind the oldest, which runs or is about to; more are refused, which bounds the
/// memory that a client can claim.
pub const MAX_WAITING: usize = 64;

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

impl Work {
    /// The command that asks for it.
    fn name(&self) -> &'static str {
        match self {
            Work::Search(_) => "go",
            Work::Perft { .. } => "perft",
            Work::Bench => "bench",
        }
    }
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
    pub book: Option<Box<BookAnswer>>,
}

/// Work with what ends it from outside.
#[derive(Clone, Debug)]
pub struct Job {
    /// What to do.
    pub work: Work,
    /// Stop and ponder hit.
    pub stop: StopToken,
}

/// What is done next.
#[derive(Debug)]
pub enum Task {
    /// Make these settings.
    Configure(Box<Settings>),
    /// Do this.
    Run(Box<Job>),
}

/// A job that runs or waits.
#[derive(Clone, Debug)]
struct Handle {
    stop: StopToken,
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
            stop: job.stop.clone(),
            endless: limits.is_some_and(|limits| limits.infinite || !limits.is_bounded()),
            ponders: limits.is_some_and(|limits| limits.ponder),
        }
    }

    /// Whether it ends only by a command.
    fn is_endless(&self) -> bool {
        self.endless || (self.ponders && !self.stop.is_ponder_hit())
    }
}

/// The job that runs, and all that waits behind it.
#[derive(Debug, Default)]
pub struct JobQueue {
    waiting: VecDeque<Task>,
    running: Option<Handle>,
}

impl JobQueue {
    /// Running and waiting jobs, first the oldest.
    fn handles(&self) -> impl DoubleEndedIterator<Item = Handle> {
        let waiting = self.waiting.iter().filter_map(|task| match task {
            Task::Run(job) => Some(Handle::of(job)),
            Task::Configure(_) => None,
        });
        self.running.iter().cloned().chain(waiting)
    }

    /// Adds a change of settings after everything asked for so far. One that nothing has been asked for
    /// since the last replaces it.
    pub fn configure(&mut self, settings: Box<Settings>) {
        if let Some(Task::Configure(last)) = self.waiting.back_mut() {
            *last = settings;
        } else {
            self.waiting.push_back(Task::Configure(settings));
        }
    }

    /// Adds work after everything asked for so far. The answer is for people: that it was refused, because
    /// too much is waiting, or that only a command will end what it waits for.
    pub fn push(&mut self, work: Work) -> Option<String> {
        let name = work.name();
        if self.handles().count() > MAX_WAITING {
            return Some(format!("{name} rejected: {MAX_WAITING} others are waiting"));
        }
        let blocked = self
            .handles()
            .any(|handle| handle.is_endless() && !handle.stop.is_stopped());
        let stop = StopToken::new();
        self.waiting
            .push_back(Task::Run(Box::new(Job { work, stop })));
        blocked.then(|| format!("{name} waits for the end of the search before it; stop ends that"))
    }

    /// What is to be done next; what was taken before is over.
    pub fn take(&mut self) -> Option<Task> {
        let task = self.waiting.pop_front();
        self.running = match &task {
            Some(Task::Run(job)) => Some(Handle::of(job)),
            Some(Task::Configure(_)) | None => None,
        };
        task
    }

    /// Stops all work asked for so far; what waits will still take its turn, and end at once. Says
    /// whether there was any.
    pub fn stop(&self) -> bool {
        let mut any = false;
        for handle in self.handles() {
            any |= !handle.stop.is_stopped();
            handle.stop.stop();
        }
        any
    }

    /// Stops what would not end by itself, now that no command can come any more.
    pub fn stop_endless(&self) {
        for handle in self.handles().filter(Handle::is_endless) {
            handle.stop.stop();
        }
    }

    /// Passes the ponder hit to the search that was asked for last and ponders. Says whether there
    /// is one.
    pub fn ponderhit(&self) -> bool {
        let search = self.handles().rev().find(|handle| {
            handle.ponders && !handle.stop.is_ponder_hit() && !handle.stop.is_stopped()
        });
        if let Some(handle) = &search {
            handle.stop.ponderhit();
        }
        search.is_some()
    }

    /// Whether work is running or waiting that was not told to stop, so that it may take long.
    pub fn has_work(&self) -> bool {
        self.handles().any(|handle| !handle.stop.is_stopped())
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Drops what waits and stops what runs.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.stop();
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
            Some(Task::Run(job)) => *job,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn only_the_last_settings_between_two_jobs_count() {
        let mut queue = JobQueue::default();
        let settings = |hash_mb| {
            Box::new(Settings {
                hash_mb,
                ..Settings::default()
            })
        };
        queue.push(infinite());
        queue.configure(settings(1));
        queue.configure(settings(2));
        queue.push(infinite());
        work(queue.take());
        match queue.take() {
            Some(Task::Configure(settings)) => assert_eq!(settings.hash_mb, 2),
            other => panic!("{other:?}"),
        }
        work(queue.take());
        assert!(queue.take().is_none());
    }

    #[test]
    fn stop_reaches_what_was_asked_before_it_only() {
        let mut queue = JobQueue::default();
        assert!(!queue.stop());
        assert_eq!(queue.push(infinite()), None);
        let note = queue.push(infinite()).unwrap();
        assert!(note.starts_with("go waits for the end"), "{note}");
        assert!(queue.stop());
        assert!(!queue.stop());
        assert_eq!(queue.push(infinite()), None);
        assert!(work(queue.take()).stop.is_stopped());
        assert!(work(queue.take()).stop.is_stopped());
        assert!(!work(queue.take()).stop.is_stopped());
    }

    #[test]
    fn ponderhit_reaches_the_pondering_search() {
        let mut queue = JobQueue::default();
        assert!(!queue.ponderhit());
        queue.push(infinite());
        assert!(!queue.ponderhit());
        queue.push(ponder());
        assert!(queue.ponderhit());
        assert!(!queue.ponderhit());
        assert!(!work(queue.take()).stop.is_ponder_hit());
        assert!(work(queue.take()).stop.is_ponder_hit());
    }

    #[test]
    fn the_end_of_input_stops_what_has_no_end() {
        let mut queue = JobQueue::default();
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
        let stopped = [(); 5].map(|()| work(queue.take()).stop.is_stopped());
        assert_eq!(stopped, [true, true, true, false, false]);
    }

    fn is_refused(note: Option<String>) -> bool {
        note.is_some_and(|note| note.starts_with("go rejected: 64 others"))
    }

    #[test]
    fn the_queue_is_bounded() {
        // How many are taken does not depend on whether the search thread has taken up the first one.
        for begun in [false, true] {
            let mut queue = JobQueue::default();
            queue.push(infinite());
            if begun {
                work(queue.take());
            }
            for _ in 0..MAX_WAITING {
                assert!(!is_refused(queue.push(infinite())));
            }
            assert!(is_refused(queue.push(infinite())));
        }
    }
}
