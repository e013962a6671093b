//! Whole lines, flushed, one at a time.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where the protocol's lines go; shared by the session and the search.
pub struct Output<W>(Mutex<State<W>>);

struct State<W> {
    writer: W,
    error: Option<io::Error>,
}

impl<W: Write> Output<W> {
    /// Lines go to this writer.
    pub fn new(writer: W) -> Output<W> {
        Output(Mutex::new(State {
            writer,
            error: None,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, State<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a text of one or more lines in one piece and flushes it. After the first error nothing is
    /// written any more.
    pub fn line(&self, text: impl Display) {
        let text = format!("{text}\n");
        let mut state = self.lock();
        for line in text.lines() {
            log::debug!("< {line}");
        }
        if state.error.is_none() {
            let writer = &mut state.writer;
            let result = writer.write_all(text.as_bytes());
            state.error = result.and_then(|()| state.writer.flush()).err();
        }
    }

    /// Whether a line could not be written.
    pub fn has_failed(&self) -> bool {
        self.lock().error.is_some()
    }

    /// The end of the output.
    ///
    /// # Errors
    /// If a line could not be written.
    pub fn finish(&self) -> io::Result<()> {
        self.lock().error.take().map_or(Ok(()), Err)
    }
}
