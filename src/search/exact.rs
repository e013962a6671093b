//! What exact tables say of positions of a search.

use std::collections::HashSet;

use crate::game::{Board, Game, MoveSet, Position, Side};
use crate::proof::check::ExactTable;
use crate::score::{Bound, Score, Wdl};
use crate::table::probe::MoveValue;
use crate::table::tables::Tables;

use super::result::SearchLine;

/// Most moves of a line from tables.
const MOST_MOVES: usize = 100;

/// Exact tables of the game that is searched.
#[derive(Clone, Copy)]
pub struct TableProbe<'a> {
    /// The tables.
    pub tables: &'a Tables,
    /// Boards with more balls are not asked for.
    pub most: u8,
}

impl TableProbe<'_> {
    fn has(&self, position: &Position) -> bool {
        let (_, balls) = self.tables.place(position);
        balls <= self.most
    }

    /// The score of a position at this ply. No position since the last ball that entered a kazan may have
    /// occurred twice: then a third occurrence cannot come before what the table promises.
    pub fn score(&self, position: &Position, ply: usize) -> Option<Score> {
        if !self.has(position) {
            return None;
        }
        let winner = self.tables.result(position)?;
        Some(score(winner, position.side(), ply))
    }

    /// The lines of the moves of a game's last position, best first: the table plays to the end. `None` if the
    /// tables lack it, or if a position has occurred twice since the last ball entered a kazan.
    pub fn root_lines(&self, game: &Game, moves: MoveSet) -> Option<Vec<SearchLine>> {
        let root = game.position();
        if !self.has(root) || has_repeated(game) {
            return None;
        }
        let values = self.tables.moves(root)?;
        let allowed = values.iter().filter(|value| moves.contains(value.mv));
        let lines = allowed.map(|value| self.line(root, value)).collect();
        Some(lines)
    }

    /// A move and the best play after it.
    fn line(&self, root: &Position, value: &MoveValue) -> SearchLine {
        let mut pv = vec![value.mv];
        let mut position = value.after;
        let mut seen = HashSet::from([*root]);
        while pv.len() < MOST_MOVES && seen.insert(position) {
            let over = Board::new(self.tables.variant(), position).outcome();
            let best = self.tables.moves(&position).filter(|_| over.is_none());
            let Some(best) = best.as_ref().and_then(|values| values.first()) else {
                break;
            };
            pv.push(best.mv);
            position = best.after;
        }
        let plies = pv.len() as u32;
        let side = root.side();
        SearchLine {
            depth: plies,
            seldepth: plies,
            score: score(value.winner, side, pv.len()),
            bound: Bound::Exact,
            wdl: match value.winner {
                None => Wdl::DRAWN,
                Some(winner) if winner == side => Wdl::WON,
                Some(_) => Wdl::LOST,
            },
            pv,
        }
    }
}

fn score(winner: Option<Side>, side: Side, ply: usize) -> Score {
    match winner {
        None => Score::DRAW,
        Some(winner) if winner == side => Score::table_win_in(ply),
        Some(_) => -Score::table_win_in(ply),
    }
}

/// Whether a position has occurred twice since the last ball entered a kazan.
fn has_repeated(game: &Game) -> bool {
    let kazans = |position: &Position| Side::BOTH.map(|side| position.kazan(side));
    let last = kazans(game.position());
    let mut seen = HashSet::new();
    let mut recent = game
        .positions()
        .iter()
        .rev()
        .take_while(|position| kazans(position) == last);
    !recent.all(|position| seen.insert(*position))
}
