//! The binary form of a book, made for probing where it lies. All numbers are little endian.
//!
//! Header, 128 bytes:
//!
//! | byte | content |
//! |---|---|
//! | 0..8 | `TUZBOOK` and a zero byte |
//! | 8..12 | format version, u32 |
//! | 12..16 | bytes of the header, u32 |
//! | 16..84 | how the searches were made; see [`provenance`](crate::provenance) |
//! | 84..88 | plies that are covered, u32 |
//! | 88..92 | positions, u32 |
//! | 92..96 | expanded positions, u32: the number of records |
//! | 96..104 | hash of the start position, u64, which tells other hash keys |
//! | 104..108 | plies from the start to the farthest position, u32 |
//! | 108..112 | size of the table of each search in MB, u32; 0 where it is not recorded |
//! | 112..120 | 0 |
//! | 120..124 | CRC-32 of the records, u32 |
//! | 124..128 | CRC-32 of bytes 0..124, u32 |
//!
//! Then a record of 116 bytes for each expanded position, sorted by hash, then by the packed position:
//!
//! | byte | content |
//! |---|---|
//! | 0..8 | hash, u64 |
//! | 8..29 | the position, packed; see [`packed`](super::packed) |
//! | 29 | 0 |
//! | 30..32 | backed-up score, i16 |
//! | 32..36 | positions at or behind it, u32 |
//! | 36..44 | its own search, packed |
//! | 44..116 | nine slots of 8 bytes, one for each legal move in the order of the moves, then zeroes |
//!
//! A slot holds the packed search of the position after the move if that is a leaf; its score is that of
//! the side to move there. Where the move leads to a record or ends the game, depth, best move and nodes
//! are 0, and the score is the move's, for the player who makes it.

use crate::bytes::{array_at, u32_at, u64_at};
use crate::container::{Checksum, Fault, FileFormat, FormatError};
use crate::game::Board;
use crate::provenance::{PROVENANCE_AT, PROVENANCE_BYTES, Provenance};

use super::about::About;
use super::backup::Backup;
use super::packed::{POSITION_BYTES, SEARCH_BYTES, position_bytes, search_bytes};
use super::tree::{BookTree, Searched, Successor};
use crate::score::Score;

/// The format described here.
pub const FORMAT: FileFormat = FileFormat {
    name: "opening book",
    magic: *b"TUZBOOK\0",
    version: 1,
    checksum: Checksum::Header(HEADER_BYTES),
};
/// Bytes of the header.
pub const HEADER_BYTES: usize = 128;
/// Bytes of a record.
pub const RECORD_BYTES: usize = 116;
/// Where a record has its position.
pub(super) const POSITION_AT: usize = 8;
/// Where a record has its backed-up score.
pub(super) const SCORE_AT: usize = 30;
/// Where a record has its count of positions.
pub(super) const COUNT_AT: usize = 32;
/// Where a record has its own search.
pub(super) const SEARCH_AT: usize = 36;
/// Where the slots of a record begin.
pub(super) const SLOTS_AT: usize = 44;
/// Slots of a record.
pub(super) const SLOTS: usize = 9;

/// The header of a binary book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// How the book was made.
    pub about: About,
    /// Positions.
    pub positions: u32,
    /// Records.
    pub records: u32,
    /// Plies from the start to the farthest position.
    pub plies: u32,
    /// The checksum of the records, CRC-32, which tells books apart.
    pub records_crc: u32,
}

/// The hashes of the positions were made with other keys.
const OTHER_KEYS: &str = "of a version with other hash keys; export its text form again";

impl About {
    /// The parts of a header, bytes 16 to 88 and 108 to 112, that say how a book was made.
    pub(crate) fn put(&self, header: &mut [u8; HEADER_BYTES]) {
        header[PROVENANCE_AT..][..PROVENANCE_BYTES].copy_from_slice(&self.made.to_bytes());
        header[84..88].copy_from_slice(&self.cover.to_le_bytes());
        header[108..112].copy_from_slice(&self.made.hash_mb.to_le_bytes());
    }

    /// Reads what [`put`](About::put) wrote.
    pub(crate) fn from_header(header: &[u8; HEADER_BYTES]) -> Result<About, Fault> {
        let made = array_at(header, PROVENANCE_AT);
        let cover = u32_at(header, 84);
        if cover > About::MOST_COVER {
            let what = "no book covers so many plies";
            return Err(Fault::Contents(what.to_owned()));
        }
        Ok(About {
            made: Provenance::from_bytes(&made, u32_at(header, 108))?,
            cover,
        })
    }
}

impl Header {
    /// Reads a header.
    ///
    /// # Errors
    /// If it is none, damaged, of another version or of another game.
    pub fn from_bytes(bytes: &[u8]) -> Result<Header, FormatError> {
        FORMAT.check(bytes)?;
        let header = array_at(bytes, 0);
        let about = About::from_header(&header).map_err(|fault| FORMAT.error(fault))?;
        let header = &header;
        if u64_at(header, 96) != Board::start(about.made.variant).position().hash() {
            return Err(FORMAT.error(Fault::Unsupported(OTHER_KEYS.to_owned())));
        }
        Ok(Header {
            about,
            positions: u32_at(header, 88),
            records: u32_at(header, 92),
            plies: u32_at(header, 104),
            records_crc: u32_at(header, 120),
        })
    }

    /// Finds out whether the bytes are a whole book with this header: its length, its checksum and the
    /// order of its records.
    ///
    /// # Errors
    /// If they are not.
    pub fn check(&self, bytes: &[u8]) -> Result<(), FormatError> {
        let expected = (self.records as usize)
            .checked_mul(RECORD_BYTES)
            .and_then(|records| records.checked_add(HEADER_BYTES))
            .unwrap_or(usize::MAX);
        if bytes.len() != expected {
            return Err(FORMAT.error(Fault::Length(bytes.len(), expected)));
        }
        let records = &bytes[HEADER_BYTES..];
        if crc32fast::hash(records) != self.records_crc {
            return Err(FORMAT.error(Fault::Checksum));
        }
        let key = |record: &[u8]| {
            let position: [u8; POSITION_BYTES] = array_at(record, POSITION_AT);
            (u64_at(record, 0), position)
        };
        let keys = records.chunks_exact(RECORD_BYTES).map(key);
        if keys.is_sorted_by(|a, b| a < b) {
            Ok(())
        } else {
            Err(FORMAT.contents("its records are not in order"))
        }
    }
}

impl BookTree {
    /// The binary form. Positions that no way leads to are left out.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let backup = self.back_up();
        let counts = self.counts();
        let ways = self.ways();
        let reached = |at: &usize| ways[*at].is_some();
        let mut expanded: Vec<usize> = (0..self.nodes().len())
            .filter(|&at| reached(&at) && self.nodes()[at].is_expanded())
            .collect();
        expanded.sort_by_key(|&at| {
            let position = &self.nodes()[at].position;
            (position.hash(), position_bytes(position))
        });
        let mut bytes = vec![0; HEADER_BYTES];
        for &at in &expanded {
            self.put_record(&backup, counts[at], at, &mut bytes);
        }
        let mut header = [0; HEADER_BYTES];
        FORMAT.begin(&mut header);
        self.about().put(&mut header);
        let positions = (0..self.nodes().len()).filter(reached).count() as u32;
        let plies = ways.iter().flatten().map(|way| way.plies).max();
        header[88..92].copy_from_slice(&positions.to_le_bytes());
        header[92..96].copy_from_slice(&(expanded.len() as u32).to_le_bytes());
        let start = Board::start(self.variant()).position().hash();
        header[96..104].copy_from_slice(&start.to_le_bytes());
        header[104..108].copy_from_slice(&plies.unwrap_or(0).to_le_bytes());
        let crc = crc32fast::hash(&bytes[HEADER_BYTES..]);
        header[120..124].copy_from_slice(&crc.to_le_bytes());
        FORMAT.seal(&mut header);
        bytes[..HEADER_BYTES].copy_from_slice(&header);
        bytes
    }

    fn put_record(&self, backup: &Backup, count: u32, at: usize, bytes: &mut Vec<u8>) {
        let node = &self.nodes()[at];
        let begin = bytes.len();
        bytes.extend(node.position.hash().to_le_bytes());
        bytes.extend(position_bytes(&node.position));
        bytes.push(0);
        bytes.extend((backup.score(at).value() as i16).to_le_bytes());
        bytes.extend(count.to_le_bytes());
        bytes.extend(search_bytes(&node.searched));
        for &(_, child) in node.moves.iter().take(SLOTS) {
            let of_move = |score| Searched {
                score,
                depth: 0,
                best: None,
                nodes: 0,
            };
            let slot = match child {
                Successor::Over(score) => of_move(score),
                Successor::Node(child) if self.nodes()[child].is_expanded() => {
                    of_move(backup.score(child).before_move())
                }
                Successor::Node(child) => self.nodes()[child].searched,
            };
            bytes.extend(search_bytes(&slot));
        }
        bytes.resize(begin + RECORD_BYTES, 0);
    }
}

pub(super) fn score_at(bytes: &[u8], at: usize) -> Score {
    Score::saturating(i16::from_le_bytes(array_at(bytes, at)).into())
}

pub(super) fn slot_at(record: &[u8], slot: usize) -> [u8; SEARCH_BYTES] {
    array_at(record, SLOTS_AT + slot * SEARCH_BYTES)
}
