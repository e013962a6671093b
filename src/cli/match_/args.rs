//! The options of `tuzdik match`, from the command line and from a file.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::ValueEnum;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use tuzdik::arena::keys::KeyValues;
use tuzdik::files;
use tuzdik::game::Variant;

use crate::cli::files::{out_name, out_parser};

/// Play engines against each other, with statistics.
///
/// Engines speak UGI or UCI. The referee is this program: an engine that makes an illegal move, gives
/// no proper answer, oversteps its time, crashes or falls silent loses the game, and is started
/// again. Progress goes to stderr, the result to stdout.
///
/// Ctrl-C or SIGTERM once: no more games are started, those that run are finished. Twice: they are
/// dropped. The exit code is then 130. With --out, `--resume` goes on with the same command.
#[derive(clap::Args, Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
#[command(after_help = "\
Engine settings (--engine, --each):
  name=NAME        name in tables and records, different for each (default: the file name of cmd)
  cmd=FILE         the program
  args=ARGUMENTS   its arguments, quoted as in a shell
  dir=FOLDER       its working directory
  proto=ugi|uci    what it speaks (default: tried out)
  tc=M/T+I         clock: T seconds for M moves (or the game), I more for each move; T may be M:SS
  st=SECONDS       fixed time for each move
  nodes=N depth=N  fixed nodes or depth for each move
  timemargin=MS    forgiven when a limit is overstepped (default 20)
  hang=SECONDS     a move without a clock is given up after this time (default 60)
  stderr=FILE      where its error output is appended (default: nowhere)
  option.NAME=V    an option of the engine
A comma within a value is written \\, .

Examples:
  tuzdik match --engine name=new,cmd=./new --engine name=old,cmd=./old --each st=0.1 \\
      --rounds 500 --concurrency 2 --sprt elo0=0,elo1=10
  tuzdik match --tournament gauntlet --engine cmd=./a --engine cmd=./b --engine cmd=./c,proto=uci \\
      --each tc=8+0.08,option.Hash=16 --rounds 100 --out games.tgk
  tuzdik match --config match.toml --resume

A file for --config has the same names; engines are tables [[engine]], the other settings with keys
tables too: [each], [openings], [sprt], [resign], [draw]. The command line goes before it.")]
pub struct Args {
    /// An engine; see below. Two or more times.
    #[arg(long, value_name = "KEY=VALUE,…")]
    pub engine: Vec<KeyValues>,
    /// Settings of all engines that they do not have of their own.
    #[arg(long, value_name = "KEY=VALUE,…")]
    #[serde(deserialize_with = "one_table")]
    pub each: Vec<KeyValues>,
    /// Read options from a TOML file.
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub config: Option<PathBuf>,
    /// Rule set [default: togyzkumalak].
    #[arg(long, value_parser = crate::cli::variant_parser(), ignore_case = true)]
    #[serde(deserialize_with = "parsed")]
    pub variant: Option<Variant>,
    /// Who plays whom: everyone everyone, or the first engine all others [default: roundrobin].
    #[arg(overrides_with = "tournament", long)]
    pub tournament: Option<TournamentArg>,
    /// Rounds, each with an opening of its own [default: 100, with --sprt as many as it takes].
    #[arg(
        overrides_with = "rounds",
        long,
        value_name = "N",
        allow_negative_numbers = true
    )]
    pub rounds: Option<u64>,
    /// Games of each round and pairing: 2 with colours reversed, or 1 [default: 2].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub games: Option<u64>,
    /// Openings: file=FILE with a position (FEN), moves or both in each line, or with game records;
    /// order=random|sequential, plies=N most moves of each (default for played games 8); without a file: plies=N random moves (default 8) and balance=CB,
    /// the largest score a short search may give them in hundredths of a ball (default 200).
    #[arg(overrides_with = "openings", long, value_name = "KEY=VALUE,…")]
    pub openings: Option<KeyValues>,
    /// Games at a time [default: 1].
    #[arg(
        overrides_with = "concurrency",
        long,
        short,
        value_name = "N",
        allow_negative_numbers = true
    )]
    pub concurrency: Option<usize>,
    /// Stop when a sequential test decides: elo0=0, elo1=5, alpha=0.05, beta=0.05,
    /// model=logistic|normalized (these are the defaults). Two engines only.
    #[arg(overrides_with = "sprt", long, value_name = "KEY=VALUE,…")]
    pub sprt: Option<KeyValues>,
    /// A player resigns: movecount=N own moves in a row with a score of -CB or worse (score=CB, in
    /// hundredths of a ball); twosided=true if the opponent must agree.
    #[arg(long, value_name = "KEY=VALUE,…")]
    pub resign: Option<KeyValues>,
    /// A game is drawn: from move movenumber=N on, movecount=N moves of both in a row with a score
    /// within score=CB.
    #[arg(long, value_name = "KEY=VALUE,…")]
    pub draw: Option<KeyValues>,
    /// A game is drawn after so many moves of each player.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub maxmoves: Option<u32>,
    /// Whether the tournament goes on after an engine crashed or fell silent [default: true].
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    pub recover: Option<bool>,
    /// Drop a game in which an engine broke the rules; otherwise it is lost.
    #[arg(long)]
    #[serde(rename = "no-penalty", alias = "no_penalty")]
    pub no_penalty: bool,
    /// Milliseconds forgiven when a limit is overstepped; the same as --each timemargin=MS.
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    pub timemargin: Option<u64>,
    /// Seed of the openings [default: random, and printed].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Append the games to a file in TGK, with score, depth and time of each move.
    #[arg(long, value_name = "FILE", value_parser = out_parser())]
    #[serde(deserialize_with = "written")]
    pub out: Option<PathBuf>,
    /// Go on with the tournament whose games are in the file of --out.
    #[arg(long)]
    #[serde(skip)]
    pub resume: bool,
    /// Write the result as JSON. A file that is there is replaced only with --force or --resume.
    #[arg(long, value_name = "FILE", value_parser = out_parser())]
    #[serde(deserialize_with = "written")]
    pub summary: Option<PathBuf>,
    /// Replace the file of --summary if there is one.
    #[arg(long)]
    #[serde(skip)]
    pub force: bool,
    /// Append the dialogues with all engines to a file.
    #[arg(long, value_name = "FILE", value_parser = out_parser())]
    #[serde(deserialize_with = "written")]
    pub log: Option<PathBuf>,
    /// Print the whole standing after every N games.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub ratinginterval: Option<u64>,
    /// What Ctrl-C does with the games that run [default: finish].
    #[arg(long, value_name = "WHAT")]
    pub interrupt: Option<InterruptArg>,
}

#[derive(Clone, Copy, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
#[value(rename_all = "lowercase")]
pub enum TournamentArg {
    /// Everyone against everyone.
    RoundRobin,
    /// The first engine against every other.
    Gauntlet,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InterruptArg {
    /// They are finished; a second Ctrl-C drops them.
    Finish,
    /// They are dropped.
    Drop,
}

/// In a file there is one table `each`, on the command line there may be several.
fn one_table<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<KeyValues>, D::Error> {
    KeyValues::deserialize(deserializer).map(|each| vec![each])
}

/// A rule set by its name.
fn parsed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Variant>, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map(Some).map_err(D::Error::custom)
}

/// The name of a file to write.
fn written<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PathBuf>, D::Error> {
    let path = PathBuf::deserialize(deserializer)?;
    out_name(path).map(Some).map_err(D::Error::custom)
}

impl Args {
    /// These options, with those of the file of `--config` where there are none.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn with_config(self) -> anyhow::Result<Args> {
        let Some(path) = &self.config else {
            return Ok(self);
        };
        let text = files::read(path).with_context(|| path.display().to_string())?;
        let text =
            String::from_utf8(text).with_context(|| format!("{} is no text", path.display()))?;
        let file: Args = toml::from_str(&text).map_err(|error| {
            let place = error.span().map_or(String::new(), |span| {
                let before = text.get(..span.start).unwrap_or_default();
                format!(":{}", before.matches('\n').count() + 1)
            });
            let what = error.message().trim().replace('\n', "; ");
            anyhow::anyhow!("{}{place}: {what}", path.display())
        })?;
        let mut each = file.each;
        each.extend(self.each);
        Ok(Args {
            engine: if self.engine.is_empty() {
                file.engine
            } else {
                self.engine
            },
            each,
            config: self.config,
            variant: self.variant.or(file.variant),
            tournament: self.tournament.or(file.tournament),
            rounds: self.rounds.or(file.rounds),
            games: self.games.or(file.games),
            openings: self.openings.or(file.openings),
            concurrency: self.concurrency.or(file.concurrency),
            sprt: self.sprt.or(file.sprt),
            resign: self.resign.or(file.resign),
            draw: self.draw.or(file.draw),
            maxmoves: self.maxmoves.or(file.maxmoves),
            recover: self.recover.or(file.recover),
            no_penalty: self.no_penalty || file.no_penalty,
            timemargin: self.timemargin.or(file.timemargin),
            seed: self.seed.or(file.seed),
            out: self.out.or(file.out),
            resume: self.resume,
            summary: self.summary.or(file.summary),
            force: self.force,
            log: self.log.or(file.log),
            ratinginterval: self.ratinginterval.or(file.ratinginterval),
            interrupt: self.interrupt.or(file.interrupt),
        })
    }
}
