//! What can be wrong with a record.

use std::fmt;

use crate::game::{IllegalMove, Outcome, Side, UnknownVariant};
use crate::notation::diagram;
use crate::notation::fen::FenError;
use crate::notation::moves::MoveError;

use super::result::GameResult;

/// Something wrong with a game in a file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The game, counted from 1.
    pub game: usize,
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The number of the move and its mover, if it is about a move.
    pub at: Option<(u32, Side)>,
    /// Whether it is in a variation, which ends there; the game itself goes on.
    pub in_variation: bool,
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
    /// A comment that is never closed; what follows is not read.
    Comment,
    /// A brace opens inside a comment and is not closed.
    BraceInComment,
    /// A closing brace outside of comments.
    StrayBrace,
    /// A variation that is never closed; all that follows was taken for a part of it.
    Variation,
    /// The end of a variation where there is none.
    StrayBracket,
    /// A variation before the first move; it is not read.
    EarlyVariation,
    /// A mark such as `$300` that is none; holds it, quoted.
    Mark(String),
}

impl RecordError {
    pub(super) fn new(game: usize, line: usize, kind: RecordErrorKind) -> RecordError {
        RecordError {
            game,
            line,
            at: None,
            in_variation: false,
            kind,
        }
    }

    /// Whether moves of the game, not only of a variation, could not be played because of it.
    #[must_use]
    pub fn costs_moves(&self) -> bool {
        let is_cut = matches!(
            self.kind,
            RecordErrorKind::Move(_)
                | RecordErrorKind::Illegal(_)
                | RecordErrorKind::AfterEnd { .. }
                | RecordErrorKind::Fen(_)
                | RecordErrorKind::Variant(_)
                | RecordErrorKind::Comment
                | RecordErrorKind::Variation
        );
        is_cut && !self.in_variation
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, ", self.game)?;
        if self.in_variation {
            f.write_str("a variation, ")?;
        }
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
            RecordErrorKind::BraceInComment => f.write_str(
                "a brace opens inside the comment; if the comment should have ended before, what \
                 stands there was not read",
            ),
            RecordErrorKind::StrayBrace => f.write_str("this brace closes no comment"),
            RecordErrorKind::Variation => f.write_str("the variation has no closing bracket"),
            RecordErrorKind::StrayBracket => f.write_str("this bracket closes no variation"),
            RecordErrorKind::EarlyVariation => {
                f.write_str("the variation stands before the first move and is not read")
            }
            RecordErrorKind::Mark(mark) => {
                write!(f, "{mark} is not a mark; expected $1 to $255")
            }
        }
    }
}

impl std::error::Error for RecordError {}
