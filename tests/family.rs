//! The family: every game that the table of rule sets holds beside the main one.

#[path = "common/vectors.rs"]
mod vectors;

use std::collections::HashMap;

use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use tuzdik::game::{Game, Parts, Position, Side, Variant, perft};
use tuzdik::notation::{diagram, fen, moves};
use tuzdik::search::score::is_proven;
use tuzdik::search::{Engine, Limits, Signals};

fn counts(variant: Variant, expected: &[u64]) {
    for (depth, &expected) in (1..).zip(expected) {
        let split = perft::divide(variant, &variant.start(), depth);
        let count: u64 = split.iter().map(|&(_, count)| count).sum();
        assert_eq!(count, expected, "{variant}, {depth} plies");
    }
}

#[test]
fn perft_of_the_smaller_boards() {
    let bestemshe = [
        5, 21, 91, 407, 1_761, 7_782, 34_285, 153_588, 685_630, 3_084_201, 13_861_250,
    ];
    let qozdatu = [7, 43, 274, 1_775, 11_262, 72_125, 463_623, 3_006_734];
    counts(Variant::Bestemshe, &bestemshe);
    counts(Variant::Qozdatu, &qozdatu);
}

#[test]
fn perft_of_the_historical_rules() {
    counts(Variant::Togyz1906, &[9, 73, 613, 5_199, 43_135]);
    counts(Variant::TogyzSingleton, &[9, 81, 721, 6_360, 55_765]);
    counts(Variant::TogyzNoReturn, &[9, 72, 592, 4_890, 39_673]);
}

#[test]
fn perft_of_giveaway() {
    let expected = [8, 43, 156, 675, 2_654];
    counts(Variant::Giveaway, &expected);
    // The editions differ only in what happens at the end.
    counts(Variant::Giveaway2022, &expected);
}

fn at(variant: Variant, text: &str) -> Position {
    fen::parse(text, variant).expect("a sound position").0
}

#[test]
fn what_is_left_goes_where_the_edition_says() {
    // South cannot move; 20 balls lie on North's side.
    let text = "9S,11S,7/9 75 67 S 50";
    let by = |variant: Variant| {
        let outcome = variant.outcome(&at(variant, text)).expect("an end");
        (outcome.kazans, outcome.winner)
    };
    assert_eq!(by(Variant::Giveaway), ([95, 67], Some(Side::North)));
    assert_eq!(by(Variant::Giveaway2022), ([75, 87], Some(Side::South)));
    assert_eq!(by(Variant::TogyzKumalak), ([75, 87], Some(Side::North)));
}

#[test]
fn winning_moves_are_mandatory_in_giveaway() {
    let variant = Variant::Giveaway;
    let start = variant.start();
    let legal: Vec<u8> = variant
        .moves(&start)
        .filter_map(|mv| moves::format(variant, &start, mv).bytes().next())
        .collect();
    // Pit 1 ends on South's own side, the others make ten of a pit of nine.
    assert_eq!(legal, b"23456789");
    let refused = moves::parse("1", variant, &start).unwrap_err().to_string();
    assert_eq!(
        refused,
        "South's pit 1 may not be sown, a move that wins balls is mandatory"
    );
    let mut game = Game::new(variant);
    assert!(
        game.play(moves::parse("1", Variant::TogyzKumalak, &start).unwrap())
            .is_err()
    );
    // A ball dropped into one's own tuzdik wins too; nothing else does here.
    let own = at(variant, "1,t,7/1S,2S,7 79 80 S 40");
    // South owns North's pit 8, into which neither pit reaches: both may be sown.
    assert_eq!(variant.moves(&own).len(), 2);
    let reaching = at(variant, "8,t/1S,7,2S 79 80 S 40");
    // Two balls of pit 9 reach North's pit 1.
    let names: Vec<String> = variant
        .moves(&reaching)
        .map(|mv| moves::format(variant, &reaching, mv))
        .collect();
    assert_eq!(names, ["91"]);
}

#[test]
fn a_tuzdik_in_pit_nine_by_the_rules_of_1906() {
    // North's pit 9 holds two; South's pit 9 with ten balls ends there.
    let text = "2S,8S,1S,1S,1S,1S,1S,1S,1S/8,10S 70 65 S 30";
    for (variant, expected) in [(Variant::Togyz1906, true), (Variant::TogyzKumalak, false)] {
        let position = at(variant, text);
        let mv = moves::parse("99", variant, &position).expect("99");
        let (_, effect) = variant.play_with_effect(&position, mv);
        assert_eq!(effect.tuzdik, expected, "{variant}");
    }
}

#[test]
fn only_singletons_are_captured_by_the_strict_rule() {
    let text = "6,3S,1S,9S/6,1S,2S,2S 73 71 S 30";
    let captured = |variant: Variant, token: &str| {
        let position = at(variant, text);
        let mv = moves::parse(token, variant, &position).expect("legal");
        variant.play_with_effect(&position, mv).1.captured
    };
    // Pit 9 with two balls: the last falls into North's pit 1, which held nine.
    for (variant, expected) in [(Variant::TogyzKumalak, 10), (Variant::TogyzSingleton, 0)] {
        assert_eq!(captured(variant, "91"), expected, "{variant}");
    }
    let text = "6,3S,9S,1S/6,1S,2S,2S 73 71 S 30";
    for variant in [Variant::TogyzKumalak, Variant::TogyzSingleton] {
        let position = at(variant, text);
        let mv = moves::parse("91", variant, &position).expect("legal");
        assert_eq!(variant.play_with_effect(&position, mv).1.captured, 2);
    }
}

#[test]
fn no_ball_returns_to_its_pit_where_the_rule_forbids_it() {
    let variant = Variant::TogyzNoReturn;
    let mut parts = variant.start().parts();
    parts.pits = [[0; 9]; 2];
    parts.pits[0][4] = 38;
    parts.kazans = [62, 62];
    let position = Position::from_parts(variant.rules(), &parts).expect("a position");
    let mv = variant.moves(&position).next().expect("a move");
    let next = variant.play(&position, mv).parts();
    // 38 balls are two laps of 17 pits and four more, from pit 6 to pit 9.
    assert_eq!(next.pits[0], [2, 2, 2, 2, 0, 3, 3, 3, 3]);
    assert_eq!(next.pits[1], [2; 9]);
}

#[test]
fn texts_of_every_board_size() {
    let start = "5S,5S,5S,5S,5S/5S,5S,5S,5S,5S 0 0 S 1";
    assert_eq!(at(Variant::Bestemshe, start), Variant::Bestemshe.start());
    let mut rng = StdRng::seed_from_u64(11);
    for &variant in Variant::ALL {
        let mut game = Game::new(variant);
        for _ in 0..300 {
            let position = *game.position();
            let number = rng.random_range(1..1000);
            let text = fen::format(variant, &position, number);
            assert_eq!(fen::parse(&text, variant), Ok((position, number)), "{text}");
            assert!(diagram::draw(variant, &position, number).contains(&text));
            for mv in game.legal_moves() {
                let text = moves::format(variant, &position, mv);
                assert_eq!(moves::parse(&text, variant, &position), Ok(mv), "{text}");
            }
            let Some(mv) = game.legal_moves().choose(&mut rng) else {
                break;
            };
            game.play(mv).expect("a legal move");
        }
    }
    // North's pit 1 is e2 on this board, and there is no sixth file.
    let variant = Variant::Bestemshe;
    let first = variant.play(
        &variant.start(),
        moves::parse("a1e1", variant, &variant.start()).unwrap(),
    );
    assert!(moves::parse("e2a2", variant, &first).is_ok());
    let error = moves::parse("f2d1", variant, &first)
        .unwrap_err()
        .to_string();
    assert!(error.contains("expected 1 to 5"), "{error}");
}

/// Positions of Bestemshe whose exact value a public solver found, under perfect play on both sides.
#[test]
fn solved_positions_of_bestemshe() {
    let Some(file) = vectors::load("bestemshe_values.json") else {
        return;
    };
    let cases = file["cases"].as_array().expect("a list of cases");
    let mut engine = Engine::new(16).expect("an engine");
    let limits = Limits {
        nodes: Some(150_000),
        ..Limits::default()
    };
    let (mut proven, mut best) = (0, 0);
    for case in cases {
        let text = case["fen"].as_str().expect("a position");
        let game = Game::from_position(Variant::Bestemshe, at(Variant::Bestemshe, text));
        engine.clear();
        let mut score = 0;
        let found = engine.search(&game, &limits, &Signals::new(), &mut |info| {
            score = info.score
        });
        let value = case["value"].as_str().expect("a value");
        if is_proven(score) {
            proven += 1;
            assert_eq!(value, if score > 0 { "win" } else { "loss" }, "{text}");
        }
        if value == "win" {
            let pit = moves::format(
                Variant::Bestemshe,
                game.position(),
                found.best.expect("a move"),
            );
            let winning = case["winning_pits"].as_array().expect("pits");
            let wins = winning.iter().any(|p| pit.starts_with(&p.to_string()));
            best += usize::from(wins);
            assert!(wins || !is_proven(score), "{text}: {pit} does not win");
        }
    }
    println!(
        "bestemshe_values.json: {} cases, {proven} proven, {best} won",
        cases.len()
    );
    assert!(cases.is_empty() || proven * 2 >= cases.len());
}

/// All positions of random games and all distributions of few balls have hashes of their own.
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
        let mut parts = variant.start().parts();
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
            for mv in variant.moves(&position) {
                let next = variant.play(&position, mv);
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
