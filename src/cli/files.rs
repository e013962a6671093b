//! Files named on the command line.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::builder::{PathBufValueParser, TypedValueParser};
use tuzdik::game::Variant;
use tuzdik::notation::records::{self, RecordFile};

/// Everything in a file, or on stdin for `-`.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let bytes = if path == Path::new("-") {
        tuzdik::files::read_stream(io::stdin().lock())
    } else {
        tuzdik::files::read(path)
    };
    bytes.with_context(|| format!("cannot read {}", name(path)))
}

/// The games in a file, or on stdin for `-`. What is assumed of its letters is told on stderr.
pub fn read_records(path: &Path, variant: Variant) -> anyhow::Result<RecordFile> {
    let file = records::read(&read(path)?, variant);
    if let Some(note) = &file.encoding {
        // Whoever closed stderr does not want to know.
        let _ = writeln!(io::stderr(), "{}: {note}", name(path));
    }
    Ok(file)
}

/// Writes a file whole or not at all.
pub fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    tuzdik::files::replace(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Finds out, before any work is done, whether a file can be written; one that holds something is replaced only
/// with `--force`. `option` is the one that names the file.
pub fn check_out(option: &str, path: &Path, force: bool) -> anyhow::Result<()> {
    tuzdik::files::check(path).with_context(|| format!("{option} {}", path.display()))?;
    let there = std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0);
    if there && !force {
        bail!(
            "{option} {} exists; replace it with --force or choose another name",
            path.display()
        );
    }
    Ok(())
}

/// Reads the name of a file to write.
pub fn out_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(out_name)
}

/// The name of a file to write. `-`, which stands for stdin or stdout elsewhere, is none.
pub fn out_name(path: PathBuf) -> Result<PathBuf, &'static str> {
    match path == Path::new("-") {
        true => Err("stdout cannot be written here; expected the name of a file"),
        false => Ok(path),
    }
}

/// A file as messages name it.
pub fn name(path: &Path) -> String {
    if path == Path::new("-") {
        "stdin".to_owned()
    } else {
        path.display().to_string()
    }
}
