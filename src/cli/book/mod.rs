//! `tuzdik book`: opening books.

mod build;
mod compare;
mod export;
mod merge;
mod show;
mod verify;

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Subcommand;
use tuzdik::book::{Book, BookSource, BookTree};
use tuzdik::game::Variant;

use super::EvalArgs;

/// Build, read and check opening books.
///
/// A book is a graph of positions, each scored by a search of the engine, with scores backed up to the
/// start. The program has books of some games in it and plays by them; see the options OwnBook and
/// BookFile of the protocol. Files have two forms: a text form for people and version control (names
/// that end in .txt) and a binary form for playing (all other names). Every subcommand reads both.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik book show                                     the book in the program
  tuzdik book show --moves '76 98' --plies 4           what it says after two moves
  tuzdik book build --out my.book --positions 2000 --nodes 100000 --threads 2
  tuzdik book export my.book --out my.txt              as text
  tuzdik book verify my.book --sample 50               search 50 of its positions again
  tuzdik book compare games.tgk                        its first choices against played games")]
pub struct Args {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Subcommand)]
enum BookCommand {
    Build(build::Args),
    Show(show::Args),
    Verify(verify::Args),
    Merge(merge::Args),
    Export(export::Args),
    Compare(compare::Args),
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.command {
        BookCommand::Build(args) => build::run(args),
        BookCommand::Show(args) => show::run(args),
        BookCommand::Verify(args) => verify::run(args),
        BookCommand::Merge(args) => merge::run(args),
        BookCommand::Export(args) => export::run(args),
        BookCommand::Compare(args) => compare::run(args),
    }
}

/// A book to read: a file, or the one in the program.
#[derive(clap::Args)]
struct BookArgs {
    /// Book in either form [default: the one in the program].
    #[arg(value_name = "BOOK")]
    file: Option<PathBuf>,
    /// Game whose book in the program is read.
    #[arg(long, default_value_t, value_parser = super::variant_parser(), ignore_case = true, conflicts_with = "file")]
    variant: Variant,
}

impl BookArgs {
    fn book(&self) -> anyhow::Result<Book> {
        embedded_or_file(self.file.as_deref(), self.variant)
    }
}

fn embedded_or_file(file: Option<&Path>, variant: Variant) -> anyhow::Result<Book> {
    match file {
        Some(path) => Ok(Book::open(path)?),
        None => BookSource::default()
            .book(variant)
            .cloned()
            .with_context(|| {
                format!("the program has no book of {variant}; expected the name of a file")
            }),
    }
}

/// The graph of a book; a fault names the file.
fn tree(book: &Book, file: Option<&Path>) -> anyhow::Result<BookTree> {
    let name = file.map_or_else(|| "the book in the program".to_owned(), super::files::name);
    book.tree().context(name)
}

/// What searches for a book.
#[derive(clap::Args)]
struct SearchArgs {
    /// Searches at once, each on a thread of its own.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = super::threads_parser())]
    threads: usize,
    /// Size of each thread's table in MB; it is emptied before each search.
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = super::hash_parser())]
    hash: usize,
    #[command(flatten)]
    eval: EvalArgs,
}
