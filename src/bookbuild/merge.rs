//! One book of several.

use std::fmt;

use crate::book::BookTree;
use crate::book::tree::{Node, Searched};
use crate::provenance::{Difference, Provenance};

/// Why books cannot be merged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MergeError {
    /// There is none.
    None,
    /// Their scores do not compare: how the first book differs from that with this index.
    Other(usize, Difference),
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MergeError::None => f.write_str("there is no book to merge"),
            MergeError::Other(
                _,
                Difference {
                    what,
                    found,
                    wanted,
                },
            ) => write!(
                f,
                "books do not merge where {what} differs: {found} in the first, {wanted} here"
            ),
        }
    }
}

impl std::error::Error for MergeError {}

/// A book with all positions of these books of one game, searched with one evaluation. Where
/// two have searched a position, the search with more nodes counts, then the deeper one, then the one of
/// the book named first. Of the nodes the least of any book are told, of the covered plies, the seed and the
/// engine those of the first one, and the size of the table if it is that of all.
///
/// # Errors
/// If there is no book, or one differs in game or evaluation.
pub fn merge(books: &[BookTree]) -> Result<BookTree, MergeError> {
    let (first, others) = books.split_first().ok_or(MergeError::None)?;
    let mut about = first.about().clone();
    for (index, other) in others.iter().enumerate() {
        let (made, other) = (&mut about.made, &other.about().made);
        // That one was searched longer is what merging is for.
        let alike = Provenance {
            nodes: made.nodes,
            seed: made.seed,
            hash_mb: made.hash_mb,
            ..other.clone()
        };
        if let Some(difference) = made.difference(&alike) {
            return Err(MergeError::Other(index + 1, difference));
        }
        made.nodes = made.nodes.min(other.nodes);
        if other.hash_mb != made.hash_mb {
            made.hash_mb = 0;
        }
    }
    let weight = |searched: &Searched| (searched.nodes, searched.depth);
    let best = |node: &Node| {
        let found = |book: &BookTree| Some(book.nodes()[book.find(&node.position)?].searched);
        // Of equals the last one would count.
        let searches = books.iter().rev().filter_map(found);
        searches.max_by_key(weight).unwrap_or(node.searched)
    };
    let mut merged = BookTree::new(about, best(&first.nodes()[0]));
    for book in books {
        merged.add_all(book, best);
    }
    Ok(merged)
}
