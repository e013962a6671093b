//! The engine: table, threads and settings that outlive one search.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::eval::{EvalSource, Evaluator};
use crate::game::{Game, MoveSet, Rules, rules::with_rules};
use crate::platform::{self, ThreadPool};
use crate::score::{Bound, Wdl};

use super::busy::Busy;
use super::deepening::RootLine;
use super::forced;
use super::handicap::{self, Handicap};
use super::level::Strength;
use super::limits::{Limits, Signals};
use super::ordering::History;
use super::report::{BestMove, Info};
use super::table::Table;
use super::time::Timer;
use super::worker::{Shared, Worker};

/// Settings of a search that a user may change between searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Lines to report, at least 1.
    pub multipv: usize,
    /// Time kept back for the transport of each move.
    pub move_overhead: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            multipv: 1,
            move_overhead: Duration::from_millis(10),
        }
    }
}

/// The engine could not be set up as asked; it keeps its previous settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// The table does not fit into memory.
    Hash(usize),
    /// The threads could not be started.
    Threads(usize),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Hash(mb) => write!(f, "no memory for a table of {mb} MB"),
            EngineError::Threads(n) => write!(f, "cannot start {n} threads"),
        }
    }
}

impl std::error::Error for EngineError {}

/// What one search is to do.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    /// The game whose last position is searched; it is not over.
    pub game: &'a Game,
    /// What bounds the search.
    pub limits: &'a Limits,
    /// What reaches it from outside.
    pub signals: &'a Signals,
    /// Its clock, which runs already.
    pub timer: &'a Timer,
}

/// What is told of a search while it runs.
pub(super) type Report<'a> = &'a mut (dyn FnMut(&Info) + Send);

/// A searcher with its transposition table and threads.
pub struct Engine {
    options: Options,
    hash_mb: usize,
    table: Table,
    /// One for each thread.
    histories: Vec<History>,
    /// `None` with one thread, which is then the caller's own.
    pool: Option<ThreadPool>,
    eval_source: EvalSource,
    /// `None` at full strength.
    handicap: Option<Box<Handicap>>,
    /// Nodes of the last search.
    nodes: u64,
}

impl Engine {
    /// Least, default and largest table size in MB.
    pub const HASH_MB: (usize, usize, usize) = (1, 64, 1_048_576);
    /// Most threads.
    pub const MAX_THREADS: usize = platform::MAX_THREADS;

    /// An engine with one thread and a table of this many MB.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(hash_mb: usize) -> Result<Engine, EngineError> {
        Ok(Engine {
            options: Options::default(),
            hash_mb,
            table: allocate(hash_mb)?,
            histories: vec![History::new()],
            pool: None,
            eval_source: EvalSource::default(),
            handicap: None,
            nodes: 0,
        })
    }

    /// The settings.
    pub fn options_mut(&mut self) -> &mut Options {
        &mut self.options
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
        if threads == self.histories.len() {
            return Ok(());
        }
        self.pool = match threads {
            1 => None,
            _ => Some(platform::thread_pool(threads).ok_or(EngineError::Threads(threads))?),
        };
        self.histories.resize_with(threads, History::new);
        Ok(())
    }

    /// Sets where evaluations come from, and empties the table, which holds others.
    pub fn set_eval_source(&mut self, source: EvalSource) {
        if let Some(handicap) = &mut self.handicap {
            handicap.set_eval_source(source.clone());
        }
        self.eval_source = source;
        self.clear();
    }

    /// Where evaluations come from.
    #[must_use]
    pub fn eval_source(&self) -> &EvalSource {
        &self.eval_source
    }

    /// How strong the engine plays from now on.
    ///
    /// # Errors
    /// If there is no memory for the small table of a weaker player.
    pub fn set_strength(&mut self, strength: Strength) -> Result<(), EngineError> {
        if strength == Strength::FULL {
            self.handicap = None;
        } else if let Some(handicap) = &mut self.handicap {
            handicap.set_strength(strength);
        } else {
            self.handicap = Some(Box::new(Handicap::new(strength, self.eval_source.clone())?));
        }
        Ok(())
    }

    /// How strong the engine plays.
    #[must_use]
    pub fn strength(&self) -> Strength {
        self.handicap
            .as_ref()
            .map_or(Strength::FULL, |handicap| handicap.strength())
    }

    /// Makes a weaker player's errors repeatable: they follow from this number until the next
    /// [`clear`](Engine::clear), which draws a new one.
    pub fn seed_errors(&mut self, seed: u64) {
        if let Some(handicap) = &mut self.handicap {
            handicap.reseed(seed);
        }
    }

    /// Nodes that the last search at full strength visited, those after its last report too.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets all earlier searches. A weaker player errs in other places from then on.
    pub fn clear(&mut self) {
        self.seed_errors(platform::random_seed());
        let table = &self.table;
        match &self.pool {
            Some(pool) => pool.install(|| table.clear()),
            None => table.clear(),
        }
        self.histories
            .iter_mut()
            .for_each(|history| *history = History::new());
    }

    /// Searches the last position of a game and reports lines on the way. Returns when the limits
    /// are reached or `signals` says stop. At least one report precedes the return.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        report: &mut (dyn FnMut(&Info) + Send),
    ) -> BestMove {
        let weakness = self
            .handicap
            .as_ref()
            .and_then(|handicap| handicap.weakness(game));
        let narrowed = weakness.map(|weakness| handicap::narrow(limits, weakness));
        let limits = narrowed.as_ref().unwrap_or(limits);
        let timer = &Timer::new(limits, self.options.move_overhead);
        let request = Request {
            game,
            limits,
            signals,
            timer,
        };
        let best = match (game.outcome(), weakness, &mut self.handicap) {
            (Some(outcome), ..) => {
                let side = game.position().side();
                let time = timer.elapsed();
                report(&Info::of_finished_game(
                    game.variant(),
                    &outcome,
                    side,
                    time,
                ));
                BestMove::default()
            }
            (None, ..) if game.variant().rules().is_forced() => {
                self.play_out(game, limits, timer, report)
            }
            (None, Some(weakness), Some(handicap)) => {
                handicap.set_multipv(self.options.multipv);
                handicap.search(weakness, request, report)
            }
            _ => with_rules!(game.variant(), R => {
                let eval = self.eval_source.evaluator(game.variant());
                self.search_with::<R>(&eval, request, report)
            }),
        };
        if limits.infinite {
            signals.wait(false);
        } else if limits.ponder {
            signals.wait(true);
        }
        best
    }

    /// Plays a game without decisions to its end and reports that.
    fn play_out(
        &self,
        game: &Game,
        limits: &Limits,
        timer: &Timer,
        report: &mut (dyn FnMut(&Info) + Send),
    ) -> BestMove {
        let lines = forced::play_out_all(game, root_moves(game, limits));
        let nodes = lines.iter().map(|line| line.moves.len() as u64).sum();
        for (index, line) in lines.iter().enumerate().take(self.options.multipv.max(1)) {
            let plies = line.moves.len() as u32;
            report(&Info {
                depth: plies,
                seldepth: plies,
                multipv: index as u32 + 1,
                score: line.score,
                bound: Bound::Exact,
                wdl: Wdl::of_final_margin(line.score.value()),
                nodes,
                hashfull: 0,
                time: timer.elapsed(),
                pv: line.moves.clone(),
            });
        }
        let best = lines.first().map(|line| line.moves.as_slice());
        let best = best.unwrap_or_default();
        BestMove {
            best: best.first().copied(),
            ponder: best.get(1).copied(),
        }
    }

    /// A search with an evaluation.
    pub(super) fn search_with<R: Rules>(
        &mut self,
        eval: &Evaluator,
        request: Request<'_>,
        report: Report<'_>,
    ) -> BestMove {
        let Request {
            game,
            limits,
            signals,
            timer,
        } = request;
        self.table.age();
        let legal = root_moves(game, limits);
        let multipv = self.options.multipv.max(1);
        let table = &self.table;
        let shared = Shared {
            table,
            signals,
            timer,
            halt: AtomicBool::new(false),
            busy: self.pool.is_some().then(Busy::new),
            nodes: AtomicU64::new(0),
        };
        let root = game.position();
        // The move that a reader of the reports takes for the best.
        let last_told = AtomicU8::new(0);
        let mut tell = |line: &RootLine, rank: usize, nodes: u64| {
            if rank == 1 {
                last_told.store(code(line), Relaxed);
            }
            report(&Info {
                depth: line.depth,
                seldepth: line.seldepth,
                multipv: rank as u32,
                score: line.score,
                bound: line.bound,
                wdl: Wdl::of_score(R::VARIANT, line.score),
                nodes,
                hashfull: table.fullness(),
                time: timer.elapsed(),
                pv: line.pv.clone(),
            });
        };
        let (first, others) = self.histories.split_at_mut(1);
        let mut run_main = || {
            let mut worker = Worker::<R>::new(&shared, eval, &mut first[0], game);
            let result = worker.deepen(root, legal, limits, multipv, 0, Some(&mut tell));
            shared.halt.store(true, Relaxed);
            result
        };
        let lines = match &self.pool {
            None => run_main(),
            Some(pool) => {
                let helped = Mutex::new(Vec::new());
                let main = pool.scope(|scope| {
                    for (i, history) in others.iter_mut().enumerate() {
                        let (shared, helped) = (&shared, &helped);
                        scope.spawn(move |_| {
                            let mut worker = Worker::<R>::new(shared, eval, history, game);
                            let result = worker.deepen(root, legal, limits, multipv, i + 1, None);
                            worker.tell_nodes();
                            if let Ok(mut list) = helped.lock() {
                                list.push(result);
                            }
                        });
                    }
                    run_main()
                });
                choose(main, helped.into_inner().unwrap_or_default())
            }
        };
        self.nodes = shared.nodes.load(Relaxed);
        let Some(line) = lines.first() else {
            // Halted before the first iteration was done.
            return BestMove {
                best: legal.first(),
                ponder: None,
            };
        };
        if last_told.load(Relaxed) != code(line) {
            // With the new order of the others, lest a move stands at two ranks.
            for (index, line) in lines.iter().enumerate() {
                tell(line, index + 1, shared.nodes.load(Relaxed));
            }
        }
        BestMove {
            best: line.pv.first().copied(),
            ponder: line.pv.get(1).copied(),
        }
    }
}

/// The code of a line's first move.
fn code(line: &RootLine) -> u8 {
    line.pv.first().map_or(0, |mv| mv.code())
}

/// The deepest thread's lines; at equal depth the main thread's.
fn choose(main: Vec<RootLine>, helped: Vec<Vec<RootLine>>) -> Vec<RootLine> {
    let depth = |lines: &[RootLine]| lines.first().map_or(0, |line| line.depth);
    helped.into_iter().fold(main, |best, other| {
        if depth(&other) > depth(&best) {
            other
        } else {
            best
        }
    })
}

/// The legal moves that the limits allow; all legal ones if they allow none.
fn root_moves(game: &Game, limits: &Limits) -> MoveSet {
    let legal = game.legal_moves();
    let wanted: MoveSet = limits.moves.iter().copied().collect();
    let both = MoveSet::from_bits(legal.bits() & wanted.bits());
    if both.is_empty() { legal } else { both }
}

/// A table of this size, unless the machine has less memory in all: the system may promise more
/// than it has and end the process when the promise is called in.
fn allocate(mb: usize) -> Result<Table, EngineError> {
    if platform::total_memory().is_some_and(|total| mb as u64 >= total >> 20) {
        return Err(EngineError::Hash(mb));
    }
    Table::new(mb).ok_or(EngineError::Hash(mb))
}
