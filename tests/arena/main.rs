//! `tuzdik match` with engines that behave and engines that do not.
//!
//! This test program is its own scripted engine: started with `engine MODE` it plays that part
//! instead of running tests.

#![cfg(unix)]

mod engine;
mod hostile;
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
    let mut tests = hostile::tests();
    tests.extend(tournament::tests());
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}
