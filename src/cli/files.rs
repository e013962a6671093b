//! Files named on the command line.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::builder::{PathBufValueParser, TypedValueParser};

/// Everything in a file, or on stdin for `-`.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .context("cannot read stdin")?;
        return Ok(bytes);
    }
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a file whole or not at all.
pub fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    tuzdik::files::replace(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Reads the name of a file to write. `-`, which stands for stdin or stdout elsewhere, is none.
pub fn out_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path == Path::new("-") {
        true => Err("stdout cannot be written here; expected the name of a file"),
        false => Ok(path),
    })
}

/// A file as messages name it.
pub fn name(path: &Path) -> String {
    if path == Path::new("-") {
        "stdin".to_owned()
    } else {
        path.display().to_string()
    }
}
