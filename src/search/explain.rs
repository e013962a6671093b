//! The evaluation of a position in words and numbers, for people.

use crate::eval::{EvalSource, Explanation};
use crate::game::Game;
use crate::notation::diagram;

use super::forced::play_out_all;

/// What the evaluations of a source say of the last position of a game: several lines, or one if the
/// game is over or, with nothing left to decide, its end is known.
#[must_use]
pub fn explain(source: &EvalSource, game: &Game) -> String {
    if let Some(outcome) = game.outcome() {
        return format!("the game is over: {}", diagram::result(&outcome));
    }
    let variant = game.variant();
    if variant.rules().is_forced() {
        return exact(game);
    }
    Explanation::new(&source.evaluator(variant), &game.board()).to_string()
}

/// The evaluation of a game without decisions.
fn exact(game: &Game) -> String {
    let lines = play_out_all(game, game.legal_moves());
    let margin = lines.first().map_or(0, |line| line.score.value());
    let position = game.position();
    let who = match position.is_choice() {
        true => "the player who chooses a side".to_owned(),
        false => position.side().to_string(),
    };
    format!(
        "exact evaluation: {who} ends with a margin of {:+.2} counters",
        f64::from(margin) / 100.0
    )
}
