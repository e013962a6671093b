//! The board in plain characters.

use tuzdik::game::{Game, Pit, Side};

use crate::cli::play::{seen, words};
use tuzdik::texts::Texts;

/// Width of one pit.
const CELL: usize = 5;

/// The board as the player of the side at the bottom sees it: balls in each pit, `x` for a tuzdik,
/// kazans; with the pits' names, where they have some, as a list below.
pub fn draw(texts: &Texts, game: &Game, bottom: Side, names: bool) -> String {
    let pits = game.variant().rules().pits;
    let frame = format!("  +{}-+", "-".repeat(CELL * usize::from(pits)));
    let top = bottom.opponent();
    let mut lines = vec![
        kazan(texts, game, top),
        numbers(top, bottom, pits),
        frame.clone(),
        row(game, top, bottom),
        row(game, bottom, bottom),
        frame,
        numbers(bottom, bottom, pits),
        kazan(texts, game, bottom),
    ];
    let named = (1..=pits).filter_map(Pit::new).filter_map(|pit| {
        let name = texts.pit_name(pits, pit)?;
        Some(format!("{pit} {name}"))
    });
    let list: Vec<String> = named.filter(|_| names).collect();
    if !list.is_empty() {
        lines.push(format!("   {}", list.join(", ")));
    }
    lines.join("\n")
}

fn numbers(side: Side, bottom: Side, pits: u8) -> String {
    let cells: String = seen(side, bottom, pits)
        .map(|pit| format!("{:>CELL$}", pit.number()))
        .collect();
    format!("   {cells}")
}

fn row(game: &Game, side: Side, bottom: Side) -> String {
    let position = game.position();
    let cells: String = seen(side, bottom, game.variant().rules().pits)
        .map(|pit| {
            if position.tuzdik(side.opponent()) == Some(pit) {
                format!("{:>CELL$}", "x")
            } else {
                format!("{:>CELL$}", position.balls(side, pit))
            }
        })
        .collect();
    format!("  |{cells} |")
}

fn kazan(texts: &Texts, game: &Game, side: Side) -> String {
    let position = game.position();
    let name = words::kazan(texts, position, side);
    format!("   {name}: {}", position.kazan(side))
}
