//! The hash: no two of many different positions share one, and the bits that index a table are
//! evenly spread.

#[path = "common/positions.rs"]
mod positions;

use std::collections::HashMap;
use std::hash::Hasher;

use positions::any_position;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use tuzdik::game::sets::TogyzKumalak;
use tuzdik::game::{Board, Parts, Position, Side, Variant};

/// A position's hash, and another fingerprint of its contents that owes nothing to that hash.
fn fingerprints(position: &Position) -> (u64, u64) {
    let mut hasher = std::hash::DefaultHasher::new();
    for &lane in &position.lanes()[..3] {
        hasher.write_u64(lane);
    }
    (position.hash(), hasher.finish())
}

/// All positions up to `depth` plies from one position, repeatedly reached ones more than once.
fn tree(position: &Position, depth: u32, visit: &mut impl FnMut(&Position)) {
    visit(position);
    if depth > 0 {
        for mv in position.moves::<TogyzKumalak>() {
            tree(&position.play::<TogyzKumalak>(mv), depth - 1, visit);
        }
    }
}

/// Positions of random games, ended after 300 plies.
fn games(rng: &mut StdRng, count: usize, visit: &mut impl FnMut(&Position)) {
    for _ in 0..count {
        let mut position = Position::start::<TogyzKumalak>();
        for _ in 0..300 {
            let moves = position.moves::<TogyzKumalak>();
            if moves.is_empty() {
                break;
            }
            let chosen = rng.random_range(0..moves.len());
            position = moves
                .iter()
                .map(|mv| position.play::<TogyzKumalak>(mv))
                .nth(chosen)
                .unwrap();
            visit(&position);
        }
    }
}

fn assert_no_collision(mut prints: Vec<(u64, u64)>) -> usize {
    prints.sort_unstable();
    prints.dedup();
    for pair in prints.windows(2) {
        assert_ne!(pair[0].0, pair[1].0, "two positions share a hash");
    }
    prints.len()
}

fn gather(tree_depth: u32, random_games: usize, random_positions: usize) -> Vec<(u64, u64)> {
    let mut rng = StdRng::seed_from_u64(4);
    let mut prints = Vec::new();
    let start = Position::start::<TogyzKumalak>();
    tree(&start, tree_depth, &mut |p| prints.push(fingerprints(p)));
    games(&mut rng, random_games, &mut |p| {
        prints.push(fingerprints(p))
    });
    // Neighbours in a thin endgame differ by few balls: the hardest case for a hash that is a sum.
    for _ in 0..random_positions {
        tree(&any_position(&mut rng), 2, &mut |p| {
            prints.push(fingerprints(p))
        });
    }
    prints
}

#[test]
fn no_collisions_in_millions() {
    let distinct = assert_no_collision(gather(7, 10_000, 40_000));
    println!("{distinct} different positions");
    assert!(distinct > 2_000_000, "only {distinct} positions");
}

#[test]
#[ignore = "takes a minute and 1 GB"]
fn no_collisions_in_tens_of_millions() {
    let distinct = assert_no_collision(gather(8, 100_000, 500_000));
    println!("{distinct} different positions");
    assert!(distinct > 50_000_000, "only {distinct} positions");
}

/// A table takes its index from the high bits. Thrown at random into as many buckets as there are
/// positions, a share of 1/e of the buckets stays empty.
#[test]
fn high_bits_are_spread_evenly() {
    let mut hashes = Vec::new();
    let start = Position::start::<TogyzKumalak>();
    tree(&start, 6, &mut |p| hashes.push(p.hash()));
    hashes.sort_unstable();
    hashes.dedup();
    let buckets = hashes.len();
    let mut used = vec![false; buckets];
    for hash in hashes {
        used[((u128::from(hash) * buckets as u128) >> 64) as usize] = true;
    }
    let empty = used.iter().filter(|&&u| !u).count() as f64 / buckets as f64;
    println!("{buckets} positions leave {empty:.4} of as many buckets empty");
    assert!(
        (empty - (-1f64).exp()).abs() < 0.01,
        "{empty:.4} of the buckets are empty"
    );
}

/// Where a word is large enough, all positions have hashes of their own.
#[test]
fn hashes_of_bestemshe_are_exact() {
    let variant = Variant::Bestemshe;
    let mut seen: HashMap<u64, Parts> = HashMap::new();
    let mut visit = |position: &Position| {
        let parts = position.parts();
        if let Some(other) = seen.insert(position.hash(), parts) {
            assert_eq!(other, parts, "equal hashes");
        }
    };
    let mut rng = StdRng::seed_from_u64(12);
    for _ in 0..200_000 {
        let mut parts = Board::start(variant).position().parts();
        let mut counts = [0u8; 12];
        let places = rng.random_range(1..=12);
        for _ in 0..variant.rules().balls() {
            counts[rng.random_range(0..places)] += 1;
        }
        parts.pits[0][..5].copy_from_slice(&counts[..5]);
        parts.pits[1][..5].copy_from_slice(&counts[5..10]);
        parts.kazans = [counts[10], counts[11]];
        for side in Side::BOTH {
            parts.side = side;
            let position = Position::from_parts(variant.rules(), &parts).expect("a position");
            visit(&position);
            let board = Board::new(variant, position);
            for mv in board.moves() {
                let next = *board.play(mv).position();
                let anew = Position::from_parts(variant.rules(), &next.parts());
                assert_eq!(anew, Ok(next), "the hash is kept up to date");
                visit(&next);
            }
        }
    }
    // The hash is a number whose digits are the counts, times an odd constant: taking the constant
    // away and reading the digits gives the position back.
    let inverse = (0..6).fold(1u64, |x, _| {
        let odd = 0x9e37_79b9_7f4a_7c15_u64;
        x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)))
    });
    for (hash, parts) in &seen {
        let mut number = hash.wrapping_mul(inverse);
        let mut digits = [0u8; 11];
        for digit in &mut digits {
            *digit = (number % 51) as u8;
            number /= 51;
        }
        assert_eq!(number, parts.side.index() as u64);
        assert_eq!(digits[0], parts.kazans[0]);
        assert_eq!(digits[1..6], parts.pits[0][..5]);
        assert_eq!(digits[6..], parts.pits[1][..5]);
    }
    println!("{} positions", seen.len());
}
