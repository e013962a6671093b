//! `position` and `query`.

use super::driver::{Engine, SOLVED, WON};

const START: &str = "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1";

#[test]
fn every_query_of_a_running_game() {
    let mut engine = Engine::ugi();
    assert_eq!(engine.query("fen"), START);
    assert_eq!(engine.query("moves"), "19 21 32 43 54 65 76 87 98");
    assert_eq!(engine.verdict(), ["false", "true", "none"]);
    engine.send("position startpos moves 76");
    assert_eq!(engine.verdict(), ["false", "false", "none"]);
    assert_eq!(
        engine.query("fen"),
        "9S,9S,9S,1,10S,10S,10S,10S,10S/9S,9S,9S,9S,9S,9S,1S,10S,10S 10 0 N 1"
    );
    engine.quiet();
}

#[test]
fn both_forms_of_fen_and_every_spelling_of_moves() {
    let mut engine = Engine::ugi();
    let mut expected = None;
    for position in [
        "startpos moves 76 98",
        "startpos moves 7 9",
        "startpos moves 76(10) 98",
        "startpos moves g1d2 a2h1",
        &format!("fen {START} moves 76 98"),
        "fen 9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 0,0 -,- w 0 moves 76 98",
    ] {
        engine.send(&format!("position {position}"));
        let fen = engine.query("fen");
        assert_eq!(&fen, expected.get_or_insert(fen.clone()), "{position}");
    }
    assert!(expected.is_some_and(|fen| fen.ends_with(" 10 0 S 2")));
    engine.quiet();
}

#[test]
fn a_finished_game_and_a_search_of_it() {
    let mut engine = Engine::ugi();
    engine.send(&format!("position startpos moves {WON}"));
    assert_eq!(engine.verdict(), ["true", "false", "p1win"]);
    assert_eq!(engine.query("moves"), "none");
    for go in ["go depth 5", "go movetime 10", "go wtime 100 btime 100"] {
        engine.send(go);
        assert_eq!(engine.bestmove(), "(none)");
    }
    engine.send("go infinite");
    engine.until("info depth 0");
    engine.quiet();
    engine.send("stop");
    assert_eq!(engine.line(), "bestmove (none)");

    for (fen, result) in [
        ("9/9 81 81 S 1", "draw"),
        ("9/9 81 81 N 1", "draw"),
        ("1S,8/9 70 91 S 1", "p2win"),
        ("9/1S,8 70 91 N 1", "p2win"),
        ("1S,8/9 80 81 S 1", "p2win"),
        ("9/8,1S 81 80 N 1", "p1win"),
    ] {
        engine.send(&format!("position fen {fen}"));
        assert_eq!(engine.query("gameover"), "true", "{fen}");
        assert_eq!(engine.query("result"), result, "{fen}");
        engine.send("go depth 3");
        assert_eq!(engine.bestmove(), "(none)");
    }
}

#[test]
fn the_side_that_makes_an_illegal_move_has_lost() {
    let mut engine = Engine::ugi();
    engine.send("position startpos moves 76");
    let before = engine.query("fen");
    for (moves, index, p1turn, result) in [
        ("75", 1, "true", "p2win"),
        ("0", 1, "true", "p2win"),
        ("e2e4", 1, "true", "p2win"),
        ("76 98 9 7 xx", 5, "true", "p2win"),
        ("76 76x", 2, "false", "p1win"),
        ("76 98(11)", 2, "false", "p1win"),
        // The game is over: every further move is illegal.
        (&format!("{WON} 11"), 12, "false", "p1win"),
    ] {
        engine.send(&format!("position startpos moves {moves}"));
        engine.note(&format!("position rejected: move {index}, "));
        assert_eq!(engine.verdict(), ["true", p1turn, result], "{moves}");
        assert_eq!(engine.query("moves"), "none");
        assert_eq!(engine.query("fen"), before, "the previous position stays");
    }
    // A search still works, on the position that stayed.
    engine.send("go depth 4");
    assert_ne!(engine.bestmove(), "(none)");
    // A new game alone does not lift the verdict, the next accepted position does.
    engine.send("uginewgame");
    assert_eq!(engine.query("gameover"), "true");
    engine.send("position startpos");
    assert_eq!(engine.verdict(), ["false", "true", "none"]);
    engine.quiet();
}

#[test]
fn wrong_positions_are_rejected_with_the_reason() {
    let mut engine = Engine::ugi();
    engine.send(&format!("position fen {SOLVED}"));
    let before = engine.query("fen");
    for fen in [
        // Malformed.
        "",
        "x",
        "9S",
        "/ 0 0 S 1",
        "9S,9S/9S,9S 0 0 S 1",
        "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S",
        "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 X 1",
        "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S -1 1 S 1",
        "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 0,0 -,- w x",
        "99999999999999999999S,8/9 0 0 S 1",
        // Impossible.
        "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,10S 0 0 S 1",
        "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,8S 0 0 S 1",
        "t,8/9 81 81 S 1",
        "8,t/9 81 81 S 1 extra",
        "7,t,1/1,t,7 81 81 S 1",
        "9/8,t 81 81 S 1",
        "255S,8/9 0 0 S 1",
    ] {
        engine.send(&format!("position fen {fen}"));
        engine.note("position rejected: ");
        assert_eq!(engine.verdict(), ["true", "true", "none"], "{fen}");
        assert_eq!(engine.query("fen"), before);
    }
    engine
        .send("position fen 9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,8S 0 0 S 1 moves 7");
    engine.note("161");
    engine.quiet();
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    // Two balls walk around the board, half a lap apart; after nine moves each they have changed
    // places, which is the same position.
    let start = "position fen 4,1S,4/4,1S,4 80 80 S 1 moves";
    let lap = "5 5 6 6 7 7 8 8 9 9 1 1 2 2 3 3 4 4";
    let mut engine = Engine::ugi();
    engine.send(&format!("{start} {lap} {lap}"));
    assert_eq!(engine.verdict(), ["true", "true", "draw"]);
    assert_eq!(engine.query("moves"), "none");
    engine.send("go depth 3");
    assert_eq!(engine.bestmove(), "(none)");
    engine.send(&format!("{start} {lap} {lap} 5"));
    engine.note("position rejected: move 37");
    engine.send(&format!("{start} {lap}"));
    assert_eq!(engine.verdict(), ["false", "true", "none"]);
    assert_eq!(engine.query("moves"), "56");
}
