//! The library's positions against a plain implementation of the same rules, on millions of random
//! positions.

#[path = "common/plain.rs"]
mod plain;
#[path = "common/positions.rs"]
mod positions;

use plain::Plain;
use positions::any_position;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use tuzdik::game::sets::TogyzKumalak;
use tuzdik::game::{Move, Pit, Position, Rules, Side};

/// Compares everything that the rules say of a position and of each move in it; returns how many
/// moves there were.
fn compare(position: &Position) -> usize {
    let plain = Plain::new(position);
    let expected: Vec<Move> = plain
        .moves()
        .into_iter()
        .filter_map(|index| Pit::new(index as u8 + 1).map(Move::sow))
        .collect();
    let moves = position.moves::<TogyzKumalak>();
    assert_eq!(
        moves.iter().collect::<Vec<_>>(),
        expected,
        "moves of {position:?}"
    );
    assert_eq!(
        position.move_count::<TogyzKumalak>(),
        expected.len(),
        "number of moves of {position:?}"
    );
    let outcome = position
        .outcome::<TogyzKumalak>()
        .map(|o| (o.winner.map(Side::index), o.kazans.map(u32::from), o.reason));
    assert_eq!(outcome, plain.outcome(), "outcome of {position:?}");
    assert_eq!(
        outcome.is_some(),
        expected.is_empty(),
        "end of {position:?}"
    );
    for side in Side::BOTH {
        let row: u32 = plain.pits[9 * side.index()..][..9].iter().sum();
        assert_eq!(u32::from(position.row_total(side)), row, "{position:?}");
    }
    for mv in moves {
        let mut expected = plain.clone();
        let did = expected.play(mv.index());
        let (next, effect) = position.play_with_effect::<TogyzKumalak>(mv);
        assert_eq!(Plain::new(&next), expected, "{position:?} after {mv:?}");
        assert_eq!(next, position.play::<TogyzKumalak>(mv));
        assert_eq!(
            (
                effect
                    .landing
                    .map(|(side, pit)| 9 * side.index() + pit.index()),
                u32::from(effect.captured),
                effect.tuzdik
            ),
            (Some(did.last_pit), did.captured, did.made_tuzdik),
            "effect of {mv:?} in {position:?}"
        );
        let balls: u32 = expected.pits.iter().chain(&expected.kazans).sum();
        assert_eq!(balls, 162, "{position:?} after {mv:?}");
        let anew = Position::from_parts(&TogyzKumalak::SET, &expected.parts());
        assert_eq!(
            anew.map(|p| p.hash()),
            Ok(next.hash()),
            "hash of {position:?} after {mv:?}"
        );
    }
    moves.len()
}

#[test]
fn random_games() {
    let mut rng = StdRng::seed_from_u64(1);
    let (mut games, mut moves) = (0, 0);
    while moves < 3_000_000 {
        let mut position = Position::start::<TogyzKumalak>();
        // Random play seldom comes to an end soon; a cap keeps the games varied.
        for _ in 0..400 {
            let count = compare(&position);
            moves += count;
            if count == 0 {
                break;
            }
            let chosen = rng.random_range(0..count);
            let mv = position.moves::<TogyzKumalak>().iter().nth(chosen).unwrap();
            position = position.play::<TogyzKumalak>(mv);
        }
        games += 1;
    }
    println!("{moves} moves in {games} random games");
}

#[test]
fn random_positions() {
    let mut rng = StdRng::seed_from_u64(2);
    let (mut count, mut moves) = (0, 0);
    while moves < 3_000_000 {
        moves += compare(&any_position(&mut rng));
        count += 1;
    }
    println!("{moves} moves in {count} random positions");
}

#[test]
fn random_play_from_random_positions() {
    let mut rng = StdRng::seed_from_u64(3);
    let (mut count, mut moves) = (0, 0);
    while moves < 2_000_000 {
        let mut position = any_position(&mut rng);
        for _ in 0..30 {
            let legal = compare(&position);
            moves += legal;
            count += 1;
            if legal == 0 {
                break;
            }
            let chosen = rng.random_range(0..legal);
            let mv = position.moves::<TogyzKumalak>().iter().nth(chosen).unwrap();
            position = position.play::<TogyzKumalak>(mv);
        }
    }
    println!("{moves} moves in {count} positions");
}

/// One pit with all that is not elsewhere, for every count, pit, side and a few tuzdiks.
#[test]
fn every_count_in_every_pit() {
    let mut moves = 0;
    for tuzdiks in [[0, 0], [1, 0], [0, 8], [8, 1], [3, 7]] {
        for side in Side::BOTH {
            for pit in 0..9 {
                let tuzdiks = tuzdiks.map(Pit::new);
                let theirs = tuzdiks[side.opponent().index()];
                if theirs.is_some_and(|tuzdik| tuzdik.index() == pit) {
                    continue;
                }
                for balls in 0..=162 {
                    let mut parts = Position::start::<TogyzKumalak>().parts();
                    parts.pits = [[0; 9]; 2];
                    parts.pits[side.index()][pit] = balls;
                    parts.kazans = [(162 - balls) / 2, 162 - balls - (162 - balls) / 2];
                    parts.tuzdiks = tuzdiks;
                    parts.side = side;
                    let position = Position::from_parts(&TogyzKumalak::SET, &parts).unwrap();
                    assert_eq!(position.parts(), parts);
                    moves += compare(&position);
                }
            }
        }
    }
    println!("{moves} moves");
}
