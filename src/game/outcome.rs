//! The end of a game.

use super::mangala;
use super::position::Position;
use super::rules::{Leftovers, Objective, Repeated, Rules};
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

impl Position {
    /// How the game ended, if this position ends it. Repetition depends on the moves before and is
    /// not seen here; see [`Game`](super::Game).
    #[must_use]
    pub fn outcome<R: Rules>(&self) -> Option<Outcome> {
        if R::SET.is_relay() {
            return mangala::outcome::<R>(self);
        }
        let kazans = Side::BOTH.map(|side| self.kazan(side));
        if self.ends_by_majority::<R>() {
            return Some(Outcome {
                winner: winner::<R>(kazans),
                kazans,
                reason: EndReason::Majority,
            });
        }
        if self.occupied(self.side()) != 0 || self.must_pass::<R>() {
            return None;
        }
        let kazans = self.settled_kazans::<R>();
        Some(Outcome {
            winner: winner::<R>(kazans),
            kazans,
            reason: EndReason::NoMoves,
        })
    }

    /// The kazans when each player keeps what lies on their own side.
    #[must_use]
    pub fn own_sides(&self) -> [u8; 2] {
        mangala::own_sides(self)
    }

    /// How the game ends when this position has occurred too often.
    #[must_use]
    pub fn repeated<R: Rules>(&self) -> Outcome {
        let kazans = match R::SET.repeated {
            Repeated::Draw => Side::BOTH.map(|side| self.kazan(side)),
            Repeated::OwnSides => self.own_sides(),
        };
        let is_draw = matches!(R::SET.repeated, Repeated::Draw) && !self.has_majority::<R>();
        Outcome {
            winner: if is_draw { None } else { winner::<R>(kazans) },
            kazans,
            reason: EndReason::Repetition,
        }
    }

    /// The kazans after the balls of the player who still has some went where the rules say, for a
    /// position whose player to move has none.
    #[inline]
    #[must_use]
    pub fn settled_kazans<R: Rules>(&self) -> [u8; 2] {
        let mut kazans = Side::BOTH.map(|side| self.kazan(side));
        let other = self.side().opponent();
        let heir = match R::SET.leftovers {
            Leftovers::Opponent => other,
            Leftovers::PlayerToMove => self.side(),
        };
        kazans[heir.index()] += self.row_total(other);
        kazans
    }
}

/// Who wins with these final kazans.
pub(super) fn winner<R: Rules>(kazans: [u8; 2]) -> Option<Side> {
    let more = match kazans[0].cmp(&kazans[1]) {
        std::cmp::Ordering::Greater => Side::South,
        std::cmp::Ordering::Less => Side::North,
        std::cmp::Ordering::Equal => return None,
    };
    Some(match R::SET.objective {
        Objective::Most => more,
        Objective::Least => more.opponent(),
    })
}
