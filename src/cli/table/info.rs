//! `tuzdik table info`.

use std::io::{self, Write};

use tuzdik::table::count::count;
use tuzdik::table::file::Contents;
use tuzdik::table::tables::{Tables, list};

use super::Folder;

/// Tell what stands in a folder of tables: for each layer the boards, those where the sides together do not
/// force all balls, the last sweep in which anything was found, and how many positions are won, drawn and lost.
///
/// A board counts once for each division of the kazans in which nobody has won yet. Checksums are checked.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  tuzdik table info --table tables")]
pub struct Args {
    #[command(flatten)]
    folder: Folder,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let folder = &args.folder.table;
    let contents = list(folder)?;
    anyhow::ensure!(
        !contents.is_empty(),
        "{}: there are no exact tables; expected files such as bestemshe-08.table",
        folder.display()
    );
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "game           tuzdiks  balls        boards          open  rank             won           drawn            lost"
    )?;
    for one in contents {
        let Contents {
            variant,
            tuzdiks,
            balls,
        } = one;
        let mut tables = Tables::new(variant, balls)?;
        tables.load(folder, tuzdiks, balls)?;
        let counts = count(&tables, tuzdiks, balls);
        writeln!(
            out,
            "{:<14} {:<7} {balls:>6} {:>13} {:>13} {:>5} {:>15} {:>15} {:>15}",
            variant.to_string(),
            super::name(tuzdiks),
            counts.boards,
            counts.open,
            counts.rank,
            counts.won,
            counts.drawn,
            counts.lost
        )?;
    }
    out.flush()?;
    Ok(())
}
