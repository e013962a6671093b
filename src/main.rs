//! The binary: an engine for a GUI when started without arguments, and subcommands for people.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
