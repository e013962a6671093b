//! `tuzdik play`, as plain text and on a real pseudo-terminal.

mod plain;
#[path = "../common/program.rs"]
mod program;
#[cfg(unix)]
#[path = "../common/screen.rs"]
mod screen;
#[cfg(unix)]
mod terminal;
