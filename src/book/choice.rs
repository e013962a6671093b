//! The move that is played by the book.

use crate::game::{Board, Game, Move};
use crate::mix64::mix64;

use super::probe::{Book, EntryMove};
use crate::score::Score;

/// How a move is chosen from a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Only so many plies of a game are played by it.
    pub depth: usize,
    /// How far from the best a move may be: 0 for the best alone, 100 for all that lose at most
    /// [`Selection::WIDEST`].
    pub variety: u8,
    /// Which of several moves is taken follows from this number and the position.
    pub seed: u64,
}

impl Selection {
    /// Least, default and largest depth.
    pub const DEPTH: (usize, usize, usize) = (0, 100, 1000);
    /// Most that a move may lose at the largest variety: half a ball, in hundredths of one.
    pub const WIDEST: i32 = 50;
    /// The largest variety.
    pub const MAX_VARIETY: u8 = 100;
}

impl Default for Selection {
    fn default() -> Selection {
        Selection {
            depth: Selection::DEPTH.1,
            variety: 0,
            seed: 0,
        }
    }
}

/// A move chosen from a book, and what else was there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookChoice {
    /// Lines that begin with different moves; the first is the one to play, the others follow by their
    /// scores.
    pub lines: Vec<BookLine>,
    /// How many moves were good enough to be played.
    pub candidates: usize,
    /// Positions of the book at or behind the position.
    pub positions: u32,
}

/// A line of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookLine {
    /// The score of its first move, for the player who makes it.
    pub score: Score,
    /// Its moves, at least one.
    pub moves: Vec<Move>,
    /// How many plies the score looks ahead: those to the last position of the line and those of the
    /// search there.
    pub depth: u32,
    /// Positions of the book behind the first move.
    pub positions: u32,
}

/// The move to play in the last position of a game, if the book knows one that may be played.
///
/// Only the moves `allowed` are looked at, all if there are none. A move that the book scores lost, or
/// whose position was there before in the game, is never chosen; where the best one is such a move there
/// is no choice, and the search has to find a better one.
#[must_use]
pub fn choose(
    book: &Book,
    game: &Game,
    allowed: &[Move],
    selection: &Selection,
) -> Option<BookChoice> {
    if game.moves().len() >= selection.depth || book.variant() != game.variant() {
        return None;
    }
    let board = game.board();
    let position = board.position();
    let entry = book.probe(position)?;
    let legal = game.legal_moves();
    let mut moves: Vec<EntryMove> = entry
        .moves
        .iter()
        .copied()
        .filter(|known| legal.contains(known.mv))
        .filter(|known| allowed.is_empty() || allowed.contains(&known.mv))
        .collect();
    moves.sort_by_key(|known| -known.score.value());
    let best = *moves.first()?;
    let may_play = |known: &EntryMove| {
        let next = board.play(known.mv);
        !known.score.is_lost(board.rules().balls()) && !game.positions().contains(next.position())
    };
    if !may_play(&best) {
        return None;
    }
    let variety = i32::from(selection.variety.min(Selection::MAX_VARIETY));
    let reach = Selection::WIDEST * variety / i32::from(Selection::MAX_VARIETY);
    let good: Vec<usize> = (0..moves.len())
        .filter(|&at| moves[at].score.value() >= best.score.value() - reach)
        .filter(|&at| at == 0 || (reach > 0 && may_play(&moves[at])))
        .collect();
    let drawn = mix64(position.hash(), selection.seed) % good.len() as u64;
    let chosen = moves.remove(good[drawn as usize]);
    moves.insert(0, chosen);
    Some(BookChoice {
        candidates: good.len(),
        positions: entry.positions,
        lines: moves.iter().map(|known| line(book, board, known)).collect(),
    })
}

/// The line that the book expects from a move on.
fn line(book: &Book, mut board: Board, first: &EntryMove) -> BookLine {
    let mut line = BookLine {
        score: first.score,
        moves: Vec::new(),
        depth: 0,
        positions: 0,
    };
    let mut visited = Vec::new();
    let mut next = *first;
    loop {
        line.moves.push(next.mv);
        line.depth += 1;
        visited.push(*board.position());
        board = board.play(next.mv);
        if let Some(leaf) = next.leaf {
            line.depth += u32::from(leaf.depth);
            line.positions = line.positions.max(1);
            let legal = board.moves();
            line.moves
                .extend(leaf.best.filter(|&mv| legal.contains(mv)));
            return line;
        }
        let after = board.position();
        let Some(entry) = book.probe(after).filter(|_| !visited.contains(after)) else {
            return line;
        };
        line.positions = line.positions.max(entry.positions);
        match entry.best() {
            Some(best) => next = best,
            None => return line,
        }
    }
}
