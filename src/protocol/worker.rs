//! The search thread: owns the engine and does one task after another.

use std::io::{self, Write};
use std::process;
use std::thread;
use std::time::Instant;

use crate::game::{Game, Position, Variant, perft, rules::with_rules};
use crate::notation::moves;
use crate::search::{BestMove, Engine, Info, Signals, bench};

use super::book::Told;
use super::event::{Event, InfoLine};
use super::output::Output;
use super::queue::{Changes, Opening, Queue, Search, Task, Work};

/// Does the tasks of the queue until it is closed.
pub fn run(queue: &Queue, output: &Output) {
    let _guard = EndOnPanic;
    let Some(mut engine) = start(output) else {
        let _ = writeln!(io::stderr(), "error: no memory for the smallest table");
        process::exit(1);
    };
    while let Some(task) = queue.next() {
        match task {
            Task::Configure(changes) => configure(&mut engine, &changes, output),
            Task::Work(job) => match &job.work {
                Work::Search(search) => run_search(&mut engine, search, &job.signals, output),
                Work::Bench => run_bench(&job.signals, output),
                Work::Perft { game, depth } => run_perft(game, *depth, &job.signals, output),
            },
        }
    }
}

/// A client would wait for ever for a search thread that is gone, so a bug in it ends the process.
struct EndOnPanic;

impl Drop for EndOnPanic {
    fn drop(&mut self) {
        if thread::panicking() {
            process::exit(101);
        }
    }
}

/// An engine with the default table, or the largest smaller one for which there is memory.
fn start(output: &Output) -> Option<Engine> {
    let (least, default, _) = Engine::HASH_MB;
    let mut size = default;
    loop {
        match Engine::new(size) {
            Ok(engine) => return Some(engine),
            Err(error) if size > least => {
                output.line(Event::Note(&error.to_string()));
                size = (size / 2).max(least);
            }
            Err(_) => return None,
        }
    }
}

fn configure(engine: &mut Engine, changes: &Changes, output: &Output) {
    let mut results = Vec::new();
    if let Some(size) = changes.hash {
        results.push(engine.set_hash(size));
    }
    if let Some(threads) = changes.threads {
        results.push(engine.set_threads(threads));
    }
    if let Some(strength) = changes.strength {
        results.push(engine.set_strength(strength));
    }
    for error in results.into_iter().filter_map(Result::err) {
        let note = format!("{error}; the previous setting stays");
        output.line(Event::Note(&note));
    }
    if let Some(multipv) = changes.multipv {
        engine.options_mut().multipv = multipv;
    }
    if let Some(overhead) = changes.move_overhead {
        engine.options_mut().move_overhead = overhead;
    }
    if let Some(source) = &changes.eval_source {
        engine.set_eval_source(source.clone());
    }
    if changes.clear {
        engine.clear();
    }
}

fn run_search(engine: &mut Engine, search: &Search, signals: &Signals, output: &Output) {
    let variant = search.game.variant();
    let root = search.game.position();
    let tell = |info: &Info| {
        output.line(Event::Info(InfoLine {
            info,
            variant,
            root,
            wdl: search.show_wdl,
        }));
    };
    let found = match &search.book {
        Some(opening) => play_by_book(opening, variant, root, tell, output),
        None => engine.search(&search.game, &search.limits, signals, &mut { tell }),
    };
    // An answer to the bestmove must not seem to come during the search.
    signals.stop();
    output.line(Event::BestMove {
        variant,
        root,
        moves: BestMove {
            ponder: found.ponder.filter(|_| search.show_ponder),
            ..found
        },
    });
}

/// Tells what the book says; the move is its first line's.
fn play_by_book(
    opening: &Opening,
    variant: Variant,
    root: &Position,
    tell: impl Fn(&Info),
    output: &Output,
) -> BestMove {
    let told = Told {
        choice: &opening.choice,
        variant,
        root,
    };
    output.line(Event::Note(&told.to_string()));
    for info in opening.reports(variant) {
        tell(&info);
    }
    let line = opening.choice.lines.first();
    let moves = line.map_or(&[][..], |line| &line.moves);
    BestMove {
        best: moves.first().copied(),
        ponder: moves.get(1).copied(),
    }
}

fn run_bench(signals: &Signals, output: &Output) {
    let mut engine = match Engine::new(bench::HASH_MB) {
        Ok(engine) => engine,
        Err(error) => return output.line(Event::Note(&error.to_string())),
    };
    let total = bench::run(
        &mut engine,
        Variant::default(),
        bench::DEPTH,
        signals,
        |number, one| {
            output.line(bench::row(number, one));
        },
    );
    if signals.stopped() {
        output.line("bench stopped");
    } else {
        output.line(total);
    }
}

fn run_perft(game: &Game, depth: u32, signals: &Signals, output: &Output) {
    let variant = game.variant();
    let root = game.position();
    let start = Instant::now();
    let mut total = 0;
    if let Some(rest) = depth.checked_sub(1) {
        for mv in variant.moves(root) {
            let Some(count) = count(variant, &variant.play(root, mv), rest, signals) else {
                output.line("perft stopped");
                return;
            };
            let mv = moves::format(variant, root, mv);
            output.line(format_args!("{mv}: {count}"));
            total += count;
        }
    } else {
        total = 1;
    }
    let millis = start.elapsed().as_millis();
    output.line(format_args!("perft {depth}: {total} in {millis} ms"));
}

/// Leaves at this depth, or `None` when stopped.
fn count(variant: Variant, position: &Position, depth: u32, signals: &Signals) -> Option<u64> {
    /// Depth of the parts between which the signal is looked at; one takes some 10 ms.
    const PART: u32 = 7;
    if signals.stopped() {
        return None;
    }
    if depth <= PART {
        return Some(with_rules!(variant, R => perft::count::<R>(position, depth)));
    }
    variant
        .moves(position)
        .map(|mv| count(variant, &variant.play(position, mv), depth - 1, signals))
        .sum()
}
