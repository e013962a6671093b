//! Engine against engine: processes, referee, clocks, openings, statistics, records.
//!
//! The parts, in the order in which they build on each other. For results, which need no system in
//! particular:
//!
//! - [`keys`]: settings as keys and values
//! - [`stats`]: Elo differences, sequential tests, rating lists
//! - [`schedule`], [`standings`], [`report`]: the games of a tournament, their results, and these as text
//!
//! For playing games, on Unix:
//!
//! - [`clock`], [`spec`]: the settings of an engine
//! - [`control`], [`supervisor`], [`process`]: ending early, and processes that never survive us
//! - [`info`], [`options`], [`dialogue`], [`fault`], [`engine`]: a running engine
//! - [`opening`], [`adjudication`], [`referee`]: one game
//! - [`tournament`], the workers, [`runner`]: many games
//! - [`summary`], [`records`], [`resume`]: what is written of them, and read to go on

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
