//! `tuzdik play`, as plain text and on a real pseudo-terminal.

mod plain;
#[path = "../common/program.rs"]
mod program;
mod ritual;
#[cfg(unix)]
#[path = "../common/screen.rs"]
mod screen;
#[cfg(unix)]
mod terminal;
