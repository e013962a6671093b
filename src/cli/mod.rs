//! The command line: one subcommand, one file, one function.
//!
//! Each file has its clap arguments, `Args`, and `run(args)`. Results go to stdout by `write!` with
//! the error passed up, never by `print!`, which panics when stdout is closed.

mod analyse;
mod bench;
#[cfg(all(feature = "board", unix))]
mod board;
#[cfg(feature = "bookbuild")]
mod book;
mod completions;
mod convert;
#[cfg(feature = "selfplay")]
mod datagen;
#[cfg(feature = "selfplay")]
mod datainfo;
mod engine;
mod eval;
mod files;
mod interrupt;
mod logging;
mod man;
#[cfg(all(feature = "arena", unix))]
mod match_;
#[cfg(all(feature = "arena", unix))]
mod openings;
mod perft;
#[cfg(feature = "play")]
mod play;
mod progress;
mod prove;
#[cfg(feature = "arena")]
mod ratings;
mod setup;
mod show;
#[cfg(feature = "arena")]
mod sprt;
mod table;
mod version;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::{Parser, Subcommand};
use tuzdik::eval::EvalSource;
use tuzdik::game::{Board, Game, Variant};
use tuzdik::notation::fen::{self, FenError};
use tuzdik::notation::records;
use tuzdik::search::Engine;

/// A game-tree search engine for Togyz Kumalak.
///
/// Started without a subcommand it speaks the Universal Game Interface (UGI) and the UCI spellings of
/// the same commands on stdin and stdout, for a GUI or a tournament manager to drive.
///
/// Set TUZDIK_LOG=debug (or error, warn, info, trace) for a log on stderr; it is off by default. Lines of it
/// that nobody reads are dropped.
#[derive(Parser)]
#[command(name = "tuzdik", max_term_width = 100)]
struct Cli {
    /// Print the version.
    #[arg(short = 'V', long)]
    version: bool,
    /// With --version: commit, processor level, features, and the checksums of networks and books too.
    #[arg(long, requires = "version")]
    verbose: bool,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Subcommand)]
enum CliCommand {
    Analyse(Box<analyse::Args>),
    Convert(convert::Args),
    Show(show::Args),
    #[cfg(feature = "play")]
    Play(Box<play::Args>),
    #[cfg(all(feature = "board", unix))]
    Board(board::Args),
    Eval(eval::Args),
    Setup(setup::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Table(table::Args),
    Prove(Box<prove::Args>),
    #[cfg(all(feature = "arena", unix))]
    Match(Box<match_::Args>),
    #[cfg(all(feature = "arena", unix))]
    Openings(openings::Args),
    /// Start an engine and end all that it starts (for `tuzdik match` alone).
    #[cfg(all(feature = "arena", unix))]
    #[command(hide = true, disable_help_flag = true)]
    Supervise {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<std::ffi::OsString>,
    },
    #[cfg(feature = "arena")]
    Ratings(ratings::Args),
    #[cfg(feature = "arena")]
    Sprt(sprt::Args),
    #[cfg(feature = "bookbuild")]
    Book(book::Args),
    #[cfg(feature = "selfplay")]
    Datagen(datagen::Args),
    #[cfg(feature = "selfplay")]
    Datainfo(datainfo::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Runs what the command line asks for.
pub fn main() -> ExitCode {
    let _log = logging::start();
    // Usage errors end the process here with exit code 2, --help with 0.
    let cli = Cli::parse();
    let result = match cli.command {
        None if cli.version => version::run(cli.verbose),
        None => engine::run(),
        Some(CliCommand::Analyse(args)) => analyse::run(&args),
        Some(CliCommand::Convert(args)) => convert::run(&args),
        Some(CliCommand::Show(args)) => show::run(&args),
        #[cfg(feature = "play")]
        Some(CliCommand::Play(args)) => play::run(&args),
        #[cfg(all(feature = "board", unix))]
        Some(CliCommand::Board(args)) => board::run(&args),
        Some(CliCommand::Eval(args)) => eval::run(&args),
        Some(CliCommand::Setup(args)) => setup::run(&args),
        Some(CliCommand::Perft(args)) => perft::run(&args),
        Some(CliCommand::Bench(args)) => bench::run(&args),
        Some(CliCommand::Table(args)) => table::run(&args),
        Some(CliCommand::Prove(args)) => prove::run(&args),
        #[cfg(all(feature = "arena", unix))]
        Some(CliCommand::Match(args)) => match_::run(*args),
        #[cfg(all(feature = "arena", unix))]
        Some(CliCommand::Openings(args)) => openings::run(&args),
        #[cfg(all(feature = "arena", unix))]
        Some(CliCommand::Supervise { arguments }) => {
            return tuzdik::arena::supervisor::supervise(&arguments);
        }
        #[cfg(feature = "arena")]
        Some(CliCommand::Ratings(args)) => ratings::run(&args),
        #[cfg(feature = "arena")]
        Some(CliCommand::Sprt(args)) => sprt::run(&args),
        #[cfg(feature = "bookbuild")]
        Some(CliCommand::Book(args)) => book::run(&args),
        #[cfg(feature = "selfplay")]
        Some(CliCommand::Datagen(args)) => datagen::run(&args),
        #[cfg(feature = "selfplay")]
        Some(CliCommand::Datainfo(args)) => datainfo::run(&args),
        Some(CliCommand::Completions(args)) => completions::run(&args),
        Some(CliCommand::Man(args)) => man::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        #[cfg(all(feature = "arena", unix))]
        Err(error) if error.is::<match_::Interrupted>() => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::from(match_::INTERRUPTED)
        }
        Err(error) => {
            // Whoever closed stderr does not want to know.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether the reader of stdout went away, as `head` does when it has seen enough. Only an error of
/// the write itself counts: an engine that died in a match is news.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Reads a number of threads.
fn threads_parser() -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::<usize>::new().range(1..=Engine::MAX_THREADS as u64)
}

/// Reads a table size in MB.
fn hash_parser() -> impl TypedValueParser<Value = usize> {
    let (least, _, most) = Engine::HASH_MB;
    RangedU64ValueParser::<usize>::new().range(least as u64..=most as u64)
}

/// Reads the name of a rule set.
fn variant_parser() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.iter().map(|variant| variant.rules().name))
        .try_map(|name| name.parse::<Variant>())
}

/// What judges positions.
#[derive(clap::Args)]
struct EvalArgs {
    /// What judges positions: a network file, <embedded>, none for the hand-crafted evaluation, or kazans
    /// for the difference of the kazans alone.
    #[arg(long = "eval-file", value_name = "FILE", default_value = EvalSource::EMBEDDED, value_parser = EvalSource::open)]
    source: EvalSource,
}

impl EvalArgs {
    /// Refuses an evaluation that was named for another game, in which it would have no effect.
    fn check(&self, variant: Variant) -> anyhow::Result<()> {
        match self.source.game() {
            Some(game) if game != variant => {
                bail!("--eval-file: the network is for {game}; expected one for {variant}")
            }
            _ => Ok(()),
        }
    }
}

/// Reads a position named on the command line: a FEN, or `startpos`. With the number of its next move.
fn position(text: &str, variant: Variant) -> Result<(Board, u32), FenError> {
    match text {
        "startpos" => Ok((Board::start(variant), 1)),
        text => fen::parse(text, variant),
    }
}

/// Plays the moves that follow `--moves`.
fn play_moves(game: &mut Game, text: &str) -> anyhow::Result<()> {
    records::play_moves(game, text, None).context("--moves")
}
