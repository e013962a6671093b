//! `tuzdik datagen`: training data from self-play.

use std::io::{self, Write};
use std::mem;
use std::path::PathBuf;

use tuzdik::game::Variant;
use tuzdik::selfplay::{Amount, SelfPlayPlan, SelfPlayProgress, run as play};

use super::progress::ProgressReporter;
use super::{EvalArgs, interrupt};

/// Play games of the engine against itself and record the searched positions for training.
///
/// Each game begins with a random opening that is about even and has a random move now and then.
/// It ends by the rules or as soon as a search proves its result. The file is the same for any
/// number of threads. When the file exists the games that it lacks are added, so an interrupted run
/// goes on when the same command is given again. Ctrl-C ends a run in good order and loses the games
/// that are being played; a killed run loses a minute or so more, never the file.
///
/// `tuzdik datainfo` tells what a file holds. A record is a position with its score, best move, depth,
/// flags and the result of its game; scripts/train in the sources reads them in Python.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik datagen --games 1000 --seed 1 --out games.tzd
  tuzdik datagen --positions 20000000 --nodes 3000 --threads 2 --seed 7 --out data/gen1.tzd")]
pub struct Args {
    /// Rule set.
    #[arg(long, default_value_t, value_parser = super::variant_parser(), ignore_case = true)]
    variant: Variant,
    #[command(flatten)]
    amount: AmountArgs,
    /// Nodes to search for each move.
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games played at once, each on a thread of its own.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = super::threads_parser())]
    threads: usize,
    /// Size of each thread's table in MB.
    #[arg(long, value_name = "MB", default_value_t = 8, value_parser = super::hash_parser())]
    hash: usize,
    #[command(flatten)]
    eval: EvalArgs,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File to write or to go on with.
    #[arg(long, value_name = "FILE", value_parser = super::files::out_parser())]
    out: PathBuf,
}

#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct AmountArgs {
    /// Games to play.
    #[arg(long)]
    games: Option<u64>,
    /// Play until the file holds this many positions.
    #[arg(long)]
    positions: Option<u64>,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    args.eval.check(args.variant)?;
    let amount = match (args.amount.games, args.amount.positions) {
        (Some(games), _) => Amount::Games(games),
        (None, positions) => Amount::Positions(positions.unwrap_or(0)),
    };
    let plan = SelfPlayPlan {
        variant: args.variant,
        amount,
        nodes: args.nodes,
        seed: args.seed,
        threads: args.threads,
        hash_mb: args.hash,
        eval_source: args.eval.source.clone(),
    };
    let stop = interrupt::stop_token()?;
    let (Amount::Games(total) | Amount::Positions(total)) = amount;
    let mut reporter = ProgressReporter::new(total);
    let mut is_first = true;
    let result = play(&plan, &args.out, &stop, &mut |progress| {
        tell(&mut reporter, mem::take(&mut is_first), amount, progress);
    });
    reporter.bar.finish_and_clear();
    let summary = result?;
    let SelfPlayProgress {
        done,
        before,
        elapsed,
    } = summary.progress;
    writeln!(
        io::stdout(),
        "{}: {} games, {} positions; {} positions in {:.1} s, {:.0} a second",
        args.out.display(),
        done.games,
        done.positions,
        done.positions - before.positions,
        elapsed.as_secs_f64(),
        summary.progress.rate()
    )?;
    anyhow::ensure!(
        summary.complete,
        "stopped before the end; the same command goes on from here"
    );
    Ok(())
}

fn tell(
    reporter: &mut ProgressReporter,
    is_first: bool,
    amount: Amount,
    progress: &SelfPlayProgress,
) {
    let done = progress.done;
    let position = match amount {
        Amount::Games(_) => done.games,
        Amount::Positions(_) => done.positions,
    };
    if is_first {
        // The speed and the time left are those of this run, not of earlier ones.
        reporter.bar.set_position(position);
        reporter.bar.reset_eta();
        if done.dropped_bytes > 0 {
            // Whoever closed stderr does not want to know.
            let _ = writeln!(
                io::stderr(),
                "warning: the last {} bytes of the file were damaged and are dropped",
                done.dropped_bytes
            );
        }
        if done.games > 0 {
            log::info!(
                "going on after {} games, {} positions",
                done.games,
                done.positions
            );
        }
    }
    let rate = format!("{:.0} positions/s", progress.rate());
    reporter.bar.set_message(rate.clone());
    let text = format_args!("{} games, {} positions, {rate}", done.games, done.positions);
    reporter.report(position, text);
}
