//! Commands while a search runs.

use std::time::{Duration, Instant};

use super::driver::{Engine, SOLVED, assert_once_within};

#[test]
fn isready_is_answered_at_once() {
    let mut engine = Engine::ugi();
    engine.search();
    assert_once_within(Duration::from_millis(50), || {
        let start = Instant::now();
        let before = engine.ready();
        assert!(!before.iter().any(|line| line.starts_with("bestmove")));
        start.elapsed()
    });
    engine.send("stop");
    engine.until("bestmove");
}

#[test]
fn queries_are_answered_at_once() {
    let mut engine = Engine::ugi();
    engine.search();
    assert_eq!(engine.verdict(), ["false", "true", "none"]);
    assert!(engine.query("fen").ends_with(" 0 0 S 1"));
    assert!(engine.query("moves").starts_with("19 21 "));
    engine.send("stop");
    engine.until("bestmove");
}

#[test]
fn a_position_counts_for_queries_at_once_and_for_the_next_go() {
    let mut engine = Engine::ugi();
    engine.search();
    engine.send(&format!("position fen {SOLVED}"));
    assert_eq!(engine.query("moves"), "91");
    engine.send("stop");
    let first = engine.until("bestmove").pop();
    assert_ne!(first.as_deref(), Some("bestmove 91"));
    engine.send("go depth 3");
    assert_eq!(engine.bestmove(), "91");
}

#[test]
fn a_new_game_and_options_take_effect_after_the_search() {
    let mut engine = Engine::ugi();
    engine.search();
    for line in [
        "uginewgame",
        "ucinewgame",
        "setoption name Hash value 8",
        "setoption name Threads value 2",
        "setoption name MultiPV value 3",
        "setoption name Clear Hash",
        "setoption name UCI_ShowWDL value false",
        "setoption name Move Overhead value 20",
        "setoption name Ponder value true",
        "setoption name UGI_Variant value togyzkumalak",
    ] {
        engine.send(line);
        engine.ready();
    }
    engine.send("stop");
    let lines = engine.until("bestmove");
    assert!(!lines.iter().any(|line| line.contains(" multipv 2 ")));
    engine.quiet();
    engine.send("go depth 6");
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 3 ")));
    assert!(!lines.iter().any(|line| line.contains(" wdl ")));
}

#[test]
fn options_keep_their_place_between_searches() {
    let mut engine = Engine::ugi();
    engine.send_bytes(
        b"position startpos\ngo depth 5\nsetoption name MultiPV value 2\ngo depth 5\n\
          setoption name MultiPV value 1\ngo depth 5\n",
    );
    for expected in [false, true, false] {
        let lines = engine.until("bestmove");
        let two = lines.iter().any(|line| line.contains(" multipv 2 "));
        assert_eq!(two, expected);
    }
}

#[test]
fn lines_are_never_interleaved() {
    // Lines of thought come from the search, answers from the session; the driver checks each line.
    let mut engine = Engine::ugi();
    engine.send("setoption name MultiPV value 9");
    engine.send("setoption name Threads value 2");
    engine.search();
    let flood = "query fen\nquery moves\nisready\nfoo\n".repeat(200);
    engine.send_bytes(flood.as_bytes());
    engine.send("query p1turn");
    let lines = engine.until("response true");
    let count = |part: &str| lines.iter().filter(|line| line.contains(part)).count();
    assert_eq!(count("readyok"), 200);
    assert_eq!(count("unknown command 'foo'"), 200);
    assert_eq!(count("response "), 401);
    engine.send("stop");
    engine.until("bestmove");
}

#[test]
fn a_flood_of_commands_in_mid_search_takes_no_memory() {
    let mut engine = Engine::ugi();
    engine.search();
    let flood = "setoption name Clear Hash\nuginewgame\nsetoption name MultiPV value 2\n";
    engine.send_bytes(flood.repeat(20_000).as_bytes());
    engine.ready();
    engine.send("stop");
    engine.until("bestmove");
    engine.quiet();
}
