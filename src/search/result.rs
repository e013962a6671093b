//! What a search finds, and what it reports while it runs.

use std::time::Duration;

use crate::game::{Move, Outcome, Side, Variant};
use crate::score::{Bound, Score, Wdl};

/// One line of play that a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchLine {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest ply visited in this iteration.
    pub seldepth: u32,
    /// Score from the side to move's view.
    pub score: Score,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// Chances of the side to move that go with the score.
    pub wdl: Wdl,
    /// The moves, legal to their end; empty only when there is no legal move.
    pub pv: Vec<Move>,
}

impl SearchLine {
    /// The first move, if there is a legal one.
    #[must_use]
    pub fn first_move(&self) -> Option<Move> {
        self.pv.first().copied()
    }

    /// What is to be said of a game that ended so, for `side`: the final margin.
    #[must_use]
    pub(crate) fn of_finished_game(variant: Variant, outcome: &Outcome, side: Side) -> SearchLine {
        let sign = variant.rules().objective.sign();
        let kazan = |side: Side| i32::from(outcome.kazans[side.index()]);
        let margin = sign * (kazan(side) - kazan(side.opponent()));
        let (wdl, score) = match outcome.winner {
            // By repetition the kazans may differ.
            None => (Wdl::DRAWN, 0),
            Some(winner) if winner == side => (Wdl::WON, 100 * margin),
            Some(_) => (Wdl::LOST, 100 * margin),
        };
        SearchLine {
            depth: 0,
            seldepth: 0,
            score: Score::new(score),
            bound: Bound::Exact,
            wdl,
            pv: Vec::new(),
        }
    }
}

/// A report of a search that runs: a line, and how far the search has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Rank of the line, from 1.
    pub multipv: u32,
    /// The line.
    pub line: SearchLine,
    /// Nodes so far, all threads together.
    pub nodes: u64,
    /// Positions that exact tables knew.
    pub table_hits: u64,
    /// Thousandths of the table that this search filled.
    pub hashfull: u32,
    /// Time since the search began.
    pub time: Duration,
}

impl Info {
    /// Nodes a second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// The result of a search.
///
/// ```
/// use tuzdik::game::{Game, Variant};
/// use tuzdik::search::{Engine, Limits, StopToken};
/// let mut engine = Engine::new(1)?;
/// let game = Game::new(Variant::TogyzKumalak);
/// let limits = Limits { depth: Some(5), ..Limits::default() };
/// let result = engine.search(&game, &limits, &StopToken::new(), &mut |_| {});
/// let line = &result.lines[0];
/// assert_eq!(line.first_move(), result.best);
/// assert_eq!(line.depth, 5);
/// # Ok::<(), tuzdik::search::EngineError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The move to play; `None` when the game is over.
    pub best: Option<Move>,
    /// The reply expected, legal after `best`.
    pub ponder: Option<Move>,
    /// The lines found, the best first: as many as were asked for and there are moves, and one without
    /// moves for a game that is over. The first begins with `best`. Where a search was ended within an
    /// iteration in which it had found a better move, the score of the first is a bound.
    pub lines: Vec<SearchLine>,
    /// The best line of the last whole iteration, whose score is exact. It differs from the first of
    /// `lines` only where that one's score is a bound.
    pub completed: Option<SearchLine>,
    /// Nodes visited, all threads together.
    pub nodes: u64,
    /// Time that the search took.
    pub time: Duration,
}

impl SearchResult {
    /// The result that these lines make, the best of them first and the last whole iteration's beside
    /// them.
    pub(super) fn new(found: FoundLines, nodes: u64, time: Duration) -> SearchResult {
        let FoundLines { lines, completed } = found;
        let moves = lines.first().map_or(&[][..], |line| &line.pv);
        SearchResult {
            best: moves.first().copied(),
            ponder: moves.get(1).copied(),
            lines,
            completed,
            nodes,
            time,
        }
    }
}

/// The lines that one thread found.
#[derive(Clone, Default, Debug)]
pub(super) struct FoundLines {
    /// See [`SearchResult::lines`].
    pub lines: Vec<SearchLine>,
    /// See [`SearchResult::completed`].
    pub completed: Option<SearchLine>,
}

impl FoundLines {
    /// Lines whose scores are all exact, best first.
    pub fn exact(lines: Vec<SearchLine>) -> FoundLines {
        let completed = lines.first().cloned();
        FoundLines { lines, completed }
    }

    /// The iteration of the best line; 0 without one.
    pub fn depth(&self) -> u32 {
        self.lines.first().map_or(0, |line| line.depth)
    }

    /// Puts a line of an unfinished iteration before the others, unless its score is a mere bound and
    /// the move is the best anyway. At most `most` lines are kept.
    pub fn put_first(&mut self, line: SearchLine, most: usize) {
        let best = self.lines.first().and_then(SearchLine::first_move);
        if line.bound == Bound::Exact {
            self.completed = Some(line.clone());
        } else if best == line.first_move() {
            return;
        }
        self.lines
            .retain(|old| old.first_move() != line.first_move());
        self.lines.insert(0, line);
        self.lines.truncate(most);
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Pit;

    use super::*;

    fn line(depth: u32, bound: Bound, pit: u8) -> SearchLine {
        SearchLine {
            depth,
            seldepth: depth,
            score: Score::DRAW,
            bound,
            wdl: Wdl::DRAWN,
            pv: vec![Move::sow(Pit::new(pit).unwrap())],
        }
    }

    #[test]
    fn an_unfinished_iteration_adds_another_move_or_an_exact_score() {
        let whole = || FoundLines::exact(vec![line(4, Bound::Exact, 1), line(4, Bound::Exact, 2)]);
        let put = |new: SearchLine| {
            let mut found = whole();
            found.put_first(new, 2);
            let summary = |line: &SearchLine| (line.depth, line.bound, line.first_move());
            (
                found.lines.iter().map(summary).collect::<Vec<_>>(),
                found.completed.map(|line| line.depth),
            )
        };
        let mv = |pit| Some(Move::sow(Pit::new(pit).unwrap()));
        // The best move again, by a bound: the exact score of the iteration before says more.
        assert_eq!(
            put(line(5, Bound::Lower, 1)),
            (
                vec![(4, Bound::Exact, mv(1)), (4, Bound::Exact, mv(2))],
                Some(4)
            )
        );
        assert_eq!(
            put(line(5, Bound::Lower, 3)),
            (
                vec![(5, Bound::Lower, mv(3)), (4, Bound::Exact, mv(1))],
                Some(4)
            )
        );
        assert_eq!(
            put(line(5, Bound::Lower, 2)),
            (
                vec![(5, Bound::Lower, mv(2)), (4, Bound::Exact, mv(1))],
                Some(4)
            )
        );
        assert_eq!(
            put(line(5, Bound::Exact, 1)),
            (
                vec![(5, Bound::Exact, mv(1)), (4, Bound::Exact, mv(2))],
                Some(5)
            )
        );
    }
}
