//! The choice of sides in Mangala, the one decision of that game. Whoever makes it has no side before
//! it, so that it is judged apart from the moves.

use tuzdik::game::{Game, Move};
use tuzdik::score::Score;
use tuzdik::search::Info;

use super::judged::GRADES;
use super::text;

/// A choice with what it cost.
pub struct Choice<'a> {
    /// The game with the choice still to be made.
    pub before: &'a Game,
    /// The side chosen, as a move.
    pub played: Move,
    /// What follows the better choice; its score is the chooser's.
    pub best: &'a Info,
}

impl Choice<'_> {
    /// The final margin, South's view, in hundredths of a ball.
    pub fn margin(&self) -> Score {
        match self.best.pv.first() {
            Some(&Move::NORTH) => -self.best.score,
            _ => self.best.score,
        }
    }

    /// What the choice cost in hundredths of a ball: the other side has the opposite margin.
    pub fn loss(&self) -> i32 {
        match self.best.pv.first() {
            Some(best) if *best != self.played => 2 * self.best.score.value(),
            _ => 0,
        }
    }

    /// The better choice, if there was one.
    pub fn better(&self) -> Option<String> {
        let best = text::names(self.before, self.best, 1);
        best.into_iter().next().filter(|_| self.loss() > 0)
    }

    /// The grade of a lost game where a won one could be chosen, or nothing.
    pub fn grade(&self) -> &'static str {
        match GRADES.last() {
            Some((_, worst)) if self.loss() > 0 => worst,
            _ => "",
        }
    }
}
