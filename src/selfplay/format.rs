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

use crate::bytes::{array_at, u32_at};
use crate::container::{Checksum, FileFormat, FormatError};
use crate::provenance::{PROVENANCE_AT, PROVENANCE_BYTES, Provenance};

use super::game::SelfPlayGame;
use super::record::RECORD_BYTES;

/// The format described here.
pub const FORMAT: FileFormat = FileFormat {
    name: "self-play data",
    magic: *b"TUZDATA\0",
    version: 1,
    checksum: Checksum::Header(HEADER_BYTES),
};
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

/// The header of a file.
#[must_use]
pub fn header_bytes(made: &Provenance) -> [u8; HEADER_BYTES] {
    let mut bytes = [0; HEADER_BYTES];
    FORMAT.begin(&mut bytes);
    bytes[PROVENANCE_AT..][..PROVENANCE_BYTES].copy_from_slice(&made.to_bytes());
    bytes[84..88].copy_from_slice(&made.hash_mb.to_le_bytes());
    FORMAT.seal(&mut bytes);
    bytes
}

/// What the header of a file says.
///
/// # Errors
/// If it is none, or damaged, or of another version.
pub fn read_header(bytes: &[u8; HEADER_BYTES]) -> Result<Provenance, FormatError> {
    FORMAT.check(bytes)?;
    let made = array_at(bytes, PROVENANCE_AT);
    Provenance::from_bytes(&made, u32_at(bytes, 84)).map_err(|fault| FORMAT.error(fault))
}

/// The packed form of a block with these games.
#[must_use]
pub fn block_bytes(games: &[SelfPlayGame]) -> Vec<u8> {
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
    use crate::container::Fault;
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
                0..8 => Fault::Kind,
                8..12 => Fault::Version(u32_at(&damaged, 8), 1),
                _ => Fault::Checksum,
            };
            assert_eq!(
                read_header(&damaged),
                Err(FORMAT.error(expected)),
                "byte {at}"
            );
        }
    }
}
