//! Why an engine cannot be set up as asked.

use std::fmt;

/// The engine could not be set up as asked; it keeps its previous settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// No memory for a table of this many MB.
    Hash(usize),
    /// So many threads could not be started.
    Threads(usize),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Hash(mb) => write!(f, "no memory for a table of {mb} MB"),
            EngineError::Threads(n) => write!(f, "cannot start {n} threads"),
        }
    }
}

impl std::error::Error for EngineError {}
