//! The rules: positions, moves, outcomes. Knows nothing of text, search or clocks.

pub mod board;
pub mod layout;
pub mod mangala;
pub mod outcome;
pub mod parts;
pub mod perft;
pub mod position;
pub mod record;
pub mod rules;
pub mod sowing;
pub mod steps;
pub mod types;
pub mod zobrist;

pub use board::Board;
pub use outcome::{EndReason, Outcome};
pub use parts::{Parts, PositionError};
pub use position::{MoveEffect, Position};
pub use record::{Game, IllegalMove};
pub use rules::{RuleSet, Rules, UnknownVariant, Variant};
pub use types::{MAX_PITS, Move, MoveSet, MoveSetIter, Pit, Place, Side};
