//! `tuzdik setup`: a random set-up of Mangala.

use std::io::{self, Write};

use anyhow::ensure;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tuzdik::game::setup::{Spread, set_up};
use tuzdik::game::{Board, Variant};
use tuzdik::notation::fen;

/// Spread the counters of a game of Mangala over the pits and print the position as FEN.
///
/// Every counter falls into any of the pits with equal chance. In the FEN the kazans are the piles;
/// the side ? says that the choice of sides is still to be made.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik setup --variant mangala                     another set-up each time
  tuzdik setup --variant mangala --seed 7            the same one each time
  tuzdik setup --variant mangala-free --at-least-two")]
pub struct Args {
    /// Rule set, mangala or mangala-free.
    #[arg(long, default_value_t = Variant::Mangala, value_parser = super::variant_parser(), ignore_case = true)]
    variant: Variant,
    /// Seed of the random choices; without it they differ each time.
    #[arg(long)]
    seed: Option<u64>,
    /// At least two counters in each pit.
    #[arg(long)]
    at_least_two: bool,
    /// As many counters in each pit.
    #[arg(long, conflicts_with = "at_least_two")]
    equal: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let rules = args.variant.rules();
    ensure!(
        rules.is_relay(),
        "{} has one start position; setup is for mangala and mangala-free",
        rules.name
    );
    let mut rng = ChaCha8Rng::seed_from_u64(args.seed.unwrap_or_else(rand::random));
    let spread = match (args.equal, args.at_least_two) {
        (true, _) => Spread::Equal,
        (_, at_least_two) => Spread::Random {
            least: if at_least_two { 2 } else { 0 },
        },
    };
    let position = set_up(rules, spread, &mut rng)?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}",
        fen::format(&Board::new(args.variant, position), 1)
    )?;
    out.flush()?;
    Ok(())
}
