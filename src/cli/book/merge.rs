//! `tuzdik book merge`: one book of several.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::anyhow;
use tuzdik::book::Book;
use tuzdik::bookbuild::save::reserve;
use tuzdik::bookbuild::{self, MergeError};

use crate::cli::files;

/// Merge books of one game into one.
///
/// The new book has the positions of all. Where several have searched a position the search with more
/// nodes counts; scores are backed up anew. The books must be made with the same evaluation, since scores of
/// others do not compare.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik book merge a.book b.book --out both.book")]
pub struct Args {
    /// Books in either form.
    #[arg(required = true, num_args = 1.., value_name = "BOOK")]
    files: Vec<PathBuf>,
    /// File to write, in text form if its name ends in .txt.
    #[arg(long, value_name = "FILE", value_parser = files::out_parser())]
    out: PathBuf,
    /// Replace the file if it is there.
    #[arg(long)]
    force: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let out = reserve(&args.out)?;
    files::check_out("--out", &args.out, args.force)?;
    let mut trees = Vec::new();
    for file in &args.files {
        trees.push(super::tree(&Book::open(file)?, Some(file))?);
    }
    let merged = bookbuild::merge(&trees).map_err(|error| match &error {
        MergeError::Other(index, ..) => {
            let name = args
                .files
                .get(*index)
                .map(|file| file.display().to_string());
            anyhow!("{}: {error}", name.unwrap_or_default())
        }
        MergeError::None => anyhow!("{error}"),
    })?;
    out.write(&merged)?;
    let positions = merged.nodes().len();
    writeln!(
        io::stdout(),
        "{}: {positions} positions",
        args.out.display()
    )?;
    Ok(())
}
