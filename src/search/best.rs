//! The best move of a node.

use crate::game::Move;
use crate::score::{Bound, Score};

use super::transposition::{Stored, to_table};

/// What a node has found so far within its window.
pub struct Best {
    /// Raised by each move that beats it.
    pub alpha: Score,
    beta: Score,
    /// The best score, which may lie outside the window.
    pub score: Score,
    /// The move that raised alpha last.
    pub mv: Option<Move>,
}

impl Best {
    /// Nothing yet but a score.
    #[inline]
    pub fn new(alpha: Score, beta: Score, score: Score) -> Best {
        Best {
            alpha: alpha.max(score),
            beta,
            score,
            mv: None,
        }
    }

    /// Takes in the score of a move. Says whether it raised alpha.
    #[inline]
    pub fn update(&mut self, mv: Move, score: Score) -> bool {
        self.score = self.score.max(score);
        let raised = score > self.alpha;
        if raised {
            self.alpha = score;
            self.mv = Some(mv);
        }
        raised
    }

    /// Whether the opponent will not let it come to this position.
    #[inline]
    pub fn fails_high(&self) -> bool {
        self.score >= self.beta
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
