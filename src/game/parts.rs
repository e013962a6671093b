//! The contents of a position, spelled out.

use std::fmt;

use super::layout::{HASH, KAZAN_SHIFT, Lanes, SIDE_SHIFT, STATE, TUZDIK_SHIFT, slot};
use super::position::Position;
use super::rules::{RuleSet, Sowing};
use super::types::{MAX_PITS, Pit, Side};
use super::zobrist::{self, Keys};

/// The contents of a position, spelled out, but for the stage of the ritual before a game of Mangala
/// ([`Position::is_choice`]) and a pass at atsyz kalu ([`Position::is_extra`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Parts {
    /// Balls in each pit, `[side][pit index]`; pits beyond the rule set's are 0.
    pub pits: [[u8; MAX_PITS]; 2],
    /// Balls in each kazan.
    pub kazans: [u8; 2],
    /// Each side's tuzdik: the number of a pit on the other side.
    pub tuzdiks: [Option<Pit>; 2],
    /// Who moves.
    pub side: Side,
}

/// Why parts do not make a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// The balls do not add up.
    Total {
        /// Balls found.
        found: u32,
        /// Balls in the game.
        expected: u8,
    },
    /// Balls in a pit that the board does not have.
    NoSuchPit(Side, Pit),
    /// Both sides own a tuzdik of the same number.
    EqualTuzdiks(Pit),
    /// A tuzdik where the rules allow none.
    TuzdikNotAllowed(Side, Pit),
    /// Balls in a pit that is a tuzdik.
    BallsInTuzdik(Side, Pit),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Total { found, expected } => {
                write!(
                    f,
                    "the position holds {found} balls, the game has {expected}"
                )
            }
            PositionError::NoSuchPit(side, pit) => {
                write!(
                    f,
                    "{side} has balls in pit {pit}, which this board does not have"
                )
            }
            PositionError::EqualTuzdiks(pit) => {
                write!(
                    f,
                    "both tuzdiks have the number {pit}; the numbers must differ"
                )
            }
            PositionError::TuzdikNotAllowed(owner, pit) => {
                write!(
                    f,
                    "{owner} cannot own a tuzdik in pit {pit} under these rules"
                )
            }
            PositionError::BallsInTuzdik(owner, pit) => {
                write!(f, "{owner}'s tuzdik in pit {pit} must be empty")
            }
        }
    }
}

impl std::error::Error for PositionError {}

impl Position {
    /// The position with these contents.
    ///
    /// # Errors
    /// If the ball total is not the game's, or a tuzdik stands where it could not. Whether play can
    /// reach the position is not asked.
    pub fn from_parts(rules: &RuleSet, parts: &Parts) -> Result<Position, PositionError> {
        for side in Side::BOTH {
            for (index, &balls) in parts.pits[side.index()].iter().enumerate() {
                if index >= rules.pits as usize
                    && balls > 0
                    && let Some(pit) = Pit::new(index as u8 + 1)
                {
                    return Err(PositionError::NoSuchPit(side, pit));
                }
            }
            if let Some(pit) = parts.tuzdiks[side.index()] {
                if !rules.allows_tuzdik(pit) {
                    return Err(PositionError::TuzdikNotAllowed(side, pit));
                }
                if parts.pits[side.opponent().index()][pit.index()] > 0 {
                    return Err(PositionError::BallsInTuzdik(side, pit));
                }
            }
        }
        if let [Some(south), Some(north)] = parts.tuzdiks
            && south == north
        {
            return Err(PositionError::EqualTuzdiks(south));
        }
        let found = parts
            .pits
            .iter()
            .flatten()
            .chain(&parts.kazans)
            .map(|&n| u32::from(n))
            .sum();
        if found != u32::from(rules.balls()) {
            return Err(PositionError::Total {
                found,
                expected: rules.balls(),
            });
        }
        Ok(Position::assemble(rules, parts))
    }

    pub(super) const fn assemble(rules: &RuleSet, parts: &Parts) -> Position {
        let keys = Keys::of(rules);
        let mut lanes = Lanes::ZERO;
        let mut tuzdiks = [0; 2];
        let mut side = 0;
        while side < 2 {
            let mut pit = 0;
            while pit < MAX_PITS {
                let owner = if side == 0 { Side::South } else { Side::North };
                lanes = lanes.with_balls(&keys, slot(owner, pit), parts.pits[side][pit] as i64);
                pit += 1;
            }
            lanes.0[STATE] |= (parts.kazans[side] as u64) << KAZAN_SHIFT[side];
            if let Some(pit) = parts.tuzdiks[side] {
                tuzdiks[side] = pit.number();
            }
            lanes.0[STATE] |= (tuzdiks[side] as u64) << TUZDIK_SHIFT[side];
            side += 1;
        }
        lanes.0[STATE] |= (parts.side as u64) << SIDE_SHIFT;
        lanes.0[HASH] = match rules.sowing {
            Sowing::Single => keys.hash(&parts.pits, parts.kazans, tuzdiks, parts.side),
            Sowing::Relay => zobrist::folded(&lanes),
        };
        Position(lanes)
    }

    /// The contents, spelled out.
    #[must_use]
    pub fn parts(&self) -> Parts {
        let mut pits = [[0; MAX_PITS]; 2];
        for side in Side::BOTH {
            for (index, balls) in pits[side.index()].iter_mut().enumerate() {
                *balls = self.0.byte(slot(side, index));
            }
        }
        Parts {
            pits,
            kazans: Side::BOTH.map(|side| self.kazan(side)),
            tuzdiks: Side::BOTH.map(|side| self.tuzdik(side)),
            side: self.side(),
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts();
        f.debug_struct("Position")
            .field("south", &parts.pits[0])
            .field("north", &parts.pits[1])
            .field("kazans", &parts.kazans)
            .field("tuzdiks", &parts.tuzdiks.map(|t| t.map_or(0, Pit::number)))
            .field("side", &parts.side)
            .finish()
    }
}
