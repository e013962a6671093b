//! The log of what is said between runner and engines.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Longest part of a line that is logged, in bytes.
const MAX_LOGGED: usize = 2000;

/// A file to which every line of every dialogue is written, with seconds since the start.
#[derive(Debug)]
pub struct Dialogue {
    start: Instant,
    file: Option<Mutex<BufWriter<File>>>,
}

impl Dialogue {
    /// No log.
    #[must_use]
    pub fn off() -> Dialogue {
        Dialogue {
            start: Instant::now(),
            file: None,
        }
    }

    /// A log in a new file.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub fn to_file(path: &Path) -> io::Result<Dialogue> {
        Ok(Dialogue {
            start: Instant::now(),
            file: Some(Mutex::new(BufWriter::new(File::create(path)?))),
        })
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
        if let Some(file) = &self.file {
            let _ = file.lock().unwrap_or_else(PoisonError::into_inner).flush();
        }
    }

    fn write(&self, engine: &str, mark: char, line: &str) {
        let Some(file) = &self.file else { return };
        let mut end = line.len().min(MAX_LOGGED);
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        let line = line.get(..end).unwrap_or_default();
        let time = self.start.elapsed().as_secs_f64();
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = writeln!(file, "{time:.6} {engine} {mark} {line}") {
            log::warn!("the dialogue log cannot be written: {error}");
        }
    }
}
