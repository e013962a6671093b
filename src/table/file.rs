//! Layers in files: one for each game, pair of tuzdiks and number of balls.
//!
//! All numbers are little endian.
//!
//! | byte | content |
//! |---|---|
//! | 0..8 | `TUZTAB` and two zero bytes |
//! | 8..12 | version of the format, u32: 1 |
//! | 12..16 | checksum, CRC-32 of all bytes from 16 on |
//! | 16..40 | name of the game, padded with zero bytes |
//! | 40 | balls on the board |
//! | 41 | balls that make a unit |
//! | 42, 43 | the tuzdiks of the first half: the mover's and the waiting side's, 0 for none |
//! | 44 | halves, 1 or 2: where the tuzdiks differ the second one has them turned |
//! | 48..56 | boards of a half, u64 |
//! | 64.. | for each half its codes and its ranks, a byte for each board |

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::bytes::{u32_at, u64_at};
use crate::game::{Pit, Variant};
use crate::platform::file_bytes;

use super::layer::{Column, Layer};
use super::space::{Space, Tuzdiks};

/// The ending of file names.
pub const ENDING: &str = "table";

const MAGIC: [u8; 8] = *b"TUZTAB\0\0";
const VERSION: u32 = 1;
const HEADER: usize = 64;
const NAME: usize = 24;

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contents {
    /// The game.
    pub variant: Variant,
    /// The tuzdiks of the first half.
    pub tuzdiks: Tuzdiks,
    /// Balls on each board.
    pub balls: u8,
}

/// A file that cannot be used as a table.
#[derive(Debug)]
pub struct TableFileError {
    path: PathBuf,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Io(io::Error),
    NoTable,
    Version(u32),
    Damaged,
    Other(String),
}

impl fmt::Display for TableFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.reason {
            Reason::Io(error) => error.fmt(f),
            Reason::NoTable => f.write_str("this is no exact table"),
            Reason::Version(version) => {
                write!(f, "format version {version}; expected {VERSION}")
            }
            Reason::Damaged => f.write_str("the table is damaged; build it again"),
            Reason::Other(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for TableFileError {}

impl Contents {
    /// The name of its file.
    #[must_use]
    pub fn file_name(&self) -> String {
        let Contents {
            variant,
            tuzdiks,
            balls,
        } = self;
        let pair = match (tuzdiks.mover, tuzdiks.waiting) {
            (None, None) => String::new(),
            (mover, waiting) => {
                let name = |pit: Option<Pit>| pit.map_or("0".to_owned(), |pit| pit.to_string());
                format!("-{}-{}", name(mover), name(waiting))
            }
        };
        format!("{variant}{pair}-{balls:02}.{ENDING}")
    }

    fn header(&self, unit: u8, halves: u8, boards: usize) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..8].copy_from_slice(&MAGIC);
        header[8..12].copy_from_slice(&VERSION.to_le_bytes());
        let name = self.variant.rules().name.as_bytes();
        header[16..16 + name.len()].copy_from_slice(name);
        let number = |pit: Option<Pit>| pit.map_or(0, Pit::number);
        header[40..45].copy_from_slice(&[
            self.balls,
            unit,
            number(self.tuzdiks.mover),
            number(self.tuzdiks.waiting),
            halves,
        ]);
        header[48..56].copy_from_slice(&(boards as u64).to_le_bytes());
        header
    }
}

/// Writes layers, one or the two orders of a pair, as a file into a folder.
///
/// # Errors
/// If the system says no; no half file stays.
pub fn write(
    folder: &Path,
    contents: Contents,
    unit: u8,
    layers: &[&Layer],
) -> Result<PathBuf, TableFileError> {
    let path = folder.join(contents.file_name());
    let temporary = folder.join(format!(".{}.tmp", contents.file_name()));
    let fail = |path: &Path, error| TableFileError {
        path: path.to_owned(),
        reason: Reason::Io(error),
    };
    let boards = layers.first().map_or(0, |layer| layer.codes.len());
    let mut header = contents.header(unit, layers.len() as u8, boards);
    let mut crc = crc32fast::Hasher::new();
    crc.update(&header[16..]);
    for layer in layers {
        crc.update(&layer.codes);
        crc.update(&layer.ranks);
    }
    header[12..16].copy_from_slice(&crc.finalize().to_le_bytes());
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(&header)?;
        for layer in layers {
            file.write_all(&layer.codes)?;
            file.write_all(&layer.ranks)?;
        }
        file.sync_all()?;
        std::fs::rename(&temporary, &path)
    });
    if let Err(error) = written {
        let _ = std::fs::remove_file(&temporary);
        return Err(fail(&path, error));
    }
    Ok(path)
}

/// What a file says that it holds, without its boards.
///
/// # Errors
/// If it is none of this format, or does not have the name of what it holds.
pub fn contents(path: &Path) -> Result<Contents, TableFileError> {
    let mut header = [0; HEADER];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    let reason = match read {
        Ok(()) => match parse(&header) {
            Ok((contents, ..)) => {
                let name = contents.file_name();
                if path.file_name().is_some_and(|found| found == name.as_str()) {
                    return Ok(contents);
                }
                Reason::Other(format!("the file says that it is {name}"))
            }
            Err(reason) => reason,
        },
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Reason::NoTable,
        Err(error) => Reason::Io(error),
    };
    Err(TableFileError {
        path: path.to_owned(),
        reason,
    })
}

fn parse(header: &[u8]) -> Result<(Contents, u8, u8, u64), Reason> {
    if header[..8] != MAGIC {
        return Err(Reason::NoTable);
    }
    let version = u32_at(header, 8);
    if version != VERSION {
        return Err(Reason::Version(version));
    }
    let name = &header[16..16 + NAME];
    let end = name.iter().position(|&byte| byte == 0).unwrap_or(NAME);
    let name = std::str::from_utf8(&name[..end]).map_err(|_| Reason::Damaged)?;
    let variant: Variant = name
        .parse()
        .map_err(|error| Reason::Other(format!("{error}")))?;
    let [balls, unit, mover, waiting, halves] = [40, 41, 42, 43, 44].map(|at| header[at]);
    let pit = |number: u8| match number {
        0 => Ok(None),
        number => Pit::new(number).map(Some).ok_or(Reason::Damaged),
    };
    let tuzdiks = Tuzdiks {
        mover: pit(mover)?,
        waiting: pit(waiting)?,
    };
    let contents = Contents {
        variant,
        tuzdiks,
        balls,
    };
    Ok((contents, unit, halves, u64_at(header, 48)))
}

/// The layers of a file, mapped into memory, whose boards are those of a space with the same tuzdiks. All of it
/// is read once for the checksum.
///
/// # Errors
/// If the file cannot be read, holds something else or is damaged.
pub fn read(
    path: &Path,
    wanted: Contents,
    unit: u8,
    space: &Space,
) -> Result<Vec<Layer>, TableFileError> {
    let fail = |reason| TableFileError {
        path: path.to_owned(),
        reason,
    };
    let bytes = crate::files::open(path).and_then(|file| file_bytes(&file));
    let bytes = Arc::new(bytes.map_err(|error| fail(Reason::Io(error)))?);
    if bytes.len() < HEADER {
        return Err(fail(Reason::NoTable));
    }
    let (found, found_unit, halves, boards) = parse(&bytes[..HEADER]).map_err(fail)?;
    if found != wanted || found_unit != unit {
        let (found, wanted) = (found.file_name(), wanted.file_name());
        return Err(fail(Reason::Other(format!(
            "it holds {found}; expected {wanted}"
        ))));
    }
    let layout = space.layout(wanted.balls);
    let expected = 1 + u8::from(wanted.tuzdiks != wanted.tuzdiks.turned());
    let whole = boards == layout.len() as u64
        && halves == expected
        && bytes.len() - HEADER == 2 * layout.len() * usize::from(halves)
        && crc32fast::hash(&bytes[16..]) == u32_at(&bytes, 12);
    if !whole {
        return Err(fail(Reason::Damaged));
    }
    let mut layers = Vec::new();
    let mut at = HEADER;
    for space in [space.clone(), space.turned()]
        .iter()
        .take(usize::from(halves))
    {
        let layout = space.layout(wanted.balls);
        let mut column = || {
            let range = at..at + layout.len();
            at = range.end;
            Column::Mapped(Arc::clone(&bytes), range)
        };
        let (codes, ranks) = (column(), column());
        layers.push(Layer {
            codes,
            ranks,
            layout,
        });
    }
    Ok(layers)
}
