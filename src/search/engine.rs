//! The engine: what a program sets up once and asks for searches.

use std::time::Duration;

use crate::eval::EvalSource;
use crate::game::{Game, sets::with_rules};
use crate::platform;
use crate::score::{Bound, Wdl};
use crate::table::source::TableSource;

use super::error::EngineError;
use super::exact::TableProbe;
use super::forced;
use super::handicap::Handicap;
use super::lateness::Lateness;
use super::level::Strength;
use super::limits::Limits;
use super::result::{FoundLines, Info, SearchLine, SearchResult};
use super::searcher::{Report, Request, Searcher, SliceProgress, root_moves};
use super::stop::StopToken;
use super::time::Timer;

/// Settings of a search that a user may change between searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// Lines to find and report, at least 1.
    pub multipv: usize,
    /// Time kept back for the transport of each move.
    pub move_overhead: Duration,
}

impl Default for SearchOptions {
    /// One line, and 10 ms kept back.
    fn default() -> SearchOptions {
        SearchOptions {
            multipv: 1,
            move_overhead: Duration::from_millis(10),
        }
    }
}

/// A search that is done in slices, which end when its stop token is paused; see
/// [`Engine::search_slice`].
#[derive(Default)]
pub struct Slices {
    /// It runs from the first slice on.
    timer: Option<Timer>,
    progress: SliceProgress,
    /// What was found, when there is nothing left but to wait for the end.
    found: Option<SearchResult>,
    is_over: bool,
}

impl Slices {
    /// A search that has not begun.
    #[must_use]
    pub fn new() -> Slices {
        Slices::default()
    }

    /// Whether the result of the last slice is that of the search.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }
}

/// A searcher for every game of the family, with its transposition table, threads, evaluation and
/// strength. What it learned of a game stays until [`clear`](Engine::clear).
pub struct Engine {
    options: SearchOptions,
    searcher: Searcher,
    eval_source: EvalSource,
    tables: TableSource,
    table_limit: u8,
    /// `None` at full strength.
    handicap: Option<Box<Handicap>>,
    lateness: Lateness,
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
            options: SearchOptions::default(),
            searcher: Searcher::new(hash_mb)?,
            eval_source: EvalSource::default(),
            tables: TableSource::default(),
            table_limit: u8::MAX,
            handicap: None,
            lateness: Lateness::default(),
        })
    }

    /// The settings of the searches that follow.
    pub fn options_mut(&mut self) -> &mut SearchOptions {
        &mut self.options
    }

    /// Replaces the table by an empty one of this many MB. The old one is given back first, so that
    /// both need not fit at once; if the new one does not fit, an empty one of the old size stays.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn set_hash(&mut self, mb: usize) -> Result<(), EngineError> {
        self.searcher.set_hash(mb)
    }

    /// Sets the number of threads, at least 1.
    ///
    /// # Errors
    /// If they cannot be started.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        self.searcher.set_threads(threads)
    }

    /// Sets where evaluations come from, and empties the table, which holds others.
    pub fn set_eval_source(&mut self, source: EvalSource) {
        self.eval_source = source;
        self.clear();
    }

    /// Where evaluations come from.
    #[must_use]
    pub fn eval_source(&self) -> &EvalSource {
        &self.eval_source
    }

    /// Sets which exact tables are asked, for boards with at most so many balls. A weaker player asks none.
    pub fn set_tables(&mut self, tables: TableSource, most: u8) {
        self.tables = tables;
        self.table_limit = most;
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
            self.handicap = Some(Box::new(Handicap::new(strength)?));
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

    /// Forgets all earlier searches. A weaker player errs in other places from then on.
    pub fn clear(&mut self) {
        self.seed_errors(platform::random_seed());
        self.searcher.clear();
    }

    /// Searches the last position of a game until a limit is reached or `stop` says so, and returns what
    /// it found. `report` hears of lines on the way, at least once.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &StopToken,
        report: Report<'_>,
    ) -> SearchResult {
        self.search_slice(game, limits, stop, &mut Slices::new(), report)
    }

    /// Searches as [`search`](Engine::search) does, and comes back also when `stop` is paused: with what there
    /// is so far, while [`Slices::is_over`] says no. Called again with the same arguments and [no longer
    /// paused](StopToken::go_on), it goes on from the last whole iteration, the way through the one that was
    /// broken off being quick, since the table has it. No other search may come between.
    ///
    /// Time that passes between the slices counts.
    pub fn search_slice(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &StopToken,
        slices: &mut Slices,
        report: Report<'_>,
    ) -> SearchResult {
        let weakness = self
            .handicap
            .as_ref()
            .and_then(|handicap| handicap.weakness(game));
        let narrowed = weakness.map(|weakness| weakness.narrow(limits));
        let limits = narrowed.as_ref().unwrap_or(limits);
        let overhead = self.options.move_overhead;
        let margin = self.lateness.margin();
        let timer = slices.timer.take();
        let timer = timer.unwrap_or_else(|| Timer::new(limits, overhead, margin));
        let was_found = slices.found.is_some();
        let tables = self.tables.tables(game.variant());
        let exact = tables
            .filter(|_| weakness.is_none())
            .map(|tables| TableProbe {
                tables,
                most: self.table_limit,
            });
        let request = Request {
            game,
            limits,
            exact,
            multipv: self.options.multipv.max(1),
            stop,
            timer: &timer,
        };
        let progress = &mut slices.progress;
        let result = if let Some(found) = slices.found.take() {
            found
        } else if let Some(outcome) = game.outcome() {
            let side = game.position().side();
            let line = SearchLine::of_finished_game(game.variant(), &outcome, side);
            report_exact(vec![line], 0, 0, &timer, report)
        } else if let Some(lines) = exact
            .and_then(|exact| exact.root_lines(game, root_moves(game, limits)))
            .filter(|lines| !lines.is_empty())
        {
            let hits = lines.iter().map(|line| line.pv.len() as u64).sum();
            let lines = lines.into_iter().take(request.multipv).collect();
            report_exact(lines, 0, hits, &timer, report)
        } else if game.variant().rules().is_forced() {
            play_out(&request, report)
        } else {
            let evaluator = self.eval_source.evaluator(game.variant());
            match (weakness, &mut self.handicap) {
                (Some(weakness), Some(handicap)) => {
                    handicap.search(weakness, evaluator, request, progress, report)
                }
                _ => with_rules!(game.variant(), R => {
                    self.searcher.search::<R>(&evaluator, request, progress, report)
                }),
            }
        };
        if slices.progress.is_paused {
            slices.timer = Some(timer);
            return result;
        }
        if let Some(overrun) = timer.overrun(stop).filter(|_| !was_found) {
            self.lateness.record(overrun);
        }
        if limits.infinite || limits.ponder {
            stop.wait(limits.ponder && !limits.infinite);
            if stop.is_paused() {
                slices.timer = Some(timer);
                slices.found = Some(result.clone());
                return result;
            }
        }
        slices.is_over = true;
        result
    }
}

/// Plays a game without decisions to its end and reports that.
fn play_out(request: &Request<'_>, report: Report<'_>) -> SearchResult {
    let Request { game, limits, .. } = request;
    let played = forced::play_out_all(game, root_moves(game, limits));
    let nodes = played.iter().map(|line| line.moves.len() as u64).sum();
    let lines = played.into_iter().take(request.multipv).map(|line| {
        let plies = line.moves.len() as u32;
        SearchLine {
            depth: plies,
            seldepth: plies,
            score: line.score,
            bound: Bound::Exact,
            wdl: Wdl::of_final_margin(line.score.value()),
            pv: line.moves,
        }
    });
    report_exact(lines.collect(), nodes, 0, request.timer, report)
}

/// Reports lines that need no search, the best first, and makes them the result.
fn report_exact(
    lines: Vec<SearchLine>,
    nodes: u64,
    table_hits: u64,
    timer: &Timer,
    report: Report<'_>,
) -> SearchResult {
    for (index, line) in lines.iter().enumerate() {
        report(&Info {
            multipv: index as u32 + 1,
            line: line.clone(),
            nodes,
            table_hits,
            hashfull: 0,
            time: timer.elapsed(),
        });
    }
    SearchResult::new(FoundLines::exact(lines), nodes, timer.elapsed())
}
