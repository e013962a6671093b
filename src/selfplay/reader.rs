//! Reading a file block by block.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::bytes::{u32_at, u64_at};
use crate::container::{Fault, OpenError};
use crate::files;
use crate::provenance::Provenance;

use super::format::{
    BLOCK_HEAD_BYTES, BLOCK_LIMIT, BLOCK_MAGIC, FORMAT, GAME_ENTRY_BYTES, HEADER_BYTES, block_crc,
    read_header,
};
use super::record::{RECORD_BYTES, TrainingRecord};

/// A file that is being read.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    file: BufReader<File>,
    made: Provenance,
    offset: u64,
}

/// A block whose checksum is right.
#[derive(Debug)]
pub struct Block {
    bytes: Vec<u8>,
    games: usize,
    offset: u64,
}

impl Reader {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// If it cannot be read, is no regular file or no self-play data.
    pub fn open(path: &Path) -> Result<Reader, OpenError> {
        let file = files::open(path).map_err(|e| OpenError::new(path, e))?;
        Reader::from_file(path, file)
    }

    pub(super) fn from_file(path: &Path, file: File) -> Result<Reader, OpenError> {
        let mut file = BufReader::with_capacity(1 << 18, file);
        let mut bytes = [0; HEADER_BYTES];
        file.read_exact(&mut bytes).map_err(|e| match e.kind() {
            io::ErrorKind::UnexpectedEof => OpenError::new(path, FORMAT.error(Fault::Kind)),
            _ => OpenError::new(path, e),
        })?;
        let made = read_header(&bytes).map_err(|e| OpenError::new(path, e))?;
        Ok(Reader {
            path: path.to_owned(),
            file,
            made,
            offset: HEADER_BYTES as u64,
        })
    }

    /// How its games were searched.
    #[must_use]
    pub fn made(&self) -> &Provenance {
        &self.made
    }

    /// The byte up to which the file was read and is intact.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next block, or `None` at the end of the file.
    ///
    /// # Errors
    /// If it is cut off or damaged; nothing after it can be read then.
    pub fn next_block(&mut self) -> Result<Option<Block>, OpenError> {
        let mut bytes = Vec::new();
        if self.append(&mut bytes, BLOCK_HEAD_BYTES)? == 0 {
            return Ok(None);
        }
        let what = format!("the block at byte {} is cut off or damaged", self.offset);
        let damaged = OpenError::new(&self.path, FORMAT.contents(what));
        if bytes.len() < BLOCK_HEAD_BYTES || bytes[..4] != BLOCK_MAGIC {
            return Err(damaged);
        }
        let (games, records) = (u32_at(&bytes, 4), u32_at(&bytes, 8));
        if games > BLOCK_LIMIT || records > BLOCK_LIMIT {
            return Err(damaged);
        }
        let (games, records) = (games as usize, records as usize);
        let rest = games * GAME_ENTRY_BYTES + records * RECORD_BYTES;
        if self.append(&mut bytes, rest)? < rest || block_crc(&bytes) != u32_at(&bytes, 12) {
            return Err(damaged);
        }
        let offset = self.offset;
        self.offset += bytes.len() as u64;
        let block = Block {
            bytes,
            games,
            offset,
        };
        if block.games().map(|(_, n)| u64::from(n)).sum::<u64>() != records as u64 {
            return Err(damaged);
        }
        Ok(Some(block))
    }

    /// Decodes the records of a block.
    ///
    /// # Errors
    /// If one of them is no position of the game.
    pub fn records(&self, block: &Block) -> Result<Vec<TrainingRecord>, OpenError> {
        let rules = self.made.variant.rules();
        block
            .record_bytes()
            .map(|bytes| TrainingRecord::from_bytes(bytes, rules))
            .collect::<Result<_, _>>()
            .map_err(|e| {
                let what = format!("in the block at byte {}: {e}", block.offset);
                OpenError::new(&self.path, FORMAT.contents(what))
            })
    }

    /// Appends up to `count` bytes, fewer at the end of the file; returns how many.
    fn append(&mut self, bytes: &mut Vec<u8>, count: usize) -> Result<usize, OpenError> {
        (&mut self.file)
            .take(count as u64)
            .read_to_end(bytes)
            .map_err(|e| OpenError::new(&self.path, e))
    }
}

impl Block {
    /// The games: the number of each and its count of records.
    pub fn games(&self) -> impl Iterator<Item = (u64, u32)> {
        let table = &self.bytes[BLOCK_HEAD_BYTES..][..self.games * GAME_ENTRY_BYTES];
        table
            .chunks_exact(GAME_ENTRY_BYTES)
            .map(|entry| (u64_at(entry, 0), u32_at(entry, 8)))
    }

    fn record_bytes(&self) -> impl Iterator<Item = &[u8; RECORD_BYTES]> {
        let start = BLOCK_HEAD_BYTES + self.games * GAME_ENTRY_BYTES;
        self.bytes[start..].as_chunks::<RECORD_BYTES>().0.iter()
    }
}
