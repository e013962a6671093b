//! Text to game and back: moves, positions, game records.
