//! The best move of a node.

use crate::game::Move;
use crate::score::{Bound, Score};

use super::transposition::{Stored, to_table};
use super::window::Window;

/// What a node has found so far.
pub struct Best {
    /// Its window; each move that beats alpha raises it.
    pub window: Window,
    /// The best score, which may lie outside the window (fail-soft).
    pub score: Score,
    /// The move that raised alpha last.
    pub mv: Option<Move>,
}

impl Best {
    /// Nothing yet but a score that is sure without a move.
    #[inline]
    pub fn new(mut window: Window, score: Score) -> Best {
        window.raise_alpha(score);
        Best {
            window,
            score,
            mv: None,
        }
    }

    /// Takes in the score of a move. Says whether it raised alpha.
    #[inline]
    pub fn update(&mut self, mv: Move, score: Score) -> bool {
        self.score = self.score.max(score);
        let raised = self.window.raise_alpha(score);
        if raised {
            self.mv = Some(mv);
        }
        raised
    }

    /// Whether the opponent will not let it come to this position.
    #[inline]
    pub fn fails_high(&self) -> bool {
        self.window.fails_high(self.score)
    }

    /// What the table keeps of the node, which is searched to this depth.
    #[inline]
    pub fn stored(&self, ply: usize, eval: Score, depth: i32, bound: Bound) -> Stored {
        Stored {
            mv: self.mv,
            score: to_table(self.score, ply),
            eval,
            depth,
            bound,
        }
    }
}
