//! Opening books: positions with scores that a deep search of the engine found, reading and probing.
//!
//! - [`about`]: how a book was made
//! - [`tree`]: a book as a graph of positions; [`backup`]: its scores, backed up from the leaves
//! - [`text`]: the form for people and version control
//! - [`binary`]: the form for probing; [`packed`]: positions and searches in it
//! - [`probe`]: looking a position up in the binary form
//! - [`file`](mod@file): books in files; [`source`]: which book a game is played with
//! - [`choice`]: the move to play
//! - [`compare`]: the book's first choices against the moves of played games
//!
//! Building one needs the search and is elsewhere, in [`bookbuild`](crate::bookbuild).

pub mod about;
pub mod backup;
pub mod binary;
pub mod choice;
pub mod compare;
mod components;
pub mod file;
pub mod packed;
pub mod probe;
pub mod source;
pub mod text;
pub mod tree;

pub use about::About;
pub use choice::{BookChoice, Selection, choose};
pub use probe::Book;
pub use source::BookSource;
pub use tree::BookTree;
