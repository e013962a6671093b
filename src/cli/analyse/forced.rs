//! A game without decisions, move by move.

use std::io::Write;

use tuzdik::game::relay::Trace;
use tuzdik::game::{Game, Side};
use tuzdik::notation::diagram;
use tuzdik::search::SearchLine;

/// Prints every move of a forced line with its laps and captures, and how the game ends.
pub fn print(out: &mut dyn Write, game: &Game, line: &SearchLine) -> anyhow::Result<()> {
    let mut game = game.clone();
    writeln!(
        out,
        "\n ply  side   move   laps  captured  pits taken               piles"
    )?;
    for &mv in &line.pv {
        let board = game.board();
        let position = board.position();
        let name = board.show(mv).to_string();
        let trace = Trace::new(board.rules(), position, mv);
        let effect = game.play(mv)?;
        let taken: Vec<String> = trace
            .captures
            .iter()
            .map(|((side, pit), counters)| {
                let letter = match side {
                    Side::South => 'S',
                    Side::North => 'N',
                };
                format!("{letter}{pit}:{counters}")
            })
            .collect();
        let piles = Side::BOTH.map(|side| game.position().kazan(side));
        writeln!(
            out,
            "{:>4}  {:<5}  {:<5}  {:>4}  {:>8}  {:<23}  {}-{}",
            game.moves().len(),
            if position.is_choice() {
                "-".to_owned()
            } else {
                position.side().to_string()
            },
            name,
            trace.laps.len(),
            effect.captured,
            taken.join(" "),
            piles[0],
            piles[1]
        )?;
    }
    if let Some(outcome) = game.outcome() {
        writeln!(out, "\n{}", diagram::result(&outcome))?;
    }
    Ok(())
}
