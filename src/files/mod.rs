//! Files written so that at no time there is half a file, and none by two processes; and files read without
//! waiting or reading for ever.

#[cfg(feature = "files")]
mod write;

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;

#[cfg(feature = "files")]
pub use write::{check, is_same, lock, replace, resume, target};

/// Most bytes that are read of what is no regular file and so may have no end.
const MOST_STREAMED: u64 = 256 << 20;

/// Whether this is a regular file; a folder is an error.
fn is_regular(found: &Metadata) -> io::Result<bool> {
    if found.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(found.is_file())
}

/// A regular file to read. Anything else is refused: a device may have no end, and a pipe without a
/// writer would never be opened.
///
/// # Errors
/// If there is none or it cannot be opened.
pub fn open(path: &Path) -> io::Result<File> {
    if !is_regular(&fs::metadata(path)?)? {
        return Err(not_regular());
    }
    File::open(path)
}

/// All that a file holds. A pipe is read too, as a shell gives one for `<(command)`, and so is a device, but
/// no more than 256 MiB of them.
///
/// # Errors
/// If it cannot be read or is too long.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    if !is_regular(&file.metadata()?)? {
        return read_stream(file);
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// All that comes from a stream, such as stdin.
///
/// # Errors
/// If it cannot be read or is longer than 256 MiB.
pub fn read_stream(stream: impl Read) -> io::Result<Vec<u8>> {
    read_at_most(stream, MOST_STREAMED)
}

fn read_at_most(stream: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let mb = most >> 20;
        return Err(io::Error::other(format!(
            "there is no end after {mb} MB; expected a regular file or less"
        )));
    }
    Ok(bytes)
}

fn not_regular() -> io::Error {
    io::Error::other("this is not a regular file")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_without_an_end_are_not_read_for_ever() {
        let most = 1 << 20;
        assert_eq!(read_at_most(&[7; 3][..], 3).unwrap(), [7; 3]);
        let whole = read_at_most(io::repeat(0).take(most), most).unwrap();
        assert_eq!(whole.len() as u64, most);
        let error = read_at_most(io::repeat(0), most).unwrap_err();
        assert!(error.to_string().contains("no end after 1 MB"), "{error}");
    }
}
