//! Which book each game is played with.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::container::OpenError;
use crate::game::Variant;

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

/// Books are equal if they are the same one in memory.
impl PartialEq for BookSource {
    fn eq(&self, other: &BookSource) -> bool {
        match (self, other) {
            (BookSource::File(a), BookSource::File(b)) => Arc::ptr_eq(a, b),
            (BookSource::Embedded, BookSource::Embedded) => true,
            _ => false,
        }
    }
}

impl Eq for BookSource {}

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

    /// The only game that it changes anything for, if it was named for one.
    #[must_use]
    pub fn game(&self) -> Option<Variant> {
        match self {
            BookSource::File(book) => Some(book.variant()),
            BookSource::Embedded => None,
        }
    }

    /// The book for a game, if there is one.
    #[must_use]
    pub fn book(&self, variant: Variant) -> Option<&Book> {
        match self {
            BookSource::File(book) if book.variant() == variant => Some(book),
            _ => embedded(variant),
        }
    }
}

/// A book in the program.
struct Embedded {
    variant: Variant,
    bytes: &'static [u8],
    /// What the bytes hold, checked when it is first used.
    book: OnceLock<Option<Book>>,
}

impl Embedded {
    const fn new(variant: Variant, bytes: &'static [u8]) -> Embedded {
        Embedded {
            variant,
            bytes,
            book: OnceLock::new(),
        }
    }

    fn read(&self) -> Option<Book> {
        match Book::from_static(self.bytes) {
            Ok(book) => Some(book),
            Err(error) => {
                log::error!("the embedded book of {}: {error}", self.variant);
                None
            }
        }
    }
}

/// The books in the program.
static EMBEDDED: [Embedded; 3] = [
    Embedded::new(
        Variant::TogyzKumalak,
        include_bytes!("../../book/togyzkumalak.book"),
    ),
    Embedded::new(
        Variant::Bestemshe,
        include_bytes!("../../book/bestemshe.book"),
    ),
    Embedded::new(Variant::Qozdatu, include_bytes!("../../book/qozdatu.book")),
];

/// The book in the program for a game, if it has one.
fn embedded(variant: Variant) -> Option<&'static Book> {
    let found = EMBEDDED.iter().find(|e| e.variant == variant)?;
    found.book.get_or_init(|| found.read()).as_ref()
}
