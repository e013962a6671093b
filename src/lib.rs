//! Tuzdik: a game-tree search engine for Togyz Kumalak and its family.
//!
//! A game, a few moves, and the engine's answer:
//!
//! ```
//! use tuzdik::game::{Game, Variant};
//! use tuzdik::notation::{moves, records::play_moves};
//! use tuzdik::search::{Engine, Limits, StopToken};
//!
//! let mut game = Game::new(Variant::TogyzKumalak);
//! play_moves(&mut game, "1. 76 98", None)?;
//! moves::play(&mut game, "66")?;
//!
//! let mut engine = Engine::new(16)?; // with a table of 16 MB
//! let limits = Limits { depth: Some(8), ..Limits::default() };
//! let result = engine.search(&game, &limits, &StopToken::new(), &mut |_| {});
//! let best = result.best.ok_or("the game is over")?;
//! let score = result.lines[0].score; // in balls, such as +1.25
//! println!("{} {score}", game.board().show(best));
//! game.play(best)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! More stands in `examples/`: analysing a position, a game of the engine against itself, the review of a file
//! of games, the protocol from a string.
//!
//! The parts, in the order in which they build on each other:
//!
//! - [`platform`]: clock, randomness, memory, threads: what differs between systems
//! - [`files`]: files written whole or not at all, and read with bounds
//! - [`bytes`]: numbers in bytes
//! - [`container`]: what all binary files have in common
//! - [`mod@mix64`]: random-looking numbers that follow from others
//! - [`game`]: the rules; positions, moves, outcomes, perft
//! - [`notation`]: moves, positions and game records as text
//! - [`score`]: the scale of scores and chances
//! - [`eval`]: what a position is worth without looking ahead
//! - [`proof`]: proofs of results, and their check
//! - [`table`]: exact tables of boards with few balls
//! - [`provenance`]: how the searches of a file were made
//! - [`book`]: opening books, read and probed
//! - [`search`]: iterative deepening alpha-beta, transposition table, time
//! - [`texts`]: what boards say, in five languages
//! - [`review`]: grades of played moves
//! - [`ritual`]: the hidden number before a game of Mangala
//! - [`protocol`]: the dialogue with a GUI or tournament manager on stdin and stdout
//! - [`core`]: the calls of a board, JSON in and JSON out
//! - `wasm`: what a WebAssembly module exports
//! - [`pool`]: workers on several threads
//! - [`arena`]: engine against engine, with statistics
//! - [`board`]: the server of the board in the browser
//! - [`selfplay`]: games of the engine against itself, as training data
//! - [`bookbuild`]: opening books made by search

#[cfg(feature = "arena")]
pub mod arena;
#[cfg(all(feature = "board", unix))]
pub mod board;
pub mod book;
#[cfg(feature = "bookbuild")]
pub mod bookbuild;
pub mod bytes;
pub mod container;
#[cfg(feature = "core")]
pub mod core;
pub mod eval;
pub mod files;
pub mod game;
pub mod mix64;
pub mod notation;
pub mod platform;
#[cfg(any(
    feature = "selfplay",
    feature = "bookbuild",
    all(feature = "arena", unix)
))]
pub mod pool;
pub mod proof;
pub mod protocol;
pub mod provenance;
pub mod review;
#[cfg(feature = "core")]
pub mod ritual;
pub mod score;
pub mod search;
#[cfg(feature = "selfplay")]
pub mod selfplay;
pub mod table;
pub mod texts;
#[cfg(all(feature = "wasm", target_arch = "wasm32"))]
mod wasm;
