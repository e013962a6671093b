//! Engine against engine: processes, referee, clocks, openings, statistics, records.
//!
//! The parts, in the order in which they build on each other:
//!
//! - [`control`], [`supervisor`], [`process`]: ending early, and child processes that never survive us
//! - [`keys`], [`clock`], [`spec`]: what the user says of an engine
//! - [`info`], [`options`], [`dialogue`], [`fault`], [`engine`]: the runner's side of the protocol
//! - [`opening`], [`adjudication`], [`referee`]: one game
//! - [`stats`]: what results say
//! - [`schedule`], [`standings`], [`tournament`], the workers, [`runner`]: a tournament
//! - [`report`], [`summary`], [`records`], [`resume`]: what is told of it and kept

pub mod adjudication;
pub mod clock;
pub mod control;
pub mod dialogue;
pub mod engine;
pub mod fault;
pub mod info;
pub mod keys;
pub mod opening;
pub mod options;
pub mod process;
pub mod records;
pub mod referee;
pub mod report;
pub mod resume;
pub mod runner;
pub mod schedule;
pub mod spec;
pub mod standings;
pub mod stats;
pub mod summary;
pub mod supervisor;
pub mod tournament;
mod workers;
