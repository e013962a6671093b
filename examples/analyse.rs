//! Searches a position and prints its best moves.
//!
//! `cargo run --release --example analyse`

use std::collections::BTreeMap;
use std::io::{self, Write};

use tuzdik::game::{Game, Variant};
use tuzdik::notation::records::play_moves;
use tuzdik::search::{Engine, Info, Limits, Signals};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(&mut io::stdout())
}

/// Prints the three best moves after a few well-known ones.
pub fn run(out: &mut impl Write) -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Game::new(Variant::TogyzKumalak);
    play_moves(&mut game, "1. 76 98 2. 66", None)?;
    writeln!(out, "{}", game.board())?;

    let mut engine = Engine::new(16)?; // a table of 16 MB
    engine.options_mut().multipv = 3;
    let limits = Limits {
        depth: Some(12),
        ..Limits::default()
    };
    // The last report of each rank is that of the deepest iteration.
    let mut lines: BTreeMap<u32, Info> = BTreeMap::new();
    let result = engine.search(&game, &limits, &Signals::new(), &mut |info| {
        lines.insert(info.multipv, info.clone());
    });
    for (rank, info) in &lines {
        let chance = 100.0 * info.wdl.expectation();
        let line = game.board().line(&info.pv);
        writeln!(
            out,
            "{rank}. {:>6} {chance:3.0}%  {line}",
            info.score.to_string()
        )?;
    }
    if let Some(best) = result.best {
        writeln!(
            out,
            "{} plays {}.",
            game.board().side(),
            game.board().show(best)
        )?;
    }
    Ok(())
}
