//! Games in which nothing is left to decide once the sides are chosen: they are played out, and every
//! score is the final margin.

use crate::game::{Game, Move, MoveSet, Outcome, Side};
use crate::score::Score;

/// A game played to its end.
pub struct PlayedOut {
    /// The moves, from the next one on.
    pub moves: Vec<Move>,
    /// The final margin in hundredths of a ball, for the player who is to move or to choose.
    pub score: Score,
}

/// What follows each of these legal moves, best first.
pub fn play_out_all(game: &Game, moves: MoveSet) -> Vec<PlayedOut> {
    let mut lines: Vec<PlayedOut> = moves.iter().filter_map(|mv| play_out(game, mv)).collect();
    lines.sort_by_key(|line| -line.score);
    lines
}

fn play_out(game: &Game, first: Move) -> Option<PlayedOut> {
    // Whoever takes a side in the ritual is that side from then on.
    let us = match first {
        Move::NORTH => Side::North,
        _ => game.position().side(),
    };
    let mut game = game.clone();
    let before = game.moves().len();
    let mut next = Some(first);
    while let Some(mv) = next {
        game.play(mv).ok()?;
        next = game.legal_moves().first();
    }
    let Outcome { kazans, .. } = game.outcome()?;
    let [ours, theirs] = [us, us.opponent()].map(|side| i32::from(kazans[side.index()]));
    Some(PlayedOut {
        moves: game.moves()[before..].to_vec(),
        score: Score::new(100 * (ours - theirs)),
    })
}
