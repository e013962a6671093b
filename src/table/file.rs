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

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::bytes::u64_at;
use crate::container::{Checksum, Fault, FileFormat, FormatError, OpenError, OpenReason};
use crate::game::{Pit, Variant};
use crate::platform::file_bytes;

use super::layer::{Column, Layer};
use super::space::{Space, Tuzdiks};

/// The ending of file names.
pub const ENDING: &str = "table";

const FORMAT: FileFormat = FileFormat {
    name: "exact table",
    magic: *b"TUZTAB\0\0",
    version: 1,
    checksum: Checksum::Front,
};
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
        FORMAT.begin(&mut header);
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
) -> Result<PathBuf, OpenError> {
    let path = folder.join(contents.file_name());
    let temporary = folder.join(format!(".{}.tmp", contents.file_name()));
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
        return Err(OpenError::new(&path, error));
    }
    Ok(path)
}

/// What a file says that it holds, without its boards.
///
/// # Errors
/// If it is none of this format, or does not have the name of what it holds.
pub fn contents(path: &Path) -> Result<Contents, OpenError> {
    let mut header = [0; HEADER];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    let reason = match read {
        Ok(()) => match parse(&header) {
            Ok((contents, ..)) => {
                let name = contents.file_name();
                if path.file_name().is_some_and(|found| found == name.as_str()) {
                    return Ok(contents);
                }
                let what = format!("that says that it is {name}");
                FORMAT.error(Fault::Unsupported(what)).into()
            }
            Err(error) => error.into(),
        },
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            FORMAT.error(Fault::Kind).into()
        }
        Err(error) => OpenReason::Io(error),
    };
    Err(OpenError::new(path, reason))
}

fn parse(header: &[u8]) -> Result<(Contents, u8, u8, u64), FormatError> {
    FORMAT.check_begin(header)?;
    let name = &header[16..16 + NAME];
    let end = name.iter().position(|&byte| byte == 0).unwrap_or(NAME);
    let name = String::from_utf8_lossy(&name[..end]).into_owned();
    let variant: Variant = name.parse().map_err(|_| FORMAT.error(Fault::Game(name)))?;
    let [balls, unit, mover, waiting, halves] = [40, 41, 42, 43, 44].map(|at| header[at]);
    let pit = |number: u8| match number {
        0 => Ok(None),
        number => Pit::new(number)
            .map(Some)
            .ok_or_else(|| FORMAT.contents("its tuzdiks are no pits")),
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
) -> Result<Vec<Layer>, OpenError> {
    let fail = |error: FormatError| OpenError::new(path, error);
    let bytes = crate::files::open(path).and_then(|file| file_bytes(&file));
    let bytes = Arc::new(bytes.map_err(|error| OpenError::new(path, error))?);
    if bytes.len() < HEADER {
        return Err(fail(FORMAT.error(Fault::Kind)));
    }
    let (found, found_unit, halves, boards) = parse(&bytes[..HEADER]).map_err(fail)?;
    if found != wanted || found_unit != unit {
        let (found, wanted) = (found.file_name(), wanted.file_name());
        let what = format!("that holds {found}; expected {wanted}");
        return Err(fail(FORMAT.error(Fault::Unsupported(what))));
    }
    let layout = space.layout(wanted.balls);
    let expected = 1 + u8::from(wanted.tuzdiks != wanted.tuzdiks.turned());
    let whole = boards == layout.len() as u64
        && halves == expected
        && bytes.len() - HEADER == 2 * layout.len() * usize::from(halves);
    if !whole {
        return Err(fail(FORMAT.contents("it lacks boards or has too many")));
    }
    FORMAT.check(&bytes).map_err(fail)?;
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
