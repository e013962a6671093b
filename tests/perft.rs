//! Published counts of move sequences, and all shortest games.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use tuzdik::game::sets::TogyzKumalak;
use tuzdik::game::{Board, EndReason, Game, Move, Pit, Position, Side, Variant, perft};

/// Move sequences of 1, 2, ... plies from the start; finished games are not extended.
const COUNTS: [u64; 11] = [
    9,
    73,
    613,
    5_199,
    43_184,
    360_035,
    3_003_052,
    25_166_174,
    210_521_787,
    1_766_804_407,
    14_811_651_049,
];

fn start() -> Position {
    Position::start::<TogyzKumalak>()
}

/// Compares the counts of a game from this depth on with the expected ones.
fn assert_counts(variant: Variant, first: u32, expected: &[u64]) {
    for (depth, &expected) in (first..).zip(expected) {
        let split = perft::divide(&Board::start(variant), depth);
        let count: u64 = split.iter().map(|&(_, count)| count).sum();
        assert_eq!(count, expected, "{variant}, {depth} plies");
    }
}

#[test]
fn depths_1_to_8() {
    assert_counts(Variant::TogyzKumalak, 1, &COUNTS[..8]);
}

#[test]
#[ignore = "takes ten seconds"]
fn depths_9_and_10() {
    assert_counts(Variant::TogyzKumalak, 9, &COUNTS[8..10]);
}

#[test]
#[ignore = "takes a minute or more"]
fn depth_11() {
    assert_counts(Variant::TogyzKumalak, 11, &COUNTS[10..]);
}

#[test]
fn counts_of_the_smaller_boards() {
    let bestemshe = [
        5, 21, 91, 407, 1_761, 7_782, 34_285, 153_588, 685_630, 3_084_201, 13_861_250,
    ];
    let qozdatu = [7, 43, 274, 1_775, 11_262, 72_125, 463_623, 3_006_734];
    assert_counts(Variant::Bestemshe, 1, &bestemshe);
    assert_counts(Variant::Qozdatu, 1, &qozdatu);
}

#[test]
fn counts_of_the_historical_rules() {
    assert_counts(Variant::Togyz1906, 1, &[9, 73, 613, 5_199, 43_135]);
    assert_counts(Variant::TogyzSingleton, 1, &[9, 81, 721, 6_360, 55_765]);
    assert_counts(Variant::TogyzNoReturn, 1, &[9, 72, 592, 4_890, 39_673]);
}

#[test]
fn counts_of_giveaway() {
    let expected = [8, 43, 156, 675, 2_654];
    assert_counts(Variant::Giveaway, 1, &expected);
    // The editions differ only in what happens at the end.
    assert_counts(Variant::Giveaway2022, 1, &expected);
}

#[test]
fn one_thread_counts_what_many_count() {
    for depth in 0..=6 {
        let split = perft::divide(&Board::start(Variant::TogyzKumalak), depth);
        let alone = perft::count::<TogyzKumalak>(&start(), depth);
        if depth > 0 {
            assert_eq!(split.iter().map(|&(_, n)| n).sum::<u64>(), alone);
        }
        for (mv, count) in split.into_iter().filter(|_| depth > 0) {
            let next = start().play::<TogyzKumalak>(mv);
            assert_eq!(count, perft::count::<TogyzKumalak>(&next, depth - 1));
        }
    }
}

/// The most that each kazan can hold after this many more plies.
///
/// With at most `m` balls in any pit, one sowing drops at most `ceil(m / 18)` balls into any pit, a
/// tuzdik included. So a ply raises the fullest pit by no more than that, wins its mover no more
/// than the fullest pit of then and what fell into the tuzdik, and its opponent no more than the
/// latter.
fn most_in_kazans(position: &Position, plies: u32) -> [u32; 2] {
    let parts = position.parts();
    let mut kazans = parts.kazans.map(u32::from);
    let mut fullest = parts
        .pits
        .iter()
        .flatten()
        .copied()
        .max()
        .map_or(0, u32::from);
    let mut mover = position.side();
    for _ in 0..plies {
        let sown = fullest.div_ceil(18);
        fullest += sown;
        kazans[mover.index()] += fullest + sown;
        kazans[mover.opponent().index()] += sown;
        mover = mover.opponent();
    }
    kazans
}

/// The fewest plies after which a side could be empty: one ply empties one pit of a side at most,
/// the one sown (if it held a single ball) or the one captured.
fn fewest_plies_to_empty(position: &Position) -> u32 {
    let pits = position.parts().pits;
    let occupied = pits.map(|row| row.iter().filter(|&&balls| balls > 0).count());
    occupied[0].min(occupied[1]) as u32
}

/// Calls `found` with each end of a game that lies exactly `plies` plies ahead, and panics at an
/// earlier end.
fn ends_after(position: &Position, plies: u32, found: &mut impl FnMut(&Position)) {
    if plies == 0 {
        if position.outcome::<TogyzKumalak>().is_some() {
            found(position);
        }
        return;
    }
    assert_eq!(position.outcome::<TogyzKumalak>(), None, "a shorter game");
    let decided = most_in_kazans(position, plies)
        .iter()
        .any(|&kazan| kazan >= 82);
    if decided || fewest_plies_to_empty(position) <= plies {
        for mv in position.moves::<TogyzKumalak>() {
            ends_after(&position.play::<TogyzKumalak>(mv), plies - 1, found);
        }
    }
}

#[test]
fn the_shortest_games() {
    let firsts: Vec<Move> = start().moves::<TogyzKumalak>().iter().collect();
    let games: BTreeMap<u8, u32> = firsts
        .into_par_iter()
        .filter_map(|mv| {
            let mut count = 0;
            ends_after(&start().play::<TogyzKumalak>(mv), 10, &mut |end| {
                let outcome = end.outcome::<TogyzKumalak>().expect("an end");
                assert_eq!(outcome.winner, Some(Side::South));
                assert_eq!(outcome.reason, EndReason::Majority);
                count += 1;
            });
            (count > 0).then_some((mv.code(), count))
        })
        .collect();
    assert_eq!(games.values().sum::<u32>(), 1391);
    assert_eq!(games, BTreeMap::from([(5, 3), (7, 19), (8, 9), (9, 1360)]));
}

#[test]
fn no_game_is_shorter() {
    for plies in 1..=10 {
        ends_after(&start(), plies, &mut |end| {
            panic!("{plies} plies lead to {end:?}")
        });
    }
}

#[test]
#[ignore = "takes minutes: looks at every game of 11 plies"]
fn the_shortest_games_without_pruning() {
    fn count(position: &Position, plies: u32) -> u64 {
        if plies == 0 {
            return position.outcome::<TogyzKumalak>().is_some().into();
        }
        position
            .moves::<TogyzKumalak>()
            .iter()
            .map(|mv| count(&position.play::<TogyzKumalak>(mv), plies - 1))
            .sum()
    }
    let firsts: Vec<Move> = start().moves::<TogyzKumalak>().iter().collect();
    let counts: Vec<u64> = firsts
        .into_par_iter()
        .map(|mv| count(&start().play::<TogyzKumalak>(mv), 10))
        .collect();
    assert_eq!(counts, [0, 0, 0, 0, 3, 0, 19, 9, 1360]);
}

/// The bounds that the search for the shortest games prunes with hold wherever play goes.
#[test]
fn the_bounds_hold() {
    let mut rng = StdRng::seed_from_u64(5);
    let mut checked = 0;
    for _ in 0..2_000 {
        let mut last = start();
        let mut positions = vec![last];
        while positions.len() < 150 && !last.moves::<TogyzKumalak>().is_empty() {
            let moves = last.moves::<TogyzKumalak>();
            let chosen = rng.random_range(0..moves.len());
            let mv = moves.into_iter().nth(chosen).expect("a move");
            last = last.play::<TogyzKumalak>(mv);
            positions.push(last);
        }
        for first in 0..positions.len() {
            for (plies, then) in positions[first..].iter().take(12).enumerate() {
                let plies = plies as u32;
                let most = most_in_kazans(&positions[first], plies);
                for side in Side::BOTH {
                    assert!(u32::from(then.kazan(side)) <= most[side.index()]);
                    let empty = then.row_total(side) == 0;
                    assert!(!empty || plies >= fewest_plies_to_empty(&positions[first]));
                }
                checked += 1;
            }
        }
    }
    println!("{checked} pairs of positions");
}

#[test]
fn published_shortest_games() {
    let text = include_str!("data/shortest_games.txt");
    let records: Vec<&str> = text.lines().filter(|l| !l.starts_with('#')).collect();
    assert_eq!(records.len(), 4);
    let mut kazans = Vec::new();
    for record in records {
        let mut game = Game::new(Variant::TogyzKumalak);
        for token in record.split_whitespace() {
            let digits = token.as_bytes();
            let mv = Pit::new(digits[0] - b'0').map(Move::sow).expect("a pit");
            let effect = game.play(mv).expect("a legal move");
            assert_eq!(
                effect.landing.map(|(_, pit)| pit.number()),
                Some(digits[1] - b'0'),
                "{token} of {record}"
            );
            assert_eq!(effect.tuzdik, token.ends_with('x'), "{token} of {record}");
        }
        assert_eq!(game.moves().len(), 11);
        assert_eq!(game.outcome().and_then(|o| o.winner), Some(Side::South));
        kazans.push(game.position().parts().kazans);
    }
    assert_eq!((kazans[0], kazans[3]), ([82, 15], [86, 20]));
}
