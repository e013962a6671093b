//! `tuzdik show`: a position drawn in text.

use std::io::{self, Write};

use anyhow::Context;
use tuzdik::game::Variant;
use tuzdik::notation::{diagram, moves};

/// Draw a position: the board as South sees it, kazans, tuzdiks, whose turn it is and the legal moves.
///
/// The position may be written as PlayStrategy does or in the form with commas that other engines use;
/// `startpos` is the start position.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik show startpos
  tuzdik show '6S,1,1S,t,5S,3S,4S,3S,1S/1S,2S,2S,t,3S,2S,2S,1S,1S 80 45 N 38'
  tuzdik show '9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 0,0 -,- w 0'")]
pub struct Args {
    /// The position.
    #[arg(value_name = "FEN", num_args = 1.., required = true)]
    position: Vec<String>,
    /// Rule set.
    #[arg(long, default_value_t, value_parser = super::variant_parser(), ignore_case = true)]
    variant: Variant,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    // A position whose quotes were forgotten arrives in pieces.
    let text = args.position.join(" ");
    let (board, number) = super::position(&text, args.variant).context("FEN")?;
    let mut out = io::stdout().lock();
    write!(out, "{}", diagram::draw(&board, number))?;
    let legal: Vec<String> = board
        .moves()
        .iter()
        .map(|mv| moves::format_playok(&board, mv))
        .collect();
    if !legal.is_empty() {
        writeln!(out, "Moves {}", legal.join(" "))?;
    }
    out.flush()?;
    Ok(())
}
