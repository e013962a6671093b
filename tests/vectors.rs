//! Single moves from outside sources, by pit numbers.

mod common {
    pub mod boards;
    pub mod facts;
    pub mod vectors;
}

use common::boards::{numbers, pits, tuzdiks};
use common::facts::{list, text};
use common::vectors::load;
use serde_json::Value;
use tuzdik::game::{MAX_PITS, Move, Parts, Pit, Position, Side, Variant};

const VARIANT: Variant = Variant::TogyzKumalak;

fn sow(pit: i64) -> Move {
    Move::sow(Pit::new(pit as u8).expect("a pit number"))
}

/// The balls in the pits of a side; a tuzdik shows as an empty pit here.
fn row(position: &Position, side: Side) -> Vec<i64> {
    let row = &pits(position)[MAX_PITS * side.index()..][..MAX_PITS];
    row.iter().map(|&n| n.max(0)).collect()
}

fn kazans(position: &Position) -> Vec<i64> {
    position.parts().kazans.map(i64::from).to_vec()
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
    let Some(file) = load("positions.json") else {
        return;
    };
    let cases = list(&file, "cases");
    for case in cases {
        let id = text(case, "id");
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
                        let found = row(&after, side)[index - 1];
                        assert_eq!(Some(found), balls.as_i64(), "{id}: {pit}");
                    }
                }
                other => panic!("{id}: what is '{other}'?"),
            }
        }
    }
    println!("positions.json: {} cases", cases.len());
    assert!(!cases.is_empty());
}
