//! A tournament: workers that play its games, one at a time each.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::game::{Game, Side, Variant};

use super::adjudication::Adjudication;
use super::clock::PlayerClock;
use super::control::Control;
use super::dialogue::Dialogue;
use super::engine::{Engine, Fault};
use super::guard::Guard;
use super::opening::{Opening, OpeningError, OpeningSource};
use super::referee::{End, Played, Player, Termination, play};
use super::schedule::{Done, Schedule, Slot};
use super::spec::EngineSpec;
use super::standings::Standings;
use super::stats::sprt::{Decision, Sprt};
use super::stats::tally::Score;

/// How often the observer is called when no game ends.
const TICK: Duration = Duration::from_millis(250);
/// How often processes are looked for that engines left behind and that have ended.
const BURIAL: Duration = Duration::from_secs(60);

/// Everything that determines a tournament.
pub struct Plan {
    /// The game played.
    pub variant: Variant,
    /// The engines, two or more, with different names.
    pub engines: Vec<EngineSpec>,
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

impl Plan {
    /// Whether all games are played, or the test has decided.
    #[must_use]
    pub fn is_finished(&self, standings: &Standings) -> bool {
        standings.games() + standings.dropped() >= self.schedule.len() || decided(self, standings)
    }
}

/// A game that ended, in all detail.
#[derive(Debug)]
pub struct Finished {
    /// Its place in the schedule.
    pub slot: Slot,
    /// From where it started.
    pub opening: Opening,
    /// What was played.
    pub played: Played,
    /// The result for South; `None` if the game does not count.
    pub score: Option<Score>,
    /// What the engines call themselves.
    pub ids: [Option<String>; 2],
}

/// Who watches a tournament.
pub trait Observer {
    /// A game ended and was counted.
    ///
    /// # Errors
    /// If the game cannot be written down; the tournament then ends.
    fn game(&mut self, finished: &Finished, standings: &Standings) -> io::Result<()>;

    /// Something that the user should know, in one line.
    fn note(&mut self, text: &str);

    /// Time passed.
    fn tick(&mut self, standings: &Standings);
}

/// Why a tournament could not be played to its end.
#[derive(Debug)]
pub enum RunError {
    /// An engine did not even start.
    Engine(String, Fault),
    /// An engine failed and the tournament was not to go on after that; says how.
    Failed(String),
    /// There are no openings.
    Opening(OpeningError),
    /// The processes cannot be watched over, or the results not written.
    Io(io::Error),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Engine(name, fault) => write!(f, "engine '{name}' {fault}"),
            RunError::Failed(reason) => write!(f, "{reason}"),
            RunError::Opening(error) => write!(f, "{error}"),
            RunError::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for RunError {}

/// Plays all games of the plan but those in `done`, whose results `standings` already holds.
/// Returns when all are played, the test has decided, or `control` says so.
///
/// # Errors
/// See [`RunError`]. Games that ended before the error were given to the observer.
pub fn run(
    plan: &Plan,
    standings: &mut Standings,
    done: &Done,
    control: &Arc<Control>,
    dialogue: &Arc<Dialogue>,
    observer: &mut dyn Observer,
) -> Result<(), RunError> {
    let guard = Arc::new(Guard::start().map_err(RunError::Io)?);
    check_engines(plan, &guard, dialogue, control, observer)?;
    if decided(plan, standings) || control.stopping() {
        return Ok(());
    }
    control.begin();
    let hall = Hall {
        plan,
        done,
        guard: Arc::clone(&guard),
        dialogue: Arc::clone(dialogue),
        control: Arc::clone(control),
        next: AtomicU64::new(0),
        openings: Mutex::new(VecDeque::new()),
    };
    thread::scope(|scope| {
        // Games that wait to be written down are no more than those that are played.
        let (sender, receiver) = mpsc::sync_channel(plan.concurrency);
        for _ in 0..plan.concurrency.max(1) {
            let sender = sender.clone();
            let hall = &hall;
            scope.spawn(move || hall.work(&sender));
        }
        drop(sender);
        let mut result = Ok(());
        let mut buried = Instant::now();
        loop {
            if buried.elapsed() > BURIAL {
                guard.bury();
                buried = Instant::now();
            }
            match receiver.recv_timeout(TICK) {
                Ok(Ok((finished, playing))) => {
                    // What ends after the decision would bias the result towards short games.
                    if result.is_err() || control.aborted() {
                        continue;
                    }
                    if let Err(error) = count(plan, standings, &finished, playing, observer) {
                        result = Err(error);
                        control.abort();
                    } else if decided(plan, standings) {
                        control.abort();
                    }
                }
                Ok(Err(error)) => {
                    control.abort();
                    if result.is_ok() {
                        result = Err(error);
                    }
                }
                Err(RecvTimeoutError::Timeout) => observer.tick(standings),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        result
    })
}

/// Starts every engine once, so that a mistake in the command line does not cost a tournament.
fn check_engines(
    plan: &Plan,
    guard: &Arc<Guard>,
    dialogue: &Arc<Dialogue>,
    control: &Arc<Control>,
    observer: &mut dyn Observer,
) -> Result<(), RunError> {
    for spec in &plan.engines {
        let engine = match Engine::start(spec, plan.variant, guard, dialogue, control) {
            Ok(engine) => engine,
            Err(Fault::Aborted) => return Ok(()),
            Err(fault) => return Err(RunError::Engine(spec.name.clone(), fault)),
        };
        for (option, _) in &spec.options {
            if !engine.offers(option) {
                observer.note(&format!("{} does not offer the option {option}", spec.name));
            }
        }
        if !engine.quit() {
            observer.note(&format!("{} ignores quit", spec.name));
        }
    }
    Ok(())
}

fn count(
    plan: &Plan,
    standings: &mut Standings,
    finished: &Finished,
    playing: Duration,
    observer: &mut dyn Observer,
) -> Result<(), RunError> {
    standings.add(&finished.slot, finished.score, plan.paired);
    let thinking = finished.played.moves.iter().map(|m| m.time).sum();
    standings.add_time(thinking, playing);
    let end = &finished.played.end;
    if let Some(side) = end.offender {
        standings.add_offence(finished.slot.players[side.index()]);
    }
    observer.game(finished, standings).map_err(RunError::Io)?;
    if end.termination == Termination::Abandoned && !plan.recover {
        return Err(RunError::Failed(end.reason.clone()));
    }
    Ok(())
}

fn decided(plan: &Plan, standings: &Standings) -> bool {
    plan.sprt.is_some_and(|sprt| {
        let llr = sprt.llr(&standings.tally((0, 1)).sample());
        sprt.decide(llr) != Decision::Continue
    })
}

/// What the workers share.
struct Hall<'a> {
    plan: &'a Plan,
    done: &'a Done,
    guard: Arc<Guard>,
    dialogue: Arc<Dialogue>,
    control: Arc<Control>,
    next: AtomicU64,
    /// The latest openings by round; both games of a pair need the same.
    openings: Mutex<VecDeque<(u64, Opening)>>,
}

type Report = Result<(Finished, Duration), RunError>;

impl Hall<'_> {
    /// Plays games until there are none left.
    fn work(&self, sender: &SyncSender<Report>) {
        let mut engines = BTreeMap::new();
        while !self.control.stopping() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = self.plan.schedule.slot(number) else {
                break;
            };
            if self.done.contains(number) {
                continue;
            }
            let start = Instant::now();
            let mut other = Duration::ZERO;
            let report = match self.game(slot, &mut engines, &mut other) {
                Ok(finished) if finished.played.end.termination == Termination::Unterminated => {
                    break;
                }
                Ok(finished) => Ok((finished, start.elapsed().saturating_sub(other))),
                Err(error) => Err(error),
            };
            let failed = report.is_err();
            if sender.send(report).is_err() || failed {
                break;
            }
        }
        for engine in engines.into_values() {
            // Engines of a match that was broken off are killed, without a word.
            if !self.control.aborted() {
                let _ = engine.quit();
            }
        }
    }

    /// Plays a game. Adds to `other` the time that goes into starting and ending engines.
    fn game(
        &self,
        slot: Slot,
        engines: &mut BTreeMap<usize, Engine>,
        other: &mut Duration,
    ) -> Result<Finished, RunError> {
        let opening = self.opening(slot.round).map_err(RunError::Opening)?;
        let game = opening
            .game(self.plan.variant)
            .map_err(|e| RunError::Failed(format!("the opening of round {}: {e}", slot.round)))?;
        let [south, north] = slot.players;
        let start = Instant::now();
        for (_, engine) in engines.extract_if(.., |index, _| !slot.players.contains(index)) {
            let _ = engine.quit();
        }
        *other += start.elapsed();
        let [one, two] = [(Side::South, south), (Side::North, north)]
            .map(|(side, index)| self.prepare(side, index, engines.remove(&index), other));
        let (mut one, mut two) = match (one, two) {
            (Ok(one), Ok(two)) => (one, two),
            (one, two) => {
                let ends = [one, two].map(Result::err);
                let end = ends.into_iter().flatten().next();
                return Ok(self.finish(slot, opening, not_started(game, end), [None, None]));
            }
        };
        let ids = [&one, &two].map(|engine| engine.id().map(str::to_owned));
        let [spec_one, spec_two] = slot.players.map(|index| &self.plan.engines[index]);
        let mut players =
            [(spec_one, &mut one), (spec_two, &mut two)].map(|(spec, engine)| Player {
                name: &spec.name,
                engine,
                clock: PlayerClock::new(spec.limit, spec.margin, spec.hang),
            });
        let played = play(game, &opening, &mut players, self.plan.adjudication);
        let unfit = played.end.offender.filter(|_| !played.end.fit);
        for (side, index, engine) in [(Side::South, south, one), (Side::North, north, two)] {
            // Dropping an engine kills it; the next game starts another process.
            if unfit != Some(side) {
                engines.insert(index, engine);
            }
        }
        Ok(self.finish(slot, opening, played, ids))
    }

    /// The engine, started if need be and told of the new game.
    fn prepare(
        &self,
        side: Side,
        index: usize,
        engine: Option<Engine>,
        other: &mut Duration,
    ) -> Result<Engine, End> {
        let spec = &self.plan.engines[index];
        let mut start = || {
            let begin = Instant::now();
            let engine = Engine::start(
                spec,
                self.plan.variant,
                &self.guard,
                &self.dialogue,
                &self.control,
            );
            *other += begin.elapsed();
            engine
        };
        // An engine that died between two games gets another chance before it loses the next.
        let ready = match engine {
            Some(mut engine) => match engine.new_game() {
                Ok(()) => return Ok(engine),
                Err(Fault::Aborted) => Err(Fault::Aborted),
                Err(fault) => {
                    log::warn!(
                        "{} {fault} between two games and is started again",
                        spec.name
                    );
                    drop(engine);
                    start()
                }
            },
            None => start(),
        };
        ready
            .and_then(|mut engine| engine.new_game().map(|()| engine))
            .map_err(|fault| End::fault(side, &spec.name, &fault))
    }

    fn finish(
        &self,
        slot: Slot,
        opening: Opening,
        played: Played,
        ids: [Option<String>; 2],
    ) -> Finished {
        let counts = played.end.offender.is_none() || self.plan.penalty;
        let score = match played.end.winner {
            Some(Side::South) => Score::Win,
            Some(Side::North) => Score::Loss,
            None => Score::Draw,
        };
        Finished {
            slot,
            opening,
            score: counts.then_some(score),
            played,
            ids,
        }
    }

    fn opening(&self, round: u64) -> Result<Opening, OpeningError> {
        let lock = || self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, opening)) = lock().iter().find(|(r, _)| *r == round) {
            return Ok(opening.clone());
        }
        let opening = self.plan.openings.get(round)?;
        let mut openings = lock();
        openings.push_back((round, opening.clone()));
        while openings.len() > self.plan.concurrency + 1 {
            openings.pop_front();
        }
        Ok(opening)
    }
}

/// A game that an engine lost before its first move.
fn not_started(game: Game, end: Option<End>) -> Played {
    Played {
        game,
        moves: Vec::new(),
        end: end.unwrap_or(End {
            winner: None,
            termination: Termination::Unterminated,
            reason: "not started".to_owned(),
            offender: None,
            fit: false,
        }),
    }
}
