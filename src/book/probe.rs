//! Looking positions up in the binary form of a book.

use std::fmt;
use std::sync::Arc;

use crate::bytes::{array_at, u32_at, u64_at};
use crate::container::FormatError;
use crate::game::{Board, Move, Position, Variant};
use crate::platform::FileBytes;

use super::about::About;
use super::binary::{
    COUNT_AT, FORMAT, HEADER_BYTES, Header, POSITION_AT, RECORD_BYTES, SCORE_AT, SEARCH_AT, SLOTS,
    score_at, slot_at,
};
use super::packed::{POSITION_BYTES, position_bytes, position_from, search_from};
use super::tree::{BookTree, Searched};
use crate::score::Score;

/// A book in its binary form.
#[derive(Clone)]
pub struct Book {
    header: Header,
    bytes: Bytes,
}

#[derive(Clone)]
enum Bytes {
    Static(&'static [u8]),
    Memory(Arc<[u8]>),
    File(Arc<FileBytes>),
}

impl Bytes {
    fn as_slice(&self) -> &[u8] {
        match self {
            Bytes::Static(bytes) => bytes,
            Bytes::Memory(bytes) => bytes,
            Bytes::File(bytes) => bytes,
        }
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book")
            .field("header", &self.header)
            .finish_non_exhaustive()
    }
}

/// What a book says of a position whose moves it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The backed-up score for the side to move.
    pub score: Score,
    /// Positions of the book at or behind this one.
    pub positions: u32,
    /// What its own search found.
    pub searched: Searched,
    /// Its legal moves in their order.
    pub moves: Vec<EntryMove>,
}

/// A move in a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryMove {
    /// The move.
    pub mv: Move,
    /// Its backed-up score for the player who makes it.
    pub score: Score,
    /// The search of the position after it where the book ends there, with that position's score.
    pub leaf: Option<Searched>,
}

impl Entry {
    /// The move with the best score; of several the first.
    #[must_use]
    pub fn best(&self) -> Option<EntryMove> {
        let moves = self.moves.iter().copied();
        moves.min_by_key(|known| -known.score.value())
    }
}

impl Book {
    /// The book in bytes that live as long as the program.
    ///
    /// # Errors
    /// If they are no whole book.
    pub fn from_static(bytes: &'static [u8]) -> Result<Book, FormatError> {
        Book::of(Bytes::Static(bytes))
    }

    /// The book in bytes.
    ///
    /// # Errors
    /// If they are no whole book.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Book, FormatError> {
        Book::of(Bytes::Memory(bytes.into()))
    }

    /// The book in a file. Should a file that is mapped into memory be changed later, probing may answer
    /// nonsense, but only legal moves.
    ///
    /// # Errors
    /// If it is no whole book.
    pub fn from_file(bytes: FileBytes) -> Result<Book, FormatError> {
        Book::of(Bytes::File(Arc::new(bytes)))
    }

    fn of(bytes: Bytes) -> Result<Book, FormatError> {
        let header = Header::from_bytes(bytes.as_slice())?;
        header.check(bytes.as_slice())?;
        Ok(Book { header, bytes })
    }

    /// What the book says of itself.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How it was made.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.header.about
    }

    /// Its game.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.header.about.made.variant
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_slice()
    }

    fn records(&self) -> impl DoubleEndedIterator<Item = &[u8]> + ExactSizeIterator {
        let bytes = self.bytes().get(HEADER_BYTES..).unwrap_or_default();
        bytes.chunks_exact(RECORD_BYTES)
    }

    fn record(&self, index: usize) -> Option<&[u8]> {
        let begin = HEADER_BYTES + index * RECORD_BYTES;
        self.bytes().get(begin..begin + RECORD_BYTES)
    }

    /// What the book says of a position; `None` if it does not hold its moves.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Entry> {
        let hash = position.hash();
        // Binary search for the first record with this hash.
        let (mut low, mut high) = (0, self.header.records as usize);
        while low < high {
            let middle = low + (high - low) / 2;
            if u64_at(self.record(middle)?, 0) < hash {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let packed = position_bytes(position);
        (low..self.header.records as usize)
            .map_while(|index| self.record(index))
            .take_while(|record| u64_at(record, 0) == hash)
            .find(|record| array_at::<POSITION_BYTES>(record, POSITION_AT) == packed)
            .map(|record| self.entry(record, position))
    }

    fn entry(&self, record: &[u8], position: &Position) -> Entry {
        let moves = Board::new(self.variant(), *position).moves();
        let moves = moves.iter().take(SLOTS).enumerate().map(|(slot, mv)| {
            let searched = search_from(&slot_at(record, slot));
            let leaf = (searched.depth > 0).then_some(searched);
            EntryMove {
                mv,
                score: leaf.map_or(searched.score, |leaf| leaf.score.before_move()),
                leaf,
            }
        });
        Entry {
            score: score_at(record, SCORE_AT),
            positions: u32_at(record, COUNT_AT),
            searched: search_from(&array_at(record, SEARCH_AT)),
            moves: moves.collect(),
        }
    }

    /// The book as a graph.
    ///
    /// # Errors
    /// If the records contradict each other or the rules.
    pub fn tree(&self) -> Result<BookTree, FormatError> {
        let variant = self.variant();
        let Some(first) = self.probe(Board::start(variant).position()) else {
            return Err(FORMAT.contents("it lacks the start position"));
        };
        let mut tree = BookTree::new(self.about().clone(), first.searched);
        let mut expanded = Vec::new();
        for record in self.records() {
            let position = position_from(&array_at(record, POSITION_AT), variant)
                .filter(|position| position.hash() == u64_at(record, 0))
                .ok_or_else(|| FORMAT.contents("a record is of no position"))?;
            let entry = self.entry(record, &position);
            expanded.push(tree.add(position, entry.searched));
            for leaf in entry.moves {
                if let Some(searched) = leaf.leaf {
                    let next = Board::new(variant, position).play(leaf.mv);
                    tree.add(*next.position(), searched);
                }
            }
        }
        for index in expanded {
            tree.expand(index)
                .map_err(|_| FORMAT.contents("a position after a move is missing"))?;
        }
        // Scores, counts and whatever else follows from the searches must be as written.
        if tree.to_bytes() == self.bytes() {
            Ok(tree)
        } else {
            Err(FORMAT.contents("its records contradict each other"))
        }
    }
}
