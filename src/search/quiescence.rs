//! Quiescence: captures and tuzdiks after the last ply, as an evaluation in the middle of an exchange is
//! far off.

use crate::game::rules::Objective;
use crate::game::{Position, Rules};
use crate::score::{Bound, MAX_PLY, Score};

use super::best::Best;
use super::node_kind::NodeKind;
use super::ordering::{Children, Picked};
use super::params::FORCED_PLY;
use super::transposition::from_table;
use super::window::Window;
use super::worker::Worker;

impl<R: Rules> Worker<'_, R> {
    /// Searches captures and tuzdiks until the position is quiet.
    pub fn quiesce<N: NodeKind>(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
    ) -> Score {
        if self.must_stop() {
            return Score::DRAW;
        }
        self.pv.clear(ply);
        self.seldepth = self.seldepth.max(ply);
        if position.is_over::<R>() || self.is_decided(position) {
            return Self::end_score(position, ply);
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(position);
        }
        let hash = position.hash();
        let stored = self.shared.table.probe(hash);
        if !N::PV
            && let Some(stored) = stored
        {
            let score = from_table(stored.score, ply);
            if window.is_decided_by(score, stored.bound) {
                return score;
            }
        }
        let eval = stored.map_or_else(|| self.evaluate(position), |s| s.eval);
        if !self.eval.follows_exchanges() {
            return eval;
        }
        let captures = position.captures::<R>();
        // A player with a single, mandatory move cannot stand still. With several the chain of
        // mandatory moves would have no end.
        let mandatory = !captures.is_empty() && Self::is_forced(position, ply);
        // Standing pat (Beal, 1989): the side to move may leave all captures be.
        let stand_pat = if mandatory {
            -Score::INFINITE
        } else {
            stored.map_or(eval, |s| s.estimate(ply))
        };
        let mut best = Best::new(window, stand_pat);
        if !best.fails_high() {
            let moves = if mandatory {
                position.moves::<R>()
            } else {
                captures
            };
            let mut children = Children::new::<R>(position, moves, self.shared.table);
            children.rank(position, stored.and_then(|s| s.mv), [None; 2], self.history);
            while let Some(Picked { child, .. }) = children.pick() {
                self.enter(position, &child.position);
                let score = -self.quiesce::<N>(&child.position, -best.window, ply + 1);
                self.leave();
                if self.halted() {
                    return Score::DRAW;
                }
                if best.update(child.mv, score) {
                    if N::PV {
                        self.pv.extend(ply, child.mv);
                    }
                    if best.fails_high() {
                        break;
                    }
                }
            }
        }
        let bound = if best.fails_high() {
            Bound::Lower
        } else {
            Bound::Upper
        };
        let stored = best.stored(ply, eval, 0, bound);
        self.shared.table.store(hash, stored);
        best.score
    }

    /// Whether the rules often leave a player a single move, which is then worth following.
    pub const FORCED_REPLIES: bool = matches!(R::SET.objective, Objective::Least);

    /// Whether the position has a single legal move that is followed without cost.
    #[inline]
    pub fn is_forced(position: &Position, ply: usize) -> bool {
        Self::FORCED_REPLIES && ply < FORCED_PLY && position.move_count::<R>() == 1
    }
}
