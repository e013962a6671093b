//! Does jobs with the engine, one after another.

use std::mem;

use crate::game::{Board, Game, Move, Variant, perft, sets::with_rules};
use crate::platform::Instant;
use crate::search::{Engine, EngineError, Info, Slices, StopToken, bench};

use super::book_answer::BookAnswer;
use super::event::{Event, InfoLine};
use super::jobs::{Job, Search, Work};
use super::settings::Settings;

/// Where what a job has to say goes. It may be called from another thread than the one that runs the job.
pub type Print<'a> = &'a (dyn Fn(Event<'_>) + Sync);

/// The engine with the settings that it has.
pub struct Runner {
    engine: Engine,
    settings: Settings,
    /// When the job before ended.
    free_since: Option<Instant>,
}

impl Runner {
    /// An engine with the default settings, except that its table is smaller, which is told, where there is
    /// no memory for one of the default size.
    ///
    /// # Errors
    /// If there is no memory for the smallest table.
    pub fn new(print: Print<'_>) -> Result<Runner, EngineError> {
        let mut settings = Settings::default();
        let (least, ..) = Engine::HASH_MB;
        loop {
            match Engine::new(settings.hash_mb) {
                Ok(engine) => {
                    return Ok(Runner {
                        engine,
                        settings,
                        free_since: None,
                    });
                }
                Err(error) if settings.hash_mb > least => {
                    print(Event::note(error.to_string()));
                    settings.hash_mb = (settings.hash_mb / 2).max(least);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Makes the settings that are wanted. Where the engine refuses one, which is told, it keeps the one
    /// before; the answer is then what the settings are.
    pub fn configure(&mut self, wanted: &Settings, print: Print<'_>) -> Option<Settings> {
        let engine = &mut self.engine;
        let settings = &mut self.settings;
        let old = mem::replace(settings, wanted.clone());
        let refuse = |error: EngineError| {
            print(Event::note(format!("{error}; the previous setting stays")));
        };
        if wanted.hash_mb != old.hash_mb
            && let Err(error) = engine.set_hash(wanted.hash_mb)
        {
            refuse(error);
            settings.hash_mb = old.hash_mb;
        }
        if wanted.threads != old.threads
            && let Err(error) = engine.set_threads(wanted.threads)
        {
            refuse(error);
            settings.threads = old.threads;
        }
        if wanted.strength() != old.strength()
            && let Err(error) = engine.set_strength(wanted.strength())
        {
            refuse(error);
            settings.level = old.level;
            settings.limit_strength = old.limit_strength;
            settings.elo = old.elo;
        }
        let options = engine.options_mut();
        options.multipv = wanted.multipv;
        options.move_overhead = wanted.move_overhead;
        if wanted.eval_source != old.eval_source {
            engine.set_eval_source(wanted.eval_source.clone());
        }
        engine.set_tables(wanted.table_source.clone(), wanted.table_limit);
        #[cfg(feature = "tune")]
        for (parameter, &value) in crate::search::tune::ALL.iter().zip(&wanted.parameters) {
            parameter
                .value
                .store(value, std::sync::atomic::Ordering::Relaxed);
        }
        if wanted.clears != old.clears {
            engine.clear();
        }
        (self.settings != *wanted).then(|| self.settings.clone())
    }

    /// Does a job to its end. The time of a search that had to wait for another job counts from that
    /// one's end; what setting options takes counts.
    pub fn run(&mut self, job: &Job, print: Print<'_>) {
        self.run_slice(job, &mut Slices::new(), print);
    }

    /// Does a job, or if it is a search a slice of it, until its stop token is paused. Says whether it is done.
    pub fn run_slice(&mut self, job: &Job, slices: &mut Slices, print: Print<'_>) -> bool {
        match &job.work {
            Work::Search(search) => {
                if !self.search(search, &job.stop, slices, print) {
                    return false;
                }
            }
            Work::Bench => run_bench(&job.stop, print),
            Work::Perft { game, depth } => run_perft(game, *depth, &job.stop, print),
        }
        self.free_since = Some(Instant::now());
        true
    }

    fn search(
        &mut self,
        search: &Search,
        stop: &StopToken,
        slices: &mut Slices,
        print: Print<'_>,
    ) -> bool {
        let root = search.game.board();
        let report = |info: &Info| {
            print(Event::Info(InfoLine {
                info,
                root,
                wdl: search.show_wdl,
            }));
        };
        let (best, ponder) = match &search.book {
            Some(answer) => play_by_book(answer, root, report, print),
            None => {
                let mut limits = search.limits.clone();
                limits.since = limits.since.max(self.free_since);
                let engine = &mut self.engine;
                let game = &search.game;
                let result = engine.search_slice(game, &limits, stop, slices, &mut { report });
                if !slices.is_over() {
                    return false;
                }
                (result.best, result.ponder)
            }
        };
        // An answer to the bestmove must not seem to come during the search.
        stop.stop();
        print(Event::BestMove {
            root,
            best,
            ponder: ponder.filter(|_| search.show_ponder),
        });
        true
    }
}

/// Prints what the book says. The move to play and the reply expected are its first line's.
fn play_by_book(
    answer: &BookAnswer,
    root: Board,
    report: impl Fn(&Info),
    print: Print<'_>,
) -> (Option<Move>, Option<Move>) {
    print(Event::note(answer.describe(root)));
    for info in answer.reports(root.variant()) {
        report(&info);
    }
    let line = answer.choice.lines.first();
    let moves = line.map_or(&[][..], |line| &line.moves);
    (moves.first().copied(), moves.get(1).copied())
}

fn run_bench(stop: &StopToken, print: Print<'_>) {
    let mut engine = match Engine::new(bench::HASH_MB) {
        Ok(engine) => engine,
        Err(error) => return print(Event::note(error.to_string())),
    };
    let total = bench::run(
        &mut engine,
        Variant::default(),
        bench::DEPTH,
        stop,
        |number, one| print(Event::text(bench::row(number, one).to_string())),
    );
    print(Event::text(if stop.is_stopped() {
        "bench stopped".to_owned()
    } else {
        total.to_string()
    }));
}

fn run_perft(game: &Game, depth: u32, stop: &StopToken, print: Print<'_>) {
    let root = game.board();
    let start = Instant::now();
    let mut total = 0;
    if let Some(rest) = depth.checked_sub(1) {
        for mv in root.moves() {
            let Some(count) = count(&root.play(mv), rest, stop) else {
                return print(Event::text("perft stopped"));
            };
            print(Event::text(format!("{}: {count}", root.show(mv))));
            total += count;
        }
    } else {
        total = 1;
    }
    let millis = start.elapsed().as_millis();
    print(Event::text(format!(
        "perft {depth}: {total} in {millis} ms"
    )));
}

/// Leaves at this depth, or `None` when stopped.
fn count(board: &Board, depth: u32, stop: &StopToken) -> Option<u64> {
    /// Depth of the parts between which the signal is looked at; one takes some 10 ms.
    const PART: u32 = 7;
    if stop.poll() {
        return None;
    }
    if depth <= PART {
        return Some(with_rules!(board.variant(), R => perft::count::<R>(board.position(), depth)));
    }
    board
        .moves()
        .iter()
        .map(|mv| count(&board.play(mv), depth - 1, stop))
        .sum()
}
