//! `tuzdik play`: a board to play on in the terminal.

mod engine_thread;
mod file;
mod plain;
mod ritual;
mod session;
mod steps;
mod tui;
mod words;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tuzdik::book;
use tuzdik::game::{Board, Pit, Side, Variant};
use tuzdik::search::Strength;
use tuzdik::texts::Language;

use engine_thread::EngineThread;
use session::{PlaySession, Seat};

/// Level of the engine when neither level nor time is given.
const DEFAULT_LEVEL: u8 = 5;
/// Time for a move at a level. The levels below the highest need less.
const LEVEL_TIME: Duration = Duration::from_secs(2);

/// Play against the engine, or with another person, on a board in the terminal.
///
/// A pit is chosen by its number, counted from its owner's left, or with the arrow keys and Enter.
/// The key ? shows the other keys: hint, undo, evaluation bar, sowing step by step or at once, pit
/// names in Kazakh, save and load in TGK, and more.
///
/// A game of Mangala begins with the ritual: a number is hidden under a seal, a player calls odd or
/// even, and whoever wins the call chooses a side. --south and --north then say who is who before it.
///
/// Without a terminal, or with --plain, the game is plain text: each line of input is a move (7, or
/// with its landing pit 76) or a command; help lists them. What is not understood gets one line, and
/// the game goes on.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik play                                 you are South, the engine plays at level 5
  tuzdik play --south engine --level 3        you are North
  tuzdik play --south human --north human     two people
  tuzdik play --movetime 5000 --language kk   the engine at full strength, five seconds a move
  tuzdik play --load game.tgk                 go on with a saved game
  tuzdik play --load games.tgk --game 3       go on with the third game of a file
  printf '7\\nhint\\nquit\\n' | tuzdik play --plain")]
pub struct Args {
    /// Rule set.
    #[arg(long, default_value_t, value_parser = super::variant_parser(), ignore_case = true)]
    variant: Variant,
    /// Who plays South, the side that moves first [default: human, or whoever North is not].
    #[arg(long, value_name = "WHO")]
    south: Option<Seat>,
    /// Who plays North [default: engine, or whoever South is not].
    #[arg(long, value_name = "WHO")]
    north: Option<Seat>,
    /// Level of the engine, from a beginner at 1 to full strength at 10 [default: 5].
    #[arg(short, long, value_name = "1..10", value_parser = level_parser())]
    level: Option<u8>,
    /// Milliseconds for each move of the engine, which then plays at full strength.
    #[arg(short = 't', long, value_name = "MS", conflicts_with = "level", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Without the opening book, by which the engine plays at full strength.
    #[arg(long)]
    no_book: bool,
    /// How far from the best the engine's moves in the opening may be: 0 always the best, 100 all
    /// that lose at most half a ball.
    #[arg(long, value_name = "0..100", default_value_t = 50, value_parser = variety_parser())]
    variety: u8,
    /// Position to start from: a FEN, or startpos.
    #[arg(short, long, value_name = "FEN")]
    position: Option<String>,
    /// Go on with a game of a file in TGK or PlayOK format.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    load: Option<PathBuf>,
    /// Which game of that file, counted from 1.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "load")]
    game: usize,
    /// Plain text, even in a terminal.
    #[arg(long)]
    plain: bool,
    /// Show a move at once and not ball by ball.
    #[arg(long)]
    no_steps: bool,
    /// Show the Kazakh names of the pits.
    #[arg(long)]
    names: bool,
    /// Language of the messages [default: that of the locale, else English].
    #[arg(long, value_name = "LANGUAGE", value_parser = language_parser())]
    language: Option<Language>,
}

fn level_parser() -> clap::builder::RangedI64ValueParser<u8> {
    let (least, most) = Strength::LEVELS;
    clap::value_parser!(u8).range(i64::from(least)..=i64::from(most))
}

fn variety_parser() -> clap::builder::RangedI64ValueParser<u8> {
    clap::value_parser!(u8).range(0..=i64::from(book::Selection::MAX_VARIETY))
}

fn language_parser() -> impl TypedValueParser<Value = Language> {
    let values =
        Language::ALL.map(|language| PossibleValue::new(language.code()).help(language.name()));
    PossibleValuesParser::new(values).try_map(|code| code.parse::<Language>())
}

impl Args {
    /// How the engine plays by the book, if it does.
    fn book(&self) -> Option<book::Selection> {
        (!self.no_book).then(|| book::Selection {
            variety: self.variety,
            seed: rand::random(),
            ..book::Selection::default()
        })
    }

    fn seats(&self) -> [Seat; 2] {
        let other = |seat| match seat {
            Seat::Human => Seat::Engine,
            Seat::Engine => Seat::Human,
        };
        match (self.south, self.north) {
            (Some(south), Some(north)) => [south, north],
            (Some(south), None) => [south, other(south)],
            (None, Some(north)) => [other(north), north],
            (None, None) => [Seat::Human, Seat::Engine],
        }
    }
}

/// What both forms of the board need.
struct Play {
    session: PlaySession,
    engine: EngineThread,
    language: Language,
    /// The engine's level, unless a time for its moves was given.
    level: Option<u8>,
    /// Whether moves are shown ball by ball.
    steps: bool,
    /// Whether the names of the pits are shown.
    names: bool,
    /// What is said first: which of several games was loaded.
    notice: Option<String>,
}

impl Play {
    /// The rule set and who plays, in one line.
    fn title(&self) -> String {
        let texts = self.language.texts();
        let seats = Side::BOTH.map(|side| {
            let seat = words::seat(texts, self.session.seat(side), self.level);
            format!("{}: {seat}", words::side(texts, side))
        });
        format!("{} · {}", self.session.variant(), seats.join(" · "))
    }
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let (start, first_move) = match &args.position {
        Some(text) => super::position(text, args.variant).context("--position")?,
        None => (Board::start(args.variant), 1),
    };
    let language = args.language.unwrap_or_else(Language::from_environment);
    let mut session = PlaySession::new(start, first_move, args.seats());
    let mut notice = None;
    if let Some(path) = &args.load {
        let loaded = session.load(path, args.game).map_err(|fault| {
            let reason = words::file_fault(language.texts(), &fault);
            anyhow!("--load {}: {reason}", path.display())
        })?;
        let text = words::loaded(language.texts(), &path.display().to_string(), loaded);
        notice = (loaded.count > 1).then_some(text);
    }
    let (level, strength, time) = match args.movetime {
        Some(millis) => (None, Strength::FULL, Duration::from_millis(millis)),
        None => {
            let level = args.level.unwrap_or(DEFAULT_LEVEL);
            (Some(level), Strength::from_level(level), LEVEL_TIME)
        }
    };
    let play = Play {
        session,
        engine: EngineThread::new(strength, time, args.book())?,
        language,
        level,
        steps: !args.no_steps,
        names: args.names,
        notice,
    };
    if args.plain || !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        plain::run(play, io::stdin().lock(), io::stdout())
    } else {
        tui::run(play)
    }
}

/// The pits of a side from the left, as the player of the side at the bottom sees them.
fn seen(side: Side, bottom: Side, pits: u8) -> impl DoubleEndedIterator<Item = Pit> {
    (1..=pits).filter_map(move |n| Pit::new(if side == bottom { n } else { pits + 1 - n }))
}
