//! `tuzdik bench`.

use std::io::{self, Write};

use anyhow::Result;
use tuzdik::game::Variant;
use tuzdik::search::{Engine, StopToken, bench};

use super::EvalArgs;

/// Search a fixed set of positions and print the node count, the fingerprint of the search.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tuzdik bench                the count recorded in the repository
  tuzdik bench --threads 2    the speed of two threads; the count then varies")]
pub struct Args {
    /// Depth of each search in plies.
    #[arg(long, default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Search threads.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = super::threads_parser())]
    threads: usize,
    /// Transposition table in MB.
    #[arg(long, value_name = "MB", default_value_t = bench::HASH_MB, value_parser = super::hash_parser())]
    hash: usize,
    #[command(flatten)]
    eval: EvalArgs,
    /// Rule set. Only the main game's count is recorded in the repository.
    #[arg(long, default_value_t, value_parser = super::variant_parser(), ignore_case = true)]
    variant: Variant,
}

/// Runs the bench.
pub fn run(args: &Args) -> Result<()> {
    args.eval.check(args.variant)?;
    let mut out = io::stdout().lock();
    let mut written = Ok(());
    let mut engine = Engine::new(args.hash)?;
    engine.set_threads(args.threads)?;
    engine.set_eval_source(args.eval.source.clone());
    let stop = StopToken::new();
    let total = bench::run(
        &mut engine,
        args.variant,
        args.depth,
        &stop,
        |number, one| {
            if written.is_ok() {
                written = writeln!(out, "{}", bench::row(number, one));
            }
        },
    );
    written?;
    writeln!(out, "{total}")?;
    Ok(())
}
