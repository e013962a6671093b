//! The log of what is said between runner and engines.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Longest part of a line that is logged, in bytes.
const MAX_LOGGED: usize = 2000;

/// A file to which every line of every dialogue is written, with seconds since the start.
#[derive(Debug)]
pub struct DialogueLog {
    start: Instant,
    log: Option<Mutex<Log>>,
}

#[derive(Debug)]
struct Log {
    /// Gone after the first error.
    file: Option<BufWriter<File>>,
    /// The first error until somebody asks for it.
    error: Option<io::Error>,
}

impl DialogueLog {
    /// No log.
    #[must_use]
    pub fn off() -> DialogueLog {
        DialogueLog {
            start: Instant::now(),
            log: None,
        }
    }

    /// A log at the end of a file, which is made if it is not there.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn append_to(path: &Path) -> io::Result<DialogueLog> {
        let file = File::options().create(true).append(true).open(path)?;
        Ok(DialogueLog {
            start: Instant::now(),
            log: Some(Mutex::new(Log {
                file: Some(BufWriter::new(file)),
                error: None,
            })),
        })
    }

    /// Why nothing is written any more, once.
    pub fn take_error(&self) -> Option<io::Error> {
        self.log.as_ref().and_then(|log| lock(log).error.take())
    }

    /// Writes out what is still to be written.
    pub fn flush(&self) {
        self.with_file(|file| file.flush());
    }

    /// Writes what was sent to an engine.
    pub fn sent(&self, engine: &str, text: &str) {
        for line in text.lines() {
            self.write(engine, '>', line);
        }
    }

    /// Writes what an engine said.
    pub fn received(&self, engine: &str, line: &str) {
        self.write(engine, '<', line);
    }

    /// Writes what the runner has to say about an engine.
    pub fn note(&self, engine: &str, text: &str) {
        self.write(engine, '!', text);
        self.flush();
    }

    fn write(&self, engine: &str, mark: char, line: &str) {
        let end = line.floor_char_boundary(MAX_LOGGED);
        let line = line.get(..end).unwrap_or_default();
        let time = self.start.elapsed().as_secs_f64();
        self.with_file(|file| writeln!(file, "{time:.6} {engine} {mark} {line}"));
    }

    fn with_file(&self, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) {
        let Some(log) = &self.log else { return };
        let mut log = lock(log);
        if let Some(file) = &mut log.file
            && let Err(error) = write(file)
        {
            log.error = Some(error);
            log.file = None;
        }
    }
}

fn lock(log: &Mutex<Log>) -> MutexGuard<'_, Log> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}
