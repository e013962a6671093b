//! `tuzdik table build`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, ensure};
use tuzdik::game::Variant;
use tuzdik::platform;
use tuzdik::table::build::{Build, BuildPlan, BuildProgress};
use tuzdik::table::space::Tuzdiks;

use super::super::interrupt;
use super::super::progress::ProgressReporter;

/// Build the tables of all boards with at most so many balls.
///
/// Layers are solved one after the other, by the number of balls, and each is a file as soon as it is done: an
/// interrupted or killed build goes on with --resume and loses no more than the layer it was at.
///
/// In games with tuzdiks a table is for a pair of them, and holds both orders of it; what can follow, pairs
/// with a tuzdik more, is built first. There are no tables for games whose results do not follow from what each
/// side can take: giveaway, the games of Mangala and those with the extra move.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik table build --variant bestemshe --balls 26 --threads 2 --out tables
  tuzdik table build --balls 12 --tuzdiks 4,1 --out tables    boards where the tuzdiks are pits 4 and 1
  tuzdik table build --balls 8 --out tables --resume          boards with any tuzdiks or none")]
pub struct Args {
    /// Rule set.
    #[arg(long, default_value_t, value_parser = super::super::variant_parser(), ignore_case = true)]
    variant: Variant,
    /// Most balls on a board.
    #[arg(long, value_name = "N")]
    balls: u8,
    /// Tuzdiks of both sides, 0 for none.
    #[arg(long, value_name = "A,B", default_value = "0,0", value_parser = super::parse_tuzdiks)]
    tuzdiks: Tuzdiks,
    /// Folder to write the files to.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Threads to solve with.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = super::super::threads_parser())]
    threads: usize,
    /// Go on with a build: layers that are there already are kept.
    #[arg(long)]
    resume: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let plan = BuildPlan {
        variant: args.variant,
        tuzdiks: args.tuzdiks,
        balls: args.balls,
    };
    let mut build = Build::new(&plan, &args.out)?;
    let done = build.layers().iter().filter(|layer| layer.is_done).count();
    ensure!(
        args.resume || done == 0,
        "{}: {done} of the {} files are there already; --resume keeps them and goes on",
        args.out.display(),
        build.layers().len()
    );
    check_memory(&build, done)?;
    let pool = platform::thread_pool(args.threads)
        .with_context(|| format!("cannot start {} threads", args.threads))?;
    let stop = interrupt::stop_token()?;
    let open = build.layers().iter().filter(|layer| !layer.is_done);
    let mut reporter = ProgressReporter::new(open.map(|layer| layer.boards).sum());
    let begin = std::time::Instant::now();
    let result = pool.install(|| {
        build.run(&mut |progress| {
            tell(&mut reporter, progress);
            !stop.is_stopped()
        })
    });
    reporter.bar.finish_and_clear();
    let summary = result?;
    let seconds = begin.elapsed().as_secs_f64();
    writeln!(
        io::stdout(),
        "{}: {} layers, {} boards in {seconds:.1} s, {:.2} million a second",
        args.out.display(),
        summary.layers,
        summary.boards,
        summary.boards as f64 / seconds.max(1e-9) / 1e6
    )?;
    ensure!(
        summary.is_complete,
        "stopped before the end; the same command with --resume goes on from here"
    );
    Ok(())
}

/// Says how much memory the work takes, and refuses to begin if it is not there.
fn check_memory(build: &Build, done: usize) -> anyhow::Result<()> {
    let mb = |bytes: u64| bytes.div_ceil(1 << 20);
    let needed = build.memory();
    let available = platform::available_memory();
    let there = available.map_or(String::new(), |bytes| format!(" of {} MB", mb(bytes)));
    // Whoever closed stderr does not want to know.
    let _ = writeln!(
        io::stderr(),
        "{} layers, {done} of them done; memory {} MB{there}, files {} MB",
        build.layers().len(),
        mb(needed),
        mb(build.file_bytes())
    );
    ensure!(
        available.is_none_or(|available| needed <= available),
        "not enough memory: the tables need {} MB; expected at most {} MB",
        mb(needed),
        mb(available.unwrap_or(0))
    );
    Ok(())
}

/// Sweeps of a layer when nothing is known of them.
const USUAL_SWEEPS: u32 = 30;

fn tell(reporter: &mut ProgressReporter, progress: &BuildProgress) {
    let layer = progress.layer;
    // A layer takes a few sweeps more than the one before.
    let expected = match progress.sweeps_before {
        0 => USUAL_SWEEPS,
        before => before + 3,
    };
    let part = f64::from(progress.sweeps) / f64::from(expected.max(progress.sweeps + 1));
    let position = progress.finished + (layer.boards as f64 * part) as u64;
    let pair = match layer.tuzdiks == Tuzdiks::default() {
        true => String::new(),
        false => format!("{} ", super::name(layer.tuzdiks)),
    };
    let text = format!("{pair}{} balls, sweep {}", layer.balls, progress.sweeps);
    reporter.bar.set_message(text.clone());
    reporter.report(position, text);
}
