//! `tuzdik table verify`.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, ensure};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tuzdik::game::Variant;
use tuzdik::platform;
use tuzdik::table::file::Contents;
use tuzdik::table::tables::{Tables, list};
use tuzdik::table::verify::{WrongValue, board_at, verify};

use super::super::progress::ProgressReporter;
use super::Folder;

/// Check tables by the rules: the value of a board must be what follows from the boards after each of its moves.
///
/// A sample of the boards of each layer is checked, or all of them. The moves are those of the rules that games
/// are played by, not those of the builder. Checksums are checked too.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik table verify --table tables --variant bestemshe
  tuzdik table verify --table tables --variant bestemshe --all --threads 2")]
pub struct Args {
    /// Rule set.
    #[arg(long, default_value_t, value_parser = super::super::variant_parser(), ignore_case = true)]
    variant: Variant,
    #[command(flatten)]
    folder: Folder,
    /// Boards of each layer to check.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    samples: u64,
    /// Check all boards.
    #[arg(long, conflicts_with = "samples")]
    all: bool,
    /// Seed of the choice of boards.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads to check with.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = super::super::threads_parser())]
    threads: usize,
}

/// Boards that a thread checks at once.
const BATCH: u64 = 10_000;

pub fn run(args: &Args) -> anyhow::Result<()> {
    let folder = &args.folder.table;
    let tables = Tables::open(folder, args.variant, u8::MAX)?;
    let pool = platform::thread_pool(args.threads)
        .with_context(|| format!("cannot start {} threads", args.threads))?;
    let mut layers = list(folder)?;
    layers.retain(|contents| contents.variant == args.variant);
    let size = |contents: &Contents| {
        let boards = tables.boards(contents.tuzdiks, contents.balls);
        match args.all {
            true => boards,
            false => boards.min(args.samples),
        }
    };
    let mut reporter = ProgressReporter::new(layers.iter().map(size).sum());
    let mut checked = 0;
    for contents in &layers {
        let batches: Vec<u64> = (0..size(contents)).step_by(BATCH as usize).collect();
        // A few at a time, so that progress can be told between them.
        for some in batches.chunks(4 * args.threads) {
            let parts: Vec<_> = some
                .iter()
                .map(|&from| from..size(contents).min(from + BATCH))
                .collect();
            match pool.install(|| check(&tables, contents, args, parts)) {
                Ok(boards) => checked += boards,
                Err(wrong) => {
                    reporter.bar.finish_and_clear();
                    return Err(*wrong).with_context(|| contents.file_name());
                }
            }
            reporter.bar.set_message(contents.file_name());
            reporter.report(checked, contents.file_name());
        }
    }
    reporter.bar.finish_and_clear();
    ensure!(checked > 0, "there was no board to check");
    writeln!(
        io::stdout(),
        "{}: {} layers, {checked} boards checked, all values follow by the rules",
        folder.display(),
        layers.len()
    )?;
    Ok(())
}

/// Checks some boards of a layer, all or drawn at random. Gives how many there were.
fn check(
    tables: &Tables,
    contents: &Contents,
    args: &Args,
    parts: Vec<Range<u64>>,
) -> Result<u64, Box<WrongValue>> {
    let Contents { tuzdiks, balls, .. } = *contents;
    let boards = tables.boards(tuzdiks, balls);
    let is_sample = !args.all && boards > args.samples;
    let of_one = match tuzdiks == tuzdiks.turned() {
        true => boards,
        false => boards / 2,
    };
    let found = Mutex::new(None);
    let checked = platform::sum(parts, |part| {
        let mut rng = ChaCha8Rng::seed_from_u64(args.seed);
        rng.set_stream(part.start + u64::from(balls));
        let mut checked = 0;
        for number in part {
            let index = match is_sample {
                true => rng.random_range(0..boards),
                false => number,
            };
            // The boards of the second order stand behind those of the first.
            let (order, index) = match index < of_one {
                true => (tuzdiks, index),
                false => (tuzdiks.turned(), index - of_one),
            };
            let Some(position) = board_at(tables, order, balls, index as usize) else {
                continue;
            };
            checked += 1;
            if let Err(wrong) = verify(tables, &position) {
                *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(wrong));
                break;
            }
        }
        checked
    });
    match found.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(wrong) => Err(wrong),
        None => Ok(checked),
    }
}
