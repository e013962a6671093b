//! `tuzdik convert`: game records from one format to the other.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tuzdik::game::Variant;
use tuzdik::notation::records::{Format, write};

use super::files;

/// Convert game records between the TGK and the PlayOK format.
///
/// Every game is replayed by the rules. What contradicts them is told on stderr; a game of which not
/// all moves can be played is left out, the others are converted.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik convert games.txt --output games.tgk    the other format than that of games.txt
  tuzdik convert games.tgk --to tgk              tidied up, same format
  tuzdik convert - --to playok < games.tgk       as a filter")]
pub struct Args {
    /// File with one or more games, - for stdin.
    #[arg(default_value = "-", value_name = "FILE")]
    file: PathBuf,
    /// Format to write; the other one than that of the file when left out.
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(), ignore_case = true)]
    to: Option<Format>,
    /// File to write; - for stdout.
    #[arg(short, long, default_value = "-", value_name = "FILE")]
    output: PathBuf,
    /// Replace the file if it is there.
    #[arg(long)]
    force: bool,
    /// Rule set of games that name none.
    #[arg(long, default_value_t, value_parser = super::variant_parser(), ignore_case = true)]
    variant: Variant,
}

fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).try_map(|name| name.parse::<Format>())
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let to_file = args.output != Path::new("-");
    if to_file {
        files::check_out("--output", &args.output, args.force)?;
    }
    let file = files::read_records(&args.file, args.variant)?;
    ensure!(
        !file.games.is_empty(),
        "no game found in {}",
        files::name(&args.file)
    );
    let format = args.to.unwrap_or(file.format.other());
    let mut text = String::new();
    let mut left_out = 0;
    for game in &file.games {
        for error in &game.errors {
            // Whoever closed stderr does not want to know.
            let _ = writeln!(io::stderr(), "{error}");
        }
        if game.is_complete() {
            text += &write(&game.record, format);
        } else {
            left_out += 1;
        }
    }
    if to_file {
        files::replace(&args.output, text.as_bytes())?;
    } else {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
    }
    let games = file.games.len();
    ensure!(left_out == 0, "{left_out} of {games} games left out");
    Ok(())
}
