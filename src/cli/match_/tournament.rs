//! From the options of the command line to a tournament.

use std::fmt::Display;
use std::ops::RangeInclusive;

use anyhow::{Context as _, bail};
use tuzdik::arena::adjudication::{Adjudication, DrawRule, ResignRule};
use tuzdik::arena::keys::KeyValues;
use tuzdik::arena::opening::{OpeningSettings, OpeningSource};
use tuzdik::arena::schedule::{Schedule, TournamentFormat};
use tuzdik::arena::spec::{EngineSettings, EngineSpec};
use tuzdik::arena::stats::sprt::Sprt;
use tuzdik::arena::supervisor::SupervisorCommand;
use tuzdik::arena::tournament::Tournament;
use tuzdik::game::Variant;

use super::args::{Args, TournamentArg};

/// Rounds unless the user says otherwise.
const DEFAULT_ROUNDS: u64 = 100;
/// Rounds of a sequential test unless the user says otherwise.
const MANY_ROUNDS: u64 = 1_000_000;

/// The rule set, which must have something to decide.
pub fn variant(args: &Args) -> anyhow::Result<Variant> {
    let variant = args.variant.unwrap_or_default();
    if variant.rules().is_forced() {
        bail!(
            "{variant} is a forced game, in which engines have nothing to decide; expected a game with \
             decisions, such as mangala-free"
        );
    }
    Ok(variant)
}

/// Whether a number makes sense.
fn within<T: PartialOrd + Display>(
    option: &str,
    value: Option<T>,
    range: RangeInclusive<T>,
) -> anyhow::Result<()> {
    match value {
        Some(value) if !range.contains(&value) => bail!(
            "{option} is a number from {} to {}, not {value}",
            range.start(),
            range.end()
        ),
        _ => Ok(()),
    }
}

/// Checks all numbers and makes the tournament.
pub fn tournament(args: &Args, variant: Variant, seed: u64) -> anyhow::Result<Tournament> {
    let engines = engines(args)?;
    let sprt = args.sprt.as_ref().map(Sprt::from_keys).transpose()?;
    if sprt.is_some() && engines.len() != 2 {
        bail!("--sprt compares two engines, not {}", engines.len());
    }
    within("--rounds", args.rounds, 1..=1_000_000_000)?;
    within("--concurrency", args.concurrency, 1..=1024)?;
    within("--maxmoves", args.maxmoves, 1..=1_000_000)?;
    within("--ratinginterval", args.ratinginterval, 1..=1_000_000_000)?;
    let games = args.games.unwrap_or(2);
    if !(1..=2).contains(&games) {
        bail!("--games is 1 or 2, not {games}; use --rounds for more");
    }
    let rounds = args.rounds.unwrap_or(if sprt.is_some() {
        MANY_ROUNDS
    } else {
        DEFAULT_ROUNDS
    });
    let tournament = match args.tournament {
        Some(TournamentArg::Gauntlet) => TournamentFormat::Gauntlet,
        Some(TournamentArg::RoundRobin) | None => TournamentFormat::RoundRobin,
    };
    let none = KeyValues::default();
    let openings = OpeningSettings::from_keys(args.openings.as_ref().unwrap_or(&none))?;
    Ok(Tournament {
        variant,
        schedule: Schedule::new(tournament, engines.len(), rounds, games),
        engines,
        supervisor: SupervisorCommand::this_program().context("engines cannot be watched over")?,
        paired: games == 2,
        openings: OpeningSource::new(variant, &openings, seed)?,
        concurrency: args.concurrency.unwrap_or(1),
        sprt,
        adjudication: Adjudication {
            resign: args
                .resign
                .as_ref()
                .map(ResignRule::from_keys)
                .transpose()?,
            draw: args.draw.as_ref().map(DrawRule::from_keys).transpose()?,
            maxmoves: args.maxmoves,
        },
        penalty: !args.no_penalty,
        recover: args.recover.unwrap_or(true),
    })
}

fn engines(args: &Args) -> anyhow::Result<Vec<EngineSpec>> {
    if args.engine.len() < 2 {
        bail!("a match needs two engines or more: --engine cmd=… --engine cmd=…");
    }
    let mut common = EngineSettings::default();
    if let Some(margin) = args.timemargin {
        common = EngineSettings::from_keys(&format!("timemargin={margin}").parse()?)?;
    }
    for each in &args.each {
        let mut later = EngineSettings::from_keys(each)?;
        later.fill_from(&common);
        common = later;
    }
    let mut engines: Vec<EngineSpec> = Vec::new();
    for keys in &args.engine {
        let mut settings = EngineSettings::from_keys(keys)?;
        settings.fill_from(&common);
        let engine = settings.build()?;
        if engines.iter().any(|e| e.name == engine.name) {
            bail!(
                "two engines are called '{}'; give them different names with name=…",
                engine.name
            );
        }
        engines.push(engine);
    }
    Ok(engines)
}
