//! The engine plays a game of Bestemshe against itself and prints it as a record.
//!
//! `cargo run --release --example play_game`

use std::io::{self, Write};

use tuzdik::game::{Game, Variant};
use tuzdik::notation::records::{Format, Record, write};
use tuzdik::search::{Engine, Limits, StopToken};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(&mut io::stdout())
}

/// Prints the game, and how it ended.
pub fn run(out: &mut impl Write) -> Result<(), Box<dyn std::error::Error>> {
    let mut engine = Engine::new(1)?;
    let limits = Limits {
        nodes: Some(2_000),
        ..Limits::default()
    };
    let mut game = Game::new(Variant::Bestemshe);
    let mut record = Record::new(Variant::Bestemshe);
    record.set_tag("White", "tuzdik");
    record.set_tag("Black", "tuzdik");
    while game.outcome().is_none() {
        let result = engine.search(&game, &limits, &StopToken::new(), &mut |_| {});
        let Some(mv) = result.best else { break };
        game.play(mv)?;
        record.play(mv)?;
    }
    write!(out, "{}", write(&record, Format::Tgk))?;
    Ok(())
}
