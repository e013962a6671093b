//! Every game of the family over the protocol.

use tuzdik::game::{Game, Side, Variant};
use tuzdik::notation::{fen, moves};

use super::driver::Engine;

fn engine(variant: Variant) -> Engine {
    let mut engine = Engine::ugi();
    engine.send(&format!("setoption name UGI_Variant value {variant}"));
    engine
}

/// The legal moves in the words of the protocol.
fn legal(game: &Game) -> String {
    let names: Vec<String> = game
        .legal_moves()
        .iter()
        .map(|mv| game.board().show(mv).to_string())
        .collect();
    match names.is_empty() {
        true => "none".to_owned(),
        false => names.join(" "),
    }
}

#[test]
fn a_game_of_every_variant_by_the_protocol_alone() {
    for &variant in Variant::ALL {
        let mut engine = engine(variant);
        let mut game = Game::new(variant);
        let mut position = "position startpos".to_owned();
        engine.send(&position);
        let outcome = loop {
            if let Some(outcome) = game.outcome() {
                break outcome;
            }
            let plies = game.moves().len();
            assert!(plies < 2000, "{variant}: no end of {position}");
            if plies.is_multiple_of(8) {
                assert_eq!(engine.query("moves"), legal(&game), "{variant}");
                let south = game.position().side() == Side::South;
                assert_eq!(
                    engine.verdict(),
                    ["false", &south.to_string(), "none"],
                    "{variant}"
                );
            }
            engine.send("go nodes 50");
            let best = engine.bestmove();
            let mv = moves::parse(&best, &game.board()).expect("a legal move");
            game.play(mv).expect("a legal move");
            position += if plies == 0 { " moves " } else { " " };
            position += &best;
            engine.send(&position);
        };
        let result = match outcome.winner {
            Some(Side::South) => "p1win",
            Some(Side::North) => "p2win",
            None => "draw",
        };
        let south = game.position().side() == Side::South;
        assert_eq!(
            engine.verdict(),
            ["true", &south.to_string(), result],
            "{variant}: {position}"
        );
        assert_eq!(engine.query("moves"), "none");
        // The position alone, without the moves that led there.
        let told = engine.query("fen");
        let (parsed, number) = fen::parse(&told, variant).expect("a position");
        assert_eq!(parsed, game.board(), "{variant}");
        assert_eq!(fen::format(&parsed, number), told);
        engine.send("go depth 3");
        assert_eq!(engine.bestmove(), "(none)");
        engine.quiet();
    }
}

#[test]
fn the_option_has_two_names_and_goes_back_to_the_start() {
    let mut engine = Engine::ugi();
    engine.send("position startpos moves 76");
    engine.send("setoption name uci_variant value BESTEMSHE");
    assert_eq!(engine.query("moves"), "15 21 32 43 54");
    engine.send("position startpos moves 76");
    engine.note("expected 1 to 5");
    engine.send("setoption name UGI_Variant value checkers");
    engine.note("expected togyzkumalak, qozdatu, bestemshe");
    assert_eq!(engine.query("moves"), "none");
    engine.send("position startpos");
    assert_eq!(engine.query("moves"), "15 21 32 43 54");
    engine.quiet();
}

#[test]
fn mandatory_moves_of_giveaway() {
    for variant in [Variant::Giveaway, Variant::Giveaway2022] {
        let mut engine = engine(variant);
        assert_eq!(engine.query("moves"), "21 32 43 54 65 76 87 98");
        engine.send("position startpos moves 19");
        engine.note("a move that wins balls is mandatory");
        assert_eq!(engine.verdict(), ["true", "true", "p2win"]);
        engine.quiet();
    }
}

#[test]
fn the_choice_of_sides() {
    let mut engine = engine(Variant::Mangala);
    assert_eq!(
        engine.query("fen"),
        "7S,7S,7S,7S,7S,7S,7S/7S,7S,7S,7S,7S,7S,7S 0 0 ? 1"
    );
    assert_eq!(engine.query("moves"), "south north");
    for go in ["go movetime 10", "go depth 1", "go p1time 1000 p2time 1000"] {
        engine.send(go);
        let lines = engine.until("bestmove");
        assert!(lines[0].contains(" score cp 3000 "), "{lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some("bestmove south"));
    }
    engine.send("go searchmoves north");
    let lines = engine.until("info depth");
    assert!(lines[0].contains(" score cp -3000 "), "{lines:?}");
    engine.send("stop");
    assert_eq!(engine.line(), "bestmove north");
    engine.send("position startpos moves 11");
    engine.note("expected south or north");
    for choice in ["south", "north"] {
        engine.send(&format!("position startpos moves {choice}"));
        assert_eq!(engine.verdict(), ["false", "true", "none"]);
        assert!(engine.query("fen").ends_with(" 0 0 S 1"));
        let forced = engine.query("moves");
        engine.send("go depth 1");
        assert_eq!(engine.bestmove(), forced);
    }
    engine.send("position startpos moves south south");
    engine.note("'south' is not a legal move here");
    engine.quiet();
}

#[test]
fn an_empty_side_passes() {
    let mut mangala = engine(Variant::MangalaFree);
    mangala.send("position fen 4S,6/7 50 44 S 9");
    assert_eq!(mangala.query("moves"), "pass");
    mangala.send("go depth 4");
    assert_eq!(mangala.bestmove(), "pass");
    mangala.send("position fen 4S,6/7 50 44 S 9 moves pass");
    assert_eq!(mangala.verdict(), ["false", "false", "none"]);
    mangala.quiet();

    let mut extra = engine(Variant::TogyzExtraMove);
    extra.send("position fen 8,2S/9 80 80 S 50");
    assert_eq!(extra.query("moves"), "pass");
    extra.send("go depth 4");
    assert_eq!(extra.bestmove(), "pass");
    extra.send("position fen 8,2S/9 80 80 S 50 moves pass");
    assert_eq!(extra.query("fen"), "8,2S/9 80 80 N+ 50");
    extra.quiet();
}

#[test]
fn the_evaluation_of_a_forced_game_is_exact() {
    let mut engine = engine(Variant::Mangala).for_people();
    engine.send("eval");
    let expected = "the player who chooses a side ends with a margin of +30.00 counters";
    assert!(engine.line().ends_with(expected));
    engine.send("position startpos moves north");
    engine.send("eval");
    let expected = "South ends with a margin of +30.00 counters";
    assert!(engine.line().ends_with(expected));
}
