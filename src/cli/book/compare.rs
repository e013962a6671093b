//! `tuzdik book compare`: the book's first choices against played games.

use std::io::{self, Write};
use std::path::PathBuf;

use tuzdik::book::compare::{Comparison, OtherMove, Ply};
use tuzdik::game::{Board, Variant};
use tuzdik::notation::moves;

use super::embedded_or_file;
use crate::cli::files;

/// Compare a book's first choices with the moves of played games.
///
/// For each of the first plies the table tells how many moves were played, how many of them in positions
/// whose moves the book has, how many of those are the book's first choice and, for the others, what
/// they lose by the book in balls, on average and the median. The moves that differ most often are listed.
/// Games of another variant, or that do not begin at the start position, are passed over.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik book compare games.tgk                    with the book in the program
  tuzdik book compare games.tgk --book my.book --plies 12")]
pub struct Args {
    /// Game records in TGK or PlayOK form, - for stdin.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Book in either form [default: the one in the program].
    #[arg(long, value_name = "BOOK")]
    book: Option<PathBuf>,
    /// Rule set of games that do not name it, and game whose book in the program is read.
    #[arg(long, default_value_t, value_parser = crate::cli::variant_parser(), ignore_case = true)]
    variant: Variant,
    /// Plies to compare.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=200))]
    plies: u32,
    /// Moves to list: those that differ most often.
    #[arg(long, value_name = "N", default_value_t = 10)]
    list: usize,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let book = embedded_or_file(args.book.as_deref(), args.variant)?;
    let variant = book.variant();
    let mut comparison = Comparison::new(&book, args.plies as usize);
    let (mut games, mut passed_over, mut faulty) = (0, 0, 0);
    for file in &args.files {
        for parsed in files::read_records(file, variant)?.games {
            for error in &parsed.errors {
                // Whoever closed stderr does not want to know.
                let _ = writeln!(io::stderr(), "{}: {error}", files::name(file));
            }
            faulty += usize::from(!parsed.is_complete());
            if comparison.add(parsed.record.game()) {
                games += 1;
            } else {
                passed_over += 1;
            }
        }
    }
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{games} games of {variant} against {} positions",
        book.header().positions
    )?;
    if passed_over > 0 {
        writeln!(out, "{passed_over} other games passed over")?;
    }
    writeln!(
        out,
        "\n ply  played  in book  first choice        loss else  median"
    )?;
    let mut total = Ply::default();
    for (index, ply) in comparison.plies().iter().enumerate() {
        row(&mut out, &(index + 1).to_string(), ply)?;
        total = total.plus(ply);
    }
    row(&mut out, "all", &total)?;
    let differences = comparison.differences();
    if !differences.is_empty() && args.list > 0 {
        writeln!(out, "\ntimes  played          book            loss  after")?;
    }
    for one in differences.into_iter().take(args.list) {
        difference(&mut out, variant, one)?;
    }
    out.flush()?;
    anyhow::ensure!(
        faulty == 0,
        "{faulty} games contradict the rules; the rest of them was left out"
    );
    Ok(())
}

fn row(out: &mut impl Write, name: &str, ply: &Ply) -> io::Result<()> {
    write!(out, "{name:>4} {:>7} {:>8}", ply.played, ply.known)?;
    if ply.known > 0 {
        let share = 100.0 * ply.agreed as f64 / ply.known as f64;
        write!(out, "  {:>6} {share:>4.0} %", ply.agreed)?;
    }
    if let Some((mean, median)) = ply.loss() {
        write!(out, "  {:>15.2} {:>7.2}", mean / 100.0, median / 100.0)?;
    }
    writeln!(out)
}

fn difference(out: &mut impl Write, variant: Variant, one: &OtherMove) -> io::Result<()> {
    let name = |mv| moves::format_tgk(&Board::new(variant, one.position), mv);
    let (played, score) = one.played;
    let (book, best) = one.book;
    let loss = f64::from(best.value() - score.value()) / 100.0;
    let before = match Board::start(variant).line(&one.before).marked().to_string() {
        line if line.is_empty() => "the start".to_owned(),
        line => line,
    };
    writeln!(
        out,
        "{:>5}  {:<3} {score:>8}    {:<3} {best:>8}  {loss:>6.2}  {before}",
        one.times,
        name(played),
        name(book),
    )
}
