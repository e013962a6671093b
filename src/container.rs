//! What the project's binary files have in common: books and their journals, networks, self-play data, exact
//! tables and proofs.
//!
//! Each begins with eight bytes that tell its kind and the version of the format, u32 little endian, and has a
//! CRC-32 where its kind has it. Each kind says the rest where it is read and written.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::bytes::u32_at;

/// A kind of file.
#[derive(PartialEq, Eq, Debug)]
pub struct FileFormat {
    /// What messages call it, such as `opening book`.
    pub name: &'static str,
    /// The first bytes.
    pub magic: [u8; 8],
    /// The version that this program reads and writes.
    pub version: u32,
    /// Where the checksum stands and what it is of.
    pub checksum: Checksum,
}

/// Where a file has the checksum of what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checksum {
    /// Bytes 12 to 16, of all bytes after them.
    Front,
    /// The last four bytes, of all before them.
    End,
    /// The last four bytes of a header, of all before them. Bytes 12 to 16 are the length of the header.
    Header(usize),
}

/// Bytes that are no file of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatError {
    /// The [name](FileFormat::name) of the kind.
    pub name: &'static str,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with the bytes of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// They do not begin as those of this kind.
    Kind,
    /// The version of the format is the first number, this program reads the second.
    Version(u32, u32),
    /// Their number is the first one, expected was the second.
    Length(usize, usize),
    /// A checksum is wrong.
    Checksum,
    /// They contradict themselves or the rules.
    Contents(String),
    /// The file is of a game that this program does not play.
    Game(String),
    /// The file is sound and of no use to this program.
    Unsupported(String),
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name;
        match &self.fault {
            Fault::Kind => write!(f, "this is no {name}"),
            Fault::Version(found, expected) => {
                write!(f, "{name} of format version {found}; expected {expected}")
            }
            Fault::Length(found, expected) => {
                write!(f, "damaged {name}: it has {found} bytes, not {expected}")
            }
            Fault::Checksum => write!(f, "damaged {name}: a checksum is wrong"),
            Fault::Contents(what) => write!(f, "damaged {name}: {what}"),
            Fault::Game(game) => {
                write!(f, "{name} of '{game}', which this program does not play")
            }
            Fault::Unsupported(what) => write!(f, "{name} {what}"),
        }
    }
}

impl std::error::Error for FormatError {}

impl FileFormat {
    /// This fault of a file of this kind.
    #[must_use]
    pub fn error(&self, fault: Fault) -> FormatError {
        FormatError {
            name: self.name,
            fault,
        }
    }

    /// The error of a file whose contents make no sense.
    #[must_use]
    pub fn contents(&self, what: impl Into<String>) -> FormatError {
        self.error(Fault::Contents(what.into()))
    }

    /// Writes the first twelve bytes of a file, or sixteen where its header tells its length.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn begin(&self, bytes: &mut [u8]) {
        bytes[..8].copy_from_slice(&self.magic);
        bytes[8..12].copy_from_slice(&self.version.to_le_bytes());
        if let Checksum::Header(length) = self.checksum {
            bytes[12..16].copy_from_slice(&(length as u32).to_le_bytes());
        }
    }

    /// Writes the checksum into a file that has all else, with room for it.
    ///
    /// # Panics
    /// If the bytes are shorter than any file of this kind.
    pub fn seal(&self, bytes: &mut [u8]) {
        let (at, sum) = self.sum(bytes);
        bytes[at..at + 4].copy_from_slice(&sum.to_le_bytes());
    }

    /// Finds out whether bytes, of which the first may be enough, begin as a file of this kind and version.
    ///
    /// # Errors
    /// If they do not.
    pub fn check_begin(&self, bytes: &[u8]) -> Result<(), FormatError> {
        if !bytes.starts_with(&self.magic) {
            return Err(self.error(Fault::Kind));
        }
        let shortest = match self.checksum {
            Checksum::Header(length) => length,
            Checksum::Front | Checksum::End => 16,
        };
        if bytes.len() < shortest {
            return Err(self.error(Fault::Length(bytes.len(), shortest)));
        }
        match u32_at(bytes, 8) {
            version if version == self.version => Ok(()),
            version => Err(self.error(Fault::Version(version, self.version))),
        }
    }

    /// Finds out whether bytes are a file of this kind and version and have the right checksum.
    ///
    /// # Errors
    /// If they do not.
    pub fn check(&self, bytes: &[u8]) -> Result<(), FormatError> {
        self.check_begin(bytes)?;
        match self.sum(bytes) {
            (at, sum) if sum == u32_at(bytes, at) => Ok(()),
            _ => Err(self.error(Fault::Checksum)),
        }
    }

    /// Where the checksum stands, and what it should be.
    fn sum(&self, bytes: &[u8]) -> (usize, u32) {
        let (at, summed) = match self.checksum {
            Checksum::Front => (12, &bytes[16..]),
            Checksum::End => (bytes.len() - 4, &bytes[..bytes.len() - 4]),
            Checksum::Header(length) => (length - 4, &bytes[..length - 4]),
        };
        (at, crc32fast::hash(summed))
    }
}

/// A file that cannot be used.
#[derive(Debug)]
pub struct OpenError {
    path: PathBuf,
    reason: OpenReason,
}

/// Why a file cannot be used.
#[derive(Debug)]
pub enum OpenReason {
    /// The system says no.
    Io(io::Error),
    /// Its bytes are not as they should be.
    Format(FormatError),
    /// A line of a text, counted from 1, is not as it should be.
    Line(usize, String),
}

impl OpenError {
    /// This file cannot be used for this reason.
    #[must_use]
    pub fn new(path: &Path, reason: impl Into<OpenReason>) -> OpenError {
        OpenError {
            path: path.to_owned(),
            reason: reason.into(),
        }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why.
    #[must_use]
    pub fn reason(&self) -> &OpenReason {
        &self.reason
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.reason {
            OpenReason::Io(error) => error.fmt(f),
            OpenReason::Format(error) => error.fmt(f),
            OpenReason::Line(line, fault) => write!(f, "line {line}: {fault}"),
        }
    }
}

impl std::error::Error for OpenError {}

impl From<io::Error> for OpenReason {
    fn from(error: io::Error) -> OpenReason {
        OpenReason::Io(error)
    }
}

impl From<FormatError> for OpenReason {
    fn from(error: FormatError) -> OpenReason {
        OpenReason::Format(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_tells_damage_at_every_byte() {
        for checksum in [Checksum::Front, Checksum::End, Checksum::Header(40)] {
            let format = FileFormat {
                name: "test file",
                magic: *b"TUZTEST\0",
                version: 3,
                checksum,
            };
            let mut bytes: Vec<u8> = (0..40).collect();
            format.begin(&mut bytes);
            format.seal(&mut bytes);
            assert_eq!(format.check(&bytes), Ok(()));
            for at in 0..bytes.len() {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1;
                let expected = match at {
                    0..8 => Fault::Kind,
                    8..12 => Fault::Version(u32_at(&damaged, 8), 3),
                    _ => Fault::Checksum,
                };
                assert_eq!(format.check(&damaged), Err(format.error(expected)), "{at}");
                let error = format.check(&bytes[..at]).expect_err("a short file");
                assert_eq!(error.name, "test file", "{at} bytes");
            }
        }
    }
}
