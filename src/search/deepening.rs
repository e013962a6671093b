//! Iterative deepening (Slate and Atkin, 1977), for one thread: each iteration orders the moves of the
//! next, and there is a move whenever time is up.

use crate::game::{Move, MoveSet, Rules};
use crate::score::{Bound, Score};

use super::aspiration::OnLine;
use super::limits::Limits;
use super::result::{FoundLines, SearchLine};
use super::shared::Shared;
use super::time::Stability;
use super::worker::Worker;

/// Deepest iteration.
pub const MAX_DEPTH: u32 = 120;

/// Iterations that go on after a forced result was found at its own depth, in case a nearer one
/// exists.
const SOLVED_EXTRA: i32 = 8;

/// How far one thread has come.
#[derive(Clone, Default)]
pub struct Deepening {
    /// The lines of the last whole iteration.
    pub found: FoundLines,
    /// Iterations since the best move last changed.
    same_move: u32,
    /// Nodes below each root move, by its index.
    root_nodes: [u64; Move::COUNT],
}

impl<R: Rules> Worker<'_, R> {
    /// Searches deeper and deeper until a limit is reached. Gives the lines of the last whole
    /// iteration, best first, with a better move that the unfinished iteration had found before them.
    /// It begins after the iterations that `so_far` has, and leaves there what it needs to go on.
    /// Only the thread with an `on_line` decides when time is up; the others go on until they are
    /// halted.
    pub fn deepen(
        &mut self,
        legal: MoveSet,
        limits: &Limits,
        multipv: usize,
        thread: usize,
        so_far: &mut Deepening,
        mut on_line: Option<OnLine<'_>>,
    ) -> FoundLines {
        self.root_nodes = so_far.root_nodes;
        let last = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        // Helpers begin at different depths so that the threads do not walk in step.
        let first = 1 + so_far.found.depth() + (thread as u32 % 2).min(last - 1);
        for depth in first..=last {
            self.seldepth = 0;
            // Even the shortest search reports a line before it ends.
            self.must_finish = depth == 1 && on_line.is_some();
            let mut lines: Vec<SearchLine> = Vec::new();
            let mut left = legal;
            while lines.len() < multipv && !left.is_empty() {
                let previous = so_far.found.lines.get(lines.len()).map(|line| line.score);
                self.root_moves = left;
                let Some(line) = self.aspire(depth, previous, lines.len() + 1, &mut on_line) else {
                    break;
                };
                left.remove(line.pv[0]);
                lines.push(line);
            }
            if self.halted() {
                so_far.root_nodes = self.root_nodes;
                let mut found = so_far.found.clone();
                let line = lines.into_iter().next().or_else(|| self.partial(depth));
                if let Some(line) = line
                    && !found.lines.is_empty()
                {
                    found.put_first(line, multipv);
                }
                return found;
            }
            lines.sort_by_key(|line| -line.score);
            let (best, score) = (lines[0].pv[0], lines[0].score);
            let before = so_far.found.lines.first();
            let before = before.map(|line| (line.pv[0], line.score));
            so_far.found = FoundLines::exact(lines);
            let Some(on_line) = on_line.as_mut() else {
                continue;
            };
            let nodes = self.share_node_count();
            for (rank, line) in so_far.found.lines.iter().enumerate() {
                on_line(line, rank + 1, nodes);
            }
            so_far.same_move = if before.is_some_and(|(mv, _)| mv == best) {
                so_far.same_move + 1
            } else {
                0
            };
            let stability = Stability {
                same_move: so_far.same_move,
                score_drop: before.map_or(0, |(_, old)| old - score),
                effort: self.effort(best),
            };
            let Shared { timer, stop, .. } = self.shared;
            if self.is_enough(limits, legal, depth, score) || timer.should_stop(stability, stop) {
                break;
            }
        }
        so_far.found.clone()
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

    /// The best line of a halted iteration, if one move was already searched to the end.
    fn partial(&self, depth: u32) -> Option<SearchLine> {
        let line = self.root_line(depth, self.partial_score, Bound::Lower);
        (!line.pv.is_empty()).then_some(line)
    }
}
