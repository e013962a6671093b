//! `tuzdik table`: exact tables.

mod build;
mod info;
mod probe;
mod verify;

use std::path::PathBuf;

use tuzdik::game::Pit;
use tuzdik::table::space::Tuzdiks;

/// Build, check and ask exact tables: what each side can force from every board with few balls.
///
/// A table is a folder with a file for each game, pair of tuzdiks and number of balls. docs/truth.md
/// explains what stands in it and why it is exact.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik table build --variant bestemshe --balls 12 --out tables
  tuzdik table info --table tables                     what was built
  tuzdik table verify --table tables --variant bestemshe
  tuzdik table probe --table tables --variant bestemshe '2S,1,2S,1S,1/1S,1S,1,1S,1 22 20 S 30'")]
pub struct Args {
    #[command(subcommand)]
    command: TableCommand,
}

#[derive(clap::Subcommand)]
enum TableCommand {
    Build(build::Args),
    Info(info::Args),
    Verify(verify::Args),
    Probe(probe::Args),
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.command {
        TableCommand::Build(args) => build::run(args),
        TableCommand::Info(args) => info::run(args),
        TableCommand::Verify(args) => verify::run(args),
        TableCommand::Probe(args) => probe::run(args),
    }
}

/// The folder of the tables.
#[derive(clap::Args)]
struct Folder {
    /// Folder of the tables.
    #[arg(long = "table", value_name = "DIR")]
    table: PathBuf,
}

/// Reads the numbers of two tuzdiks, 0 for none.
fn parse_tuzdiks(text: &str) -> Result<Tuzdiks, String> {
    let fail = || "expected the pits of both tuzdiks, 0 for none, such as 4,1".to_owned();
    let (mover, waiting) = text.split_once(',').ok_or_else(fail)?;
    let pit = |text: &str| match text.trim().parse() {
        Ok(0) => Ok(None),
        Ok(number) => Pit::new(number).map(Some).ok_or_else(fail),
        Err(_) => Err(fail()),
    };
    Ok(Tuzdiks {
        mover: pit(mover)?,
        waiting: pit(waiting)?,
    })
}

/// Tuzdiks as messages name them.
fn name(tuzdiks: Tuzdiks) -> String {
    let pit = |pit: Option<Pit>| pit.map_or("0".to_owned(), |pit| pit.to_string());
    format!("{},{}", pit(tuzdiks.mover), pit(tuzdiks.waiting))
}
