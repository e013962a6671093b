//! Building, checking and merging opening books by search.
//!
//! - [`plan`]: what to build
//! - [`order`]: which position is expanded next
//! - [`leaf`]: the search of one position
//! - [`journal`]: what was searched so far, so that nothing is lost
//! - [`searchers`]: many searches on several threads
//! - [`mod@build`]: the whole
//! - [`mod@verify`]: searching positions of a finished book again
//! - [`mod@merge`]: one book of several
//! - [`save`]: writing a finished book

pub mod build;
pub mod journal;
pub mod leaf;
pub mod merge;
pub mod order;
pub mod plan;
pub mod save;
pub mod searchers;
pub mod verify;

pub use build::{BookBuildError, BookProgress, BookResult, build};
pub use merge::{MergeError, merge};
pub use plan::BookPlan;
pub use verify::{Check, verify};
