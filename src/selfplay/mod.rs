//! Self-play: games of the engine against itself, as training data.
//!
//! - [`plan`]: what to play
//! - [`game`]: one game, decided by its number and the plan alone
//! - [`record`]: one searched position in 32 bytes
//! - [`format`](mod@format): the file: a header and blocks of whole games, each with a checksum
//! - [`writer`], [`reader`]: files
//! - [`mod@run`]: many games on several threads into one file
//! - [`stats`]: what a file holds

pub mod format;
pub mod game;
pub mod plan;
pub mod reader;
pub mod record;
pub mod run;
pub mod stats;
pub mod writer;

pub use game::{SelfPlayGame, SelfPlayer};
pub use plan::{Amount, SelfPlayPlan};
pub use reader::Reader;
pub use record::{Flags, TrainingRecord, TrainingResult};
pub use run::{SelfPlayError, SelfPlayProgress, SelfPlayResult, run};
pub use stats::Stats;
pub use writer::Writer;
