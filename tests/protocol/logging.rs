//! The log on stderr.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// More bytes than a pipe and what waits before it hold.
const FLOOD: usize = 12 << 20;

#[test]
fn a_log_that_nobody_reads_does_not_stop_the_engine() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tuzdik"))
        .env("TUZDIK_LOG", "debug")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("stdout is a pipe")).lines();
    let line = "x".repeat(1 << 20);
    for _ in 0..FLOOD / line.len() {
        writeln!(stdin, "{line}").expect("the engine reads");
        let answer = answers.next().expect("an answer").expect("a line");
        assert!(answer.starts_with("info string unknown command"));
    }
    writeln!(stdin, "go depth 3").expect("the engine reads");
    let end = answers.find(|line| line.as_ref().is_ok_and(|l| l.starts_with("bestmove ")));
    assert!(end.is_some());
    // Now somebody reads. All goes on, and what is missing is told.
    let mut log = BufReader::new(child.stderr.take().expect("stderr is a pipe")).lines();
    assert!(
        log.next()
            .is_some_and(|line| line.is_ok_and(|l| l.contains("> xxx")))
    );
    let reader = std::thread::spawn(move || {
        log.map_while(Result::ok)
            .any(|line| line.ends_with("lines of the log were dropped, as nobody read it]"))
    });
    while !reader.is_finished() {
        writeln!(stdin, "isready").expect("the engine reads");
        let answer = answers.next().expect("an answer").expect("a line");
        assert_eq!(answer, "readyok");
    }
    assert!(reader.join().expect("the reader ends"));
    writeln!(stdin, "quit").expect("the engine reads");
    assert!(child.wait().expect("the engine ends").success());
}

#[test]
fn the_last_lines_are_written_before_the_end() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tuzdik"))
        .env("TUZDIK_LOG", "debug")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    stdin
        .write_all(b"query p1turn\nquit\n")
        .expect("the engine reads");
    let output = child.wait_with_output().expect("the engine ends");
    let log = String::from_utf8(output.stderr).expect("text");
    assert!(log.contains("> query p1turn"), "{log}");
    assert!(log.contains("< response true"), "{log}");
    assert!(log.trim_end().ends_with("> quit"), "{log}");
}
