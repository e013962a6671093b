//! The workers of a tournament, each of which plays one game at a time with engines of its own.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::game::{Game, Side};

use super::clock::PlayerClock;
use super::control::MatchControl;
use super::dialogue::DialogueLog;
use super::engine::UgiEngine;
use super::fault::EngineFault;
use super::opening::{Opening, OpeningError};
use super::referee::{GameEnd, PlayedGame, Player, Termination, play};
use super::schedule::{PlayedSet, ScheduledGame};
use super::stats::tally::PlayerResult;
use super::tournament::{GameReport, RunError, Tournament};

/// What the workers share.
pub(super) struct WorkerContext<'a> {
    tournament: &'a Tournament,
    done: &'a PlayedSet,
    dialogue: &'a Arc<DialogueLog>,
    control: &'a Arc<MatchControl>,
    /// The latest openings by round; both games of a pair need the same.
    openings: Mutex<VecDeque<(u64, Opening)>>,
}

/// The engines of a worker, by their index in the tournament. They are told to quit when it ends.
pub(super) struct WorkerEngines<'a> {
    control: &'a MatchControl,
    running: BTreeMap<usize, UgiEngine>,
}

impl WorkerEngines<'_> {
    /// None is started yet.
    pub fn new(control: &MatchControl) -> WorkerEngines<'_> {
        WorkerEngines {
            control,
            running: BTreeMap::new(),
        }
    }
}

impl Drop for WorkerEngines<'_> {
    fn drop(&mut self) {
        for engine in std::mem::take(&mut self.running).into_values() {
            // Engines of a match that was broken off are killed, without a word.
            if !self.control.aborted() {
                let _ = engine.quit();
            }
        }
    }
}

impl<'a> WorkerContext<'a> {
    /// At the start of a tournament.
    pub fn new(
        tournament: &'a Tournament,
        done: &'a PlayedSet,
        dialogue: &'a Arc<DialogueLog>,
        control: &'a Arc<MatchControl>,
    ) -> WorkerContext<'a> {
        WorkerContext {
            tournament,
            done,
            dialogue,
            control,
            openings: Mutex::new(VecDeque::new()),
        }
    }

    /// The games that are to be played, until the match is stopped.
    pub fn games(&self) -> impl Iterator<Item = ScheduledGame> + Send {
        let schedule = &self.tournament.schedule;
        (0..)
            .map_while(|number| Some((number, schedule.scheduled(number)?)))
            .filter(|(number, _)| !self.done.contains(*number))
            .map(|(_, scheduled)| scheduled)
    }

    /// Plays a game; `None` if it was broken off. Tells too how long it took but for starts of engines.
    pub fn play(
        &self,
        engines: &mut WorkerEngines<'_>,
        scheduled: ScheduledGame,
    ) -> Result<Option<(GameReport, Duration)>, RunError> {
        let start = Instant::now();
        let mut other = Duration::ZERO;
        let finished = self.game(scheduled, &mut engines.running, &mut other)?;
        if finished.played.end.termination == Termination::Unterminated {
            return Ok(None);
        }
        Ok(Some((finished, start.elapsed().saturating_sub(other))))
    }

    /// Plays a game. Adds to `other` the time that goes into starting and ending engines.
    fn game(
        &self,
        scheduled: ScheduledGame,
        engines: &mut BTreeMap<usize, UgiEngine>,
        other: &mut Duration,
    ) -> Result<GameReport, RunError> {
        let opening = self.opening(scheduled.round).map_err(RunError::Opening)?;
        let game = opening.game(self.tournament.variant).map_err(|e| {
            RunError::Failed(format!("the opening of round {}: {e}", scheduled.round))
        })?;
        let [south, north] = scheduled.players;
        let start = Instant::now();
        for (_, engine) in engines.extract_if(.., |index, _| !scheduled.players.contains(index)) {
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
                return Ok(self.finish(scheduled, opening, played, [None, None], notes));
            }
            (_, Err(fault)) => {
                let played = self.not_started(game, Side::North, north, fault)?;
                return Ok(self.finish(scheduled, opening, played, [None, None], notes));
            }
        };
        let ids = [&one, &two].map(|engine| engine.id().map(str::to_owned));
        let [spec_one, spec_two] = scheduled
            .players
            .map(|index| &self.tournament.engines[index]);
        let mut players =
            [(spec_one, &mut one), (spec_two, &mut two)].map(|(spec, engine)| Player {
                name: &spec.name,
                engine,
                clock: PlayerClock::new(spec.limit, spec.margin, spec.hang),
            });
        let played = play(game, &opening, &mut players, self.tournament.adjudication);
        let unfit = played.end.offender.filter(|_| !played.end.fit);
        for (side, index, engine) in [(Side::South, south, one), (Side::North, north, two)] {
            // Dropping an engine kills it; the next game starts another process.
            if unfit != Some(side) {
                engines.insert(index, engine);
            }
        }
        Ok(self.finish(scheduled, opening, played, ids, notes))
    }

    /// A game that an engine lost by a fault before its first move.
    fn not_started(
        &self,
        game: Game,
        offender: Side,
        index: usize,
        fault: EngineFault,
    ) -> Result<PlayedGame, RunError> {
        let name = &self.tournament.engines[index].name;
        // It did start before the tournament, so that this says nothing of the engine: the system lacks
        // processes, files or memory, or the program was taken away.
        if let EngineFault::Start(_) | EngineFault::System(_) = fault {
            return Err(RunError::Engine(name.clone(), fault));
        }
        Ok(PlayedGame {
            game,
            moves: Vec::new(),
            end: GameEnd::fault(offender, name, &fault),
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
    ) -> Result<UgiEngine, EngineFault> {
        let spec = &self.tournament.engines[index];
        let mut start = || {
            let begin = Instant::now();
            let engine = UgiEngine::start(
                spec,
                self.tournament.variant,
                &self.tournament.supervisor,
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
                Err(EngineFault::Aborted) => Err(EngineFault::Aborted),
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
        scheduled: ScheduledGame,
        opening: Opening,
        played: PlayedGame,
        ids: [Option<String>; 2],
        notes: Vec<String>,
    ) -> GameReport {
        let counts = played.end.offender.is_none() || self.tournament.penalty;
        let score = match played.end.winner {
            Some(Side::South) => PlayerResult::Win,
            Some(Side::North) => PlayerResult::Loss,
            None => PlayerResult::Draw,
        };
        GameReport {
            scheduled,
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
        let opening = self.tournament.openings.get(round)?;
        let mut openings = lock();
        openings.push_back((round, opening.clone()));
        while openings.len() > self.tournament.concurrency + 1 {
            openings.pop_front();
        }
        Ok(opening)
    }
}
