//! Which book each game is played with.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use crate::game::Variant;

use super::file::OpenError;
use super::probe::Book;

/// The books that an engine plays by.
#[derive(Clone, Default, Debug)]
pub enum BookSource {
    /// The books in the program.
    #[default]
    Embedded,
    /// This book for its game, the embedded ones for others.
    File(Arc<Book>),
}

impl BookSource {
    /// The name of the embedded books.
    pub const EMBEDDED: &str = "<embedded>";

    /// The source that a name or a path means: nothing or `<embedded>`, or a file in either form.
    ///
    /// # Errors
    /// If the file cannot be read or is no book.
    pub fn open(name: &str) -> Result<BookSource, OpenError> {
        if name.is_empty() || name == Self::EMBEDDED {
            return Ok(BookSource::Embedded);
        }
        Ok(BookSource::File(Arc::new(Book::open(Path::new(name))?)))
    }

    /// The book for a game, if there is one.
    #[must_use]
    pub fn book(&self, variant: Variant) -> Option<&Book> {
        match self {
            BookSource::File(book) if book.about().variant == variant => Some(book),
            _ => embedded(variant),
        }
    }
}

/// The book in the program for a game, checked when it is first used.
fn embedded(variant: Variant) -> Option<&'static Book> {
    static TOGYZ_KUMALAK: LazyLock<Option<Book>> =
        LazyLock::new(|| read(include_bytes!("../../book/togyzkumalak.book")));
    static BESTEMSHE: LazyLock<Option<Book>> =
        LazyLock::new(|| read(include_bytes!("../../book/bestemshe.book")));
    static QOZDATU: LazyLock<Option<Book>> =
        LazyLock::new(|| read(include_bytes!("../../book/qozdatu.book")));
    match variant {
        Variant::TogyzKumalak => TOGYZ_KUMALAK.as_ref(),
        Variant::Bestemshe => BESTEMSHE.as_ref(),
        Variant::Qozdatu => QOZDATU.as_ref(),
        _ => None,
    }
}

fn read(bytes: &'static [u8]) -> Option<Book> {
    match Book::from_static(bytes) {
        Ok(book) => Some(book),
        Err(error) => {
            log::error!("an embedded book: {error}");
            None
        }
    }
}
