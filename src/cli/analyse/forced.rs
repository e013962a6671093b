//! A game without decisions, move by move.

use std::io::Write;

use tuzdik::game::mangala::Trace;
use tuzdik::game::{Game, Side};
use tuzdik::notation::{diagram, moves};
use tuzdik::search::Info;

/// Prints every move of a forced line with its laps and captures, and how the game ends.
pub fn print(out: &mut dyn Write, game: &Game, info: &Info) -> anyhow::Result<()> {
    let variant = game.variant();
    let mut game = game.clone();
    writeln!(
        out,
        "\n ply  side   move   laps  captured  pits taken               piles"
    )?;
    for &mv in &info.pv {
        let position = *game.position();
        let name = moves::format(variant, &position, mv);
        let trace = Trace::new(variant.rules(), &position, mv);
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
