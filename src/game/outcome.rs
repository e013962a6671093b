//! The end of a game.

use super::rules::RuleSet;
use super::types::Side;

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// A kazan holds more than half of the balls.
    Majority,
    /// Atsyz kalu: the player to move has no ball.
    NoMoves,
    /// The position occurred too often.
    Repetition,
    /// At most one counter is left in the pits; Mangala ends so.
    Exhausted,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// The kazans with everything counted that the rules give to each side.
    pub kazans: [u8; 2],
    /// What ended it.
    pub reason: EndReason,
}

impl Outcome {
    /// The outcome with these final kazans, by which the rules name the winner.
    pub(super) fn of(rules: &RuleSet, kazans: [u8; 2], reason: EndReason) -> Outcome {
        let sign = rules.objective.sign();
        let winner = match sign * (i32::from(kazans[0]) - i32::from(kazans[1])) {
            1.. => Some(Side::South),
            0 => None,
            ..0 => Some(Side::North),
        };
        Outcome {
            winner,
            kazans,
            reason,
        }
    }
}
