//! Writing a file, and going on with one that an earlier run left.

use std::fmt;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::container::{OpenError, OpenReason};
use crate::files;
use crate::provenance::{Difference, Provenance};

use super::format::{BLOCK_NODES, BLOCK_RECORDS, block_bytes, header_bytes};
use super::game::SelfPlayGame;
use super::reader::Reader;

/// A damaged end of at most this many bytes is what a killed run leaves behind; the games in it are
/// played again. Blocks are smaller.
const TAIL_BYTES: u64 = 1 << 20;

/// A file that is being written. Games arrive in the order of their numbers.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: File,
    /// Games since the last block.
    pending: Vec<SelfPlayGame>,
    pending_records: usize,
    /// Records that fill a block.
    block_records: usize,
    done: DataSize,
}

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DataSize {
    /// Games, numbered from 0.
    pub games: u64,
    /// Their records.
    pub positions: u64,
    /// Bytes of a damaged end that were cut off when the file was opened.
    pub dropped_bytes: u64,
}

/// A file that cannot be written.
#[derive(Debug)]
pub enum WriteError {
    /// The system says no.
    Io(PathBuf, io::Error),
    /// The file exists and cannot be read.
    Read(OpenError),
    /// The file holds games of another plan.
    OtherPlan(PathBuf, Difference),
    /// Much of the file lies behind a damaged block: its offset and the size of the file.
    Damaged(PathBuf, u64, u64),
    /// The file holds other games than the first ones of the plan.
    Gap(PathBuf),
    /// Another process writes the file.
    Locked(PathBuf),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Io(path, e) => write!(f, "{}: {e}", path.display()),
            WriteError::Read(e) => e.fmt(f),
            WriteError::OtherPlan(path, difference) => write!(
                f,
                "{} was begun with {difference}; give another file to begin anew",
                path.display()
            ),
            WriteError::Damaged(path, offset, len) => write!(
                f,
                "{} is damaged at byte {offset} of {len}; too much follows to play it again, the \
                 file was left as it is",
                path.display()
            ),
            WriteError::Gap(path) => {
                write!(f, "{} lacks games between others", path.display())
            }
            WriteError::Locked(path) => {
                write!(f, "another process is writing {}", path.display())
            }
        }
    }
}

impl std::error::Error for WriteError {}

impl Writer {
    /// Begins a file, or goes on with one of the same plan. A damaged end is cut off; see
    /// [`DataSize::dropped_bytes`].
    ///
    /// # Errors
    /// If the file cannot be written, is of another plan, or is damaged far from its end.
    pub fn open(path: &Path, made: &Provenance) -> Result<Writer, WriteError> {
        let fail = |e| WriteError::Io(path.to_owned(), e);
        let opened = files::resume(path, &header_bytes(made)).map_err(fail)?;
        let Some(mut file) = opened else {
            return Err(WriteError::Locked(path.to_owned()));
        };
        let copy = file.try_clone().map_err(fail)?;
        let (mut done, intact) = scan(path, copy, made)?;
        let len = file.metadata().map_err(fail)?.len();
        done.dropped_bytes = len - intact;
        if done.dropped_bytes > TAIL_BYTES {
            return Err(WriteError::Damaged(path.to_owned(), intact, len));
        }
        if done.dropped_bytes > 0 {
            file.set_len(intact).map_err(fail)?;
        }
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        Ok(Writer {
            path: path.to_owned(),
            file,
            pending: Vec::new(),
            pending_records: 0,
            block_records: BLOCK_RECORDS
                .min((BLOCK_NODES / made.nodes.max(1)) as usize)
                .max(1),
            done,
        })
    }

    /// What the file holds, with the games that wait for their block to fill.
    #[must_use]
    pub fn done(&self) -> DataSize {
        self.done
    }

    /// Adds the next game, number [`DataSize::games`], and writes the block that it fills.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, game: SelfPlayGame) -> Result<(), WriteError> {
        debug_assert_eq!(game.number, self.done.games);
        self.done.games += 1;
        self.done.positions += game.records.len() as u64;
        self.pending_records += game.records.len();
        self.pending.push(game);
        if self.pending_records >= self.block_records {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes the games that still wait, as a smaller block.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(mut self) -> Result<DataSize, WriteError> {
        self.flush()?;
        self.file
            .sync_all()
            .map_err(|e| WriteError::Io(self.path.clone(), e))?;
        Ok(self.done)
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        // A block that could not be written is not tried again behind its own beginning.
        let games = std::mem::take(&mut self.pending);
        self.pending_records = 0;
        if games.is_empty() {
            return Ok(());
        }
        self.file
            .write_all(&block_bytes(&games))
            .map_err(|e| WriteError::Io(self.path.clone(), e))
    }
}

/// What an existing file holds and up to which byte it is intact.
fn scan(path: &Path, file: File, wanted: &Provenance) -> Result<(DataSize, u64), WriteError> {
    let mut reader = Reader::from_file(path, file).map_err(WriteError::Read)?;
    if let Some(difference) = reader.made().difference(wanted) {
        return Err(WriteError::OtherPlan(path.to_owned(), difference));
    }
    let mut done = DataSize::default();
    loop {
        let block = match reader.next_block() {
            Ok(Some(block)) => block,
            Ok(None) => return Ok((done, reader.offset())),
            Err(e) => match e.reason() {
                OpenReason::Format(_) => return Ok((done, reader.offset())),
                _ => return Err(WriteError::Read(e)),
            },
        };
        for (number, records) in block.games() {
            if number != done.games {
                return Err(WriteError::Gap(path.to_owned()));
            }
            done.games += 1;
            done.positions += u64::from(records);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::{Flags, TrainingRecord, TrainingResult};
    use super::*;
    use crate::eval::EvalLabel;
    use crate::game::{Board, Variant};

    #[test]
    fn a_block_ends_by_records_or_by_work() {
        let folder = tempfile::tempdir().unwrap();
        let variant = Variant::TogyzKumalak;
        let record = TrainingRecord {
            position: *Board::start(variant).position(),
            result: TrainingResult::Draw,
            score: 0,
            ply: 0,
            best: Board::start(variant).moves().first().unwrap(),
            flags: Flags::default(),
            depth: 1,
        };
        for (nodes, in_block) in [(1, 8192), (7000, 8192), (1_000_000, 60), (u64::MAX, 1)] {
            let made = Provenance {
                variant,
                nodes,
                seed: 1,
                engine: "1".into(),
                evaluation: EvalLabel::HANDCRAFTED,
                hash_mb: 8,
            };
            let path = folder.path().join(nodes.to_string());
            let mut writer = Writer::open(&path, &made).unwrap();
            let mut add = |records: usize| {
                let number = writer.done().games;
                let records = vec![record.clone(); records];
                writer.add(SelfPlayGame { number, records }).unwrap();
                let mut reader = Reader::open(&path).unwrap();
                std::iter::from_fn(|| reader.next_block().unwrap()).count()
            };
            assert_eq!(add(in_block - 1), 0);
            assert_eq!(add(1), 1);
        }
    }
}
