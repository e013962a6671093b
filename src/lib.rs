//! Tuzdik: a game-tree search engine for Togyz Kumalak and its family.
//!
//! The parts, in the order in which they build on each other:
//!
//! - [`game`]: the rules; positions, moves, outcomes, perft
//! - [`notation`]: moves, positions and game records as text
//! - [`search`]: iterative deepening alpha-beta, transposition table, time

pub mod game;
pub mod notation;
pub mod search;
