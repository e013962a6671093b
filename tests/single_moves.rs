//! Single moves from outside sources, by pit numbers.

mod common {
    pub mod boards;
    pub mod facts;
    pub mod numbers;
}

use common::boards::pits;
use common::facts::cases;
use common::numbers::numbers;
use tuzdik::game::{Board, MAX_PITS, Move, Parts, Pit, Position, Side, Variant};

const VARIANT: Variant = Variant::TogyzKumalak;

/// The numbers of the pits that each side owns as tuzdik, South's first; 0 for none.
fn tuzdiks(position: &Position) -> Vec<i64> {
    let number = |pit: Option<Pit>| pit.map_or(0, |p| i64::from(p.number()));
    position.parts().tuzdiks.map(number).to_vec()
}

/// The balls in the pits of a side; a tuzdik shows as an empty pit here.
fn row(position: &Position, side: Side) -> Vec<i64> {
    let row = &pits(position)[MAX_PITS * side.index()..][..MAX_PITS];
    row.iter().map(|&n| n.max(0)).collect()
}

/// A position of the file. Balls that it lacks go to the kazans; how many to each is returned too.
fn position([white, black, given, owned, side]: [&str; 5]) -> (Position, [i64; 2]) {
    let rows = [white, black].map(numbers::<u8>);
    let given = numbers::<i64>(given);
    let balls =
        rows.iter().flatten().map(|&n| i64::from(n)).sum::<i64>() + given.iter().sum::<i64>();
    let lacking = 162 - balls;
    let added = [lacking / 2, lacking - lacking / 2];
    let owned = numbers::<u8>(owned);
    let parts = Parts {
        pits: rows.map(|row| row.try_into().expect("nine pits")),
        kazans: [0, 1].map(|i| (given[i] + added[i]) as u8),
        tuzdiks: [0, 1].map(|i| Pit::new(owned[i])),
        side: match side {
            "white" => Side::South,
            "black" => Side::North,
            other => panic!("white or black, not {other}"),
        },
    };
    let position = Position::from_parts(VARIANT.rules(), &parts);
    (position.expect("a sound position"), added)
}

#[test]
fn single_moves() {
    let cases = cases(include_str!("data/facts/single_moves.txt"));
    for case in &cases {
        let [id, white, black, given, owned, side, sown, ref facts @ ..] = case[..] else {
            panic!("{case:?}");
        };
        let (start, added) = position([white, black, given, owned, side]);
        let mut after = start;
        for pit in numbers(sown) {
            // The kazans may have been filled beyond a majority, which is not what is asked here.
            let pit = Pit::new(pit).expect("a pit number");
            assert!(after.balls(after.side(), pit) > 0, "{id}");
            after = *Board::new(VARIANT, after).play(Move::sow(pit)).position();
        }
        assert!(!facts.is_empty(), "{id}");
        for fact in facts {
            let (what, expected) = fact.split_once(' ').expect("a fact has a name");
            let expected: Vec<i64> = numbers(expected);
            let found = match what {
                "white" => row(&after, Side::South),
                "black" => row(&after, Side::North),
                "tuzdik" => tuzdiks(&after),
                "kazan" => Side::BOTH
                    .map(|side| i64::from(after.kazan(side)) - added[side.index()])
                    .to_vec(),
                pit => {
                    let side = match pit.as_bytes()[0] {
                        b'w' => Side::South,
                        b'b' => Side::North,
                        _ => panic!("{id}: what is '{pit}'?"),
                    };
                    let number: usize = pit[1..].parse().expect("a pit number");
                    vec![row(&after, side)[number - 1]]
                }
            };
            assert_eq!(found, expected, "{id}: {what}");
        }
    }
    assert_eq!(cases.len(), 12);
}
