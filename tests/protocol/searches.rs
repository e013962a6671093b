//! `go` and `stop`.

use std::time::{Duration, Instant};

use super::driver::{Engine, SOLVED, assert_once_within};

#[test]
fn every_kind_of_limit_ends_with_a_legal_move() {
    let mut engine = Engine::ugi();
    engine.send("position startpos moves 76 98");
    let legal = engine.query("moves");
    for go in [
        "go depth 1",
        "go depth 6",
        "go nodes 1",
        "go nodes 5000",
        "go movetime 0",
        "go movetime 1",
        "go movetime 60",
        "go depth 0",
        "go depth -7",
        "go nodes 0",
        "go movetime -1",
        "go depth 5 nodes 100 movetime 10000",
        "go mate 1 depth 5",
    ] {
        engine.send(go);
        let best = engine.bestmove();
        assert!(legal.split(' ').any(|mv| mv == best), "{go}: {best}");
    }
    engine.quiet();
}

#[test]
fn the_depth_asked_for_is_reached() {
    let mut engine = Engine::ugi();
    engine.send("position startpos");
    engine.send("go depth 7");
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 7 ")));
    assert!(!lines.iter().any(|line| line.starts_with("info depth 8 ")));
}

#[test]
fn limits_beyond_all_bounds() {
    let mut engine = Engine::ugi();
    for go in [
        "go depth 99999999999",
        "go nodes 18446744073709551616",
        "go mate 99999999999999999999",
        "go movetime 99999999999999999999",
        "go wtime 99999999999999999999 btime 1 winc 99999999999999999999 movestogo 99999999999",
    ] {
        engine.send("position startpos");
        engine.send(go);
        engine.until("info depth 3");
        engine.send("stop");
        engine.until("bestmove");
        engine.quiet();
    }
}

#[test]
fn an_endless_search_of_a_solved_position_is_silent_until_stop() {
    let mut engine = Engine::ugi();
    engine.send(&format!("position fen {SOLVED}"));
    for go in ["go infinite", "go infinite depth 2", "go"] {
        engine.send(go);
        while let Some(line) = engine.line_within(Duration::from_millis(300)) {
            assert!(line.starts_with("info depth "), "{line}");
        }
        assert_eq!(engine.query("moves"), "91");
        engine.send("stop");
        engine.until("bestmove");
    }
}

#[test]
fn stop_within_20_ms() {
    let mut engine = Engine::ugi();
    assert_once_within(Duration::from_millis(20), || {
        engine.search();
        let start = Instant::now();
        engine.send("stop");
        engine.until("bestmove");
        start.elapsed()
    });
}

#[test]
fn stop_when_idle_says_nothing() {
    let mut engine = Engine::ugi();
    engine.send("stop");
    engine.send("stop");
    engine.quiet();
    engine.search();
    engine.send("stop");
    engine.send("stop");
    engine.until("bestmove");
    engine.quiet();
}

#[test]
fn stop_followed_by_position_and_go_gives_two_best_moves_in_order() {
    let mut engine = Engine::ugi();
    for _ in 0..20 {
        engine.send("position startpos");
        engine.send_bytes(
            format!("go infinite\nstop\nposition fen {SOLVED}\ngo depth 4\n").as_bytes(),
        );
        let first = engine.bestmove();
        let second = engine.bestmove();
        assert_ne!(first, "91", "the start position has no move 91");
        assert_eq!(second, "91", "the only move of the second position");
        engine.quiet();
    }
}

#[test]
fn searches_asked_for_in_advance_take_their_turn() {
    let mut engine = Engine::ugi();
    engine.send_bytes(
        b"position startpos\ngo depth 5\nposition fen 8,1S/8,1S 80 80 S 1\ngo depth 3\n",
    );
    assert_ne!(engine.bestmove(), "91");
    assert_eq!(engine.bestmove(), "91");
    // Behind an endless search one has to wait for stop, and is told so.
    engine.search();
    engine.send("go depth 3");
    while !engine
        .line()
        .contains("go waits for the end of the search before it")
    {}
    engine.send("stop");
    engine.until("bestmove");
    engine.until("bestmove");
    engine.quiet();
}

#[test]
fn too_many_waiting_searches_are_refused() {
    let mut engine = Engine::ugi();
    engine.search();
    for _ in 0..70 {
        engine.send("go depth 1");
    }
    engine.send("query p1turn");
    let lines = engine.until("response");
    let count = |part: &str| lines.iter().filter(|line| line.contains(part)).count();
    assert_eq!(count("go waits for the end"), 64);
    assert_eq!(count("go rejected: 64 others are waiting"), 6);
    engine.send("stop");
    for _ in 0..65 {
        engine.until("bestmove");
    }
    engine.quiet();
}

#[test]
fn searchmoves_restrict_the_root() {
    let mut engine = Engine::ugi();
    engine.send("position startpos");
    engine.send("go depth 6 searchmoves 32");
    assert_eq!(engine.bestmove(), "32");
    engine.send("go searchmoves 43 55 depth 4");
    engine.note("searchmoves '55' is ignored");
    assert_eq!(engine.bestmove(), "43");
    engine.send("go depth 4 searchmoves 99 e2e4");
    engine.note("searchmoves '99' is ignored");
    engine.note("searchmoves 'e2e4' is ignored");
    engine.note("searchmoves names no legal move; all legal moves are searched");
    engine.bestmove();
    engine.send("go depth 4 searchmoves");
    engine.note("searchmoves without moves is ignored");
    engine.bestmove();
    engine.quiet();
}

#[test]
fn faulty_arguments_of_go_are_told() {
    let mut engine = Engine::ugi();
    engine.send("go perft 3");
    engine.note("go perft is not known; use the command 'perft N'");
    engine.note("go rejected: no argument was understood");
    engine.send("go dephth 3");
    engine.note("unknown argument 'dephth'");
    engine.note("unknown argument '3'");
    engine.note("go rejected");
    engine.quiet();
    engine.send("go depth 2 foo movetime");
    engine.note("unknown argument 'foo'");
    engine.note("go movetime needs a number");
    engine.bestmove();
    engine.quiet();
}
