//! Iterative deepening with aspiration windows, for one thread.

use crate::game::{Move, MoveSet, Position, Rules};
use crate::score::{Bound, Score, Wdl};

use super::limits::Limits;
use super::node::Root;
use super::params::{ASPIRATION_DEPTH, ASPIRATION_GROWTH, ASPIRATION_WIDEST, aspiration};
use super::result::{FoundLines, SearchLine};
use super::time::Stability;
use super::worker::{Shared, Worker};

/// Deepest iteration.
pub const MAX_DEPTH: u32 = 120;

/// Iterations that go on after a forced result was found at its own depth, in case a nearer one
/// exists.
const SOLVED_EXTRA: i32 = 8;

/// Hears of a line, its rank from 1 and the nodes so far.
pub type OnLine<'a> = &'a mut dyn FnMut(&SearchLine, usize, u64);

impl<R: Rules> Worker<'_, R> {
    /// Searches deeper and deeper until a limit is reached. Gives the lines of the last whole
    /// iteration, best first, with a better move that the unfinished iteration had found before them.
    /// Only the thread with an `on_line` decides when time is up; the others go on until they are
    /// halted.
    pub fn deepen(
        &mut self,
        root: &Position,
        legal: MoveSet,
        limits: &Limits,
        multipv: usize,
        thread: usize,
        mut on_line: Option<OnLine<'_>>,
    ) -> FoundLines {
        let mut found = FoundLines::default();
        let mut same_move = 0;
        let last = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        // Helpers begin at different depths so that the threads do not walk in step.
        for depth in 1 + (thread as u32 % 2).min(last - 1)..=last {
            self.seldepth = 0;
            // Even the shortest search reports a line before it ends.
            self.must_finish = depth == 1 && on_line.is_some();
            let mut lines: Vec<SearchLine> = Vec::new();
            let mut left = legal;
            while lines.len() < multipv && !left.is_empty() {
                let previous = found.lines.get(lines.len()).map(|line| line.score);
                let Some(line) =
                    self.aspire(root, left, depth, previous, lines.len() + 1, &mut on_line)
                else {
                    break;
                };
                left.remove(line.pv[0]);
                lines.push(line);
            }
            if self.halted() {
                let line = lines.into_iter().next().or_else(|| self.partial(depth));
                if let Some(line) = line
                    && !found.lines.is_empty()
                {
                    found.put_first(line, multipv);
                }
                break;
            }
            lines.sort_by_key(|line| -line.score);
            let (best, score) = (lines[0].pv[0], lines[0].score);
            let before = found.lines.first().map(|line| (line.pv[0], line.score));
            found = FoundLines::exact(lines);
            let Some(on_line) = on_line.as_mut() else {
                continue;
            };
            let nodes = self.share_node_count();
            for (rank, line) in found.lines.iter().enumerate() {
                on_line(line, rank + 1, nodes);
            }
            same_move = if before.is_some_and(|(mv, _)| mv == best) {
                same_move + 1
            } else {
                0
            };
            let stability = Stability {
                same_move,
                score_drop: before.map_or(0, |(_, old)| old - score),
                effort: self.effort(best),
            };
            let Shared { timer, stop, .. } = self.shared;
            if self.is_enough(limits, legal, depth, score) || timer.should_stop(stability, stop) {
                break;
            }
        }
        found
    }

    /// The share of all root nodes that went into this move.
    fn effort(&self, mv: Move) -> f64 {
        let all: u64 = self.root_nodes.iter().sum();
        self.root_nodes[mv.index()] as f64 / all.max(1) as f64
    }

    /// Whether the search need not go deeper, whatever time is left.
    fn is_enough(&self, limits: &Limits, legal: MoveSet, depth: u32, score: Score) -> bool {
        if limits
            .mate
            .is_some_and(|moves| score >= Score::win_in(2 * moves.min(MAX_DEPTH) as usize))
        {
            return true;
        }
        if limits.infinite {
            return false;
        }
        // A clock is shared by all moves of the game, so that time not used is time won; what is given to
        // this move alone is spent on its score.
        if limits.clock.is_some() && legal.len() == 1 {
            return true;
        }
        limits.depth.is_none()
            && score.is_proven()
            && depth as i32 >= score.distance() + SOLVED_EXTRA
    }

    /// One line of one iteration: a narrow window around the previous score, widened until the
    /// score lies inside. `None` when halted.
    fn aspire(
        &mut self,
        root: &Position,
        moves: MoveSet,
        depth: u32,
        previous: Option<Score>,
        rank: usize,
        on_line: &mut Option<OnLine<'_>>,
    ) -> Option<SearchLine> {
        let mut width = aspiration();
        let (mut alpha, mut beta) = match previous {
            Some(score) if depth as i32 >= ASPIRATION_DEPTH && !score.is_proven() => {
                (score - width, score + width)
            }
            _ => (-Score::INFINITE, Score::INFINITE),
        };
        loop {
            let score = self.search::<Root>(root, alpha, beta, depth as i32, 0, Some(moves));
            if self.halted() {
                return None;
            }
            let bound = if score <= alpha && alpha > -Score::INFINITE {
                Bound::Upper
            } else if score >= beta && beta < Score::INFINITE {
                Bound::Lower
            } else {
                Bound::Exact
            };
            let mut line = self.root_line(depth, score, bound);
            if bound == Bound::Exact {
                if line.pv.is_empty() {
                    // Every move loses as fast as the window's bound says: any will do.
                    line.pv.extend(moves.first());
                }
                return Some(line);
            }
            if bound == Bound::Lower
                && let Some(on_line) = on_line
            {
                let nodes = self.share_node_count();
                on_line(&line, rank, nodes);
            }
            width *= ASPIRATION_GROWTH;
            let reach = match width {
                ..=ASPIRATION_WIDEST => width,
                _ => 2 * Score::INFINITE.value(),
            };
            if bound == Bound::Upper {
                alpha = (score - reach).max(-Score::INFINITE);
            } else {
                beta = (score + reach).min(Score::INFINITE);
            }
        }
    }

    /// The best line of a halted iteration, if one move was already searched to the end.
    fn partial(&self, depth: u32) -> Option<SearchLine> {
        let line = self.root_line(depth, self.partial_score, Bound::Lower);
        (!line.pv.is_empty()).then_some(line)
    }

    /// The line of play found at the root, with this score.
    fn root_line(&self, depth: u32, score: Score, bound: Bound) -> SearchLine {
        SearchLine {
            depth,
            seldepth: self.seldepth as u32,
            score,
            bound,
            wdl: Wdl::of_score(R::VARIANT, score),
            pv: self.line(0).moves().collect(),
        }
    }
}
