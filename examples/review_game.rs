//! Reads a file of games and tells which moves cost their players most.
//!
//! `cargo run --release --example review_game [FILE]`

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};

use tuzdik::game::{Game, Variant};
use tuzdik::notation::records;
use tuzdik::review::MoveReview;
use tuzdik::search::{Engine, Limits, SearchLine, StopToken};

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
        let mut before = best_line(&mut engine, &game);
        for &mv in played.moves() {
            let board = game.board();
            game.play(mv)?;
            let after = best_line(&mut engine, &game);
            let end = game.outcome();
            let review = MoveReview::new(mv, board.side(), &before, &after, end.as_ref());
            before = after;
            if let Some(grade) = review.grade {
                let (ply, mover, mark) = (game.moves().len(), review.mover, grade.symbol());
                let (mv, loss) = (board.show(mv), 100.0 * review.loss);
                writeln!(out, "{ply:>4}. {mover} {mv}{mark} cost {loss:.0}%")?;
            }
        }
        for error in &parsed.errors {
            writeln!(out, "{error}")?;
        }
    }
    Ok(())
}

/// What a short search finds best.
fn best_line(engine: &mut Engine, game: &Game) -> SearchLine {
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let mut result = engine.search(game, &limits, &StopToken::new(), &mut |_| {});
    result.lines.swap_remove(0)
}
