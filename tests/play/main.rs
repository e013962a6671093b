//! `tuzdik play`, as plain text and on a real pseudo-terminal.

mod plain;
#[cfg(unix)]
mod screen;
#[cfg(unix)]
mod terminal;
