//! Moves and positions as text: round trips, fixtures, published games and positions.

mod common {
    pub mod boards;
    pub mod facts;
    pub mod games;
    pub mod numbers;
}

use common::boards::pits;
use common::facts::cases;
use common::games::random_game;
use common::numbers::numbers;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use tuzdik::game::{Board, Game, Pit, Position, Side, Variant};
use tuzdik::notation::{diagram, fen, moves};

const VARIANT: Variant = Variant::TogyzKumalak;

/// The lines of a fixture file without its comments.
fn fixture(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// The form of a position that other engines with a UCI-like protocol use.
fn counts_form(position: &Position, plies: u32) -> String {
    let parts = position.parts();
    let rows = parts.pits.map(|row| row.map(|n| n.to_string()).join(","));
    let [south, north] = parts
        .tuzdiks
        .map(|t| t.map_or("-".to_owned(), |pit| pit.to_string()));
    let [own, other] = parts.kazans;
    let side = match parts.side {
        Side::South => 'w',
        Side::North => 'b',
    };
    format!(
        "{} {own},{other} {south},{north} {side} {plies}",
        rows.join("/")
    )
}

#[test]
fn valid_positions_survive() {
    let mut cases = 0;
    for line in fixture(include_str!("data/fen_valid.txt")) {
        let (board, number) = fen::parse(line, VARIANT).unwrap_or_else(|e| panic!("{line}: {e}"));
        assert_eq!(fen::format(&board, number), line);
        assert!(diagram::draw(&board, number).contains(line));
        cases += 1;
    }
    println!("{cases} valid positions");
    assert!(cases > 0);
}

#[test]
fn invalid_positions_are_refused_with_the_reason() {
    let mut cases = 0;
    for line in fixture(include_str!("data/fen_invalid.txt")) {
        let (text, message) = line.split_once('\t').expect("text, tab, message");
        let error = fen::parse(text, VARIANT).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
        cases += 1;
    }
    println!("{cases} invalid positions");
    assert!(cases > 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_failure_persistence(
        FileFailurePersistence::WithSource("regressions")
    ))]

    #[test]
    fn positions_survive_both_forms(game in random_game(VARIANT), number in 1..u32::MAX) {
        for (plies, board) in game.boards().enumerate() {
            let text = fen::format(&board, number);
            prop_assert_eq!(fen::parse(&text, VARIANT), Ok((board, number)));
            let plies = plies as u32;
            let counts = counts_form(board.position(), plies);
            prop_assert_eq!(fen::parse(&counts, VARIANT), Ok((board, plies / 2 + 1)));
        }
    }

    #[test]
    fn moves_survive_every_form(game in random_game(VARIANT)) {
        for board in game.boards() {
            for mv in board.moves() {
                for text in [
                    mv.to_string(),
                    board.show(mv).to_string(),
                    moves::format_tgk(&board, mv),
                    moves::format_playok(&board, mv),
                ] {
                    prop_assert_eq!(moves::parse(&text, &board), Ok(mv));
                }
            }
        }
    }

    /// Of all claims about a pit's landing and tuzdik exactly the true ones are accepted.
    #[test]
    fn false_claims_are_refused(game in random_game(VARIANT), origin in 1..=9u8) {
        let board = game.board();
        let accepted = |text: &str| moves::parse(text, &board).is_ok();
        let landings = (1..=9u8).filter(|landing| accepted(&format!("{origin}{landing}"))).count();
        let legal = board.moves().iter().any(|mv| mv.pit() == Pit::new(origin));
        prop_assert_eq!(landings, usize::from(legal));
        let kazans = (0..=162).filter(|n| accepted(&format!("{origin}({n})"))).count();
        let captures = board
            .moves()
            .iter().find(|mv| mv.pit() == Pit::new(origin))
            .is_some_and(|mv| board.play_with_effect(mv).1.captured > 0);
        prop_assert_eq!(kazans, usize::from(captures));
    }

    #[test]
    fn any_text_is_refused_or_read_in_one_line(text in any::<String>()) {
        let start = Board::start(VARIANT);
        if let Err(error) = moves::parse(&text, &start) {
            prop_assert_eq!(error.to_string().lines().count(), 1);
        }
        if let Err(error) = fen::parse(&text, VARIANT) {
            prop_assert_eq!(error.to_string().lines().count(), 1);
        }
    }

    /// Text that looks like a position: it is refused, or what is read survives.
    #[test]
    fn nearly_positions_are_refused_or_survive(
        text in "[0-9St]{1,3}(,[0-9St,]{1,9}){0,9}/[0-9St,]{1,30} [0-9]{1,3},?[0-9]{0,2} [-0-9,]{1,4} [SNwb] [0-9]{1,11}",
    ) {
        if let Ok((board, number)) = fen::parse(&text, VARIANT) {
            let written = fen::format(&board, number);
            prop_assert_eq!(fen::parse(&written, VARIANT), Ok((board, number)));
        }
    }

    #[test]
    fn nearly_moves_are_refused_or_read(text in "[0-9a-jxX()]{1,6}") {
        let start = Board::start(VARIANT);
        if let Ok(mv) = moves::parse(&text, &start) {
            prop_assert!(start.moves().contains(mv));
        }
    }
}

/// Plays moves that are written in one line.
fn replay(tokens: &str) -> Game {
    let mut game = Game::new(VARIANT);
    for token in tokens.split_whitespace() {
        let mv = moves::parse(token, &game.board()).unwrap_or_else(|e| panic!("{tokens}: {e}"));
        game.play(mv)
            .unwrap_or_else(|e| panic!("{tokens}: {token}: {e}"));
    }
    game
}

fn kazans(position: &Position) -> [u8; 2] {
    Side::BOTH.map(|side| position.kazan(side))
}

/// Side and pit of a square: files a to i are South's pits 1 to 9, rank 1 is South's row.
fn square(name: &str) -> (Side, Pit) {
    let file = name.as_bytes()[0] - b'a';
    let (side, number) = match name.ends_with('1') {
        true => (Side::South, file + 1),
        false => (Side::North, 9 - file),
    };
    (side, Pit::new(number).expect("a pit number"))
}

/// A side as PlayStrategy names it.
fn named(name: &str) -> Side {
    match name {
        "P1" => Side::South,
        "P2" => Side::North,
        _ => panic!("P1 or P2, not {name}"),
    }
}

fn check_playstrategy_fact(game: &Game, what: &str, expected: &str) {
    let position = game.position();
    match what {
        "score" => assert_eq!(kazans(position).to_vec(), numbers::<u8>(expected)),
        "to_move" => assert_eq!(position.side(), named(expected)),
        "legal_moves" => assert_eq!(game.legal_moves().len().to_string(), expected),
        "over" => assert_eq!(game.outcome().is_some().to_string(), expected),
        "winner" => {
            let outcome = game.outcome().expect("the game is over");
            assert_eq!(outcome.winner, Some(named(expected)));
        }
        "fen" => {
            let number = game.moves().len() as u32 / 2 + 1;
            assert_eq!(fen::format(&game.board(), number), expected);
        }
        "stones" => {
            let (name, balls) = expected.split_once(' ').expect("a square and its balls");
            let (side, pit) = square(name);
            assert_eq!(position.balls(side, pit).to_string(), balls);
        }
        "tuzdik" if expected == "none" => {
            assert!(
                Side::BOTH
                    .iter()
                    .all(|&side| position.tuzdik(side).is_none())
            );
        }
        "tuzdik" => {
            let (name, owner) = expected.split_once(' ').expect("a square and its owner");
            let (side, pit) = square(name);
            assert_eq!(named(owner), side.opponent());
            assert_eq!(position.tuzdik(named(owner)), Some(pit));
        }
        other => panic!("what is '{other}'?"),
    }
}

#[test]
fn playstrategy_games_and_positions() {
    let mut count = [0; 2];
    for case in cases(include_str!("data/facts/playstrategy.txt")) {
        match case[..] {
            ["game", moves, ref facts @ ..] => {
                let game = replay(moves);
                for fact in facts {
                    let (what, expected) = fact.split_once(' ').expect("a fact has a name");
                    check_playstrategy_fact(&game, what, expected);
                }
                count[0] += 1;
            }
            ["board", text, board] => {
                let (read, number) = fen::parse(text, VARIANT).expect("a sound FEN");
                assert_eq!(pits(read.position()), numbers::<i64>(board), "{text}");
                assert_eq!(fen::format(&read, number), text);
                count[1] += 1;
            }
            _ => panic!("{case:?}"),
        }
    }
    assert_eq!(count, [9, 3]);
}

#[test]
fn game_with_the_board_after_every_ply() {
    let lines = cases(include_str!("data/facts/every_ply.txt"));
    let game = replay(lines[0][0]);
    let end: Vec<u8> = numbers(lines[1][0]);
    let boards = &lines[2..];
    assert_eq!(boards.len(), game.moves().len());
    let stated: Vec<Vec<i64>> = boards.iter().map(|line| numbers(line[0])).collect();
    // The source empties the board when the game is over.
    let (last, before) = stated.split_last().expect("a game has moves");
    assert!(last[..18].iter().all(|&n| n == 0));
    for (position, stated) in game.positions()[1..].iter().zip(before) {
        // A tuzdik shows as an empty pit here.
        let board = pits(position).into_iter().map(|n| n.max(0));
        let all = board.chain(kazans(position).map(i64::from));
        assert_eq!(&all.collect::<Vec<_>>(), stated);
    }
    let outcome = game.outcome().expect("the game is over");
    assert_eq!(outcome.kazans.to_vec(), end);
    assert_eq!(outcome.kazans.map(i64::from), last[18..]);
    assert_eq!(outcome.winner, Some(Side::South));
}

#[test]
fn printed_diagrams() {
    let mut diagrams = 0;
    for case in cases(include_str!("data/facts/diagrams.txt")) {
        let game = replay(case[0]);
        for diagram in &case[1..] {
            let (ply, printed) = diagram.split_once(' ').expect("a ply and a position");
            let ply: usize = ply.parse().expect("a ply");
            let (expected, _) = fen::parse(printed, VARIANT).expect("a sound FEN");
            assert_eq!(
                game.positions()[ply],
                *expected.position(),
                "{case:?}, ply {ply}"
            );
            diagrams += 1;
        }
    }
    assert_eq!(diagrams, 36);
}
