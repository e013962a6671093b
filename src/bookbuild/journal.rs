//! What was searched so far, written down beside the book while it grows.
//!
//! The journal begins with a header of 128 bytes: `TUZBKJN` and a zero byte, the format version u32, the
//! header's size u32, the fields of a book's header at bytes 16..88 and 108..112, and the CRC-32 of what
//! comes before it in the last four bytes. A record of 33 bytes follows for each search: the position and
//! the search, packed as in a book, and the CRC-32 of both. Records are only ever added. One that is
//! damaged is passed over and its position searched again.

use std::fmt;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::book::About;
use crate::book::binary::HEADER_BYTES;
use crate::book::packed::{
    POSITION_BYTES, SEARCH_BYTES, position_bytes, position_from, search_bytes, search_from,
};
use crate::book::tree::Searched;
use crate::bytes::array_at;
use crate::container::{Checksum, FileFormat, FormatError, OpenError};
use crate::files;
use crate::game::Position;
use crate::provenance::Difference;

const FORMAT: FileFormat = FileFormat {
    name: "journal of a book",
    magic: *b"TUZBKJN\0",
    version: 1,
    checksum: Checksum::Header(HEADER_BYTES),
};
/// Bytes of a record.
pub const RECORD_BYTES: usize = POSITION_BYTES + SEARCH_BYTES + 4;

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The searches that it holds.
    about: About,
    /// Damaged records that were passed over when it was opened.
    damaged: usize,
}

/// A journal that cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// It cannot be read or written, or is none.
    Open(OpenError),
    /// It holds searches of another kind.
    Other(PathBuf, Difference),
    /// Another process writes it.
    Locked(PathBuf),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Open(error) => error.fmt(f),
            JournalError::Other(path, difference) => write!(
                f,
                "{} was begun with {difference}; give another file to begin anew",
                path.display()
            ),
            JournalError::Locked(path) => {
                write!(f, "another process is writing {}", path.display())
            }
        }
    }
}

impl std::error::Error for JournalError {}

impl Journal {
    /// The journal of a book in this file, whatever link names it.
    #[must_use]
    pub fn path_for(book: &Path) -> PathBuf {
        let file = files::target(book).unwrap_or_else(|_| book.to_owned());
        let mut name = file.into_os_string();
        name.push(".journal");
        PathBuf::from(name)
    }

    /// Begins a journal or goes on with one of the same kind of searches. What it holds is given to
    /// `each`.
    ///
    /// # Errors
    /// If it cannot be written or read, is another one's, or another process writes it.
    pub fn open(
        path: &Path,
        about: &About,
        mut each: impl FnMut(Position, Searched),
    ) -> Result<Journal, JournalError> {
        let fail = |error| JournalError::Open(OpenError::new(path, error));
        let opened = files::resume(path, &header_bytes(about)).map_err(fail)?;
        let Some(mut file) = opened else {
            return Err(JournalError::Locked(path.to_owned()));
        };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(fail)?;
        let (found, records) =
            read(&bytes).map_err(|error| JournalError::Open(OpenError::new(path, error)))?;
        if let Some(difference) = found.other_searches(about) {
            return Err(JournalError::Other(path.to_owned(), difference));
        }
        let mut damaged = 0;
        let (records, rest) = records.as_chunks::<RECORD_BYTES>();
        for record in records {
            match read_record(record, about) {
                Some((position, searched)) => each(position, searched),
                None => damaged += 1,
            }
        }
        let whole = bytes.len() - rest.len();
        file.set_len(whole as u64).map_err(fail)?;
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        Ok(Journal {
            path: path.to_owned(),
            file,
            about: found,
            damaged: damaged + usize::from(!rest.is_empty()),
        })
    }

    /// The searches that it holds, as they were told when it was begun.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Damaged records that were passed over when it was opened.
    #[must_use]
    pub fn damaged(&self) -> usize {
        self.damaged
    }

    /// Adds a search. It is safe from the end of the process then, though not from that of the system.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, position: &Position, searched: &Searched) -> Result<(), JournalError> {
        let mut record = [0; RECORD_BYTES];
        record[..POSITION_BYTES].copy_from_slice(&position_bytes(position));
        record[POSITION_BYTES..RECORD_BYTES - 4].copy_from_slice(&search_bytes(searched));
        let crc = crc32fast::hash(&record[..RECORD_BYTES - 4]);
        record[RECORD_BYTES - 4..].copy_from_slice(&crc.to_le_bytes());
        self.file
            .write_all(&record)
            .map_err(|error| JournalError::Open(OpenError::new(&self.path, error)))
    }

    /// Ends without a book: what was searched stays, a journal without any search goes.
    pub fn leave(self) {
        let length = self.file.metadata().map(|found| found.len());
        if length.is_ok_and(|length| length == HEADER_BYTES as u64) {
            // An empty journal harms nobody; why there is no book is the error to tell.
            let _ = self.remove();
        }
    }

    /// Removes the journal when its book is written.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(self) -> Result<(), JournalError> {
        fs::remove_file(&self.path)
            .map_err(|error| JournalError::Open(OpenError::new(&self.path, error)))
    }
}

fn header_bytes(about: &About) -> [u8; HEADER_BYTES] {
    let mut header = [0; HEADER_BYTES];
    FORMAT.begin(&mut header);
    about.put(&mut header);
    FORMAT.seal(&mut header);
    header
}

/// What a journal says of its searches, and its records.
fn read(bytes: &[u8]) -> Result<(About, &[u8]), FormatError> {
    FORMAT.check(bytes)?;
    let (header, records) = bytes.split_at(HEADER_BYTES);
    let header = array_at(header, 0);
    let about = About::from_header(&header).map_err(|fault| FORMAT.error(fault))?;
    match header_bytes(&about) == header {
        true => Ok((about, records)),
        false => Err(FORMAT.contents("its header has more than it should")),
    }
}

fn read_record(record: &[u8; RECORD_BYTES], about: &About) -> Option<(Position, Searched)> {
    let (position, rest) = record.split_first_chunk::<POSITION_BYTES>()?;
    let (search, crc) = rest.split_first_chunk::<SEARCH_BYTES>()?;
    if crc != crc32fast::hash(&record[..RECORD_BYTES - 4]).to_le_bytes() {
        return None;
    }
    Some((
        position_from(position, about.made.variant)?,
        search_from(search),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::EvalSource;
    use crate::game::{Board, Variant};
    use crate::provenance::Provenance;
    use crate::score::Score;

    #[test]
    fn damage_costs_the_damaged_record_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = Journal::path_for(&folder.path().join("a.book"));
        let variant = Variant::Qozdatu;
        let made = Provenance::of(variant, &EvalSource::default(), 100, 1, 0);
        let about = About { made, cover: 2 };
        let start = Board::start(variant);
        let boards: Vec<Board> = start.moves().iter().map(|mv| start.play(mv)).collect();
        let positions: Vec<Position> = boards.iter().map(|board| *board.position()).collect();
        let searched = |number: usize| Searched {
            score: Score::new(number as i32 * 10),
            depth: number as u8 + 1,
            best: boards[number].moves().first(),
            nodes: 100,
        };
        let mut journal = Journal::open(&path, &about, |_, _| panic!("it is new")).unwrap();
        for (number, position) in positions.iter().enumerate() {
            journal.add(position, &searched(number)).unwrap();
        }
        assert!(matches!(
            Journal::open(&path, &about, |_, _| {}),
            Err(JournalError::Locked(_))
        ));
        drop(journal);
        let whole = fs::read(&path).unwrap();
        for at in HEADER_BYTES..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            fs::write(&path, &bytes).unwrap();
            let mut found = Vec::new();
            let journal = Journal::open(&path, &about, |position, _| found.push(position)).unwrap();
            let mut expected = positions.clone();
            expected.remove((at - HEADER_BYTES) / RECORD_BYTES);
            assert_eq!((found, journal.damaged()), (expected, 1), "byte {at}");
        }
        // A header tells its damage, or is of other searches.
        for at in 0..HEADER_BYTES {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            fs::write(&path, &bytes).unwrap();
            let error = Journal::open(&path, &about, |_, _| {}).unwrap_err();
            assert!(error.to_string().contains("a.book.journal"), "{error}");
        }
        // A torn end is cut off and written anew.
        for length in HEADER_BYTES..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let mut found = 0;
            let mut journal = Journal::open(&path, &about, |_, _| found += 1).unwrap();
            assert_eq!(found, (length - HEADER_BYTES) / RECORD_BYTES);
            for (number, position) in positions.iter().enumerate().skip(found) {
                journal.add(position, &searched(number)).unwrap();
            }
            drop(journal);
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
        let mut other = about;
        other.made.nodes = 7;
        let error = Journal::open(&path, &other, |_, _| {}).unwrap_err();
        assert!(error.to_string().contains("nodes 100, not 7"), "{error}");
    }
}
