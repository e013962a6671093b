//! A tournament from its first game to its last.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use crate::pool;

use super::control::MatchControl;
use super::dialogue::DialogueLog;
use super::engine::UgiEngine;
use super::fault::EngineFault;
use super::referee::Termination;
use super::schedule::PlayedSet;
use super::standings::Standings;
use super::tournament::{GameReport, RunError, Tournament};
use super::workers::{WorkerContext, WorkerEngines};

/// Who watches a tournament.
pub trait Observer {
    /// A game ended and was counted.
    ///
    /// # Errors
    /// If the game cannot be written down; the tournament then ends.
    fn game(&mut self, finished: &GameReport, standings: &Standings) -> io::Result<()>;

    /// Something that the user should know, in one line.
    fn note(&mut self, text: &str);

    /// Time passed.
    fn tick(&mut self, standings: &Standings);
}

/// Plays all games of the tournament but those in `done`, whose results `standings` already holds.
/// Returns when all are played, the test has decided, or `control` says so.
///
/// # Errors
/// See [`RunError`]. Games that ended before the error were given to the observer.
pub fn run(
    tournament: &Tournament,
    standings: &mut Standings,
    done: &PlayedSet,
    control: &Arc<MatchControl>,
    dialogue: &Arc<DialogueLog>,
    observer: &mut dyn Observer,
) -> Result<(), RunError> {
    check_engines(tournament, dialogue, control, observer)?;
    if tournament.is_decided(standings) || control.stopping() {
        return Ok(());
    }
    control.begin();
    let context = WorkerContext::new(tournament, done, dialogue, control);
    let workers = (0..tournament.concurrency.max(1)).map(|_| WorkerEngines::new(control));
    pool::run(
        workers,
        context.games(),
        |engines, scheduled| context.play(engines, scheduled),
        &**control,
        |found| {
            let Some((finished, playing)) = found else {
                observer.tick(standings);
                return Ok(ControlFlow::Continue(()));
            };
            // What ends after the user broke off would bias the result towards short games.
            if control.aborted() {
                return Ok(ControlFlow::Continue(()));
            }
            count(tournament, standings, &finished, playing, observer)?;
            Ok(match tournament.is_decided(standings) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        },
    )
}

/// Starts every engine once, so that a mistake in the command line does not cost a tournament. What
/// engines say to their options is told, as they may have refused a value.
fn check_engines(
    tournament: &Tournament,
    dialogue: &Arc<DialogueLog>,
    control: &Arc<MatchControl>,
    observer: &mut dyn Observer,
) -> Result<(), RunError> {
    for spec in &tournament.engines {
        let engine = match UgiEngine::start(
            spec,
            tournament.variant,
            &tournament.supervisor,
            dialogue,
            control,
        ) {
            Ok(engine) => engine,
            Err(EngineFault::Aborted) => return Ok(()),
            Err(fault) => return Err(RunError::Engine(spec.name.clone(), fault)),
        };
        for (option, _) in &spec.options {
            if !engine.offers(option) {
                observer.note(&format!("{} does not offer the option {option}", spec.name));
            }
        }
        for message in engine.messages() {
            observer.note(&format!("{} says: {message}", spec.name));
        }
        if !engine.quit() {
            observer.note(&format!("{} ignores quit", spec.name));
        }
    }
    Ok(())
}

fn count(
    tournament: &Tournament,
    standings: &mut Standings,
    finished: &GameReport,
    playing: Duration,
    observer: &mut dyn Observer,
) -> Result<(), RunError> {
    standings.add(&finished.scheduled, finished.score, tournament.paired);
    let thinking = finished.played.moves.iter().map(|m| m.time).sum();
    standings.add_time(thinking, playing);
    for note in &finished.notes {
        observer.note(note);
    }
    let end = &finished.played.end;
    if let Some(side) = end.offender {
        standings.add_offence(finished.scheduled.players[side.index()]);
    }
    observer.game(finished, standings).map_err(RunError::Io)?;
    if end.termination == Termination::Abandoned && !tournament.recover {
        return Err(RunError::Failed(end.reason.clone()));
    }
    Ok(())
}
