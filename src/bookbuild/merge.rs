//! One book of several.

use std::fmt;

use crate::book::Tree;
use crate::book::tree::Searched;
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

/// A book with all positions of these books of one game, made by one engine with one evaluation. Where
/// two have searched a position, the search with more nodes counts, then the deeper one, then the one of
/// the book named first. Of the nodes the least of any book are told, of the covered plies and the seed
/// those of the first one, and the size of the table if it is that of all.
///
/// # Errors
/// If there is no book, or one differs in game, engine or evaluation.
pub fn merge(books: &[Tree]) -> Result<Tree, MergeError> {
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
    let searched = |tree: &Tree, position| tree.find(position).map(|at| tree.nodes()[at].searched);
    let weight = |searched: &Searched| (searched.nodes, searched.depth);
    let mut merged: Option<Tree> = None;
    let mut expanded = Vec::new();
    for book in books {
        for node in book.nodes() {
            let best = books
                .iter()
                .rev()
                .filter_map(|book| searched(book, &node.position))
                .max_by_key(weight)
                .unwrap_or(node.searched);
            let tree = merged.get_or_insert_with(|| Tree::new(about.clone(), best));
            let index = tree.add(node.position, best);
            if node.is_expanded() {
                expanded.push(index);
            }
        }
    }
    let mut merged = merged.ok_or(MergeError::None)?;
    for index in expanded {
        // The book in which it is expanded has all that it needs.
        let _ = merged.expand(index);
    }
    Ok(merged)
}
