//! `tuzdik analyse`: what the engine thinks of a position or of every move of a game.

mod analyser;
mod forced;
mod game;
mod json;
mod position;
mod text;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, ensure};
use tuzdik::game::{Board, Game, Variant};
use tuzdik::search::{Engine, Limits};

use super::{EvalArgs, files, interrupt};
use analyser::Analyser;

/// Time for a position that is analysed alone, when no limit is given.
const POSITION_TIME: Duration = Duration::from_secs(3);
/// Time for each position of a game, when no limit is given.
const MOVE_TIME: Duration = Duration::from_millis(300);

/// Analyse a position, or every move of the games in a file.
///
/// A position (--position, --moves; the start position without either): the board, the line of play
/// after each depth, and a table of the best moves with score and chance of winning.
///
/// A file with games in TGK or PlayOK format: for every move the score before and after it, what it
/// lost, the better move and a line of play; a curve of South's chances; how well both sides played.
/// What contradicts the rules is told, and the other games go on.
///
/// Scores are in balls of final margin from South's view in games, from the view of the side to move
/// in a position; #5 is a forced win in five moves. Ctrl-C ends the analysis and keeps what is done.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik analyse game.tgk                         every move of a game, 0.3 s each
  tuzdik analyse game.tgk --depth 12 --json       one JSON object a line
  tuzdik analyse --moves '76 98 66' --movetime 5000 --multipv 5
  tuzdik analyse --position '9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 0,0 -,- w 0' --depth 16
  tuzdik analyse - < game.txt")]
pub struct Args {
    /// File with one or more games, - for stdin.
    #[arg(value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    file: Option<PathBuf>,
    /// Position to analyse: a FEN, or startpos.
    #[arg(short, long, value_name = "FEN")]
    position: Option<String>,
    /// Moves from that position, or from the start position, separated by blanks. Move numbers, marks,
    /// comments in braces and a result may stand between them.
    #[arg(short, long, allow_hyphen_values = true)]
    moves: Option<String>,
    /// Deepest iteration, in plies.
    #[arg(short, long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Most positions visited in a search.
    #[arg(short, long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time for a position in milliseconds [default: 3000, in games 300].
    #[arg(short = 't', long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Best moves to show [default: 3, in games 1].
    #[arg(short = 'k', long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=9))]
    multipv: Option<u8>,
    /// Threads to search with.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = super::threads_parser())]
    threads: usize,
    /// Size of the transposition table in MB.
    #[arg(long, value_name = "MB", default_value_t = Engine::HASH_MB.1, value_parser = super::hash_parser())]
    hash: usize,
    #[command(flatten)]
    eval: EvalArgs,
    /// Rule set; in a file that of games that name none.
    #[arg(long, default_value_t, value_parser = super::variant_parser(), ignore_case = true)]
    variant: Variant,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

impl Args {
    fn limits(&self, default_time: Duration) -> Limits {
        let limited = self.depth.is_some() || self.nodes.is_some() || self.movetime.is_some();
        let movetime = self.movetime.map(Duration::from_millis);
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: movetime.or((!limited).then_some(default_time)),
            ..Limits::default()
        }
    }

    fn analyser(&self, multipv: u8, default_time: Duration) -> anyhow::Result<Analyser> {
        let mut engine = Engine::new(self.hash)?;
        engine.set_threads(self.threads)?;
        engine.set_eval_source(self.eval.source.clone());
        let lines = self.multipv.unwrap_or(multipv);
        engine.options_mut().multipv = lines.into();
        Ok(Analyser::new(
            engine,
            self.limits(default_time),
            interrupt::stop_token()?,
        ))
    }

    /// The game up to the position to analyse, and the number of its next move.
    fn game(&self) -> anyhow::Result<(Game, u32)> {
        let (start, first) = match &self.position {
            Some(text) => super::position(text, self.variant).context("--position")?,
            None => (Board::start(self.variant), 1),
        };
        let mut game = Game::from_board(start);
        super::play_moves(&mut game, self.moves.as_deref().unwrap_or_default())?;
        let number = game.move_number(first, game.moves().len());
        Ok((game, number))
    }
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut out = io::stdout();
    match &args.file {
        None => {
            args.eval.check(args.variant)?;
            let (game, number) = args.game()?;
            let mut analyser = args.analyser(3, POSITION_TIME)?;
            position::analyse(&mut out, &mut analyser, &game, number, args.json)?;
        }
        Some(path) => {
            let file = files::read_records(path, args.variant)?;
            ensure!(
                !file.games.is_empty(),
                "no game found in {}",
                files::name(path)
            );
            for game in &file.games {
                args.eval
                    .check(game.record.game().variant())
                    .with_context(|| format!("game {}", game.number))?;
            }
            let mut analyser = args.analyser(1, MOVE_TIME)?;
            game::analyse(&mut out, &mut analyser, &file.games, args.json)?;
        }
    }
    out.flush()?;
    Ok(())
}
