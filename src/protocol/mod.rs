//! The protocol on standard input and output: the Universal Game Interface (UGI) and the UCI spellings
//! of the same commands. `protocol.md` describes it for those who write clients.
//!
//! A line becomes a typed [`command`], the `session` does what it asks, what comes out is a typed
//! `event` that prints as lines. Searches run on a thread of their own, fed by a `queue`, so
//! that every command is answered at once.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod book;
pub mod command;
mod event;
pub mod go;
mod help;
pub mod input;
mod number;
pub mod options;
mod output;
mod queue;
mod session;
mod table;
mod worker;

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;

use input::{LineReader, MAX_LINE};
use output::Output;
use queue::Queue;
use session::Session;

/// Speaks the protocol until `quit` or the end of the input.
///
/// If the reader of the output goes away, the whole process ends with exit code 0.
///
/// # Errors
/// If the input cannot be read or the search thread cannot be started.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let output = Arc::new(Output::new(Box::new(output)));
    let queue = Arc::new(Queue::new());
    {
        let (queue, output) = (Arc::clone(&queue), Arc::clone(&output));
        thread::Builder::new()
            .name("search".to_owned())
            .spawn(move || worker::run(&queue, &output))?;
    }
    let mut session = Session::new(output, queue);
    let mut lines = LineReader::new(input, MAX_LINE);
    while let Some(line) = lines.next_line()? {
        if let ControlFlow::Break(()) = session.handle(&line) {
            session.quit();
            return Ok(());
        }
    }
    session.finish();
    Ok(())
}
