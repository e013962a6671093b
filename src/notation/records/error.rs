//! What can be wrong with a record.

use std::fmt;

use crate::game::{IllegalMove, Outcome, Side, UnknownVariant};
use crate::notation::diagram;
use crate::notation::fen::FenError;
use crate::notation::moves::MoveError;

use super::record::GameResult;

/// Something wrong with a game in a file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The game, counted from 1.
    pub game: usize,
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The number of the move and its mover, if it is about a move.
    pub at: Option<(u32, Side)>,
    /// What is wrong.
    pub kind: RecordErrorKind,
}

/// What is wrong with a game in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordErrorKind {
    /// A move cannot be read or contradicts the rules; the moves after it are not read.
    Move(MoveError),
    /// A move that the rules do not allow although the position would.
    Illegal(IllegalMove),
    /// A move after the end of the game.
    AfterEnd {
        /// The move, quoted.
        token: String,
        /// How the game ended.
        outcome: Outcome,
    },
    /// The result is not the one that the rules give.
    Result {
        /// The result in the file.
        stated: GameResult,
        /// How the game ended.
        outcome: Outcome,
    },
    /// The result tag and the end of the moves state different results.
    TwoResults {
        /// The first result.
        first: GameResult,
        /// The other result.
        second: GameResult,
    },
    /// The result tag cannot be read; holds its value, quoted.
    UnknownResult(String),
    /// The mark `{zero}` although the player to move has balls.
    Zero {
        /// The player to move.
        side: Side,
        /// The balls in that player's row.
        balls: u8,
    },
    /// A tag that cannot be read, quoted.
    Tag(String),
    /// The start position is wrong; the moves are not read.
    Fen(FenError),
    /// The rule set is not known; the moves are not read.
    Variant(UnknownVariant),
    /// A comment that is never closed.
    Comment,
}

impl RecordError {
    /// Whether moves could not be played because of it.
    #[must_use]
    pub fn costs_moves(&self) -> bool {
        matches!(
            self.kind,
            RecordErrorKind::Move(_)
                | RecordErrorKind::Illegal(_)
                | RecordErrorKind::AfterEnd { .. }
                | RecordErrorKind::Fen(_)
                | RecordErrorKind::Variant(_)
        )
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, ", self.game)?;
        if let Some((number, side)) = self.at {
            write!(f, "move {number} of {side}, ")?;
        }
        write!(f, "line {}: ", self.line)?;
        match &self.kind {
            RecordErrorKind::Move(error) => error.fmt(f),
            RecordErrorKind::Illegal(error) => error.fmt(f),
            RecordErrorKind::AfterEnd { token, outcome } => write!(
                f,
                "{token} comes after the end of the game ({})",
                diagram::result(outcome)
            ),
            RecordErrorKind::Result { stated, outcome } => write!(
                f,
                "the result {stated} is not what the rules say: {}",
                diagram::result(outcome)
            ),
            RecordErrorKind::TwoResults { first, second } => {
                write!(f, "two results, {first} and {second}")
            }
            RecordErrorKind::UnknownResult(value) => {
                write!(f, "the result {value} is none of 1-0, 0-1, 1/2-1/2 and *")
            }
            RecordErrorKind::Zero { side, balls } => write!(
                f,
                "the mark {{zero}} is wrong: {side} is to move and has {balls} balls"
            ),
            RecordErrorKind::Tag(tag) => {
                write!(f, "{tag} is not a tag; expected [Name \"value\"]")
            }
            RecordErrorKind::Fen(error) => write!(f, "the start position is wrong: {error}"),
            RecordErrorKind::Variant(error) => error.fmt(f),
            RecordErrorKind::Comment => f.write_str("the comment has no closing brace"),
        }
    }
}

impl std::error::Error for RecordError {}
