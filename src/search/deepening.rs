//! Iterative deepening with aspiration windows, for one thread.

use crate::game::{Move, MoveSet, Position, Rules};
use crate::score::{Bound, Score};

use super::limits::Limits;
use super::node::Root;
use super::params::{ASPIRATION_DEPTH, ASPIRATION_GROWTH, ASPIRATION_WIDEST, aspiration};
use super::time::Stability;
use super::worker::{Shared, Worker};

/// Deepest iteration.
pub const MAX_DEPTH: u32 = 120;

/// Iterations that go on after a forced result was found at its own depth, in case a nearer one
/// exists.
const SOLVED_EXTRA: i32 = 8;

/// One root line of an iteration.
#[derive(Clone, Debug)]
pub struct RootLine {
    /// Score from the side to move's view.
    pub score: Score,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// The line; never empty.
    pub pv: Vec<Move>,
    /// Iteration.
    pub depth: u32,
    /// Deepest ply.
    pub seldepth: u32,
}

/// Called with a line, its rank from 1 and the nodes so far.
pub type Tell<'a> = &'a mut dyn FnMut(&RootLine, usize, u64);

impl<R: Rules> Worker<'_, R> {
    /// Searches deeper and deeper until a limit is reached. Gives the lines of the last whole
    /// iteration, best first, the first one updated by a better move that the unfinished iteration
    /// had found. Only the thread with a `tell` decides when time is up; the others go on until they
    /// are halted.
    pub fn deepen(
        &mut self,
        root: &Position,
        legal: MoveSet,
        limits: &Limits,
        multipv: usize,
        thread: usize,
        mut tell: Option<Tell<'_>>,
    ) -> Vec<RootLine> {
        let mut best_lines: Vec<RootLine> = Vec::new();
        let mut same_move = 0;
        let last = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        // Helpers begin at different depths so that the threads do not walk in step.
        for depth in 1 + (thread as u32 % 2).min(last - 1)..=last {
            self.seldepth = 0;
            // Even the shortest search tells a line before it ends.
            self.must_finish = depth == 1 && tell.is_some();
            let mut lines: Vec<RootLine> = Vec::new();
            let mut left = legal;
            while lines.len() < multipv && !left.is_empty() {
                let previous = best_lines.get(lines.len()).map(|line| line.score);
                let Some(line) =
                    self.aspire(root, left, depth, previous, lines.len() + 1, &mut tell)
                else {
                    break;
                };
                left.remove(line.pv[0]);
                lines.push(line);
            }
            if self.halted() {
                // What the unfinished iteration found best replaces the first line.
                if let Some(line) = lines.into_iter().next().or_else(|| self.partial(depth))
                    && !best_lines.is_empty()
                {
                    best_lines.retain(|old| old.pv[0] != line.pv[0]);
                    best_lines.insert(0, line);
                    best_lines.truncate(multipv);
                }
                break;
            }
            lines.sort_by_key(|line| -line.score);
            let (best, score) = (lines[0].pv[0], lines[0].score);
            let before = best_lines.first().map(|line| (line.pv[0], line.score));
            best_lines = lines;
            let Some(tell) = tell.as_mut() else { continue };
            let nodes = self.tell_nodes();
            for (rank, line) in best_lines.iter().enumerate() {
                tell(line, rank + 1, nodes);
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
            let Shared { timer, signals, .. } = self.shared;
            if self.is_enough(limits, legal, depth, score) || timer.should_stop(stability, signals)
            {
                break;
            }
        }
        best_lines
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
        if self.shared.timer.is_timed() && legal.len() == 1 {
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
        tell: &mut Option<Tell<'_>>,
    ) -> Option<RootLine> {
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
            let mut line = RootLine {
                score,
                bound,
                pv: self.line(0).moves().collect(),
                depth,
                seldepth: self.seldepth as u32,
            };
            if bound == Bound::Exact {
                if line.pv.is_empty() {
                    // Every move loses as fast as the window's bound says: any will do.
                    line.pv.extend(moves.first());
                }
                return Some(line);
            }
            if bound == Bound::Lower
                && let Some(tell) = tell
            {
                let nodes = self.tell_nodes();
                tell(&line, rank, nodes);
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
    fn partial(&self, depth: u32) -> Option<RootLine> {
        let pv: Vec<Move> = self.line(0).moves().collect();
        if pv.is_empty() {
            return None;
        }
        Some(RootLine {
            score: self.partial_score,
            bound: Bound::Lower,
            pv,
            depth,
            seldepth: self.seldepth as u32,
        })
    }
}
