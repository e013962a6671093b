//! Search: iterative deepening alpha-beta with a shared transposition table.

pub mod engine;
pub mod limits;
pub mod report;
pub mod score;

pub use engine::{Engine, EngineError, Options};
pub use limits::{Clock, Limits, Signals};
pub use report::{BestMove, Bound, Info, Wdl};
