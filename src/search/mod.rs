//! Search: iterative deepening alpha-beta with a shared transposition table.

pub mod bench;
mod best;
mod deepening;
mod engine;
mod error;
pub mod explain;
pub mod forced;
mod handicap;
mod in_progress;
mod level;
mod limits;
mod node;
mod ordering;
mod params;
mod poll_interval;
mod quiescence;
mod result;
mod searcher;
mod stop;
mod time;
mod transposition;
mod worker;

pub use engine::{Engine, SearchOptions};
pub use error::EngineError;
pub use level::Strength;
pub use limits::{Clock, Limits};
#[cfg(feature = "tune")]
pub use params::tune;
pub use result::{Info, SearchLine, SearchResult};
pub use searcher::Report;
pub use stop::StopToken;
