//! What a search tells while it runs and when it ends.

use std::time::Duration;

use crate::game::Move;

use super::score::Score;

/// How a reported score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The true score is at least this (the search failed high).
    Lower,
    /// The true score is at most this (the search failed low).
    Upper,
}

impl Bound {
    /// Whether a score with this bound tells all that a search within the window could.
    #[inline]
    #[must_use]
    pub fn decides(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }
}

/// Chances of the side to move in thousandths; they add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// Win.
    pub win: u16,
    /// Draw.
    pub draw: u16,
    /// Loss.
    pub loss: u16,
}

/// One line of thought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest ply visited in this iteration.
    pub seldepth: u32,
    /// Rank of this line, from 1.
    pub multipv: u32,
    /// Score from the side to move's view.
    pub score: Score,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// Chances that go with the score.
    pub wdl: Wdl,
    /// Nodes so far, all threads together.
    pub nodes: u64,
    /// Thousandths of the table that this search filled.
    pub hashfull: u32,
    /// Endgame table probes that answered.
    pub tbhits: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The line of play, legal to its end; empty only when there is no legal move.
    pub pv: Vec<Move>,
}

impl Info {
    /// Nodes a second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// The end of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BestMove {
    /// The move to play; `None` when there is no legal move.
    pub best: Option<Move>,
    /// The reply expected, legal after `best`.
    pub ponder: Option<Move>,
}
