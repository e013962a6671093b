//! Many games on several threads into one file.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::game::Variant;
use crate::search::{EngineError, StopToken};

use super::game::{NoOpening, PlayedGame, Player};
use super::plan::{Amount, OPENING_BALANCE, OPENING_TRIES, Plan};
use super::writer::{Done, WriteError, Writer};

/// How often progress is told and `stop` looked at when no game ends.
const TICK: Duration = Duration::from_millis(200);

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What the file holds, games of earlier runs included.
    pub done: Done,
    /// What it held when this run began.
    pub before: Done,
    /// Time since then.
    pub elapsed: Duration,
}

impl Progress {
    /// Positions a second in this run.
    #[must_use]
    pub fn rate(&self) -> f64 {
        let new = self.done.positions - self.before.positions;
        new as f64 / self.elapsed.as_secs_f64().max(1e-3)
    }
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The last progress.
    pub progress: Progress,
    /// Whether the plan is done; otherwise the run was stopped.
    pub complete: bool,
}

/// Why a run failed. Games finished before are in the file; if that cannot be written, it lacks those since
/// the last whole block.
#[derive(Debug)]
pub enum RunError {
    /// An engine could not be set up.
    Engine(EngineError),
    /// The file could not be written.
    Write(WriteError),
    /// The game leaves nothing to decide, and so nothing to learn.
    Forced(Variant),
    /// All openings tried for a game were far from even by the evaluation.
    NoOpening,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Engine(e) => e.fmt(f),
            RunError::Write(e) => e.fmt(f),
            RunError::Forced(variant) => write!(
                f,
                "{variant} is a forced game, of which there is nothing to learn; expected a game with \
                 decisions, such as mangala-free"
            ),
            RunError::NoOpening => write!(
                f,
                "none of {OPENING_TRIES} random openings is within {} balls of even by this evaluation; \
                 expected one that finds some even",
                OPENING_BALANCE / 100
            ),
        }
    }
}

impl std::error::Error for RunError {}

impl From<EngineError> for RunError {
    fn from(e: EngineError) -> RunError {
        RunError::Engine(e)
    }
}

impl From<NoOpening> for RunError {
    fn from(_: NoOpening) -> RunError {
        RunError::NoOpening
    }
}

impl From<WriteError> for RunError {
    fn from(e: WriteError) -> RunError {
        RunError::Write(e)
    }
}

/// Plays what a plan asks and the file lacks. The games in the file stand in the order of their
/// numbers, so that a plan gives the same games with any number of threads. Stopping `stop` ends the
/// run early, its searches included; a later run with the same plan goes on where it ended. `progress` is
/// called at the start, then after each game and a few times a second.
///
/// # Errors
/// If the game is a forced one, an engine cannot be set up, the file cannot be written or no even opening
/// is found.
pub fn run(
    plan: &Plan,
    path: &Path,
    stop: &StopToken,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Summary, RunError> {
    if plan.variant.rules().is_forced() {
        return Err(RunError::Forced(plan.variant));
    }
    let mut players = Vec::new();
    for _ in 0..plan.threads.max(1) {
        players.push(Player::new(plan)?);
    }
    let mut writer = Writer::open(path, &plan.made())?;
    let before = writer.done();
    let start = Instant::now();
    let now = |done| Progress {
        done,
        before,
        elapsed: start.elapsed(),
    };
    progress(&now(before));

    let next = AtomicU64::new(before.games);
    let over = StopToken::new();
    let written = thread::scope(|scope| {
        let (sender, receiver) = sync_channel(4 * players.len());
        for player in players {
            let (sender, next, over) = (sender.clone(), &next, &over);
            scope.spawn(move || {
                work(player, plan.amount, next, over, &sender);
            });
        }
        drop(sender);
        let mut tell = |done| {
            progress(&now(done));
            if stop.is_stopped() {
                over.stop();
            }
        };
        let written = write_in_order(&mut writer, plan.amount, &receiver, &mut tell);
        over.stop();
        // A worker may be waiting for room to deliver its last game.
        while receiver.recv().is_ok() {}
        written
    });
    let finished = writer.finish();
    written?;
    let done = finished?;
    Ok(Summary {
        progress: now(done),
        complete: plan.amount.reached(done.games, done.positions),
    })
}

/// What comes of a game that is begun and not stopped.
type Delivered = Result<PlayedGame, NoOpening>;

/// Plays games until all are taken, one cannot be played or `over` says stop.
fn work(
    mut player: Player,
    amount: Amount,
    next: &AtomicU64,
    over: &StopToken,
    games: &SyncSender<Delivered>,
) {
    while !over.is_stopped() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if amount.reached(number, 0) {
            break;
        }
        let Some(game) = player.play(number, over).transpose() else {
            break;
        };
        let failed = game.is_err();
        if games.send(game).is_err() || failed {
            break;
        }
    }
}

/// Writes games in the order of their numbers until there are enough or no more come.
fn write_in_order(
    writer: &mut Writer,
    amount: Amount,
    games: &Receiver<Delivered>,
    progress: &mut dyn FnMut(Done),
) -> Result<(), RunError> {
    let mut early = BTreeMap::new();
    while !amount.reached(writer.done().games, writer.done().positions) {
        match games.recv_timeout(TICK) {
            Ok(game) => {
                let game = game?;
                early.insert(game.number, game);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while !amount.reached(writer.done().games, writer.done().positions)
            && let Some(game) = early.remove(&writer.done().games)
        {
            writer.add(game)?;
        }
        progress(writer.done());
    }
    Ok(())
}
