//! How a book was made.

use crate::provenance::{Difference, Provenance};

/// What a book says of its making.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// How its searches were made. The seed decides which of equally urgent positions was searched on
    /// first.
    pub made: Provenance,
    /// So many plies are covered: every position before them, and every reply to a player who plays by
    /// the book.
    pub cover: u32,
}

impl About {
    /// No book covers more plies: there are millions of positions then.
    pub const MOST_COVER: u32 = 8;

    /// The first thing in which the searches differ from those wanted for another book, if any. They do not
    /// depend on the seed.
    #[must_use]
    pub fn other_searches(&self, wanted: &About) -> Option<Difference> {
        let alike = Provenance {
            seed: self.made.seed,
            ..wanted.made.clone()
        };
        self.made.difference(&alike)
    }
}
