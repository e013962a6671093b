//! The searching part of an engine: transposition table, threads and what they learn of moves.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::eval::Evaluator;
use crate::game::{Game, MoveSet, Rules};
use crate::platform::{self, ThreadPool};
use crate::score::Bound;

use super::deepening::Deepening;
use super::error::EngineError;
use super::exact::TableProbe;
use super::in_progress::InProgress;
use super::limits::Limits;
use super::result::{FoundLines, Info, SearchLine, SearchResult};
use super::shared::Shared;
use super::stop::StopToken;
use super::thread_data::ThreadData;
use super::time::Timer;
use super::transposition::TranspositionTable;
use super::worker::Worker;

/// What one search is to do.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The game whose last position is searched; it is not over.
    pub game: &'a Game,
    /// What bounds the search.
    pub limits: &'a Limits,
    /// Lines to find, at least 1.
    pub multipv: usize,
    /// Exact tables, if there are any.
    pub exact: Option<TableProbe<'a>>,
    /// Ends it from outside.
    pub stop: &'a StopToken,
    /// Its clock, which runs already.
    pub timer: &'a Timer,
}

/// How far a search has come that is done in slices.
#[derive(Clone, Default)]
pub struct SliceProgress {
    deepening: Deepening,
    nodes: u64,
    /// The lines that were reported as the best one: the last exact one and the bounds after it.
    reported: Vec<SearchLine>,
    /// Whether a slice was done.
    pub has_begun: bool,
    /// Whether there is more to do, the last slice being ended by a pause.
    pub is_paused: bool,
}

/// Hears the reports of a search while it runs.
pub type Report<'a> = &'a mut (dyn FnMut(&Info) + Send);

/// A table and the threads that search with it.
pub struct Searcher {
    hash_mb: usize,
    table: TranspositionTable,
    /// One for each thread.
    threads: Vec<ThreadData>,
    /// Which positions the threads are searching; `None` with one thread.
    in_progress: Option<InProgress>,
    /// `None` with one thread, which is then the caller's own.
    pool: Option<ThreadPool>,
}

impl Searcher {
    /// One thread and a table of this many MB.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(hash_mb: usize) -> Result<Searcher, EngineError> {
        Ok(Searcher {
            hash_mb,
            table: allocate(hash_mb)?,
            threads: vec![ThreadData::new()],
            in_progress: None,
            pool: None,
        })
    }

    /// Replaces the table by an empty one of this many MB. The old one is given back first, so that
    /// both need not fit at once; if the new one does not fit, an empty one of the old size stays.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn set_hash(&mut self, mb: usize) -> Result<(), EngineError> {
        if mb == self.hash_mb {
            return Ok(());
        }
        self.table = allocate(1)?;
        match allocate(mb) {
            Ok(table) => {
                self.table = table;
                self.hash_mb = mb;
                Ok(())
            }
            Err(error) => {
                self.table = allocate(self.hash_mb)?;
                Err(error)
            }
        }
    }

    /// Sets the number of threads, at least 1.
    ///
    /// # Errors
    /// If they cannot be started.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        let threads = threads.max(1);
        if threads == self.threads.len() {
            return Ok(());
        }
        self.pool = match threads {
            1 => None,
            _ => Some(platform::thread_pool(threads).ok_or(EngineError::Threads(threads))?),
        };
        self.in_progress = self.pool.is_some().then(InProgress::new);
        self.threads.resize_with(threads, ThreadData::new);
        Ok(())
    }

    /// Forgets all earlier searches.
    pub fn clear(&mut self) {
        let table = &mut self.table;
        match &self.pool {
            Some(pool) => pool.install(|| table.clear()),
            None => table.clear(),
        }
        self.threads.iter_mut().for_each(ThreadData::clear);
    }

    /// Searches with an evaluation, on from where `progress` says. The result of a search that was paused is
    /// what there is so far.
    pub fn search<R: Rules>(
        &mut self,
        eval: &Evaluator,
        request: Request<'_>,
        progress: &mut SliceProgress,
        report: Report<'_>,
    ) -> SearchResult {
        let Request {
            game,
            limits,
            multipv,
            exact,
            stop,
            timer,
        } = request;
        if !progress.has_begun {
            self.table.age();
        }
        if let Some(positions) = &self.in_progress {
            positions.clear();
        }
        let legal = root_moves(game, limits);
        let table = &self.table;
        let shared = Shared {
            table,
            exact,
            table_hits: AtomicU64::new(0),
            stop,
            timer,
            halt: AtomicBool::new(false),
            in_progress: self.in_progress.as_ref(),
            nodes: AtomicU64::new(progress.nodes),
        };
        let mut on_line = |line: &SearchLine, rank: usize, nodes: u64| {
            report(&Info {
                multipv: rank as u32,
                line: line.clone(),
                nodes,
                table_hits: shared.table_hits.load(Relaxed),
                hashfull: table.fullness(),
                time: timer.elapsed(),
            });
        };
        let SliceProgress {
            deepening,
            reported,
            is_paused,
            ..
        } = progress;
        let (first, others) = self.threads.split_at_mut(1);
        let mut run_main = || {
            let mut on_line = |line: &SearchLine, rank: usize, nodes: u64| {
                if rank == 1 {
                    if line.bound == Bound::Exact {
                        reported.clear();
                    }
                    reported.push(line.clone());
                }
                on_line(line, rank, nodes);
            };
            let mut worker = Worker::<R>::new(&shared, eval, &mut first[0], game);
            let found = worker.deepen(legal, limits, multipv, 0, deepening, Some(&mut on_line));
            *is_paused = worker.halted() && stop.is_paused();
            shared.halt.store(true, Relaxed);
            found
        };
        let found = match &self.pool {
            None => run_main(),
            Some(pool) => {
                let helpers = Mutex::new(Vec::new());
                let main = pool.scope(|scope| {
                    for (i, data) in others.iter_mut().enumerate() {
                        let (shared, helpers) = (&shared, &helpers);
                        scope.spawn(move |_| {
                            let mut worker = Worker::<R>::new(shared, eval, data, game);
                            let found = worker.deepen(
                                legal,
                                limits,
                                multipv,
                                i + 1,
                                &mut Deepening::default(),
                                None,
                            );
                            worker.share_node_count();
                            if let Ok(mut list) = helpers.lock() {
                                list.push(found);
                            }
                        });
                    }
                    run_main()
                });
                deepest(main, helpers.into_inner().unwrap_or_default())
            }
        };
        let nodes = shared.nodes.load(Relaxed);
        progress.nodes = nodes;
        progress.has_begun = true;
        let reported = &progress.reported;
        let move_of = |line: Option<&SearchLine>| line.and_then(SearchLine::first_move);
        let best = found.lines.first();
        let as_reported = move_of(best) == move_of(reported.last())
            && best.is_none_or(|line| reported.contains(line));
        if !as_reported && !progress.is_paused {
            // All lines in their new order, lest a move stands at two ranks.
            for (index, line) in found.lines.iter().enumerate() {
                on_line(line, index + 1, nodes);
            }
        }
        SearchResult::new(found, nodes, timer.elapsed())
    }
}

/// What the thread found that searched deepest; at equal depth the main thread's.
fn deepest(main: FoundLines, helpers: Vec<FoundLines>) -> FoundLines {
    helpers.into_iter().fold(main, |best, other| {
        if other.depth() > best.depth() {
            other
        } else {
            best
        }
    })
}

/// The legal moves that the limits allow; all legal ones if they allow none.
pub fn root_moves(game: &Game, limits: &Limits) -> MoveSet {
    let legal = game.legal_moves();
    let wanted: MoveSet = limits.moves.iter().copied().collect();
    let both = MoveSet::from_bits(legal.bits() & wanted.bits());
    if both.is_empty() { legal } else { both }
}

/// A table of this size, unless the machine has less memory in all: the system may promise more
/// than it has and end the process when the promise is called in.
fn allocate(mb: usize) -> Result<TranspositionTable, EngineError> {
    if platform::total_memory().is_some_and(|total| mb as u64 >= total >> 20) {
        return Err(EngineError::Hash(mb));
    }
    TranspositionTable::new(mb).ok_or(EngineError::Hash(mb))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::eval::EvalSource;
    use crate::game::{Variant, sets::TogyzKumalak};
    use crate::search::poll_interval::PollInterval;

    /// What `stop` and `quit` wait for.
    #[test]
    fn a_stop_ends_the_search_within_the_poll_interval_of_each_thread() {
        let variant = Variant::TogyzKumalak;
        let eval = EvalSource::Embedded.evaluator(variant);
        let game = Game::new(variant);
        let limits = Limits {
            infinite: true,
            ..Limits::default()
        };
        for threads in [1, 2] {
            let mut searcher = Searcher::new(1).unwrap();
            searcher.set_threads(threads).unwrap();
            let stop = StopToken::new();
            let timer = Timer::new(&limits, Duration::ZERO, Duration::ZERO);
            let request = Request {
                game: &game,
                limits: &limits,
                multipv: 1,
                exact: None,
                stop: &stop,
                timer: &timer,
            };
            let mut at_stop = None;
            let mut progress = SliceProgress::default();
            let result =
                searcher.search::<TogyzKumalak>(&eval, request, &mut progress, &mut |info| {
                    if info.line.depth == 9 && at_stop.is_none() {
                        at_stop = Some(info.nodes);
                        stop.stop();
                    }
                });
            let at_stop = at_stop.expect("depth 9 is reached");
            // What a thread has not told the others yet is found at its next look too.
            let most = 2 * PollInterval::NODES.1 * threads as u64;
            assert!(result.nodes - at_stop <= most, "{threads}: {result:?}");
        }
    }
}
