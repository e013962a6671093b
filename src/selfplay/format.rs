//! The file: a header, then blocks. All numbers are little endian.
//!
//! Header, 96 bytes:
//!
//! | byte | content |
//! |---|---|
//! | 0..8 | `TUZDATA` and a zero byte |
//! | 8..12 | format version, u32 |
//! | 12..16 | bytes of the header, u32 |
//! | 16..84 | how the searches were made; see [`provenance`](crate::provenance) |
//! | 84..88 | size of the engine's table in MB, u32; 0 where it is not recorded |
//! | 88..92 | 0 |
//! | 92..96 | CRC-32 of bytes 0..92, u32 |
//!
//! Block: 16 bytes (`TZBL`, number of games u32, number of records u32, CRC-32 of the two numbers
//! and of everything that follows in the block u32), a table with 12 bytes for each game (its number
//! u64, its count of records u32), then the records of those games in order, 32 bytes each; see
//! [`record`](super::record). A block holds whole games; where one ends follows from the games and the
//! nodes for each move alone, but for the last block of a run.

use std::fmt;

use crate::bytes::{array_at, u32_at};
use crate::provenance::{PROVENANCE_AT, PROVENANCE_BYTES, Provenance, ProvenanceError};

use super::game::PlayedGame;
use super::record::RECORD_BYTES;

/// First bytes of a file.
pub const MAGIC: [u8; 8] = *b"TUZDATA\0";
/// The format described here.
pub const VERSION: u32 = 1;
/// Bytes of the header.
pub const HEADER_BYTES: usize = 96;
/// First bytes of a block.
pub const BLOCK_MAGIC: [u8; 4] = *b"TZBL";
/// Bytes of a block before its table of games.
pub const BLOCK_HEAD_BYTES: usize = 16;
/// Bytes of one game in that table.
pub const GAME_ENTRY_BYTES: usize = 12;
/// A block is closed by the game with which it holds this many records.
pub const BLOCK_RECORDS: usize = 8192;
/// Or the records of this many nodes of search, so that what a killed run loses is a minute or so of work
/// however long it searches for a move.
pub const BLOCK_NODES: u64 = 60_000_000;
/// More games or records than this in a block are taken for damage.
pub const BLOCK_LIMIT: u32 = 1 << 20;

/// Why bytes are not the header of such a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HeaderError {
    /// They do not begin as one.
    Magic,
    /// The format is of another version.
    Version(u32),
    /// The checksum is wrong or a field makes no sense.
    Damaged,
    /// The game is none that this program plays.
    Variant(String),
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeaderError::Magic => f.write_str("this is no self-play data"),
            HeaderError::Version(v) => {
                write!(
                    f,
                    "format version {v}, this program reads version {VERSION}"
                )
            }
            HeaderError::Damaged => f.write_str("the header is damaged"),
            HeaderError::Variant(name) => {
                write!(
                    f,
                    "data of the game '{name}', which this program does not play"
                )
            }
        }
    }
}

impl std::error::Error for HeaderError {}

impl From<ProvenanceError> for HeaderError {
    fn from(error: ProvenanceError) -> HeaderError {
        match error {
            ProvenanceError::Variant(name) => HeaderError::Variant(name),
            ProvenanceError::Engine => HeaderError::Damaged,
        }
    }
}

/// The header of a file.
#[must_use]
pub fn header_bytes(made: &Provenance) -> [u8; HEADER_BYTES] {
    let mut bytes = [0; HEADER_BYTES];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
    bytes[12..16].copy_from_slice(&(HEADER_BYTES as u32).to_le_bytes());
    bytes[PROVENANCE_AT..][..PROVENANCE_BYTES].copy_from_slice(&made.to_bytes());
    bytes[84..88].copy_from_slice(&made.hash_mb.to_le_bytes());
    let crc = crc32fast::hash(&bytes[..92]);
    bytes[92..].copy_from_slice(&crc.to_le_bytes());
    bytes
}

/// What the header of a file says.
///
/// # Errors
/// If it is none, or damaged, or of another version.
pub fn read_header(bytes: &[u8; HEADER_BYTES]) -> Result<Provenance, HeaderError> {
    if bytes[..8] != MAGIC {
        return Err(HeaderError::Magic);
    }
    let version = u32_at(bytes, 8);
    if version != VERSION {
        return Err(HeaderError::Version(version));
    }
    if u32_at(bytes, 92) != crc32fast::hash(&bytes[..92]) {
        return Err(HeaderError::Damaged);
    }
    let made = array_at(bytes, PROVENANCE_AT);
    Ok(Provenance::from_bytes(&made, u32_at(bytes, 84))?)
}

/// The packed form of a block with these games.
#[must_use]
pub fn block_bytes(games: &[PlayedGame]) -> Vec<u8> {
    let records: usize = games.iter().map(|g| g.records.len()).sum();
    let mut bytes = Vec::with_capacity(
        BLOCK_HEAD_BYTES + games.len() * GAME_ENTRY_BYTES + records * RECORD_BYTES,
    );
    bytes.extend(BLOCK_MAGIC);
    bytes.extend((games.len() as u32).to_le_bytes());
    bytes.extend((records as u32).to_le_bytes());
    bytes.extend([0; 4]);
    for game in games {
        bytes.extend(game.number.to_le_bytes());
        bytes.extend((game.records.len() as u32).to_le_bytes());
    }
    for record in games.iter().flat_map(|g| &g.records) {
        bytes.extend(record.to_bytes());
    }
    let crc = block_crc(&bytes);
    bytes[12..16].copy_from_slice(&crc.to_le_bytes());
    bytes
}

/// The checksum that belongs into a packed block.
#[must_use]
pub fn block_crc(block: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&block[4..12]);
    hasher.update(&block[BLOCK_HEAD_BYTES..]);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::EvalLabel;
    use crate::game::Variant;

    #[test]
    fn header_survives_and_damage_is_seen() {
        let made = Provenance {
            variant: Variant::TogyzKumalak,
            nodes: 3000,
            seed: u64::MAX,
            engine: "1.2.3".into(),
            evaluation: EvalLabel(0xfeed_beef),
            hash_mb: 8,
        };
        let bytes = header_bytes(&made);
        assert_eq!(read_header(&bytes), Ok(made));
        for at in 0..HEADER_BYTES {
            let mut damaged = bytes;
            damaged[at] ^= 4;
            let expected = match at {
                0..8 => HeaderError::Magic,
                8..12 => HeaderError::Version(u32_at(&damaged, 8)),
                _ => HeaderError::Damaged,
            };
            assert_eq!(read_header(&damaged), Err(expected), "byte {at}");
        }
    }
}
