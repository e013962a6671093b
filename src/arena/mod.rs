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
//! - [`summary`], [`records`], [`results`], [`resume`]: what is written of them, and read to go on
//!
//! Other systems than Unix have the statistics alone, and what reads and prints results.

#[cfg(unix)]
pub mod adjudication;
#[cfg(unix)]
pub mod clock;
#[cfg(unix)]
pub mod control;
#[cfg(unix)]
pub mod dialogue;
#[cfg(unix)]
pub mod engine;
#[cfg(unix)]
pub mod fault;
#[cfg(unix)]
pub mod info;
pub mod keys;
#[cfg(unix)]
pub mod opening;
#[cfg(unix)]
pub mod options;
#[cfg(unix)]
pub mod process;
#[cfg(unix)]
pub mod records;
#[cfg(unix)]
pub mod referee;
pub mod report;
pub mod results;
#[cfg(unix)]
pub mod resume;
#[cfg(unix)]
pub mod runner;
pub mod schedule;
#[cfg(unix)]
pub mod spec;
pub mod standings;
pub mod stats;
#[cfg(unix)]
pub mod summary;
#[cfg(unix)]
pub mod supervisor;
#[cfg(unix)]
pub mod tournament;
#[cfg(unix)]
mod workers;
