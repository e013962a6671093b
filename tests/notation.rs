//! Moves and positions as text: round trips, fixtures, published games and positions.

mod common {
    pub mod boards;
    pub mod facts;
    pub mod games;
    pub mod vectors;
}

use common::boards::{numbers, pits, tuzdiks};
use common::facts::{list, text};
use common::games::random_game;
use common::vectors::load;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use tuzdik::game::{Game, Position, Side, Variant};
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
        let (position, number) =
            fen::parse(line, VARIANT).unwrap_or_else(|e| panic!("{line}: {e}"));
        assert_eq!(fen::format(VARIANT, &position, number), line);
        assert!(diagram::draw(VARIANT, &position, number).contains(line));
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
        for (plies, position) in game.positions().iter().enumerate() {
            let text = fen::format(VARIANT, position, number);
            prop_assert_eq!(fen::parse(&text, VARIANT), Ok((*position, number)));
            let plies = plies as u32;
            let counts = counts_form(position, plies);
            prop_assert_eq!(fen::parse(&counts, VARIANT), Ok((*position, plies / 2 + 1)));
        }
    }

    #[test]
    fn moves_survive_every_form(game in random_game(VARIANT)) {
        for position in game.positions() {
            for mv in VARIANT.moves(position) {
                for text in [
                    mv.pit().to_string(),
                    moves::format(VARIANT, position, mv),
                    moves::format_tgk(VARIANT, position, mv),
                    moves::format_playok(VARIANT, position, mv),
                ] {
                    prop_assert_eq!(moves::parse(&text, VARIANT, position), Ok(mv));
                }
            }
        }
    }

    /// Of all claims about a pit's landing and tuzdik exactly the true ones are accepted.
    #[test]
    fn false_claims_are_refused(game in random_game(VARIANT), origin in 1..=9u8) {
        let position = game.position();
        let accepted = |text: &str| moves::parse(text, VARIANT, position).is_ok();
        let landings = (1..=9u8).filter(|landing| accepted(&format!("{origin}{landing}"))).count();
        let legal = VARIANT.moves(position).any(|mv| mv.pit().number() == origin);
        prop_assert_eq!(landings, usize::from(legal));
        let kazans = (0..=162).filter(|n| accepted(&format!("{origin}({n})"))).count();
        let captures = VARIANT
            .moves(position)
            .find(|mv| mv.pit().number() == origin)
            .is_some_and(|mv| VARIANT.play_with_effect(position, mv).1.captured > 0);
        prop_assert_eq!(kazans, usize::from(captures));
    }

    #[test]
    fn any_text_is_refused_or_read_in_one_line(text in any::<String>()) {
        let start = VARIANT.start();
        if let Err(error) = moves::parse(&text, VARIANT, &start) {
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
        if let Ok((position, number)) = fen::parse(&text, VARIANT) {
            let written = fen::format(VARIANT, &position, number);
            prop_assert_eq!(fen::parse(&written, VARIANT), Ok((position, number)));
        }
    }

    #[test]
    fn nearly_moves_are_refused_or_read(text in "[0-9a-jxX()]{1,6}") {
        let start = VARIANT.start();
        if let Ok(mv) = moves::parse(&text, VARIANT, &start) {
            prop_assert!(VARIANT.moves(&start).contains(mv));
        }
    }
}

/// Plays moves that are written in one line.
fn replay(tokens: &str) -> Game {
    let mut game = Game::new(VARIANT);
    for token in tokens.split_whitespace() {
        let mv = moves::parse(token, VARIANT, game.position())
            .unwrap_or_else(|e| panic!("{tokens}: {e}"));
        game.play(mv)
            .unwrap_or_else(|e| panic!("{tokens}: {token}: {e}"));
    }
    game
}

#[test]
fn playstrategy_games_and_positions() {
    let Some(file) = load("playstrategy.json") else {
        return;
    };
    let mut games = 0;
    for case in list(&file, "cases")
        .iter()
        .filter(|c| c["rules"] == "togyzkumalak")
    {
        let tokens: Vec<&str> = list(case, "moves")
            .iter()
            .filter_map(|m| m.as_str())
            .collect();
        let game = replay(&tokens.join(" "));
        let position = game.position();
        let expected = &case["expected"];
        if let Some(over) = expected["over"].as_bool() {
            assert_eq!(game.outcome().is_some(), over, "{case}");
        }
        if let Some(text) = expected["fen"].as_str() {
            assert_eq!(
                fen::format(VARIANT, position, tokens.len() as u32 / 2 + 1),
                text
            );
        }
        if let Some(side) = expected["to_move"].as_str() {
            assert_eq!(position.side() == Side::South, side == "P1", "{case}");
        }
        if !expected["score"].is_null() {
            let kazans = Side::BOTH.map(|side| i64::from(position.kazan(side)));
            assert_eq!(kazans.to_vec(), numbers(&expected["score"]), "{case}");
        }
        if let Some(count) = expected["legal_moves"].as_u64() {
            assert_eq!(game.legal_moves().len() as u64, count, "{case}");
        }
        games += 1;
    }
    let mut positions = 0;
    for case in list(&file, "fen_to_array") {
        let (position, number) = fen::parse(text(case, "fen"), VARIANT).expect("a sound FEN");
        assert_eq!(pits(&position), numbers(&case["array"]), "{case}");
        assert_eq!(fen::format(VARIANT, &position, number), text(case, "fen"));
        positions += 1;
    }
    println!("playstrategy.json: {games} games, {positions} positions");
    assert!(games > 0 && positions > 0);
}

#[test]
fn game_with_the_board_after_every_ply() {
    let Some(file) = load("game_every_ply.json") else {
        return;
    };
    let game = replay(text(&file, "moves"));
    let expected = list(&file["expected"], "positions");
    assert_eq!(expected.len(), game.moves().len());
    // The source empties the board when the game is over.
    let (last, before) = expected.split_last().expect("a game has moves");
    assert!(numbers(&last["pits"]).iter().all(|&n| n == 0));
    for (position, expected) in game.positions()[1..].iter().zip(before) {
        // A tuzdik shows as an empty pit here.
        let board: Vec<i64> = pits(position).iter().map(|&n| n.max(0)).collect();
        assert_eq!(board, numbers(&expected["pits"]));
        let kazans = Side::BOTH.map(|side| i64::from(position.kazan(side)));
        assert_eq!(kazans.to_vec(), numbers(&expected["kazan"]));
    }
    let outcome = game.outcome().expect("the game is over");
    let kazans = outcome.kazans.map(i64::from);
    assert_eq!(kazans.to_vec(), numbers(&file["expected"]["final"]));
    assert_eq!(kazans.to_vec(), numbers(&last["kazan"]));
    assert_eq!(outcome.winner, Some(Side::South));
    println!("game_every_ply.json: {} positions", expected.len());
}

#[test]
fn printed_diagrams() {
    let Some(file) = load("diagrams_2022.json") else {
        return;
    };
    let mut diagrams = 0;
    for case in list(&file, "games") {
        let game = replay(text(case, "moves"));
        for expected in list(&case["expected"], "positions") {
            let ply = expected["ply"].as_u64().expect("a ply") as usize;
            let position = &game.positions()[ply];
            let board = [numbers(&expected["white"]), numbers(&expected["black"])].concat();
            assert_eq!(pits(position), board, "{case}, ply {ply}");
            let kazans = Side::BOTH.map(|side| i64::from(position.kazan(side)));
            assert_eq!(kazans.to_vec(), numbers(&expected["kazan"]));
            assert_eq!(tuzdiks(position), numbers(&expected["tuzdik"]));
            let white = expected["to_move"] == "white";
            assert_eq!(position.side() == Side::South, white);
            diagrams += 1;
        }
    }
    println!("diagrams_2022.json: {diagrams} diagrams");
    assert!(diagrams > 0);
}
