//! Why a text is not a position.

use std::fmt;

use crate::game::{PositionError, Side};

/// A part of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// A row of pits.
    Row(Side),
    /// A kazan.
    Kazan(Side),
    /// The tuzdik that a side owns.
    Tuzdik(Side),
    /// Both kazans, separated by a comma.
    Kazans,
    /// Both tuzdiks, separated by a comma.
    Tuzdiks,
    /// The side to move.
    SideToMove,
    /// The number of the move, from 1.
    MoveNumber,
    /// The number of plies played, from 0.
    Plies,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Field::Row(side) => write!(f, "{side}'s row"),
            Field::Kazan(side) => write!(f, "{side}'s kazan"),
            Field::Tuzdik(side) => write!(f, "{side}'s tuzdik"),
            Field::Kazans => f.write_str("the kazans"),
            Field::Tuzdiks => f.write_str("the tuzdiks"),
            Field::SideToMove => f.write_str("the side to move"),
            Field::MoveNumber => f.write_str("the move number"),
            Field::Plies => f.write_str("the number of plies"),
        }
    }
}

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// Too few or too many parts separated by blanks.
    Fields {
        /// How many there are.
        found: usize,
    },
    /// The board is not two rows separated by `/`.
    Rows {
        /// How many rows there are.
        found: usize,
    },
    /// A row does not have the board's number of pits.
    Pits {
        /// Whose row.
        side: Side,
        /// Pits in the text.
        found: usize,
        /// Pits a side.
        expected: u8,
    },
    /// Two tuzdiks in one row, which would belong to one side.
    TwoTuzdiks {
        /// Whose row.
        side: Side,
    },
    /// A part that cannot be read.
    Value {
        /// The part.
        field: Field,
        /// What stands there, quoted.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// A number beyond the balls of the game.
    TooMany {
        /// The part.
        field: Field,
        /// What stands there, quoted.
        found: String,
        /// All balls of the game.
        balls: u8,
    },
    /// The parts can be read but make no position.
    Position(PositionError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Fields { found } => write!(
                f,
                "a position has 5 parts separated by blanks, found {found}; expected rows, South's \
                 kazan, North's kazan, S or N, move number; or rows, kazans, tuzdiks, w or b, plies"
            ),
            FenError::Rows { found } => {
                write!(f, "the board has 2 rows separated by '/', found {found}")
            }
            FenError::Pits {
                side,
                found,
                expected,
            } => write!(f, "{side}'s row has {found} pits, expected {expected}"),
            FenError::TwoTuzdiks { side } => write!(
                f,
                "{side}'s row holds two tuzdiks, but {} can own only one",
                side.opponent()
            ),
            FenError::Value {
                field,
                found,
                expected,
            } => write!(f, "{field}: {found} found, expected {expected}"),
            FenError::TooMany {
                field,
                found,
                balls,
            } => write!(f, "{field}: {found} found, the game has {balls} balls"),
            FenError::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FenError {}

impl From<PositionError> for FenError {
    fn from(error: PositionError) -> FenError {
        FenError::Position(error)
    }
}
