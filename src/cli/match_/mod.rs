//! `tuzdik match`: engine against engine.

mod args;
mod live;
mod tournament;

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, bail};
use tuzdik::arena::control::MatchControl;
use tuzdik::arena::dialogue::DialogueLog;
use tuzdik::arena::keys::KeyValues;
use tuzdik::arena::records::Archive;
use tuzdik::arena::report;
use tuzdik::arena::resume;
use tuzdik::arena::runner::{self, Observer};
use tuzdik::arena::schedule::PlayedSet;
use tuzdik::arena::standings::Standings;
use tuzdik::arena::summary::MatchSummary;
use tuzdik::arena::tournament::{GameReport, Tournament};

use super::files;
pub use args::Args;
use args::InterruptArg;
use live::ProgressDisplay;

/// The exit code of a match that was interrupted, as shells know it.
pub const INTERRUPTED: u8 = 130;

/// The end of a match by a signal after so many games.
#[derive(Debug)]
pub struct Interrupted(u64);

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "interrupted after {} games", self.0)
    }
}

impl std::error::Error for Interrupted {}

pub fn run(args: Args) -> anyhow::Result<()> {
    let args = args.with_config()?;
    if args.resume && args.out.is_none() {
        bail!("--resume goes on with the games of a file; name it with --out");
    }
    let variant = tournament::variant(&args)?;
    let resumed = args.out.as_deref().filter(|_| args.resume);
    let seed = args
        .seed
        .or_else(|| resume::seed_of(resumed?, variant))
        .unwrap_or_else(|| u64::from(rand::random::<u32>()));
    let tournament = tournament::tournament(&args, variant, seed)?;
    check_names(&args, &tournament)?;
    // Before the games are read, as another match may be adding to them.
    let archive = resumed.map(Archive::append_to).transpose()?;
    let mut standings = Standings::default();
    let done = match resumed {
        Some(path) => resume::resume(path, &tournament, seed, &mut standings)?,
        None => PlayedSet::default(),
    };
    let outputs = Outputs::open(&args, archive)?;
    let control = Arc::new(MatchControl::new());
    catch_signals(&control, args.interrupt == Some(InterruptArg::Drop))?;
    print_header(&tournament, seed, done.len());

    let mut watcher = MatchObserver {
        tournament: &tournament,
        seed,
        archive: outputs.archive,
        dialogue: Arc::clone(&outputs.dialogue),
        live: ProgressDisplay::new(&tournament, done.len(), args.ratinginterval),
    };
    let begin = Instant::now();
    let result = runner::run(
        &tournament,
        &mut standings,
        &done,
        &control,
        &outputs.dialogue,
        &mut watcher,
    );
    watcher.live.clear();
    let played = standings.games() + standings.dropped();
    let mut outcomes = vec![result.map_err(anyhow::Error::from)];
    if played > 0 {
        let seconds = begin.elapsed().as_secs_f64();
        let summary = MatchSummary::new(&tournament, &standings, seed, seconds);
        outcomes.push(print_results(&tournament, &standings));
        outcomes.push(save(args.summary.as_deref(), &summary));
    }
    outputs.dialogue.flush();
    watcher.report_log_error();
    if !tournament.is_finished(&standings) {
        outcomes.push(Err(Interrupted(played).into()));
    }
    // What went wrong in one place does not keep the others from their share.
    let mut failures = outcomes.into_iter().filter_map(Result::err);
    let Some(first) = failures.next() else {
        return Ok(());
    };
    for other in failures.filter(|error| !error.is::<Interrupted>()) {
        let _ = writeln!(io::stderr(), "error: {other:#}");
    }
    Err(first)
}

/// Sees to it that no output overwrites another, or what the match is made from.
fn check_names(args: &Args, tournament: &Tournament) -> anyhow::Result<()> {
    let openings = args.openings.iter().flat_map(KeyValues::iter);
    let openings = openings.filter(|(key, _)| *key == "file");
    let mut named: Vec<(String, &Path)> = openings
        .map(|(_, file)| ("--openings".to_owned(), Path::new(file)))
        .collect();
    for (option, path) in [
        ("--config", &args.config),
        ("--out", &args.out),
        ("--summary", &args.summary),
        ("--log", &args.log),
    ] {
        named.extend(path.as_deref().map(|path| (option.to_owned(), path)));
    }
    // Several engines may complain in one file.
    let complaints = tournament.engines.iter().filter_map(|engine| {
        let name = format!("stderr of {}", engine.name);
        Some((name, engine.command.stderr.as_deref()?))
    });
    let complaints: Vec<(String, &Path)> = complaints.collect();
    for (i, (one, path)) in named.iter().enumerate() {
        for (other, same) in named.iter().skip(i + 1).chain(&complaints) {
            if tuzdik::files::is_same(path, same) {
                bail!("{one} and {other} name the same file, {}", path.display());
            }
        }
    }
    Ok(())
}

/// Where the match is written to.
struct Outputs {
    archive: Option<Archive>,
    dialogue: Arc<DialogueLog>,
}

impl Outputs {
    /// Opens all files but that of the games if it is open, so that a mistake in the name of one costs
    /// no tournament.
    fn open(args: &Args, archive: Option<Archive>) -> anyhow::Result<Outputs> {
        if let Some(path) = &args.summary {
            files::check_out("--summary", path, args.force || args.resume)?;
        }
        let dialogue = match &args.log {
            Some(path) => {
                DialogueLog::append_to(path).with_context(|| format!("--log {}", path.display()))?
            }
            None => DialogueLog::off(),
        };
        let archive = match &args.out {
            Some(path) if archive.is_none() => Some(Archive::create(path)?),
            _ => archive,
        };
        Ok(Outputs {
            archive,
            dialogue: Arc::new(dialogue),
        })
    }
}

fn save(path: Option<&Path>, summary: &MatchSummary<'_>) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    let mut text = serde_json::to_vec_pretty(summary)?;
    text.push(b'\n');
    files::replace(path, &text)
}

fn print_results(tournament: &Tournament, standings: &Standings) -> anyhow::Result<()> {
    let names: Vec<&str> = tournament.engines.iter().map(|e| e.name.as_str()).collect();
    let mut out = io::stdout().lock();
    out.write_all(report::standings(&names, standings, tournament.sprt.as_ref()).as_bytes())?;
    out.write_all(report::notes(&names, standings).as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes games down and shows progress.
struct MatchObserver<'a> {
    tournament: &'a Tournament,
    seed: u64,
    archive: Option<Archive>,
    dialogue: Arc<DialogueLog>,
    live: ProgressDisplay<'a>,
}

impl MatchObserver<'_> {
    /// A log that cannot be written ends, the match does not.
    fn report_log_error(&self) {
        if let Some(error) = self.dialogue.take_error() {
            self.live.say(&format!("warning: --log ends here: {error}"));
        }
    }
}

impl Observer for MatchObserver<'_> {
    fn game(&mut self, finished: &GameReport, standings: &Standings) -> io::Result<()> {
        self.report_log_error();
        if let Some(archive) = &mut self.archive {
            archive.add(self.tournament, self.seed, finished)?;
        }
        self.live.game(finished, standings);
        Ok(())
    }

    fn note(&mut self, text: &str) {
        self.live.say(text);
    }

    fn tick(&mut self, standings: &Standings) {
        self.report_log_error();
        self.live.tick(standings);
    }
}

/// Says on stderr what will be played.
fn print_header(tournament: &Tournament, seed: u64, done: u64) {
    let mut err = io::stderr().lock();
    for engine in &tournament.engines {
        let _ = writeln!(err, "{}: {}", engine.name, engine.limit);
    }
    let _ = writeln!(err, "seed {seed}");
    if done > 0 {
        let _ = writeln!(err, "{done} games are played already");
    }
}

/// The first signal lets running games end, or drops them at once; the second drops them.
fn catch_signals(control: &Arc<MatchControl>, drop_at_once: bool) -> anyhow::Result<()> {
    let control = Arc::clone(control);
    ctrlc::set_handler(move || {
        if control.stopping() || drop_at_once {
            control.abort();
        } else {
            control.stop();
            if control.playing() {
                let _ = writeln!(
                    io::stderr(),
                    "\nfinishing the games that run; once more drops them"
                );
            }
        }
    })
    .context("signals cannot be caught")
}
