//! Positions and games from outside sources, by pit numbers; each test says how many cases it ran.

#[path = "common/vectors.rs"]
mod vectors;

use serde_json::Value;
use tuzdik::game::{Game, MAX_PITS, Move, Parts, Pit, Position, Side, Variant};

const VARIANT: Variant = Variant::TogyzKumalak;

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

fn numbers(value: &Value) -> Vec<i64> {
    let list = value.as_array().expect("a list of numbers");
    list.iter().map(number).collect()
}

fn sow(pit: i64) -> Move {
    Move::sow(Pit::new(pit as u8).expect("a pit number"))
}

/// The pits to sow in a list of tokens such as `76 98x`, whose first digit is the pit.
fn pits_sown(tokens: &str) -> Vec<Move> {
    let digit = |token: &str| token.chars().next().and_then(|c| c.to_digit(10));
    tokens
        .split_whitespace()
        .map(|token| sow(digit(token).expect("a token starts with a digit").into()))
        .collect()
}

fn row(position: &Position, side: Side) -> Vec<i64> {
    position.parts().pits[side.index()].map(i64::from).to_vec()
}

fn kazans(position: &Position) -> Vec<i64> {
    position.parts().kazans.map(i64::from).to_vec()
}

fn tuzdiks(position: &Position) -> Vec<i64> {
    let number = |pit: Option<Pit>| pit.map_or(0, |p| i64::from(p.number()));
    position.parts().tuzdiks.map(number).to_vec()
}

fn side(name: &Value) -> Side {
    match name.as_str() {
        Some("white") => Side::South,
        Some("black") => Side::North,
        _ => panic!("white or black, not {name}"),
    }
}

/// A position as the files write it. Balls that it lacks go to the kazans; how many to each is
/// returned too.
fn position(value: &Value) -> (Position, Vec<i64>) {
    let mut pits = [[0; MAX_PITS]; 2];
    for (row, name) in pits.iter_mut().zip(["white", "black"]) {
        for (pit, balls) in row.iter_mut().zip(numbers(&value[name])) {
            *pit = balls as u8;
        }
    }
    let given = numbers(&value["kazan"]);
    let total: i64 = pits
        .iter()
        .flatten()
        .map(|&n| i64::from(n))
        .chain(given.clone())
        .sum();
    let lacking = 162 - total;
    let added = vec![lacking / 2, lacking - lacking / 2];
    let tuzdiks = numbers(&value["tuzdik"]);
    let parts = Parts {
        pits,
        kazans: [0, 1].map(|i| (given[i] + added[i]) as u8),
        tuzdiks: [0, 1].map(|i| Pit::new(tuzdiks[i] as u8)),
        side: side(&value["to_move"]),
    };
    let position = Position::from_parts(VARIANT.rules(), &parts);
    (position.expect("a sound position"), added)
}

#[test]
fn single_moves() {
    let Some(file) = vectors::load("positions.json") else {
        return;
    };
    let cases = file["cases"].as_array().expect("a list of cases");
    for case in cases {
        let id = case["id"].as_str().expect("a case has a name");
        let (start, added) = position(&case["start"]);
        let mut after = start;
        for pit in numbers(&case["moves"]) {
            // The kazans may have been filled beyond a majority, which is not what is asked here.
            assert!(after.balls(after.side(), sow(pit).pit()) > 0, "{id}");
            after = VARIANT.play(&after, sow(pit));
        }
        for (what, expected) in case["expected"].as_object().expect("what to expect") {
            match what.as_str() {
                "white" => assert_eq!(row(&after, Side::South), numbers(expected), "{id}"),
                "black" => assert_eq!(row(&after, Side::North), numbers(expected), "{id}"),
                "tuzdik" => assert_eq!(tuzdiks(&after), numbers(expected), "{id}"),
                "kazan" => {
                    let won: Vec<i64> = kazans(&after)
                        .iter()
                        .zip(&added)
                        .map(|(k, a)| k - a)
                        .collect();
                    assert_eq!(won, numbers(expected), "{id}");
                }
                "pit" => {
                    for (pit, balls) in expected.as_object().expect("pits by name") {
                        let side = if pit.starts_with('w') {
                            Side::South
                        } else {
                            Side::North
                        };
                        let index: usize = pit[1..].parse().expect("a pit number");
                        assert_eq!(row(&after, side)[index - 1], number(balls), "{id}: {pit}");
                    }
                }
                other => panic!("{id}: what is '{other}'?"),
            }
        }
    }
    println!("positions.json: {} cases", cases.len());
    assert!(!cases.is_empty());
}

#[test]
fn a_game_with_the_board_after_every_ply() {
    let Some(file) = vectors::load("game_every_ply.json") else {
        return;
    };
    let moves = pits_sown(file["moves"].as_str().expect("moves"));
    let expected = file["expected"]["positions"].as_array().expect("positions");
    let plies = expected.len();
    assert_eq!(moves.len(), plies);
    let mut game = Game::new(VARIANT);
    for (ply, (mv, expected)) in moves.into_iter().zip(expected).enumerate() {
        game.play(mv)
            .unwrap_or_else(|error| panic!("ply {}: {error}", ply + 1));
        let place = format!("after ply {}", ply + 1);
        if let Some(outcome) = game.outcome() {
            // The source clears the board when the game is over.
            assert_eq!(ply + 1, plies, "the game is over {place}");
            assert_eq!(numbers(&expected["kazan"]), outcome.kazans.map(i64::from));
            assert_eq!(outcome.winner, Some(side(&file["expected"]["winner"])));
            continue;
        }
        let rows = Side::BOTH.map(|side| row(game.position(), side)).concat();
        assert_eq!(rows, numbers(&expected["pits"]), "pits {place}");
        let kazans = kazans(game.position());
        assert_eq!(kazans, numbers(&expected["kazan"]), "kazans {place}");
    }
    assert!(game.outcome().is_some(), "the game is not over");
    println!("game_every_ply.json: 1 game of {plies} plies");
}

#[test]
fn printed_diagrams() {
    let Some(file) = vectors::load("diagrams_2022.json") else {
        return;
    };
    let games = file["games"].as_array().expect("a list of games");
    let mut diagrams = 0;
    for (index, record) in games.iter().enumerate() {
        let mut game = Game::new(VARIANT);
        for mv in pits_sown(record["moves"].as_str().expect("moves")) {
            game.play(mv)
                .unwrap_or_else(|error| panic!("game {index}: {error}"));
        }
        for diagram in record["expected"]["positions"]
            .as_array()
            .expect("positions")
        {
            let ply = number(&diagram["ply"]) as usize;
            let position = &game.positions()[ply];
            let place = format!("game {index}, ply {ply}");
            for (side, name) in [(Side::South, "white"), (Side::North, "black")] {
                let mut shown = row(position, side);
                if let Some(tuzdik) = position.tuzdik(side.opponent()) {
                    shown[tuzdik.index()] = -1;
                }
                assert_eq!(shown, numbers(&diagram[name]), "{place}, {name}");
            }
            assert_eq!(kazans(position), numbers(&diagram["kazan"]), "{place}");
            assert_eq!(tuzdiks(position), numbers(&diagram["tuzdik"]), "{place}");
            assert_eq!(position.side(), side(&diagram["to_move"]), "{place}");
            diagrams += 1;
        }
    }
    println!(
        "diagrams_2022.json: {diagrams} diagrams of {} games",
        games.len()
    );
    assert!(diagrams > 0);
}
