//! `tuzdik book show`: what a book holds.

use std::io::{self, Write};

use anyhow::bail;
use tuzdik::book::backup::{Backup, Rated};
use tuzdik::book::tree::Successor;
use tuzdik::book::{Book, BookTree};
use tuzdik::game::{Board, Game, Move};
use tuzdik::notation::moves;

use super::BookArgs;
use crate::cli::play_moves;

/// Longest main line that is shown, in plies.
const LINE: usize = 16;

/// Show a book: its size, then its moves as a tree.
///
/// The first line tells how many positions the book has, how far from the start the farthest one lies,
/// and what searched them. Then follow all moves of the start position, or of that after --moves, the best
/// first: the score for the player who makes the move, how many positions of the book lie behind it, and
/// the main line that begins with it. Replies are indented below their move.
///
/// Scores are balls of final margin, backed up from the ends of the book; win5 and loss8 are forced
/// results in so many plies.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik book show                              the first moves and the best replies to each
  tuzdik book show --moves '76 98' --plies 1    the moves after two
  tuzdik book show my.book --plies 4 --width 2  two moves at each level below the first")]
pub struct Args {
    #[command(flatten)]
    book: BookArgs,
    /// Moves from the start to the position that is shown.
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Levels of the tree.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=20))]
    plies: u32,
    /// Moves at each level below the first, the best ones; 0 for all.
    #[arg(long, default_value_t = 3)]
    width: usize,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let book = args.book.book()?;
    let tree = super::tree(&book, args.book.file.as_deref())?;
    let shown = Shown {
        backup: tree.back_up(),
        counts: tree.counts(),
        tree: &tree,
        width: args.width,
    };
    let mut out = io::stdout().lock();
    let mut game = Game::new(tree.variant());
    play_moves(&mut game, &args.moves)?;
    let Some(at) = tree.find(game.position()) else {
        bail!("the book does not have the position after {}", args.moves);
    };
    writeln!(out, "{}", head(&book))?;
    shown.position(&mut out, at)?;
    shown.level(&mut out, at, 0, args.plies)?;
    out.flush()?;
    Ok(())
}

/// What a book says of itself, in one line.
fn head(book: &Book) -> String {
    let header = book.header();
    let made = &header.about.made;
    let hash = match made.hash_mb {
        0 => String::new(),
        mb => format!(", hash {mb} MB"),
    };
    format!(
        "{} positions, {} expanded, up to {} plies deep; {}, tuzdik {}, evaluation {}, {} nodes a position{hash}, \
         {} plies covered, seed {}",
        header.positions,
        header.records,
        header.plies,
        made.variant,
        made.engine,
        made.evaluation,
        made.nodes,
        header.about.cover,
        made.seed
    )
}

struct Shown<'a> {
    tree: &'a BookTree,
    backup: Backup,
    counts: Vec<u32>,
    width: usize,
}

impl Shown<'_> {
    /// The position that the tree begins with.
    fn position(&self, out: &mut impl Write, at: usize) -> io::Result<()> {
        let node = &self.tree.nodes()[at];
        let searched = &node.searched;
        let (line, _) = self.tree.main_line(&self.backup, at);
        writeln!(
            out,
            "{} to move: score {}, {} positions; alone {}, depth {}, {} nodes; line {}",
            node.position.side(),
            self.backup.score(at),
            self.counts[at],
            searched.score,
            searched.depth,
            searched.nodes,
            self.line(self.tree.board(at), line)
        )
    }

    /// The moves of a position and, below each, the replies.
    fn level(&self, out: &mut impl Write, at: usize, level: u32, levels: u32) -> io::Result<()> {
        let board = self.tree.board(at);
        let most = match (level, self.width) {
            (0, _) | (_, 0) => usize::MAX,
            (_, width) => width,
        };
        for rated in self.tree.rated(&self.backup, at).into_iter().take(most) {
            let Rated { mv, score, child } = rated;
            let text = moves::format_tgk(&board, mv);
            let indent = 4 * level as usize;
            write!(out, "{:indent$}{text:<3} {score:>7} ", "")?;
            let Successor::Node(child) = child else {
                writeln!(out, "{:>6}  ends the game", 0)?;
                continue;
            };
            let (rest, _) = self.tree.main_line(&self.backup, child);
            let line: Vec<Move> = [mv].into_iter().chain(rest).collect();
            writeln!(out, "{:>6}  {}", self.counts[child], self.line(board, line))?;
            if level + 1 < levels {
                self.level(out, child, level + 1, levels)?;
            }
        }
        Ok(())
    }

    fn line(&self, from: Board, mut line: Vec<Move>) -> String {
        let is_cut = line.len() > LINE;
        line.truncate(LINE);
        let text = from.line(&line).marked().to_string();
        if is_cut { text + " …" } else { text }
    }
}
