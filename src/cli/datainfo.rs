//! `tuzdik datainfo`: what a file of training data holds.

use std::io::{self, Write};
use std::path::PathBuf;

use tuzdik::selfplay::Stats;

/// Check files of self-play data and print what they hold.
///
/// Every checksum and every position is checked; a damaged file is an error that names it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik datainfo games.tzd        check one file
  tuzdik datainfo data/*.tzd       check several")]
pub struct Args {
    /// Files that `tuzdik datagen` wrote.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for file in &args.files {
        let stats = Stats::read(file)?;
        writeln!(out, "file           {}\n{stats}", file.display())?;
    }
    Ok(())
}
