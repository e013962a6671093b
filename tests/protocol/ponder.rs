//! Pondering.

use std::time::{Duration, Instant};

use super::driver::Engine;

#[test]
fn the_clock_of_a_pondering_search_starts_at_the_ponder_hit() {
    let mut engine = Engine::ugi();
    engine.send("position startpos moves 76 98");
    engine.send("go ponder movetime 200");
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(500) {
        if let Some(line) = engine.line_within(Duration::from_millis(50)) {
            assert!(line.starts_with("info "), "{line}");
        }
    }
    let hit = Instant::now();
    engine.send("ponderhit");
    engine.until("bestmove");
    // The overhead is kept back from the time of a move.
    let time = hit.elapsed();
    assert!(time >= Duration::from_millis(150), "{time:?}");
    assert!(time < Duration::from_secs(5), "{time:?}");
    engine.quiet();
}

#[test]
fn a_pondering_search_that_is_done_waits() {
    let mut engine = Engine::ugi();
    engine.send("position startpos");
    engine.send("go ponder depth 2");
    engine.until("info depth 2");
    engine.silent_for(Duration::from_millis(300));
    engine.send("ponderhit");
    assert!(engine.line().starts_with("bestmove "));
    engine.quiet();
}

#[test]
fn stop_ends_pondering() {
    let mut engine = Engine::ugi();
    engine.send("position startpos");
    for go in [
        "go ponder movetime 10",
        "go ponder wtime 50 btime 50",
        "go ponder",
    ] {
        engine.send(go);
        engine.until("info depth 2");
        engine.send("stop");
        engine.until("bestmove");
        engine.send("ponderhit");
        engine.quiet();
    }
}

#[test]
fn the_expected_reply_is_told_only_in_uci_mode_with_ponder_on() {
    for (dialect, ponder, told) in [
        ("ugi", false, false),
        ("ugi", true, false),
        ("uci", false, false),
        ("uci", true, true),
    ] {
        let mut engine = Engine::greeted(dialect);
        engine.send(&format!("setoption name Ponder value {ponder}"));
        engine.send("position startpos");
        engine.send("go depth 8");
        let best = engine.bestmove();
        assert_eq!(
            best.contains(" ponder "),
            told,
            "{dialect} {ponder}: {best}"
        );
    }
}
