//! Writing a finished book.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::book::file::is_text_name;
use crate::book::{BookTree, text};
use crate::files;

use super::journal::Journal;

/// The name of a book that is kept from builds of the same book as long as the value lives.
#[derive(Debug)]
pub struct Reserved {
    path: PathBuf,
    /// The journal of a build that was interrupted, locked.
    _journal: Option<File>,
}

/// A book that cannot be written.
#[derive(Debug)]
pub enum SaveError {
    /// The system says no.
    Io(PathBuf, io::Error),
    /// Another process is building the book in this file.
    InWork(PathBuf),
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            SaveError::InWork(path) => write!(
                f,
                "another process is building {}; wait for its end or choose another name",
                path.display()
            ),
        }
    }
}

impl std::error::Error for SaveError {}

/// Reserves the name of a book that is to be written.
///
/// # Errors
/// If another process is building this book, or its journal cannot be opened.
pub fn reserve(path: &Path) -> Result<Reserved, SaveError> {
    let journal = Journal::path_for(path);
    let _journal = match files::open(&journal) {
        Ok(file) if files::lock(&file, &journal) => Some(file),
        Ok(_) => return Err(SaveError::InWork(path.to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(SaveError::Io(journal, error)),
    };
    Ok(Reserved {
        path: path.to_owned(),
        _journal,
    })
}

impl Reserved {
    /// Writes the book, in text form if the name of the file ends in `.txt`, else in binary form.
    ///
    /// # Errors
    /// If it cannot be written; an old file then stays.
    pub fn write(self, tree: &BookTree) -> Result<(), SaveError> {
        write(tree, &self.path).map_err(|error| SaveError::Io(self.path, error))
    }
}

pub(super) fn write(tree: &BookTree, path: &Path) -> io::Result<()> {
    if is_text_name(path) {
        files::replace(path, text::write(tree).as_bytes())
    } else {
        files::replace(path, &tree.to_bytes())
    }
}
