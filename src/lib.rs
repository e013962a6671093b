//! Tuzdik: a game-tree search engine for Togyz Kumalak and its family.
//!
//! The parts, in the order in which they build on each other:
//!
//! - [`game`]: the rules; positions, moves, outcomes, perft
//! - [`notation`]: moves, positions and game records as text
//! - [`eval`]: what a position is worth without looking ahead
//! - [`search`]: iterative deepening alpha-beta, transposition table, time
//! - [`arena`]: engine against engine, with statistics

#[cfg(unix)]
pub mod arena;
pub mod eval;
pub mod game;
pub mod notation;
pub mod search;
