//! The speed of the evaluation, and the time to a fixed depth on one thread and on more.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tuzdik::eval::EvalSource;
use tuzdik::game::sets::TogyzKumalak;
use tuzdik::game::{Board, Game, Position, Variant};
use tuzdik::notation::fen;
use tuzdik::search::{Engine, Limits, StopToken, bench};

/// Plies of each search; a few hundredths of a second on one thread.
const DEPTH: u32 = 12;
const HASH_MB: usize = 16;

fn positions() -> Vec<Position> {
    bench::POSITIONS
        .iter()
        .map(|text| {
            let (board, _) = fen::parse(text, Variant::TogyzKumalak).expect("a sound position");
            *board.position()
        })
        .collect()
}

fn evaluation(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    for (name, source) in [
        ("handcrafted", EvalSource::Handcrafted),
        ("network", EvalSource::Embedded),
    ] {
        let evaluator = source.evaluator(Variant::TogyzKumalak);
        group.bench_function(name, |b| {
            b.iter(|| {
                for position in &positions {
                    black_box(evaluator.evaluate::<TogyzKumalak>(black_box(position)));
                }
            });
        });
    }
    group.finish();
}

/// All bench positions one after the other, each with an empty table.
fn to_depth(c: &mut Criterion) {
    let games: Vec<Game> = positions()
        .into_iter()
        .map(|position| Game::from_board(Board::new(Variant::TogyzKumalak, position)))
        .collect();
    let limits = Limits {
        depth: Some(DEPTH),
        ..Limits::default()
    };
    let mut group = c.benchmark_group("search");
    group.sample_size(10);
    for threads in [1, 2] {
        let mut engine = Engine::new(HASH_MB).expect("memory for a small table");
        engine.set_threads(threads).expect("a few threads");
        group.bench_function(BenchmarkId::new("threads", threads), |b| {
            b.iter(|| {
                for game in &games {
                    engine.clear();
                    engine.search(game, &limits, &StopToken::new(), &mut |_| {});
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, evaluation, to_depth);
criterion_main!(benches);
