//! Search: iterative deepening alpha-beta with a shared transposition table.

pub mod bench;
mod best;
mod busy;
mod deepening;
pub mod engine;
pub mod explain;
pub mod forced;
mod handicap;
pub mod level;
pub mod limits;
mod node;
mod ordering;
mod pace;
mod params;
mod quiescence;
pub mod report;
mod table;
mod time;
mod worker;

pub use engine::{Engine, EngineError, Options};
pub use level::Strength;
pub use limits::{Clock, Limits, Signals};
#[cfg(feature = "tune")]
pub use params::tune;
pub use report::{BestMove, Info, LastWords};
