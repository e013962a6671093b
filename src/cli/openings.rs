//! `tuzdik openings`: a collection of openings for matches.

use std::path::PathBuf;

use anyhow::bail;
use tuzdik::arena::opening::SuiteSettings;
use tuzdik::game::Variant;

use super::files;
use super::progress::{COUNTING, bar};

/// Make a file of balanced openings for `tuzdik match`.
///
/// Each line has random moves from the start position after which a search finds neither side better than
/// --balance. No two lines lead to the same position, and none to one that the opening book knows to be
/// decided. The same seed gives the same file on any number of threads.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik openings --out openings.txt
  tuzdik openings --count 20000 --plies 10 --balance 200 --threads 8 --out openings.txt
  tuzdik match --openings file=openings.txt …")]
pub struct Args {
    /// The file to write.
    #[arg(long, value_name = "FILE", value_parser = files::out_parser())]
    out: PathBuf,
    /// How many.
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    count: u32,
    /// Random moves of both sides.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=100))]
    plies: u32,
    /// Largest score after them, in hundredths of a ball.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(i32).range(0..=100_000))]
    balance: i32,
    /// Nodes of the search that finds the score.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the random moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Search threads.
    #[arg(long, default_value_t = 1, value_parser = super::threads_parser())]
    threads: usize,
    /// Replace the file if it is there.
    #[arg(long)]
    force: bool,
    /// Rule set.
    #[arg(long, default_value_t, value_parser = super::variant_parser(), ignore_case = true)]
    variant: Variant,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    files::check_out("--out", &args.out, args.force)?;
    let settings = SuiteSettings {
        variant: args.variant,
        seed: args.seed,
        plies: args.plies,
        balance: args.balance,
        nodes: args.nodes,
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .build()?;
    let bar = bar(u64::from(args.count), COUNTING);
    let openings = pool.install(|| {
        settings.make(args.count as usize, |found| {
            bar.set_position(found as u64);
            true
        })
    })?;
    bar.finish_and_clear();
    let mut text = format!(
        "# tuzdik openings --variant {} --count {} --plies {} --balance {} --nodes {} --seed {}\n",
        args.variant, args.count, args.plies, args.balance, args.nodes, args.seed
    );
    for opening in &openings {
        text += &opening.text(args.variant);
        text.push('\n');
    }
    if openings.len() < args.count as usize {
        bail!(
            "only {} openings of {} plies within {} were found; expected {}: try more --plies",
            openings.len(),
            args.plies,
            args.balance,
            args.count
        );
    }
    files::replace(&args.out, text.as_bytes())
}
