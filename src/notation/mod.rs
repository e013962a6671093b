//! Text to game and back: moves, positions, game records.

pub mod board;
pub mod diagram;
pub mod encoding;
pub mod fen;
pub mod moves;
pub mod quote;
pub mod records;
