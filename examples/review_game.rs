//! Reads a file of games and tells which moves cost their players most.
//!
//! `cargo run --release --example review_game [FILE]`

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};

use tuzdik::game::{Game, Variant};
use tuzdik::notation::records;
use tuzdik::search::{Engine, Limits, Signals};

/// How much of a chance to win a move may cost before it is told.
const TOLD: f64 = 0.05;

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1);
    let path = file.as_deref().unwrap_or("tests/data/master.tgk");
    run(&fs::read(path)?, &mut io::stdout())
}

/// Prints the costly moves of each game of a file.
pub fn run(file: &[u8], out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new(16)?;
    for parsed in &records::read(file, Variant::TogyzKumalak).games {
        let played = parsed.record.game();
        let name = |tag| parsed.record.tag(tag).unwrap_or("?");
        let (south, north) = (name("White"), name("Black"));
        let plies = played.moves().len();
        writeln!(out, "{south} - {north}, {plies} moves")?;
        let mut game = Game::from_board(played.start());
        let mut before = chance(&mut engine, &game);
        for &mv in played.moves() {
            let board = game.board();
            game.play(mv)?;
            // The other player's chance is what is left of the mover's.
            let after = chance(&mut engine, &game);
            let cost = before - (1.0 - after);
            before = after;
            if cost > TOLD {
                let (side, mv) = (board.side(), board.show(mv));
                writeln!(
                    out,
                    "{:>4}. {side} {mv} cost {:.0}%",
                    game.moves().len(),
                    100.0 * cost
                )?;
            }
        }
        for error in &parsed.errors {
            writeln!(out, "{error}")?;
        }
    }
    Ok(())
}

/// The chance of the side to move, 0 to 1, where a draw counts half.
fn chance(engine: &mut Engine, game: &Game) -> f64 {
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let mut chance = 0.5;
    engine.search(game, &limits, &Signals::new(), &mut |info| {
        chance = info.wdl.expectation();
    });
    chance
}
