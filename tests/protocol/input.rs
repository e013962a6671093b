//! Lines of any kind.

use super::driver::Engine;

#[test]
fn line_ends_tabs_and_empty_lines() {
    let mut engine = Engine::start();
    engine.send_bytes(b"\n\r\n \t \nugi\r\n");
    engine.until("ugiok");
    engine.send_bytes(b"\tposition\tstartpos  moves\t76\r\nquery\tp1turn\r\n");
    assert_eq!(engine.line(), "response false");
    engine.send_bytes(b"go\t depth \t3\r\n");
    engine.bestmove();
    engine.quiet();
}

#[test]
fn bytes_that_are_not_utf8() {
    let mut engine = Engine::ugi();
    engine.send_bytes(b"\xff\xfe\x00\x01\n");
    engine.note("unknown command");
    engine.send_bytes(b"position startpos moves \xc3\x28\n");
    engine.note("position rejected: move 1");
    engine.send_bytes(b"setoption name Hash value \xff\n");
    engine.note("Hash cannot be");
    engine.send_bytes(b"go depth \xf0\x9f\n");
    engine.note("go depth needs a number");
    engine.note("go rejected");
    engine.quiet();
}

#[test]
fn lines_of_a_megabyte() {
    let mut engine = Engine::ugi();
    let megabyte = 1 << 20;
    engine.send(&"x".repeat(megabyte));
    engine.note("unknown command 'xxx");
    engine.send(&" ".repeat(megabyte));
    engine.quiet();
    engine.send(&format!("go depth 2 {}", "y ".repeat(megabyte / 2)));
    engine.note("unknown argument 'y'");
    engine.bestmove();
    engine.ready();
    engine.send(&format!(
        "position startpos moves {}",
        "7 ".repeat(megabyte / 2)
    ));
    engine.note("position rejected: move ");
    engine.send(&format!(
        "position startpos moves 76{}",
        " ".repeat(megabyte)
    ));
    assert_eq!(engine.query("p1turn"), "false");
    engine.quiet();
}

#[test]
fn longer_lines_are_refused_but_not_stored() {
    let mut engine = Engine::ugi();
    engine.send("position startpos moves 76");
    engine.send(&"z".repeat(3 << 20));
    engine.note("line rejected: it is longer than");
    assert_eq!(engine.verdict(), ["false", "false", "none"]);
    engine.send(&format!("position startpos moves {}", "7 ".repeat(2 << 20)));
    engine.note("line rejected");
    assert_eq!(engine.verdict(), ["true", "false", "none"]);
    engine.quiet();
}

#[test]
fn what_is_not_understood_is_answered_with_what_was_expected() {
    let mut engine = Engine::ugi();
    for (line, part) in [
        ("hello", "unknown command 'hello'"),
        (
            "query",
            "expected query gameover, p1turn, result, fen or moves",
        ),
        ("query winner", "unknown query 'winner'"),
        ("debug", "expected debug on or debug off"),
        ("setoption Hash 5", "expected setoption name N"),
        ("position", "expected position startpos|fen FEN"),
        ("perft x", "expected perft N"),
    ] {
        engine.send(line);
        engine.note(part);
    }
    engine.quiet();
}

#[test]
fn debug_tells_what_had_no_effect() {
    let mut engine = Engine::ugi();
    engine.send("stop");
    engine.send("ponderhit");
    engine.quiet();
    engine.send("debug on");
    engine.send("stop");
    engine.note("nothing is running");
    engine.send("ponderhit");
    engine.note("no search ponders");
    engine.send("debug off");
    engine.send("stop");
    engine.quiet();
}
