//! `tuzdik bench`.

use std::io::{self, Write};

use anyhow::Result;
use tuzdik::eval::EvalSource;
use tuzdik::search::{Engine, Signals, bench};

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
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Transposition table in MB.
    #[arg(long, default_value_t = bench::HASH_MB)]
    hash: usize,
    /// What judges positions: a network file, <embedded>, or none for the hand-crafted evaluation.
    #[arg(long, value_name = "FILE", default_value = EvalSource::EMBEDDED, value_parser = EvalSource::open)]
    eval_file: EvalSource,
}

/// Runs the bench.
pub fn run(args: &Args) -> Result<()> {
    let mut out = io::stdout().lock();
    let mut written = Ok(());
    let mut engine = Engine::new(args.hash)?;
    engine.set_threads(args.threads.into())?;
    engine.set_eval_source(args.eval_file.clone());
    let total = bench::run(&mut engine, args.depth, &Signals::new(), |number, one| {
        if written.is_ok() {
            written = writeln!(
                out,
                "position {number:2}: {:10} nodes, {:6} ms",
                one.nodes,
                one.time.as_millis()
            );
        }
    });
    written?;
    writeln!(out, "{total}")?;
    Ok(())
}
