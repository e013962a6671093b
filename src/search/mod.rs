//! Search: iterative deepening alpha-beta with a shared transposition table.
//!
//! To read from the top, begin with the middle of the list: `deepening`, `aspiration`, `node`,
//! `quiescence`. Each file uses only those that stand above it:
//!
//! - what is asked and answered: `error`, `limits`, `stop`, `result`, `time`, `lateness`,
//!   and what exact tables say: `exact`
//! - parts of the tree search: `params`, `window`, `goal`, `node_kind`, `transposition`, `best`,
//!   `history`, `ordering`, `reductions`, `pv`, `path`
//! - a thread and what it shares: `in_progress`, `shared`, `poll_interval`, `thread_data`, `worker`
//! - the tree search, from its leaves: `quiescence`, `node`, `aspiration`, `deepening`
//! - the engine: `searcher` runs the threads, `level` and `handicap` weaken it, `forced` replaces it
//!   where nothing is left to decide, `engine` chooses among them
//! - programs of the engine: `bench`, `explain`

mod aspiration;
pub mod bench;
mod best;
mod deepening;
mod engine;
mod error;
mod exact;
pub mod explain;
pub mod forced;
mod goal;
mod handicap;
mod history;
mod in_progress;
mod lateness;
mod level;
mod limits;
mod node;
mod node_kind;
mod ordering;
mod params;
mod path;
mod poll_interval;
mod pv;
mod quiescence;
mod reductions;
mod result;
mod searcher;
mod shared;
mod stop;
mod thread_data;
mod time;
mod transposition;
mod window;
mod worker;

pub use engine::{Engine, SearchOptions, Slices};
pub use error::EngineError;
pub use level::Strength;
pub use limits::{Clock, Limits};
#[cfg(feature = "tune")]
pub use params::tune;
pub use result::{Info, SearchLine, SearchResult};
pub use searcher::Report;
pub use stop::{SearchPhase, StopToken};
