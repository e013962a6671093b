//! `tuzdik book verify`: positions of a book searched again.

use std::io::{self, Write};

use tuzdik::book::text::way_text;
use tuzdik::bookbuild::verify::VerifySettings;
use tuzdik::bookbuild::{self, Check};
use tuzdik::notation::moves;

use super::{BookArgs, SearchArgs};
use crate::cli::{interrupt, progress};

/// Search a sample of a book's positions again and report where book and search disagree.
///
/// The file is checked first: checksums, every position, every score. Then each position of the sample is
/// searched with more nodes than the book had for it. The report tells how far scores differ on average,
/// how often the best move is the same and, where it is not, what the search's move loses by the book;
/// and it lists the positions that differ most.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik book verify                                  a sample of the book in the program
  tuzdik book verify my.book --sample 200 --nodes 10000000 --threads 2")]
pub struct Args {
    #[command(flatten)]
    book: BookArgs,
    /// Nodes for each search [default: four times those of the book].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Positions to search.
    #[arg(long, value_name = "N", default_value_t = 100)]
    sample: usize,
    /// Decides which.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions to list: those that differ most.
    #[arg(long, value_name = "N", default_value_t = 10)]
    list: usize,
    #[command(flatten)]
    search: SearchArgs,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let book = args.book.book()?;
    let tree = super::tree(&book, args.book.file.as_deref())?;
    let made = &tree.about().made;
    args.search.eval.check(made.variant)?;
    let terms = VerifySettings {
        nodes: args.nodes.unwrap_or(made.nodes.saturating_mul(4)),
        sample: args.sample,
        seed: args.seed,
        threads: args.search.threads,
        hash_mb: args.search.hash,
        eval_source: args.search.eval.source.clone(),
    };
    let evaluation = terms.eval_source.evaluator(made.variant).label();
    if evaluation != made.evaluation {
        // Whoever closed stderr does not want to know.
        let _ = writeln!(
            io::stderr(),
            "warning: the book was made with the evaluation {}, this searches with {evaluation}",
            made.evaluation
        );
    }
    let backup = tree.back_up();
    let stop = interrupt::stop_token()?;
    let bar = progress::bar(
        args.sample.min(tree.nodes().len()) as u64,
        progress::COUNTING,
    );
    let checks = bookbuild::verify(&tree, &backup, &terms, &stop, &mut |done| {
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let mut checks = checks?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} of {} positions searched with {} nodes each",
        checks.len(),
        tree.nodes().len(),
        terms.nodes
    )?;
    summary(&mut out, &checks)?;
    checks.sort_by_key(|check| -check.difference().abs());
    let ways = tree.ways();
    for check in checks.iter().take(args.list) {
        let board = tree.board(check.index);
        let name = |mv| moves::format_tgk(&board, mv);
        let way = match way_text(&tree, &ways, check.index) {
            way if way.is_empty() => "start".to_owned(),
            way => way,
        };
        writeln!(
            out,
            "{:>8} book {} {}, search {} {} at depth {}: {way}",
            balls(check.difference().into()),
            check.book.0,
            check.book.1.map_or("-".to_owned(), name),
            check.found.score,
            check.found.best.map_or("-".to_owned(), name),
            check.found.depth,
        )?;
    }
    out.flush()?;
    anyhow::ensure!(!stop.is_stopped(), "stopped before the end");
    Ok(())
}

fn balls(hundredths: f64) -> String {
    format!("{:+.2}", hundredths / 100.0)
}

fn summary(out: &mut impl Write, checks: &[Check]) -> io::Result<()> {
    if checks.is_empty() {
        return Ok(());
    }
    let count = checks.len() as f64;
    // A forced result that one side sees and the other does not is no difference in balls.
    let (forced, both): (Vec<&Check>, Vec<&Check>) = checks
        .iter()
        .partition(|check| check.book.0.is_proven() || check.found.score.is_proven());
    let mean = |value: &dyn Fn(&Check) -> i32| {
        let sum: f64 = both.iter().map(|check| f64::from(value(check))).sum();
        sum / both.len().max(1) as f64
    };
    writeln!(
        out,
        "score of the search less that of the book: mean {}, mean size {} balls",
        balls(mean(&|check| check.difference())),
        balls(mean(&|check| check.difference().abs())).trim_start_matches('+')
    )?;
    if !forced.is_empty() {
        writeln!(out, "forced results, left out of that: {}", forced.len())?;
    }
    let same = checks.iter().filter(|check| check.agrees()).count();
    writeln!(
        out,
        "same best move: {same} of {}, {:.0} %",
        checks.len(),
        100.0 * same as f64 / count
    )?;
    let losses: Vec<i32> = checks
        .iter()
        .filter(|check| !check.agrees())
        .filter_map(|check| check.loss)
        .collect();
    if !losses.is_empty() {
        let sum: f64 = losses.iter().map(|&loss| f64::from(loss)).sum();
        writeln!(
            out,
            "where it differs and the book has both, the search's move loses by the book {} balls on \
             average ({} positions)",
            balls(sum / losses.len() as f64).trim_start_matches('+'),
            losses.len()
        )?;
    }
    Ok(())
}
