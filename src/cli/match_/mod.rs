//! `tuzdik match`: engine against engine.

mod args;
mod live;

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, bail};
use tuzdik::arena::adjudication::{Adjudication, Draw, Resign};
use tuzdik::arena::control::Control;
use tuzdik::arena::dialogue::Dialogue;
use tuzdik::arena::keys::KeyValues;
use tuzdik::arena::opening::{OpeningSettings, OpeningSource};
use tuzdik::arena::records::{self, Archive};
use tuzdik::arena::report;
use tuzdik::arena::runner::{self, Finished, Observer, Plan};
use tuzdik::arena::schedule::{Schedule, Tournament};
use tuzdik::arena::spec::{EngineSpec, Settings};
use tuzdik::arena::standings::Standings;
use tuzdik::arena::stats::sprt::Sprt;
use tuzdik::arena::summary::Summary;
use tuzdik::game::Variant;

use super::files;
pub use args::Args;
use args::{InterruptArg, TournamentArg};
use live::Live;

/// Rounds unless the user says otherwise.
const DEFAULT_ROUNDS: u64 = 100;
/// Rounds of a sequential test unless the user says otherwise.
const MANY_ROUNDS: u64 = 1_000_000;

pub fn run(args: Args) -> anyhow::Result<()> {
    let args = args.with_config()?;
    if args.resume && args.out.is_none() {
        bail!("--resume goes on with the games of a file; name it with --out");
    }
    let variant = variant(&args)?;
    let resumed = args.out.as_deref().filter(|_| args.resume);
    let seed = args
        .seed
        .or_else(|| records::seed_of(resumed?, variant))
        .unwrap_or_else(|| u64::from(rand::random::<u32>()));
    let plan = plan(&args, variant, seed)?;
    let mut standings = Standings::default();
    let done = match resumed {
        Some(path) => records::resume(path, &plan, seed, &mut standings)?,
        None => HashSet::new(),
    };
    let archive = match &args.out {
        None => None,
        Some(path) if args.resume => Some(Archive::append_to(path)?),
        Some(path) => Some(Archive::create(path)?),
    };
    let dialogue = Arc::new(match &args.log {
        Some(path) => Dialogue::to_file(path).with_context(|| path.display().to_string())?,
        None => Dialogue::off(),
    });
    let control = Arc::new(Control::new());
    catch_signals(&control, args.interrupt == Some(InterruptArg::Drop))?;
    introduce(&plan, seed, done.len());

    let mut watcher = Watcher {
        plan: &plan,
        seed,
        archive,
        live: Live::new(&plan, done.len() as u64, args.ratinginterval),
    };
    let begin = Instant::now();
    let result = runner::run(
        &plan,
        &mut standings,
        &done,
        &control,
        &dialogue,
        &mut watcher,
    );
    watcher.live.clear();
    if let Some(path) = &args.summary {
        let seconds = begin.elapsed().as_secs_f64();
        let summary = Summary::new(&plan, &standings, seed, seconds);
        let mut text = serde_json::to_vec_pretty(&summary)?;
        text.push(b'\n');
        files::replace(path, &text)?;
    }
    let names: Vec<&str> = plan.engines.iter().map(|e| e.name.as_str()).collect();
    let mut out = io::stdout().lock();
    out.write_all(report::standings(&names, &standings, plan.sprt.as_ref()).as_bytes())?;
    out.write_all(report::notes(&names, &standings).as_bytes())?;
    out.flush()?;
    result?;
    Ok(())
}

/// Writes games down and shows progress.
struct Watcher<'a> {
    plan: &'a Plan,
    seed: u64,
    archive: Option<Archive>,
    live: Live<'a>,
}

impl Observer for Watcher<'_> {
    fn game(&mut self, finished: &Finished, standings: &Standings) -> io::Result<()> {
        if let Some(archive) = &mut self.archive {
            archive.add(self.plan, self.seed, finished)?;
        }
        self.live.game(finished, standings);
        Ok(())
    }

    fn note(&mut self, text: &str) {
        self.live.say(text);
    }

    fn tick(&mut self, standings: &Standings) {
        self.live.tick(standings);
    }
}

fn variant(args: &Args) -> anyhow::Result<Variant> {
    let name = args.variant.as_deref();
    Ok(name.unwrap_or(Variant::default().rules().name).parse()?)
}

/// Says on stderr what will be played.
fn introduce(plan: &Plan, seed: u64, done: usize) {
    let mut err = io::stderr().lock();
    for engine in &plan.engines {
        let _ = writeln!(err, "{}: {}", engine.name, engine.limit);
    }
    let _ = writeln!(err, "seed {seed}");
    if done > 0 {
        let _ = writeln!(err, "{done} games are played already");
    }
}

fn plan(args: &Args, variant: Variant, seed: u64) -> anyhow::Result<Plan> {
    let engines = engines(args)?;
    let sprt = args.sprt.as_ref().map(Sprt::from_keys).transpose()?;
    if sprt.is_some() && engines.len() != 2 {
        bail!("--sprt compares two engines, not {}", engines.len());
    }
    let games = args.games.unwrap_or(2);
    if !(1..=2).contains(&games) {
        bail!("--games is 1 or 2, not {games}; use --rounds for more");
    }
    let rounds = args.rounds.unwrap_or(if sprt.is_some() {
        MANY_ROUNDS
    } else {
        DEFAULT_ROUNDS
    });
    let concurrency = args.concurrency.unwrap_or(1);
    if !(1..=1024).contains(&concurrency) {
        bail!("--concurrency is a number from 1 to 1024, not {concurrency}");
    }
    let tournament = match args.tournament {
        Some(TournamentArg::Gauntlet) => Tournament::Gauntlet,
        Some(TournamentArg::RoundRobin) | None => Tournament::RoundRobin,
    };
    let none = KeyValues::default();
    let openings = OpeningSettings::from_keys(args.openings.as_ref().unwrap_or(&none))?;
    Ok(Plan {
        variant,
        schedule: Schedule::new(tournament, engines.len(), rounds, games),
        engines,
        paired: games == 2,
        openings: OpeningSource::new(variant, &openings, seed)?,
        concurrency,
        sprt,
        adjudication: Adjudication {
            resign: args.resign.as_ref().map(Resign::from_keys).transpose()?,
            draw: args.draw.as_ref().map(Draw::from_keys).transpose()?,
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
    let mut common = Settings::default();
    if let Some(margin) = args.timemargin {
        common = Settings::from_keys(&format!("timemargin={margin}").parse()?)?;
    }
    for each in &args.each {
        let mut later = Settings::from_keys(each)?;
        later.fill_from(&common);
        common = later;
    }
    let mut engines: Vec<EngineSpec> = Vec::new();
    for keys in &args.engine {
        let mut settings = Settings::from_keys(keys)?;
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

/// The first signal lets running games end, or drops them at once; the second drops them.
fn catch_signals(control: &Arc<Control>, drop_at_once: bool) -> anyhow::Result<()> {
    let control = Arc::clone(control);
    ctrlc::set_handler(move || {
        if control.stopping() || drop_at_once {
            control.abort();
        } else {
            control.stop();
            let _ = writeln!(
                io::stderr(),
                "\nfinishing the games that run; once more drops them"
            );
        }
    })
    .context("signals cannot be caught")
}
