//! `tuzdik perft`: counting move sequences.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Context;
use tuzdik::game::{Board, Variant, perft};
use tuzdik::platform;

/// Count the legal move sequences of a given length, the standard check of the rules and their speed.
///
/// Prints the count, the time and the speed. Finished games are not extended.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik perft --depth 8                count from the start position
  tuzdik perft --depth 9 --threads 2    the same, deeper, on two threads
  tuzdik perft --depth 6 --divide       one line for each first move
  tuzdik perft --depth 4 --position '4,9S,4/4,9S,4 72 72 S 1'")]
pub struct Args {
    /// Plies to count (a count of 20 plies still fits into 64 bits).
    #[arg(short, long, value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    /// Position to count from, a FEN or startpos; the start position when left out.
    #[arg(short, long, value_name = "FEN")]
    position: Option<String>,
    /// Rule set.
    #[arg(long, default_value_t, value_parser = super::variant_parser(), ignore_case = true)]
    variant: Variant,
    /// Print the count behind each first move.
    #[arg(long)]
    divide: bool,
    /// Threads to count with.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = super::threads_parser())]
    threads: usize,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let pool = platform::thread_pool(args.threads)
        .with_context(|| format!("cannot start {} threads", args.threads))?;
    let board = match &args.position {
        None => Board::start(args.variant),
        Some(text) => {
            let (board, _) = super::position(text, args.variant).context("--position")?;
            board
        }
    };
    let begin = Instant::now();
    let counts = pool.install(|| perft::divide(&board, args.depth));
    let seconds = begin.elapsed().as_secs_f64();
    let mut out = io::stdout().lock();
    let leaves = match args.depth {
        0 => 1,
        _ => counts.iter().map(|&(_, count)| count).sum(),
    };
    if args.divide && args.depth > 0 {
        for (mv, count) in counts {
            writeln!(out, "{}: {count}", board.show(mv))?;
        }
    }
    writeln!(out, "leaves: {leaves}")?;
    writeln!(out, "time: {seconds:.3} s")?;
    let speed = leaves as f64 / seconds.max(1e-9) / 1e6;
    writeln!(out, "speed: {speed:.1} million leaves/s")?;
    out.flush()?;
    Ok(())
}
