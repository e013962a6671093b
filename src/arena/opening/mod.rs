//! Openings: from a file, or made on the fly.
//!
//! The parts, in the order in which they build on each other: one opening as a line of text, why there
//! is none, files, random openings, what the user says, the opening of each round, collections.

mod error;
mod file;
mod line;
mod random;
mod settings;
mod source;
mod suite;

pub use error::OpeningError;
pub use line::Opening;
pub use settings::{DEFAULT_BALANCE, DEFAULT_PLIES, OpeningOrder, OpeningSettings};
pub use source::OpeningSource;
pub use suite::SuiteSettings;
