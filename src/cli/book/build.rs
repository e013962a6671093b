//! `tuzdik book build`: a book by search.

use std::io::{self, Write};
use std::mem;
use std::path::PathBuf;

use tuzdik::book::About;
use tuzdik::bookbuild::journal::Journal;
use tuzdik::bookbuild::{self, BookPlan, BookProgress, order};
use tuzdik::game::Variant;

use super::SearchArgs;
use crate::cli::interrupt;
use crate::cli::progress::ProgressReporter;

/// Build a book by searching positions from the start on.
///
/// The book grows best-first (drop-out expansion): of all positions at its ends the one whose line costs
/// least is expanded next. Each ply of a line costs the depth penalty, and each move what it loses against the
/// best move in its place, four times as much for one side, which is taken to play by the book, than for
/// the other. To expand a position is to search the position after each of its legal moves. Scores are
/// backed up to the start; positions that several lines lead to are one, and play that goes round for
/// ever is a draw.
///
/// The first plies are covered whatever they cost: with --cover 4 every position of the first four plies
/// is in the book, and after four plies the replies too, if one side has played by the book (lost at
/// most half a ball with each move) and the other any moves at all. A small --positions may be
/// exceeded for that.
///
/// The book is the same for any number of threads. Every search is written to a journal beside the
/// book, OUT.journal, at once; however the build ends, only the searches that run at that moment are
/// lost, one for each thread. --resume goes on, and lets a finished book grow to a larger --positions. It
/// never drops a search: the positions and covered plies of a finished book stay, and so does a journal
/// with searches for which a smaller --positions leaves no place.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik book build --out my.book --positions 20000 --threads 2
  tuzdik book build --out my.book --positions 30000 --threads 2 --depth-penalty 20 --resume
  tuzdik book build --variant bestemshe --out b.txt --positions 500 --nodes 100000 --cover 2")]
pub struct Args {
    /// Rule set.
    #[arg(long, default_value_t, value_parser = crate::cli::variant_parser(), ignore_case = true)]
    variant: Variant,
    /// File to write, in text form if its name ends in .txt.
    #[arg(long, value_name = "FILE", value_parser = crate::cli::files::out_parser())]
    out: PathBuf,
    /// Grow to so many positions or a few more.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    positions: usize,
    /// Nodes to search for each position.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX)))]
    nodes: u64,
    /// Plies that are covered.
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=i64::from(About::MOST_COVER)))]
    cover: u32,
    /// What each ply of a line costs, in hundredths of a ball; with less the book grows deeper and narrower.
    #[arg(long, value_name = "CB", default_value_t = order::DEPTH_PENALTY, value_parser = clap::value_parser!(u16).range(1..=1000))]
    depth_penalty: u16,
    /// Decides which of equally urgent positions is expanded first.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    search: SearchArgs,
    /// Go on with the searches of earlier runs and of the book that is there.
    #[arg(long)]
    resume: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    args.search.eval.check(args.variant)?;
    let plan = BookPlan {
        variant: args.variant,
        positions: args.positions,
        nodes: args.nodes,
        cover: args.cover,
        depth_penalty: args.depth_penalty,
        seed: args.seed,
        threads: args.search.threads,
        hash_mb: args.search.hash,
        eval_source: args.search.eval.source.clone(),
    };
    let stop = interrupt::stop_token()?;
    let mut reporter = ProgressReporter::new(args.positions as u64);
    let mut is_first = true;
    let result = bookbuild::build(&plan, &args.out, args.resume, &stop, &mut |progress| {
        tell(&mut reporter, mem::take(&mut is_first), progress);
    });
    reporter.bar.finish_and_clear();
    let summary = result?;
    let BookProgress {
        positions,
        searched,
        elapsed,
        ..
    } = summary.progress;
    let seconds = elapsed.as_secs_f64();
    writeln!(
        io::stdout(),
        "{}: {positions} positions; {searched} searched in {seconds:.1} s, {:.0} ms for each",
        args.out.display(),
        1000.0 * seconds / searched.max(1) as f64
    )?;
    if summary.left > 0 {
        writeln!(
            io::stdout(),
            "{}: {} more searches; --resume with a larger --positions takes them in",
            Journal::path_for(&args.out).display(),
            summary.left
        )?;
    }
    anyhow::ensure!(
        summary.complete,
        "stopped before the end; the same command with --resume goes on from here"
    );
    Ok(())
}

fn tell(reporter: &mut ProgressReporter, is_first: bool, progress: &BookProgress) {
    if is_first {
        if progress.damaged > 0 {
            // Whoever closed stderr does not want to know.
            let _ = writeln!(
                io::stderr(),
                "warning: {} damaged records of the journal are passed over",
                progress.damaged
            );
        }
        if progress.kept > 0 {
            log::info!("going on with {} searches", progress.kept);
        }
    }
    let positions = progress.positions as u64;
    // Covered plies may make the book larger than asked for.
    let length = reporter.bar.length().unwrap_or(0);
    reporter.bar.set_length(length.max(positions));
    let searched = progress.searched;
    let text = format_args!("{positions} positions, {searched} searched");
    reporter.report(positions, text);
}
