//! `tuzdik book export`: a book in its other form.

use std::io::{self, Write};
use std::path::PathBuf;

use tuzdik::book::text;
use tuzdik::bookbuild::save::reserve;

use super::BookArgs;
use crate::cli::files;

/// Write a book as text, or in binary form.
///
/// Both forms hold the same and convert into each other without loss. The text form has a line for each
/// position, sorted by moves: the moves, then score, depth, nodes and best move of the search of that
/// position. Backed-up scores follow from the others and are not in it, `tuzdik book show` tells them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik book export                            the book in the program as text on stdout
  tuzdik book export my.book --out my.txt       binary to text
  tuzdik book export my.txt --out my.book       text to binary")]
pub struct Args {
    #[command(flatten)]
    book: BookArgs,
    /// File to write, in text form if its name ends in .txt, else in binary form [default: text on
    /// stdout].
    #[arg(long, value_name = "FILE", value_parser = files::out_parser())]
    out: Option<PathBuf>,
    /// Replace the file if it is there.
    #[arg(long, requires = "out")]
    force: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let out = args.out.as_deref().map(|path| {
        let reserved = reserve(path)?;
        files::check_out("--out", path, args.force)?;
        anyhow::Ok(reserved)
    });
    let out = out.transpose()?;
    let book = args.book.book()?;
    let tree = super::tree(&book, args.book.file.as_deref())?;
    match out {
        Some(out) => out.write(&tree)?,
        None => {
            let mut out = io::stdout().lock();
            out.write_all(text::write(&tree).as_bytes())?;
            out.flush()?;
        }
    }
    Ok(())
}
