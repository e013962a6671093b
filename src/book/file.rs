//! Books in files, in either form.

use std::io::{Read, Seek};
use std::path::Path;

use crate::container::{Fault, OpenError, OpenReason};
use crate::files;
use crate::platform;

use super::binary::FORMAT;
use super::probe::Book;
use super::text;

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

impl Book {
    /// The book in a file. The binary form is mapped into memory, the text form read and converted.
    ///
    /// # Errors
    /// If the file cannot be read, is no book or a damaged one.
    pub fn open(path: &Path) -> Result<Book, OpenError> {
        open(path).map_err(|reason| OpenError::new(path, reason))
    }
}

fn open(path: &Path) -> Result<Book, OpenReason> {
    let mut file = files::open(path)?;
    let mut first = [0; FORMAT.magic.len()];
    if file.read_exact(&mut first).is_ok() && first == FORMAT.magic {
        let bytes = platform::file_bytes(&file)?;
        return Ok(Book::from_file(bytes)?);
    }
    let mut bytes = Vec::new();
    file.rewind()
        .and_then(|()| file.take(MOST_BYTES).read_to_end(&mut bytes))?;
    let text = std::str::from_utf8(&bytes)
        .ok()
        // Some editors begin what they save with this mark.
        .map(|text| text.strip_prefix('\u{feff}').unwrap_or(text))
        .filter(|text| text.starts_with(text::TITLE))
        .ok_or_else(|| FORMAT.error(Fault::Kind))?;
    let tree = text::read(text).map_err(|error| OpenReason::Line(error.line, error.fault))?;
    Ok(Book::from_bytes(tree.to_bytes())?)
}
