//! The program, run as its users run it.

use std::io::{ErrorKind, Write};
use std::process::{Command, Output, Stdio};

/// The program with these arguments and nothing on stdin.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tuzdik"));
    command.args(args).stdin(Stdio::null());
    command
}

/// Runs a command to its end with this on stdin.
pub fn run(command: &mut Command, input: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    match stdin.write_all(input.as_bytes()) {
        // A program that refuses its arguments ends before it reads.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        written => written.expect("the program reads"),
    }
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// What it printed.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// What it complained of.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}
