//! Tuzdik: a game-tree search engine for Togyz Kumalak and its family.
//!
//! The parts, in the order in which they build on each other:
//!
//! - [`game`]: the rules; positions, moves, outcomes, perft

pub mod game;
