//! Aspiration windows (Slate and Atkin, 1977): one line of one iteration. Most scores change little from
//! one iteration to the next, and a narrow window cuts more.

use crate::game::Rules;
use crate::score::{Bound, Score, Wdl};

use super::goal::Goal;
use super::node_kind::Root;
use super::params::{ASPIRATION_DEPTH, ASPIRATION_GROWTH, ASPIRATION_WIDEST, aspiration};
use super::result::SearchLine;
use super::window::Window;
use super::worker::Worker;

/// Hears of a line, its rank from 1 and the nodes so far.
pub type OnLine<'a> = &'a mut dyn FnMut(&SearchLine, usize, u64);

impl<R: Rules> Worker<'_, R> {
    /// The best line of the root's moves that are left: searched in a narrow window around the score of
    /// the iteration before, which is widened until the score lies inside. `None` when halted.
    pub fn aspire(
        &mut self,
        depth: u32,
        previous: Option<Score>,
        rank: usize,
        on_line: &mut Option<OnLine<'_>>,
    ) -> Option<SearchLine> {
        let root = self.root;
        let mut width = aspiration();
        let mut goal = Goal {
            window: match previous {
                Some(score) if depth as i32 >= ASPIRATION_DEPTH && !score.is_certain() => {
                    Window::around(score, width)
                }
                _ => Window::FULL,
            },
            depth: depth as i32,
            ply: 0,
        };
        loop {
            let score = self.search::<Root>(&root, goal);
            if self.halted() {
                return None;
            }
            let bound = goal.window.bound(score);
            let mut line = self.root_line(depth, score, bound);
            if bound == Bound::Exact {
                if line.pv.is_empty() {
                    // Every move loses as fast as the window's bound says: any will do.
                    line.pv.extend(self.root_moves.first());
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
            goal.window.widen(score, reach);
        }
    }

    /// The line of play found at the root, with this score.
    pub fn root_line(&self, depth: u32, score: Score, bound: Bound) -> SearchLine {
        SearchLine {
            depth,
            seldepth: self.seldepth as u32,
            score,
            bound,
            wdl: Wdl::of_score(R::VARIANT, score),
            pv: self.pv.moves(0).collect(),
        }
    }
}
