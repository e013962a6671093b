//! Books in files, in either form.

use std::fmt;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

use crate::files;
use crate::platform;

use super::binary::{BinaryError, MAGIC};
use super::probe::Book;
use super::text::{self, TextError};

/// More bytes than any book has.
const MOST_BYTES: u64 = 4 << 30;

/// The ending of the names of books in text form.
const TEXT_ENDING: &str = ".txt";

/// Whether a book is written in text form to a file with this name: one that ends in `.txt`, in capitals or not.
/// To all others it is written in binary form.
#[must_use]
pub fn is_text_name(path: &Path) -> bool {
    let name = path.as_os_str().as_encoded_bytes();
    let begin = name.len().checked_sub(TEXT_ENDING.len());
    begin.is_some_and(|begin| name[begin..].eq_ignore_ascii_case(TEXT_ENDING.as_bytes()))
}

/// A file that cannot be used as a book.
#[derive(Debug)]
pub struct OpenError {
    path: PathBuf,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Read(io::Error),
    Binary(BinaryError),
    Text(TextError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.reason {
            Reason::Read(error) => error.fmt(f),
            Reason::Binary(error) => error.fmt(f),
            Reason::Text(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {}

impl Book {
    /// The book in a file. The binary form is mapped into memory, the text form read and converted.
    ///
    /// # Errors
    /// If the file cannot be read, is no book or a damaged one.
    pub fn open(path: &Path) -> Result<Book, OpenError> {
        let fail = |reason| OpenError {
            path: path.to_owned(),
            reason,
        };
        open(path).map_err(fail)
    }
}

fn open(path: &Path) -> Result<Book, Reason> {
    let mut file = files::open(path).map_err(Reason::Read)?;
    let mut first = [0; MAGIC.len()];
    if file.read_exact(&mut first).is_ok() && first == MAGIC {
        let bytes = platform::file_bytes(&file).map_err(Reason::Read)?;
        return Book::from_file(bytes).map_err(Reason::Binary);
    }
    let mut bytes = Vec::new();
    file.rewind()
        .and_then(|()| file.take(MOST_BYTES).read_to_end(&mut bytes))
        .map_err(Reason::Read)?;
    let text = std::str::from_utf8(&bytes)
        .ok()
        // Some editors begin what they save with this mark.
        .map(|text| text.strip_prefix('\u{feff}').unwrap_or(text))
        .filter(|text| text.starts_with(text::TITLE))
        .ok_or(Reason::Binary(BinaryError::Magic))?;
    let tree = text::read(text).map_err(Reason::Text)?;
    Book::from_bytes(tree.to_bytes()).map_err(Reason::Binary)
}
