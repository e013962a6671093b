//! The rules: positions, moves, outcomes. Knows nothing of text, search or clocks.

pub mod board;
pub mod layout;
pub mod mangala;
pub mod outcome;
pub mod parts;
pub mod perft;
pub mod record;
pub mod rules;
pub mod sowing;
pub mod steps;
pub mod types;
pub mod zobrist;

pub use board::{MoveEffect, Position};
pub use outcome::{EndReason, Outcome};
pub use parts::{Parts, PositionError};
pub use record::{Game, IllegalMove};
use rules::with_rules;
pub use rules::{RuleSet, Rules, UnknownVariant, Variant};
pub use types::{MAX_PITS, Move, MoveSet, Pit, Side};

/// The rules of a game chosen at run time.
impl Variant {
    /// The start position.
    #[must_use]
    pub fn start(self) -> Position {
        with_rules!(self, R => Position::start::<R>())
    }

    /// The legal moves; see [`Position::moves`].
    #[must_use]
    pub fn moves(self, position: &Position) -> MoveSet {
        with_rules!(self, R => position.moves::<R>())
    }

    /// The position after a legal move; see [`Position::play`].
    #[must_use]
    pub fn play(self, position: &Position, mv: Move) -> Position {
        with_rules!(self, R => position.play::<R>(mv))
    }

    /// The position after a legal move and what the move did; see [`Position::play_with_effect`].
    #[must_use]
    pub fn play_with_effect(self, position: &Position, mv: Move) -> (Position, MoveEffect) {
        with_rules!(self, R => position.play_with_effect::<R>(mv))
    }

    /// How the game ends when this position has occurred too often.
    #[must_use]
    pub fn repeated(self, position: &Position) -> Outcome {
        with_rules!(self, R => position.repeated::<R>())
    }

    /// How the game ended, if this position ends it; see [`Position::outcome`].
    #[must_use]
    pub fn outcome(self, position: &Position) -> Option<Outcome> {
        with_rules!(self, R => position.outcome::<R>())
    }
}
