//! What makes a tournament, and what comes of each of its games.

use std::fmt;
use std::io;

use crate::game::Variant;
use crate::pool::WorkerPanic;

use super::adjudication::Adjudication;
use super::fault::EngineFault;
use super::opening::{Opening, OpeningError, OpeningSource};
use super::referee::PlayedGame;
use super::schedule::{Schedule, ScheduledGame};
use super::spec::EngineSpec;
use super::standings::Standings;
use super::stats::sprt::{Decision, Sprt};
use super::stats::tally::PlayerResult;
use super::supervisor::SupervisorCommand;

/// Everything that determines a tournament.
pub struct Tournament {
    /// The game played.
    pub variant: Variant,
    /// The engines, two or more, with different names.
    pub engines: Vec<EngineSpec>,
    /// What watches over their processes.
    pub supervisor: SupervisorCommand,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Whether the two games of a round and pairing make a pair.
    pub paired: bool,
    /// From where games start.
    pub openings: OpeningSource,
    /// Games at a time.
    pub concurrency: usize,
    /// The test that ends the match early; for two engines.
    pub sprt: Option<Sprt>,
    /// When games are cut short.
    pub adjudication: Adjudication,
    /// Whether an offender loses; otherwise the game is dropped.
    pub penalty: bool,
    /// Whether the tournament goes on after an engine failed.
    pub recover: bool,
}

impl Tournament {
    /// Whether all games are played, or the test has decided.
    #[must_use]
    pub fn is_finished(&self, standings: &Standings) -> bool {
        standings.games() + standings.dropped() >= self.schedule.len() || self.is_decided(standings)
    }

    /// Whether the test has decided.
    #[must_use]
    pub fn is_decided(&self, standings: &Standings) -> bool {
        self.sprt.is_some_and(|sprt| {
            let llr = sprt.llr(&standings.tally((0, 1)).sample());
            sprt.decide(llr) != Decision::Continue
        })
    }
}

/// A game that ended, as a worker reports it.
#[derive(Debug)]
pub struct GameReport {
    /// Its place in the schedule.
    pub scheduled: ScheduledGame,
    /// From where it started.
    pub opening: Opening,
    /// What was played.
    pub played: PlayedGame,
    /// The result for South; `None` if the game does not count.
    pub score: Option<PlayerResult>,
    /// What the engines call themselves.
    pub ids: [Option<String>; 2],
    /// What else happened before its first move, in lines for the user: engines that did not survive
    /// the game before and were started again.
    pub notes: Vec<String>,
}

/// Why a tournament could not be played to its end.
#[derive(Debug)]
pub enum RunError {
    /// An engine did not even start, or could not be started any more.
    Engine(String, EngineFault),
    /// An engine failed and the tournament was not to go on after that; says how.
    Failed(String),
    /// There are no openings.
    Opening(OpeningError),
    /// The results cannot be written.
    Io(io::Error),
    /// A worker of the match panicked.
    Worker(WorkerPanic),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Engine(name, fault) => write!(f, "engine '{name}' {fault}"),
            RunError::Failed(reason) => write!(f, "{reason}"),
            RunError::Opening(error) => write!(f, "{error}"),
            RunError::Io(error) => write!(f, "{error}"),
            RunError::Worker(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for RunError {}

impl From<WorkerPanic> for RunError {
    fn from(error: WorkerPanic) -> RunError {
        RunError::Worker(error)
    }
}
