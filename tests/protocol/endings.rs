//! How the process ends.

use std::time::Duration;

use super::driver::{Engine, SOLVED};

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn the_end_of_input_when_idle() {
    let mut engine = Engine::start();
    engine.close_input();
    assert!(engine.ends_within(SECOND).is_empty());
    let mut engine = Engine::ugi();
    engine.quiet();
    engine.close_input();
    assert!(engine.ends_within(SECOND).is_empty());
}

#[test]
fn the_end_of_input_stops_an_endless_search() {
    for go in [
        "go infinite",
        "go ponder movetime 5",
        "go",
        "go mate 5",
        "go ponder\nponderhit",
    ] {
        for position in ["startpos".to_owned(), format!("fen {SOLVED}")] {
            let mut engine = Engine::ugi();
            engine.send(&format!("position {position}"));
            engine.send(go);
            engine.until("info depth 1");
            engine.close_input();
            let lines = engine.ends_within(SECOND);
            assert!(
                lines.last().is_some_and(|l| l.starts_with("bestmove ")),
                "{lines:?}"
            );
        }
    }
}

#[test]
fn the_end_of_input_lets_bounded_work_finish() {
    let mut engine = Engine::start().for_people();
    engine.send_bytes(b"position startpos\ngo depth 9\ngo movetime 50\nperft 3");
    engine.close_input();
    let lines = engine.ends_within(Duration::from_secs(30));
    let bestmoves = lines.iter().filter(|l| l.starts_with("bestmove ")).count();
    assert_eq!(bestmoves, 2);
    assert!(lines.iter().any(|l| l.starts_with("info depth 9 ")));
    assert!(lines.iter().any(|l| l.starts_with("perft 3: 613 ")));
}

#[test]
fn quit_when_idle_and_in_mid_search() {
    let mut engine = Engine::ugi();
    engine.send("quit");
    engine.ends_within(SECOND);

    let mut engine = Engine::ugi();
    engine.search();
    engine.send("go depth 30");
    engine.send("quit");
    engine.ends_within(SECOND);
}

#[test]
fn a_closed_stdout_ends_the_process_quietly() {
    for searching in [false, true] {
        let mut engine = Engine::ugi();
        if searching {
            engine.search();
        }
        engine.close_output();
        // The driver's reader takes one line before it lets go of the pipe.
        while engine.try_send(b"isready\n") {
            std::thread::sleep(Duration::from_millis(1));
        }
        engine.ends_within(SECOND);
    }
}

/// Processor time used so far, in clock ticks.
#[cfg(target_os = "linux")]
fn ticks(engine: &Engine) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", engine.pid()))
        .expect("the process is running");
    let (_, fields) = stat.rsplit_once(')').expect("the name is in brackets");
    let field = |index| {
        let text = fields.split_ascii_whitespace().nth(index);
        text.and_then(|t| t.parse::<u64>().ok())
            .expect("a number of ticks")
    };
    // utime and stime, fields 14 and 15; the first field after the name is number 3.
    field(11) + field(12)
}

#[test]
#[cfg(target_os = "linux")]
fn waiting_takes_no_processor_time() {
    let mut idle = Engine::ugi();
    idle.quiet();
    let mut solved = Engine::ugi();
    solved.send(&format!("position fen {SOLVED}"));
    solved.send("go infinite");
    // The deepest iteration is done when no line comes any more.
    while solved.line_within(Duration::from_millis(500)).is_some() {}
    for engine in [idle, solved] {
        let before = ticks(&engine);
        std::thread::sleep(Duration::from_millis(500));
        let used = ticks(&engine) - before;
        assert!(used <= 5, "{used} ticks of 10 ms in half a second");
    }
}
