//! The alpha-beta node.

use crate::game::{MAX_PITS, Move, Position, Rules};
use crate::score::{Bound, MAX_PLY, Score};

use super::best::Best;
use super::goal::Goal;
use super::node_kind::{NodeKind, NonPv, Pv};
use super::ordering::{Child, Children, Picked};
use super::params::*;
use super::transposition::from_table;
use super::window::Window;
use super::worker::Worker;

impl<R: Rules> Worker<'_, R> {
    /// The score of a position, which the path ends with (principal variation search, Marsland and
    /// Campbell, 1982). When the search is halted it means nothing.
    pub fn search<N: NodeKind>(&mut self, position: &Position, mut goal: Goal) -> Score {
        debug_assert!(goal.window.is_open());
        debug_assert!(N::PV || goal.window.is_zero());
        let ply = goal.ply;
        self.pv.clear(ply);
        if !N::ROOT
            && let Some(score) = self.probe_tables(position, ply)
        {
            return score;
        }
        if goal.depth <= 0 {
            if !Self::is_forced(position, ply) {
                return self.quiesce::<N>(position, goal.window, ply);
            }
            goal.depth = 1;
        }
        if self.must_stop() {
            return Score::DRAW;
        }
        self.seldepth = self.seldepth.max(ply);
        let legal = position.moves::<R>();
        if !N::ROOT {
            if legal.is_empty() || self.is_decided(position) {
                return Self::end_score(position, ply);
            }
            if self.is_repetition() {
                return Self::repetition_score(position);
            }
            if ply >= MAX_PLY - 1 {
                return self.evaluate(position);
            }
            // Mate distance pruning: nothing here can be better or worse than a win or loss found nearer.
            goal.window = goal
                .window
                .narrowed(Score::loss_in(ply), Score::win_in(ply + 1));
            if !goal.window.is_open() {
                return goal.window.alpha();
            }
        }

        if Self::FORCED_REPLIES && legal.len() == 1 && ply < FORCED_PLY {
            goal.depth += 1;
        }

        let hash = position.hash();
        let stored = self.shared.table.probe(hash);
        if !N::PV
            && let Some(stored) = stored
            && stored.depth >= goal.depth
        {
            let score = from_table(stored.score, ply);
            if goal.window.is_decided_by(score, stored.bound) {
                return score;
            }
        }
        let table_move = stored.and_then(|s| s.mv);
        let eval = stored.map_or_else(|| self.evaluate(position), |s| s.eval);
        self.frames[ply].eval = Some(eval);
        let improving = ply >= 2
            && self.frames[ply - 2]
                .eval
                .is_some_and(|before| eval > before);
        let estimate = stored.map_or(eval, |s| s.estimate(ply));

        if !N::PV
            && let Some(score) = self.prune(position, goal, estimate, improving)
        {
            return score;
        }
        // Internal iterative reduction (Schröder, 2020): without a move to begin with the search costs
        // more than it tells, and leaves one for the next iteration.
        if table_move.is_none() && goal.depth >= internal_reduction_depth() {
            goal.depth -= 1;
        }
        let depth = goal.depth;

        let moves = if N::ROOT { self.root_moves } else { legal };
        let mut children = Children::new::<R>(position, moves, self.shared.table);
        if !N::PV
            && depth >= ENHANCED_CUTOFF_DEPTH
            && let Some(score) = self.enhanced_cutoff(&children, goal)
        {
            return score;
        }
        children.rank(position, table_move, self.frames[ply].killers, self.history);
        self.frames[ply + 1].killers = [None; 2];

        let room = Self::room(position);
        let mut best = Best::new(goal.window, -Score::INFINITE);
        let mut quiets = [None; MAX_PITS];
        while let Some(Picked {
            child,
            number,
            deferred,
        }) = children.pick()
        {
            // Simplified ABDADA (Kerrigan, 2014): what another thread is at comes from the table later.
            if number > 1 && !deferred && self.shared.is_in_progress(&child.position, depth) {
                children.defer();
                continue;
            }
            let quiet = child.is_quiet();
            // Futility (Heinz, 1998): even with what it wins at once the move stays below alpha. The value that
            // stands for it is no proof, so that a forced loss is never concluded from it.
            let alpha = best.window.alpha();
            if !N::PV
                && number > 1
                && depth <= futility_depth()
                && !alpha.is_proven()
                && !child.tuzdik
            {
                let margin = (futility_base() + futility_margin() * depth).min(room);
                let value = estimate + 100 * child.gain + margin;
                if value <= alpha {
                    best.score = best.score.max(value.max(-Score::PROVEN + 1));
                    continue;
                }
            }
            if quiet {
                quiets[number - 1] = Some(child.mv);
            }
            self.shared.mark_in_progress(&child.position, depth);
            let nodes_before = self.nodes;
            self.enter(position, &child.position);
            let next = depth - 1;
            let mut score = Score::DRAW;
            let mut open = N::PV && number == 1;
            if !open {
                let reduction = self.reduction::<N>(position, child, depth, number, improving);
                let zero = Window::zero(alpha);
                let mut test =
                    |depth| -self.search::<NonPv>(&child.position, goal.of_child(zero, depth));
                score = test(next - reduction);
                if score > alpha && reduction > 0 {
                    score = test(next);
                }
                open = N::PV && score > alpha;
            }
            if open {
                score = -self.search::<Pv>(&child.position, goal.of_child(best.window, next));
            }
            self.leave();
            self.shared.unmark_in_progress(&child.position, depth);
            if N::ROOT {
                self.root_nodes[child.mv.index()] += self.nodes - nodes_before;
            }
            if self.halted() {
                return Score::DRAW;
            }
            if best.update(child.mv, score) {
                if N::PV {
                    self.pv.extend(ply, child.mv);
                }
                if N::ROOT {
                    self.partial_score = score;
                }
                if best.fails_high() {
                    break;
                }
            }
        }

        let bound = match best.mv {
            Some(mv) if best.fails_high() => {
                self.update_quiet_history(position, ply, mv, depth, &quiets);
                Bound::Lower
            }
            Some(_) => Bound::Exact,
            None => Bound::Upper,
        };
        // What holds for some of the moves does not hold for the position.
        if moves == legal {
            let stored = best.stored(ply, eval, depth, bound);
            self.shared.table.store(hash, stored);
        }
        best.score
    }

    /// All that can still be won; no margin need be wider.
    #[inline]
    fn room(position: &Position) -> i32 {
        100 * i32::from(position.balls_in_play::<R>())
    }

    /// The score of a node with a zero window whose estimate lies so far outside it that its moves need no
    /// search.
    #[inline]
    fn prune(
        &mut self,
        position: &Position,
        goal: Goal,
        estimate: Score,
        improving: bool,
    ) -> Option<Score> {
        let Goal { window, depth, ply } = goal;
        let room = Self::room(position);
        // Reverse futility (static null move pruning): so far above beta that a few plies will not
        // change it.
        let margin = reverse_futility_margin() * (depth - i32::from(improving));
        if depth <= reverse_futility_depth()
            && !window.beta().is_proven()
            && window.fails_high(estimate - margin.min(room))
        {
            return Some(estimate);
        }
        // Razoring (Birmingham and Kent, 1977): so far below alpha that only captures help.
        if depth <= razor_depth()
            && !window.alpha().is_proven()
            && estimate + (razor_margin() * depth).min(room) <= window.alpha()
        {
            let score = self.quiesce::<NonPv>(position, window, ply);
            return (score <= window.alpha()).then_some(score);
        }
        None
    }

    /// Late move reduction: by how many plies a move is searched less deep at first, the more the later
    /// it comes and the less it promises.
    #[inline]
    fn reduction<N: NodeKind>(
        &self,
        position: &Position,
        child: &Child,
        depth: i32,
        number: usize,
        improving: bool,
    ) -> i32 {
        if depth < REDUCTION_DEPTH || number == 1 {
            return 0;
        }
        let promise = if child.is_quiet() {
            self.history.get(position, child.mv) / reduction_history()
        } else {
            1
        };
        let reduction = self.reductions.get(depth, number) - i32::from(N::PV)
            + i32::from(!improving && number > 3)
            - promise;
        // At least one ply is left.
        reduction.clamp(0, depth - 2)
    }

    /// Enhanced transposition cutoff (Plaat et al., 1996): a score that fails high and that the table
    /// knows from one of the children, searched as deep as the node would or deeper.
    fn enhanced_cutoff(&self, children: &Children, goal: Goal) -> Option<Score> {
        children.as_slice().iter().find_map(|child| {
            let stored = self.shared.table.probe(child.position.hash())?;
            let score = -from_table(stored.score, goal.ply + 1);
            (stored.depth >= goal.depth - 1
                && stored.bound != Bound::Lower
                && goal.window.fails_high(score))
            .then_some(score)
        })
    }

    /// Learns from a cutoff by a quiet move: killers and history, which those that were tried before it
    /// lose.
    fn update_quiet_history(
        &mut self,
        position: &Position,
        ply: usize,
        mv: Move,
        depth: i32,
        quiets: &[Option<Move>; MAX_PITS],
    ) {
        if !quiets.contains(&Some(mv)) {
            return;
        }
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (depth * depth * 8).min(HISTORY_LIMIT / 4);
        self.history.update(position, mv, bonus);
        for other in quiets.iter().flatten().filter(|&&other| other != mv) {
            self.history.update(position, *other, -bonus);
        }
    }
}
