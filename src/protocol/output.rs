//! Standard output: whole lines, flushed, one at a time.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process;
use std::sync::{Mutex, PoisonError};

/// Where the protocol's lines go; shared by the session and the search.
pub struct Output(Mutex<Box<dyn Write + Send>>);

impl Output {
    /// Lines go to this writer.
    pub fn new(writer: Box<dyn Write + Send>) -> Output {
        Output(Mutex::new(writer))
    }

    /// Writes a text of one or more lines in one piece and flushes it.
    ///
    /// Nobody reads what the engine says once this fails, so the process ends: quietly with exit
    /// code 0 if the reader went away, else (a full disk, say) with a message and exit code 1. This may
    /// happen on any thread while another one waits for input, which only leaving the process ends.
    pub fn line(&self, text: impl Display) {
        let text = format!("{text}\n");
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for line in text.lines() {
            log::debug!("< {line}");
        }
        let result = writer
            .write_all(text.as_bytes())
            .and_then(|()| writer.flush());
        if let Err(error) = result {
            end_process(&error);
        }
    }
}

fn end_process(error: &io::Error) -> ! {
    if error.kind() == ErrorKind::BrokenPipe {
        process::exit(0);
    }
    // Should stderr be closed too, there is nobody left to tell.
    let _ = writeln!(io::stderr(), "error: cannot write to stdout: {error}");
    process::exit(1);
}
