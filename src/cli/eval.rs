//! `tuzdik eval`: what the static evaluation says, and why.

use std::io::{self, Write};

use anyhow::Context;
use tuzdik::game::{Game, Variant};
use tuzdik::notation::diagram;
use tuzdik::search::explain::explain;

use super::EvalArgs;

/// Explain the static evaluation of a position: what it expects now, after each move, and without the
/// balls of each pit.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik eval startpos
  tuzdik eval '6S,1,1S,t,5S,3S,4S,3S,1S/1S,2S,2S,t,3S,2S,2S,1S,1S 80 45 N 38'
  tuzdik eval startpos --eval-file none        the hand-crafted evaluation")]
pub struct Args {
    /// The position: a FEN, or startpos.
    #[arg(value_name = "FEN", num_args = 1.., required = true)]
    position: Vec<String>,
    #[command(flatten)]
    eval: EvalArgs,
    /// Rule set.
    #[arg(long, default_value_t, value_parser = super::variant_parser(), ignore_case = true)]
    variant: Variant,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let variant = args.variant;
    args.eval.check(variant)?;
    // A position whose quotes were forgotten arrives in pieces.
    let text = args.position.join(" ");
    let (board, number) = super::position(&text, variant).context("FEN")?;
    let mut out = io::stdout().lock();
    write!(out, "{}", diagram::draw(&board, number))?;
    let game = Game::from_board(board);
    writeln!(out, "\n{}", explain(&args.eval.source, &game))?;
    out.flush()?;
    Ok(())
}
