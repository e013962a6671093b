//! The speed of the rules: moves played a second, and move sequences counted a second.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use tuzdik::game::sets::TogyzKumalak;
use tuzdik::game::{Move, Position, perft};

/// Positions of random games, each with a move to play.
fn moves_of_random_games(count: usize) -> Vec<(Position, Move)> {
    let mut rng = StdRng::seed_from_u64(11);
    let mut found = Vec::with_capacity(count);
    let mut position = Position::start::<TogyzKumalak>();
    while found.len() < count {
        let moves = position.moves::<TogyzKumalak>();
        if moves.is_empty() {
            position = Position::start::<TogyzKumalak>();
            continue;
        }
        let chosen = rng.random_range(0..moves.len());
        if let Some(mv) = moves.iter().nth(chosen) {
            found.push((position, mv));
            position = position.play::<TogyzKumalak>(mv);
        }
    }
    found
}

fn playing(c: &mut Criterion) {
    let moves = moves_of_random_games(1000);
    let mut group = c.benchmark_group("rules");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("play", |b| {
        b.iter(|| {
            for (position, mv) in &moves {
                black_box(position.play::<TogyzKumalak>(*mv));
            }
        });
    });
    group.bench_function("moves", |b| {
        b.iter(|| {
            for (position, _) in &moves {
                black_box(position.moves::<TogyzKumalak>());
            }
        });
    });
    group.finish();
}

/// Counts the last ply without playing it, so each leaf is a move not played.
fn counting(c: &mut Criterion) {
    let start = Position::start::<TogyzKumalak>();
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    for depth in [6, 9] {
        let leaves = perft::count::<TogyzKumalak>(&start, depth);
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(depth.to_string(), |b| {
            b.iter(|| perft::count::<TogyzKumalak>(black_box(&start), depth));
        });
    }
    group.finish();
}

criterion_group!(benches, playing, counting);
criterion_main!(benches);
