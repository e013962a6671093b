//! `tuzdik datagen`: training data from self-play.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use indicatif::ProgressBar;
use tuzdik::eval::EvalSource;
use tuzdik::game::Variant;
use tuzdik::selfplay::{Amount, Plan, Progress, run as play};

use super::{interrupt, progress};

/// Play games of the engine against itself and record the searched positions for training.
///
/// Each game begins with a random opening that is about even and has a random move now and then.
/// It ends by the rules or as soon as a search proves its result. The file is the same for any
/// number of threads. When the file exists the games that it lacks are added, so an interrupted run
/// goes on when the same command is given again. Ctrl-C ends a run in good order and loses the games
/// that are being played; a killed run loses a minute or so more, never the file.
///
/// `tuzdik datainfo` tells what a file holds; the format is documented in `selfplay::format`.
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
    /// What judges positions: a network file, <embedded>, or none for the hand-crafted evaluation.
    #[arg(long, value_name = "FILE", default_value = EvalSource::EMBEDDED, value_parser = EvalSource::open)]
    eval_file: EvalSource,
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
    super::check_eval(&args.eval_file, args.variant)?;
    let amount = match (args.amount.games, args.amount.positions) {
        (Some(games), _) => Amount::Games(games),
        (None, positions) => Amount::Positions(positions.unwrap_or(0)),
    };
    let plan = Plan {
        variant: args.variant,
        amount,
        nodes: args.nodes,
        seed: args.seed,
        threads: args.threads,
        hash_mb: args.hash,
        eval_source: args.eval_file.clone(),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    interrupt::on_first(move || flag.store(true, Ordering::Relaxed))?;
    let mut teller = Teller::new(amount);
    let result = play(&plan, &args.out, &stop, &mut |progress| {
        teller.tell(progress)
    });
    teller.bar.finish_and_clear();
    let summary = result?;
    let Progress {
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

/// Shows progress: a bar on a terminal, elsewhere a line in the log now and then.
struct Teller {
    bar: ProgressBar,
    amount: Amount,
    begun: bool,
    last_log: Instant,
}

impl Teller {
    fn new(amount: Amount) -> Teller {
        let (Amount::Games(total) | Amount::Positions(total)) = amount;
        Teller {
            bar: progress::bar(total, progress::COUNTING),
            amount,
            begun: false,
            last_log: Instant::now(),
        }
    }

    fn tell(&mut self, progress: &Progress) {
        let done = progress.done;
        let position = match self.amount {
            Amount::Games(_) => done.games,
            Amount::Positions(_) => done.positions,
        };
        if !self.begun {
            self.begun = true;
            // The speed and the time left are those of this run, not of earlier ones.
            self.bar.set_position(position);
            self.bar.reset_eta();
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
        let rate = progress.rate();
        self.bar.set_position(position);
        self.bar.set_message(format!("{rate:.0} positions/s"));
        if self.bar.is_hidden() && self.last_log.elapsed() >= progress::LOG_EVERY {
            self.last_log = Instant::now();
            log::info!(
                "{} games, {} positions, {rate:.0} positions/s",
                done.games,
                done.positions
            );
        }
    }
}
