//! Many games on several threads into one file.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::game::Variant;
use crate::pool::{self, WorkerPanic};
use crate::search::{EngineError, StopToken};

use super::game::{NoOpening, SelfPlayGame, SelfPlayer};
use super::plan::{OPENING_BALANCE, OPENING_TRIES, SelfPlayPlan};
use super::writer::{DataSize, WriteError, Writer};

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlayProgress {
    /// What the file holds, games of earlier runs included.
    pub done: DataSize,
    /// What it held when this run began.
    pub before: DataSize,
    /// Time since then.
    pub elapsed: Duration,
}

impl SelfPlayProgress {
    /// Positions a second in this run.
    #[must_use]
    pub fn rate(&self) -> f64 {
        let new = self.done.positions - self.before.positions;
        new as f64 / self.elapsed.as_secs_f64().max(1e-3)
    }
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlayResult {
    /// The last progress.
    pub progress: SelfPlayProgress,
    /// Whether the plan is done; otherwise the run was stopped.
    pub complete: bool,
}

/// Why a run failed. Games finished before are in the file; if that cannot be written, it lacks those since
/// the last whole block.
#[derive(Debug)]
pub enum SelfPlayError {
    /// An engine could not be set up.
    Engine(EngineError),
    /// The file could not be written.
    Write(WriteError),
    /// The game leaves nothing to decide, and so nothing to learn.
    Forced(Variant),
    /// All openings tried for a game were far from even by the evaluation.
    NoOpening,
    /// A search panicked.
    Worker(WorkerPanic),
}

impl fmt::Display for SelfPlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelfPlayError::Engine(e) => e.fmt(f),
            SelfPlayError::Write(e) => e.fmt(f),
            SelfPlayError::Worker(e) => e.fmt(f),
            SelfPlayError::Forced(variant) => write!(
                f,
                "{variant} is a forced game, of which there is nothing to learn; expected a game with \
                 decisions, such as mangala-free"
            ),
            SelfPlayError::NoOpening => write!(
                f,
                "none of {OPENING_TRIES} random openings is within {} balls of even by this evaluation; \
                 expected one that finds some even",
                OPENING_BALANCE / 100
            ),
        }
    }
}

impl std::error::Error for SelfPlayError {}

impl From<EngineError> for SelfPlayError {
    fn from(e: EngineError) -> SelfPlayError {
        SelfPlayError::Engine(e)
    }
}

impl From<NoOpening> for SelfPlayError {
    fn from(_: NoOpening) -> SelfPlayError {
        SelfPlayError::NoOpening
    }
}

impl From<WorkerPanic> for SelfPlayError {
    fn from(e: WorkerPanic) -> SelfPlayError {
        SelfPlayError::Worker(e)
    }
}

impl From<WriteError> for SelfPlayError {
    fn from(e: WriteError) -> SelfPlayError {
        SelfPlayError::Write(e)
    }
}

/// Plays what a plan asks and the file lacks. The games in the file stand in the order of their
/// numbers, so that a plan gives the same games with any number of threads. Stopping `stop` ends the
/// run early, its searches included; a later run with the same plan goes on where it ended. `progress` is
/// called at the start, then after each game and a few times a second.
///
/// # Errors
/// If the game is a forced one, an engine cannot be set up, the file cannot be written, no even opening
/// is found or a search panics.
pub fn run(
    plan: &SelfPlayPlan,
    path: &Path,
    stop: &StopToken,
    progress: &mut dyn FnMut(&SelfPlayProgress),
) -> Result<SelfPlayResult, SelfPlayError> {
    if plan.variant.rules().is_forced() {
        return Err(SelfPlayError::Forced(plan.variant));
    }
    let mut players = Vec::new();
    for _ in 0..plan.threads.max(1) {
        players.push(SelfPlayer::new(plan)?);
    }
    let mut writer = Writer::open(path, &plan.made())?;
    let before = writer.done();
    let start = Instant::now();
    let now = |done| SelfPlayProgress {
        done,
        before,
        elapsed: start.elapsed(),
    };
    progress(&now(before));

    let is_enough = |done: DataSize| plan.amount.reached(done.games, done.positions);
    let written = match is_enough(before) {
        true => Ok(()),
        false => {
            let halt = StopToken::new();
            let numbers = (before.games..).take_while(|&number| !plan.amount.reached(number, 0));
            let work = |player: &mut SelfPlayer, number| Ok(player.play(number, &halt)?);
            // Games that ended before others with lower numbers.
            let mut early = BTreeMap::new();
            pool::run(
                players,
                numbers,
                work,
                &halt,
                |game: Option<SelfPlayGame>| {
                    early.extend(game.map(|game| (game.number, game)));
                    while !is_enough(writer.done())
                        && let Some(game) = early.remove(&writer.done().games)
                    {
                        writer.add(game)?;
                    }
                    progress(&now(writer.done()));
                    if stop.is_stopped() {
                        halt.stop();
                    }
                    Ok::<_, SelfPlayError>(match is_enough(writer.done()) {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    })
                },
            )
        }
    };
    let finished = writer.finish();
    written?;
    let done = finished?;
    Ok(SelfPlayResult {
        progress: now(done),
        complete: plan.amount.reached(done.games, done.positions),
    })
}
