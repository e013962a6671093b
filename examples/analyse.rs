//! Searches a position and prints its best moves.
//!
//! `cargo run --release --example analyse`

use std::io::{self, Write};

use tuzdik::game::{Game, Variant};
use tuzdik::notation::records::play_moves;
use tuzdik::search::{Engine, Limits, StopToken};

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
    let result = engine.search(&game, &limits, &StopToken::new(), &mut |_| {});
    for (index, line) in result.lines.iter().enumerate() {
        let (rank, score) = (index + 1, line.score);
        let chance = 100.0 * line.wdl.expectation();
        let moves = game.board().line(&line.pv);
        writeln!(out, "{rank}. {score:>6} {chance:3.0}%  {moves}")?;
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
