//! Large files to look things up in.

use std::fs::File;
use std::io;
use std::ops::Deref;

#[cfg(all(feature = "os-memory", not(target_family = "wasm")))]
type Bytes = memmap2::Mmap;
#[cfg(not(all(feature = "os-memory", not(target_family = "wasm"))))]
type Bytes = Vec<u8>;

/// What a file holds, mapped into memory or read.
#[derive(Debug)]
pub struct FileBytes(Bytes);

/// The bytes of a file, mapped where the system can do it. Should the file be changed while it is mapped, the
/// bytes change too.
///
/// # Errors
/// If it can be neither mapped nor read.
pub fn file_bytes(file: &File) -> io::Result<FileBytes> {
    bytes_of(file).map(FileBytes)
}

#[cfg(all(feature = "os-memory", not(target_family = "wasm")))]
fn bytes_of(file: &File) -> io::Result<Bytes> {
    // SAFETY: the map is read only, and its bytes are only ever looked at as numbers, whatever they are. A
    // file that somebody shortens while it is mapped ends the process, as for every program that maps files;
    // this program replaces its files by renaming, which leaves the mapped file as it is.
    unsafe { memmap2::Mmap::map(file) }
}

#[cfg(not(all(feature = "os-memory", not(target_family = "wasm"))))]
fn bytes_of(mut file: &File) -> io::Result<Bytes> {
    use std::io::{Read, Seek};

    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Deref for FileBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
