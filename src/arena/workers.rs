//! The workers of a tournament, each of which plays one game at a time with engines of its own.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::game::{Game, Side};

use super::clock::PlayerClock;
use super::control::Control;
use super::dialogue::Dialogue;
use super::engine::UgiEngine;
use super::fault::Fault;
use super::opening::{Opening, OpeningError};
use super::plan::{Finished, Plan, RunError};
use super::referee::{End, Played, Player, Termination, play};
use super::schedule::{Done, Slot};
use super::stats::tally::Score;

/// What the workers share.
pub(super) struct Hall<'a> {
    plan: &'a Plan,
    done: &'a Done,
    dialogue: &'a Arc<Dialogue>,
    control: &'a Arc<Control>,
    next: AtomicU64,
    /// The latest openings by round; both games of a pair need the same.
    openings: Mutex<VecDeque<(u64, Opening)>>,
}

/// A game with the time that it took but for starts of engines.
pub(super) type Report = Result<(Finished, Duration), RunError>;

impl<'a> Hall<'a> {
    /// At the start of a tournament.
    pub fn new(
        plan: &'a Plan,
        done: &'a Done,
        dialogue: &'a Arc<Dialogue>,
        control: &'a Arc<Control>,
    ) -> Hall<'a> {
        Hall {
            plan,
            done,
            dialogue,
            control,
            next: AtomicU64::new(0),
            openings: Mutex::new(VecDeque::new()),
        }
    }

    /// Plays games until there are none left.
    pub fn work(&self, sender: &SyncSender<Report>) {
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
        engines: &mut BTreeMap<usize, UgiEngine>,
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
        let mut notes = Vec::new();
        let [one, two] = [south, north]
            .map(|index| self.prepare(index, engines.remove(&index), other, &mut notes));
        let (mut one, mut two) = match (one, two) {
            (Ok(one), Ok(two)) => (one, two),
            (Err(fault), _) => {
                let played = self.not_started(game, Side::South, south, fault)?;
                return Ok(self.finish(slot, opening, played, [None, None], notes));
            }
            (_, Err(fault)) => {
                let played = self.not_started(game, Side::North, north, fault)?;
                return Ok(self.finish(slot, opening, played, [None, None], notes));
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
        Ok(self.finish(slot, opening, played, ids, notes))
    }

    /// A game that an engine lost by a fault before its first move.
    fn not_started(
        &self,
        game: Game,
        offender: Side,
        index: usize,
        fault: Fault,
    ) -> Result<Played, RunError> {
        let name = &self.plan.engines[index].name;
        // It did start before the tournament, so that this says nothing of the engine: the system lacks
        // processes, files or memory, or the program was taken away.
        if let Fault::Start(_) | Fault::System(_) = fault {
            return Err(RunError::Engine(name.clone(), fault));
        }
        Ok(Played {
            game,
            moves: Vec::new(),
            end: End::fault(offender, name, &fault),
        })
    }

    /// The engine, started if need be and told of the new game. Adds to `notes` why it was started
    /// again.
    fn prepare(
        &self,
        index: usize,
        engine: Option<UgiEngine>,
        other: &mut Duration,
        notes: &mut Vec<String>,
    ) -> Result<UgiEngine, Fault> {
        let spec = &self.plan.engines[index];
        let mut start = || {
            let begin = Instant::now();
            let engine = UgiEngine::start(
                spec,
                self.plan.variant,
                &self.plan.supervisor,
                self.dialogue,
                self.control,
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
                    notes.push(format!(
                        "{} {fault} between two games and is started again",
                        spec.name
                    ));
                    drop(engine);
                    start()
                }
            },
            None => start(),
        };
        ready.and_then(|mut engine| engine.new_game().map(|()| engine))
    }

    fn finish(
        &self,
        slot: Slot,
        opening: Opening,
        played: Played,
        ids: [Option<String>; 2],
        notes: Vec<String>,
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
            notes,
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
