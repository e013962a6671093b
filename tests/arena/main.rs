//! `tuzdik match` with engines that behave and engines that do not.
//!
//! This test program is its own scripted engine: started with `engine MODE` it plays that part
//! instead of running tests.

#![cfg(unix)]

mod endings;
mod engine;
mod hostile;
mod live;
mod mistakes;
#[path = "../common/program.rs"]
mod program;
#[allow(dead_code, reason = "most of it is for a program that reads keys")]
#[path = "../common/screen.rs"]
mod screen;
mod strays;
mod tournament;
mod util;

use std::process::ExitCode;

use libtest_mimic::Arguments;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if let [_, word, mode, rest @ ..] = args.as_slice()
        && word == "engine"
    {
        engine::play(mode, rest);
        return ExitCode::SUCCESS;
    }
    let parts = [
        hostile::tests,
        strays::tests,
        tournament::tests,
        endings::tests,
        mistakes::tests,
        live::tests,
    ];
    let tests = parts.into_iter().flat_map(|part| part()).collect();
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}
