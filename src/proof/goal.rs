//! What is proved.

use std::fmt;

use crate::game::{Outcome, Side};

/// The least that a side is to reach against every defence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtLeast {
    /// A win. Play that goes on for ever does not reach it.
    Win,
    /// A draw. Play that goes on for ever reaches it: the third occurrence of a position is a draw.
    Draw,
}

/// A statement about a position: that a side reaches this result at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofGoal {
    /// The side whose moves the proof gives; the other may play what it likes.
    pub side: Side,
    /// What the side reaches.
    pub at_least: AtLeast,
}

impl ProofGoal {
    /// Whether a game that ended so reached the goal.
    #[must_use]
    pub fn is_reached(self, outcome: &Outcome) -> bool {
        match outcome.winner {
            Some(winner) => winner == self.side,
            None => self.at_least == AtLeast::Draw,
        }
    }

    /// The goal of the other side that this one, reached, makes impossible.
    #[must_use]
    pub fn opposite(self) -> ProofGoal {
        ProofGoal {
            side: self.side.opponent(),
            at_least: match self.at_least {
                AtLeast::Win => AtLeast::Draw,
                AtLeast::Draw => AtLeast::Win,
            },
        }
    }
}

impl fmt::Display for ProofGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at_least {
            AtLeast::Win => write!(f, "{} wins", self.side),
            AtLeast::Draw => write!(f, "{} does not lose", self.side),
        }
    }
}
