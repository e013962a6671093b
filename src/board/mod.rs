//! The board in the browser: a small server on this machine that hands out the page, answers its
//! calls and speaks to its engines.
//!
//! The parts, in the order in which they build on each other:
//!
//! - `assets`: the page, embedded
//! - `guard`: who may speak to the server
//! - `limits`: how much of everything there may be
//! - `commands`: what the page may say to an engine
//! - `thinning`: the output of an engine at a rate that a page can follow
//! - `engine`: an engine's process, read and written without waiting for it
//! - `sockets`: the two channels of the page, calls and engine lines
//! - `server`: routes, headers, beginning and end
//!
//! Any page in any browser on this machine, and any program, can send requests to the server. It answers
//! only those that name it exactly, come from its own page and, on the two channels, carry a token that
//! is made anew for each start.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod assets;
mod commands;
mod connections;
mod engine;
mod guard;
mod limits;
mod server;
mod sockets;
mod thinning;

use std::time::Duration;

use crate::arena::spec::EngineCommand;
use crate::arena::supervisor::SupervisorCommand;
use crate::core::GivenFile;

pub use guard::AccessToken;
pub use server::{Server, ServerError};

/// What a server is told.
#[derive(Clone, Debug)]
pub struct BoardConfig {
    /// The port; a free one if `None`.
    pub port: Option<u16>,
    /// The engines that the page can speak to, by their names.
    pub engines: Vec<BoardEngine>,
    /// Files of game records that the page opens with.
    pub files: Vec<GivenFile>,
    /// What starts the supervisors of engines.
    pub supervisor: SupervisorCommand,
}

/// An engine that the page can speak to.
#[derive(Clone, Debug)]
pub struct BoardEngine {
    /// The name by which the page asks for it.
    pub name: String,
    /// Whether it is this program.
    pub builtin: bool,
    /// How it is started.
    pub command: EngineCommand,
    /// Options that are set before anything else, in this order.
    pub options: Vec<(String, String)>,
    /// How long it may leave `stop`, `isready` and the like unanswered.
    pub patience: Duration,
}

/// How long an engine may leave `stop`, `isready` and the like unanswered, unless the user says
/// otherwise.
pub const DEFAULT_PATIENCE: Duration = Duration::from_secs(10);
