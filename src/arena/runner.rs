//! A tournament from its first game to its last.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::control::Control;
use super::dialogue::Dialogue;
use super::engine::UgiEngine;
use super::fault::Fault;
use super::plan::{Finished, Plan, RunError};
use super::referee::Termination;
use super::schedule::Done;
use super::standings::Standings;
use super::workers::Hall;

/// How often the observer is called when no game ends.
const TICK: Duration = Duration::from_millis(250);

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
    check_engines(plan, dialogue, control, observer)?;
    if plan.is_decided(standings) || control.stopping() {
        return Ok(());
    }
    control.begin();
    let hall = Hall::new(plan, done, dialogue, control);
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
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(Ok((finished, playing))) => {
                    // What ends after the decision would bias the result towards short games.
                    if result.is_err() || control.aborted() {
                        continue;
                    }
                    if let Err(error) = count(plan, standings, &finished, playing, observer) {
                        result = Err(error);
                        control.abort();
                    } else if plan.is_decided(standings) {
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

/// Starts every engine once, so that a mistake in the command line does not cost a tournament. What
/// engines say to their options is told, as they may have refused a value.
fn check_engines(
    plan: &Plan,
    dialogue: &Arc<Dialogue>,
    control: &Arc<Control>,
    observer: &mut dyn Observer,
) -> Result<(), RunError> {
    for spec in &plan.engines {
        let engine = match UgiEngine::start(spec, plan.variant, &plan.supervisor, dialogue, control)
        {
            Ok(engine) => engine,
            Err(Fault::Aborted) => return Ok(()),
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
    plan: &Plan,
    standings: &mut Standings,
    finished: &Finished,
    playing: Duration,
    observer: &mut dyn Observer,
) -> Result<(), RunError> {
    standings.add(&finished.slot, finished.score, plan.paired);
    let thinking = finished.played.moves.iter().map(|m| m.time).sum();
    standings.add_time(thinking, playing);
    for note in &finished.notes {
        observer.note(note);
    }
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
