//! The protocol on standard input and output: the Universal Game Interface (UGI) and the UCI spellings
//! of the same commands. `protocol.md` describes it for those who write clients.
//!
//! The parts, in the order in which they build on each other: a line of [`input`] is parsed to a
//! [`command`] with the arguments of [`go`]; [`Settings`] hold what the [`options`] set; a [`Session`]
//! turns commands into typed [`Event`]s to print and into [`jobs`] to do; a [`Runner`] does these with the
//! engine. [`run`] drives all of it with a thread for the searches, so that every command is answered at
//! once.
//!
//! A program without threads has [`SingleThread`] instead, which lets its embedder in while a search runs.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod book_answer;
pub mod command;
mod current_game;
pub mod event;
pub mod go;
mod help;
pub mod input;
pub mod jobs;
mod number;
pub mod options;
mod output;
mod runner;
mod session;
mod settings;
mod single_thread;
mod threads;

pub use book_answer::BookAnswer;
pub use event::Event;
pub use runner::{Print, Runner};
pub use session::{Action, Session};
pub use settings::Settings;
pub use single_thread::{Dialogue, SingleThread};
pub use threads::run;
