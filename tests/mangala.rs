//! Mangala of Gaziantep and its free form: the forced games ply by ply, the historical claims, the
//! ritual, set-ups and captures.

mod common {
    pub mod facts;
    pub mod numbers;
}

use common::facts::cases;
use common::numbers::numbers;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use tuzdik::game::relay::{Relay, Trace};
use tuzdik::game::setup::{Spread, set_up};
use tuzdik::game::sowing::SowTable;
use tuzdik::game::{Board, Game, Move, Position, Side, Variant};
use tuzdik::game::{RuleSet, Rules, sets};
use tuzdik::notation::{fen, moves};
use tuzdik::search::{Engine, Limits, StopToken};

/// The sister game on 2×6 with six counters in each pit: a row like the others.
#[derive(Clone, Copy)]
struct Sister;

impl Rules for Sister {
    type Kernel = Relay;
    const VARIANT: Variant = Variant::Mangala;
    const SET: RuleSet = RuleSet {
        name: "sister",
        pits: 6,
        balls_per_pit: 6,
        ..sets::Mangala::SET
    };
    const SOW: &'static SowTable = {
        static TABLE: SowTable = SowTable::new(&Sister::SET);
        &TABLE
    };
}

/// Plays the forced game and compares it ply by ply with what is stated; the final piles and the plies.
fn forced_game<R: Rules>(name: &str) -> ([u8; 2], usize) {
    let pits = usize::from(R::SET.pits);
    let start = Position::start::<R>();
    assert!(start.is_choice());
    assert_eq!(
        start.moves::<R>().iter().collect::<Vec<_>>(),
        [Move::SOUTH, Move::NORTH]
    );
    let mut position = start.play::<R>(Move::NORTH);
    assert_eq!(position, start.play::<R>(Move::SOUTH));
    let lines = cases(include_str!("data/facts/mangala.txt"));
    let mut stated = lines.iter().skip_while(|line| line[0] != name).skip(1);
    let mut plies = 0;
    while position.outcome::<R>().is_none() {
        let mv = position.moves::<R>().first().expect("a forced move");
        assert_eq!(position.moves::<R>().len(), 1);
        let (next, effect) = position.play_with_effect::<R>(mv);
        let stated = stated.next().expect("a stated ply");
        match mv.pit() {
            None => assert_eq!(stated[..], ["pass"], "ply {plies}"),
            Some(pit) => {
                let laps = Trace::new(&R::SET, &position, mv).laps.len();
                let side = position.side().index();
                let found = format!("{side} {pit} {laps} {}", effect.captured);
                assert_eq!(stated[0], found, "ply {plies}");
                let parts = next.parts();
                let board = [&parts.pits[0][..pits], &parts.pits[1][..pits]].concat();
                assert_eq!(numbers::<u8>(stated[1]), board, "ply {plies}");
                let score = parts.kazans.to_vec();
                assert_eq!(numbers::<u8>(stated[2]), score, "ply {plies}");
            }
        }
        position = next;
        plies += 1;
    }
    (position.outcome::<R>().expect("an end").kazans, plies)
}

#[test]
fn historical_claims() {
    // "The first player invariably wins" (Culin); "he who plays first is sure to lose" (Lane).
    let seven = forced_game::<sets::Mangala>("2x7x7_left");
    assert_eq!(seven, ([64, 34], 31));
    let six = forced_game::<Sister>("2x6x6_left");
    assert_eq!(six, ([35, 37], 19));
}

#[test]
fn the_engine_chooses_the_side_by_playing_the_game_out() {
    let mut engine = Engine::new(1).expect("an engine");
    let mut game = Game::new(Variant::Mangala);
    let mut told = Vec::new();
    let best = engine.search(&game, &Limits::default(), &StopToken::new(), &mut |info| {
        told.push((info.line.score.value(), info.line.pv.len()));
    });
    assert_eq!(best.best, Some(Move::SOUTH));
    assert_eq!(told.last(), Some(&(3000, 32)));
    game.play(Move::SOUTH).expect("legal");
    let best = engine.search(&game, &Limits::default(), &StopToken::new(), &mut |info| {
        told.push((info.line.score.value(), info.line.pv.len()));
    });
    assert_eq!(
        best.best.and_then(Move::pit).map(|pit| pit.number()),
        Some(1)
    );
    assert_eq!(told.last(), Some(&(3000, 31)));
}

#[test]
fn the_ritual_in_text() {
    let variant = Variant::Mangala;
    let start = Board::start(variant);
    let text = fen::format(&start, 1);
    assert_eq!(text, "7S,7S,7S,7S,7S,7S,7S/7S,7S,7S,7S,7S,7S,7S 0 0 ? 1");
    assert_eq!(fen::parse(&text, variant), Ok((start, 1)));
    let free = fen::parse(&text, Variant::MangalaFree)
        .unwrap_err()
        .to_string();
    assert!(free.contains("expected S or N"), "{free}");
    let error = |token: &str, board: &Board| moves::parse(token, board).unwrap_err().to_string();
    assert_eq!(
        error("1", &start),
        "'1' is not a legal move here; expected south or north"
    );
    let after = start.play(moves::parse("north", &start).expect("legal"));
    assert_eq!(after.side(), Side::South);
    assert_eq!(
        error("3", &after),
        "'3' is not a legal move here; expected 1"
    );
    assert_eq!(
        error("pass", &after),
        "'pass' is not a legal move here; expected 1"
    );
    // An empty side passes.
    let (empty, _) = fen::parse("4S,6/7 50 44 S 9", variant).expect("a position");
    assert_eq!(empty.moves().iter().collect::<Vec<_>>(), [Move::PASS]);
    assert_eq!(moves::parse("pass", &empty), Ok(Move::PASS));
    assert_eq!(empty.show(Move::PASS).to_string(), "pass");
}

#[test]
fn captures_walk_back_around_the_corner() {
    // South's pit 6 sows two, the last makes two of North's pit 1; South's pit 7, just sown to four,
    // lies behind it, and pit 6 before that is empty.
    let variant = Variant::MangalaFree;
    let (board, _) = fen::parse("1S,6S,3,5S,1S/5,2S,3S 42 38 S 9", variant).expect("a position");
    let mv = moves::parse("6", &board).expect("legal");
    let (next, effect) = board.play_with_effect(mv);
    // The pit of the last counter and the one opposite, South's pit 7, are the same pair.
    assert_eq!(effect.captured, 2 + 4);
    assert_eq!(next.position().kazan(Side::South), 48);
    let trace = Trace::new(variant.rules(), board.position(), mv);
    assert_eq!((trace.laps.len(), trace.captures.len()), (1, 2));
}

#[test]
fn set_ups_hold_all_counters() {
    let mut rng = StdRng::seed_from_u64(21);
    for variant in [Variant::Mangala, Variant::MangalaFree] {
        for spread in [
            Spread::Equal,
            Spread::Random { least: 0 },
            Spread::Random { least: 2 },
        ] {
            let position = set_up(variant.rules(), spread, &mut rng).expect("a set-up");
            assert_eq!(position.is_choice(), variant == Variant::Mangala);
            let pits = position.parts().pits;
            assert_eq!(
                pits.iter().flatten().map(|&n| u32::from(n)).sum::<u32>(),
                98
            );
            if spread == (Spread::Random { least: 2 }) {
                assert!(pits.iter().all(|row| row[..7].iter().all(|&n| n >= 2)));
            }
            if spread == Spread::Equal {
                assert_eq!(position, *Board::start(variant).position());
            }
        }
    }
}

#[test]
fn a_record_keeps_the_choice_of_sides() {
    use tuzdik::notation::records::{Format, Record, read, write};
    let variant = Variant::Mangala;
    for (choice, position) in [("south", None), ("north", Some("5S,1,93S,4/7 0 0 ? 3"))] {
        let mut record = match position {
            None => Record::new(variant),
            Some(text) => {
                let (start, number) = fen::parse(text, variant).expect("a position");
                Record::from_board(start, number)
            }
        };
        let first = record.first_move();
        let mut names = Vec::new();
        while record.game().outcome().is_none() {
            let game = record.game();
            let at = record.move_number(names.len());
            assert_eq!(at.1, game.position().side(), "{names:?}");
            let mv = match names.len() {
                0 => moves::parse(choice, &game.board()).expect("a choice"),
                _ => game.legal_moves().first().expect("a forced move"),
            };
            names.push(game.board().show(mv).to_string());
            record.play(mv).expect("legal");
        }
        assert_eq!(record.move_number(0), (first, Side::South));
        assert_eq!(record.move_number(1), (first, Side::South));
        for format in Format::ALL {
            let text = write(&record, format);
            assert!(
                text.contains(&format!("{first}. {choice} {}", names[1])),
                "{text}"
            );
            let file = read(text.as_bytes(), Variant::default());
            let [parsed] = &file.games[..] else {
                panic!("{} games in {text}", file.games.len());
            };
            assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
            assert_eq!(parsed.record.game(), record.game());
        }
    }
}

/// A move by the words of the rules, on a plain list of pits in sowing order: the pits and what was
/// captured.
fn by_the_words(mut pits: Vec<u32>, origin: usize) -> (Vec<u32>, u32) {
    let ring = pits.len();
    let mut at = origin;
    let mut seen = Vec::new();
    loop {
        if seen.contains(&(at, pits.clone())) {
            return (pits, 0);
        }
        seen.push((at, pits.clone()));
        for _ in 0..std::mem::take(&mut pits[at]) {
            at = (at + 1) % ring;
            pits[at] += 1;
        }
        // `at` moved on with every counter, so that it is where the last one fell.
        match pits[at] {
            1 => return (pits, 0),
            2 | 4 => break,
            _ => {}
        }
    }
    let mut captured = 0;
    while captured == 0 || matches!(pits[at], 2 | 4) {
        captured += std::mem::take(&mut pits[at]);
        captured += std::mem::take(&mut pits[ring - 1 - at]);
        at = (at + ring - 1) % ring;
    }
    (pits, captured)
}

#[test]
fn moves_do_what_the_words_of_the_rules_say() {
    let variant = Variant::MangalaFree;
    let mut rng = StdRng::seed_from_u64(24);
    let (mut compared, mut laps) = (0, 0);
    for number in 0..400_u16 {
        let least = (number % 3) as u8;
        let start = set_up(variant.rules(), Spread::Random { least }, &mut rng).expect("a set-up");
        let mut game = Game::from_board(Board::new(variant, start));
        while game.outcome().is_none() {
            let before = *game.position();
            let parts = before.parts();
            let pits: Vec<u32> = [&parts.pits[0][..7], &parts.pits[1][..7]]
                .concat()
                .iter()
                .map(|&n| u32::from(n))
                .collect();
            for mv in game.legal_moves() {
                let next = *game.board().play(mv).position();
                assert_eq!(next.side(), before.side().opponent());
                let Some(pit) = mv.pit() else {
                    assert_eq!(next.parts().pits, parts.pits);
                    continue;
                };
                let origin = 7 * before.side().index() + pit.index();
                let (expected, captured) = by_the_words(pits.clone(), origin);
                let after = next.parts();
                let found = [&after.pits[0][..7], &after.pits[1][..7]].concat();
                let found: Vec<u32> = found.iter().map(|&n| u32::from(n)).collect();
                assert_eq!(found, expected, "{parts:?} {mv}");
                let won = next.kazan(before.side()) - before.kazan(before.side());
                assert_eq!(u32::from(won), captured, "{parts:?} {mv}");
                let anew = Position::from_parts(variant.rules(), &after);
                assert_eq!(anew, Ok(next), "the hash is kept up to date");
                compared += 1;
                laps += Trace::new(variant.rules(), &before, mv).laps.len();
            }
            let mv = game.legal_moves().iter().choose(&mut rng).expect("a move");
            game.play(mv).expect("a legal move");
        }
    }
    println!("{compared} moves of {laps} laps");
    assert!(compared > 50_000);
}
