//! The rules: positions, moves, outcomes. Knows nothing of text, search or clocks.
//!
//! The files in the order in which they build on each other; each uses only those above it:
//!
//! - [`types`][]: sides, pits, moves
//! - [`rules`][]: of what a rule set is made
//! - [`variant`][]: the table of rule sets
//! - [`layout`][]: where everything lies in a position
//! - [`zobrist`][]: hashes
//! - [`deltas`][]: differences between positions
//! - [`position`][]: the position
//! - [`parts`][]: its contents, spelled out
//! - [`outcome`][]: how games end
//! - [`sowing`][]: precomputed sowing
//! - [`kernel`][]: a rule set as a type, and what moves do
//! - [`single`][]: the kernel of the games that sow once
//! - [`relay`][]: the kernel of the games that sow lap after lap
//! - [`sets`][]: each rule set as a type
//! - [`board`][]: a position with its rules
//! - [`record`][]: a game in progress
//! - [`steps`][]: a move ball by ball
//! - [`setup`][]: set-ups of Mangala
//! - [`perft`][]: the check of move generation

pub mod board;
pub mod deltas;
pub mod kernel;
pub mod layout;
pub mod outcome;
pub mod parts;
pub mod perft;
pub mod position;
pub mod record;
pub mod relay;
pub mod rules;
pub mod sets;
pub mod setup;
pub mod single;
pub mod sowing;
pub mod steps;
pub mod types;
pub mod variant;
pub mod zobrist;

pub use board::Board;
pub use kernel::{Kernel, MoveEffect, Rules};
pub use outcome::{EndReason, Outcome};
pub use parts::{Parts, PositionError};
pub use position::Position;
pub use record::{Game, IllegalMove};
pub use rules::RuleSet;
pub use types::{MAX_PITS, Move, MoveSet, MoveSetIter, Pit, Place, Side};
pub use variant::{UnknownVariant, Variant};
