//! Which boards a table holds, and where each one stands.

use std::fmt;
use std::sync::Arc;

use crate::game::rules::{CaptureRule, Leftovers, Objective, RuleSet, TuzdikRule};
use crate::game::{Pit, Variant};

use super::rows::{RowId, Rows};

/// The tuzdiks of a board, seen by the player to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Tuzdiks {
    /// The pit on the waiting side's row that the mover owns.
    pub mover: Option<Pit>,
    /// The pit on the mover's row that the waiting side owns.
    pub waiting: Option<Pit>,
}

impl Tuzdiks {
    /// The same seen by the other side, which moves next.
    #[must_use]
    pub fn turned(self) -> Tuzdiks {
        Tuzdiks {
            mover: self.waiting,
            waiting: self.mover,
        }
    }
}

/// A game that the equations of the tables do not describe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoTables {
    variant: Variant,
    reason: &'static str,
}

impl fmt::Display for NoTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoTables { variant, reason } = self;
        write!(f, "there are no exact tables for {variant}: {reason}")
    }
}

impl std::error::Error for NoTables {}

/// Whether the equations hold for the rules of a game.
///
/// # Errors
/// If they do not, with the reason.
pub fn check(variant: Variant) -> Result<(), NoTables> {
    let rules = variant.rules();
    let reason = if rules.is_relay() {
        "its moves go on lap after lap and what is left belongs to both sides"
    } else if rules.objective != Objective::Most || rules.leftovers != Leftovers::Opponent {
        "whoever wins balls there loses, and some moves are mandatory"
    } else if rules.extra_move {
        "a player without balls does not end the game there"
    } else {
        return Ok(());
    };
    Err(NoTables { variant, reason })
}

/// How many balls make one unit of a table: 2 where captures and boards have even numbers only.
#[must_use]
pub fn unit(rules: &RuleSet) -> u8 {
    let even = matches!(rules.capture, CaptureRule::Even | CaptureRule::Singleton);
    if rules.tuzdik == TuzdikRule::None && even && rules.balls().is_multiple_of(2) {
        2
    } else {
        1
    }
}

/// All boards of a game with given tuzdiks and at most so many balls.
#[derive(Clone)]
pub struct Space {
    /// The rules.
    pub rules: &'static RuleSet,
    /// The tuzdiks.
    pub tuzdiks: Tuzdiks,
    /// Rows of the mover.
    pub mover: Arc<Rows>,
    /// Rows of the waiting side.
    pub waiting: Arc<Rows>,
}

impl Space {
    /// The boards of these rows; the mover's have the waiting side's tuzdik.
    #[must_use]
    pub fn new(
        rules: &'static RuleSet,
        tuzdiks: Tuzdiks,
        mover: Arc<Rows>,
        waiting: Arc<Rows>,
    ) -> Space {
        Space {
            rules,
            tuzdiks,
            mover,
            waiting,
        }
    }

    /// The boards that follow, seen by the other side.
    #[must_use]
    pub fn turned(&self) -> Space {
        Space {
            rules: self.rules,
            tuzdiks: self.tuzdiks.turned(),
            mover: Arc::clone(&self.waiting),
            waiting: Arc::clone(&self.mover),
        }
    }

    /// How the boards with so many balls are laid out.
    #[must_use]
    pub fn layout(&self, balls: u8) -> Layout {
        let mut regions = Vec::with_capacity(usize::from(balls) + 2);
        let mut next = 0;
        for waiting in 0..=balls {
            regions.push(next);
            next += self.waiting.count(waiting) * self.mover.count(balls - waiting);
        }
        Layout {
            balls,
            regions,
            len: next,
        }
    }
}

/// The order of the boards with the same number of balls: blocks by the row of the waiting side, in each
/// the rows of the mover. All that one row can be followed by then lies in a few blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    balls: u8,
    /// Where the blocks of waiting rows with this sum begin.
    regions: Vec<usize>,
    len: usize,
}

impl Layout {
    /// How many boards there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Where the block of a waiting row with this sum stands and how long it is.
    #[inline]
    #[must_use]
    pub fn block(&self, space: &Space, waiting: RowId, sum: u8) -> (usize, usize) {
        let size = space.mover.count(self.balls - sum);
        let rank = (waiting - space.waiting.first(sum)) as usize;
        (self.regions[usize::from(sum)] + rank * size, size)
    }

    /// Where a board stands; `sum` is that of the waiting row.
    #[inline]
    #[must_use]
    pub fn index(&self, space: &Space, mover: RowId, waiting: RowId, sum: u8) -> usize {
        let (block, _) = self.block(space, waiting, sum);
        block + (mover - space.mover.first(self.balls - sum)) as usize
    }

    /// The rows of the mover and of the waiting side of the board that stands there; `None` behind the last.
    #[must_use]
    pub fn rows(&self, space: &Space, index: usize) -> Option<(RowId, RowId)> {
        if index >= self.len {
            return None;
        }
        // Sums without a board have regions of no length, the last of equal ones is meant.
        let sum = self.regions.partition_point(|&start| start <= index) - 1;
        let size = space.mover.count(self.balls - sum as u8);
        let offset = index - self.regions[sum];
        let waiting = space.waiting.first(sum as u8) + (offset / size) as RowId;
        let mover = space.mover.first(self.balls - sum as u8) + (offset % size) as RowId;
        Some((mover, waiting))
    }
}
