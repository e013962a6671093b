//! The alpha-beta node.

use crate::game::{MAX_PITS, Move, MoveSet, Position, Rules};
use crate::score::{Bound, MAX_PLY, Score};

use super::best::Best;
use super::ordering::{Child, Children};
use super::params::*;
use super::transposition::from_table;
use super::worker::Worker;

/// The kind of a node, known when it is compiled.
pub trait Node {
    /// Searched with an open window.
    const PV: bool;
    /// The root itself.
    const ROOT: bool;
}

/// The root.
pub struct Root;
/// A node with an open window.
pub struct Pv;
/// A node with a window of width one.
pub struct NonPv;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}
impl Node for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}
impl Node for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

impl<R: Rules> Worker<'_, R> {
    /// The score of a position, which the path ends with, searched to a depth within a window.
    /// `moves` limits the root; elsewhere it is `None`. When the search is halted the score means
    /// nothing.
    pub fn search<N: Node>(
        &mut self,
        position: &Position,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        moves: Option<MoveSet>,
    ) -> Score {
        debug_assert!(-Score::INFINITE <= alpha && alpha < beta && beta <= Score::INFINITE);
        debug_assert!(N::PV || beta - alpha == 1);
        self.clear_line(ply);
        if depth <= 0 {
            if !Self::is_forced(position, ply) {
                return self.quiesce::<N>(position, alpha, beta, ply);
            }
            depth = 1;
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
            // Mate distance: nothing here can be better or worse than a win or loss found nearer.
            alpha = alpha.max(Score::loss_in(ply));
            beta = beta.min(Score::win_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        if Self::FORCED_REPLIES && legal.len() == 1 && ply < FORCED_PLY {
            depth += 1;
        }

        let hash = position.hash();
        let stored = self.shared.table.probe(hash);
        if !N::PV
            && let Some(stored) = stored
            && stored.depth >= depth
        {
            let score = from_table(stored.score, ply);
            if stored.bound.decides(score, alpha, beta) {
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
            && let Some(score) = self.prune(position, estimate, beta, depth, ply, improving)
        {
            return score;
        }
        // Internal iterative reduction (Schröder, 2020).
        if table_move.is_none() && depth >= internal_reduction_depth() {
            depth -= 1;
        }

        let mut children = Children::new::<R>(position, moves.unwrap_or(legal), self.shared.table);
        if !N::PV
            && depth >= ENHANCED_CUTOFF_DEPTH
            && let Some(score) = self.enhanced_cutoff(&children, beta, depth - 1, ply + 1)
        {
            return score;
        }
        children.rank(position, table_move, self.frames[ply].killers, self.history);
        self.frames[ply + 1].killers = [None; 2];

        let room = Self::room(position);
        let mut best = Best::new(alpha, beta, -Score::INFINITE);
        let mut quiets = [None; MAX_PITS];
        while let Some((child, number, put_off)) = children.pick() {
            if number > 1 && !put_off && self.shared.is_in_progress(&child.position, depth) {
                children.put_off();
                continue;
            }
            let quiet = child.is_quiet();
            // Futility: even with what it wins at once the move stays below alpha. The value that
            // stands for it is no proof, so that a forced loss is never concluded from it.
            let alpha = best.alpha;
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
            self.shared.begin(&child.position, depth);
            let nodes_before = self.nodes;
            self.enter(Some(position), &child.position);
            let next = depth - 1;
            let mut score = Score::DRAW;
            let mut open = N::PV && number == 1;
            if !open {
                let reduction = self.reduction::<N>(position, child, depth, number, improving);
                score = self.test(&child.position, alpha, next - reduction, ply + 1);
                if score > alpha && reduction > 0 {
                    score = self.test(&child.position, alpha, next, ply + 1);
                }
                open = N::PV && score > alpha;
            }
            if open {
                score = -self.search::<Pv>(&child.position, -beta, -alpha, next, ply + 1, None);
            }
            self.leave();
            self.shared.end(&child.position, depth);
            if N::ROOT {
                self.root_nodes[child.mv.index()] += self.nodes - nodes_before;
            }
            if self.halted() {
                return Score::DRAW;
            }
            if best.update(child.mv, score) {
                if N::PV {
                    self.extend_line(ply, child.mv);
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
                self.reward(position, ply, mv, depth, &quiets);
                Bound::Lower
            }
            Some(_) => Bound::Exact,
            None => Bound::Upper,
        };
        if moves.is_none_or(|limited| limited == legal) {
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

    /// The score of a node with a window of width one below `beta` whose estimate lies so far
    /// outside the window that its moves need no search.
    #[inline]
    fn prune(
        &mut self,
        position: &Position,
        eval: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        improving: bool,
    ) -> Option<Score> {
        let alpha = beta - 1;
        let room = Self::room(position);
        // Reverse futility: so far above beta that a few plies will not change it.
        let margin = reverse_futility_margin() * (depth - i32::from(improving));
        if depth <= reverse_futility_depth() && !beta.is_proven() && eval - margin.min(room) >= beta
        {
            return Some(eval);
        }
        // Razoring (Birmingham and Kent, 1977): so far below alpha that only captures help.
        if depth <= razor_depth()
            && !alpha.is_proven()
            && eval + (razor_margin() * depth).min(room) <= alpha
        {
            let score = self.quiesce::<NonPv>(position, alpha, beta, ply);
            return (score <= alpha).then_some(score);
        }
        None
    }

    /// By how many plies a move is searched less deep at first: late moves, the more the less they
    /// promise.
    #[inline]
    fn reduction<N: Node>(
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
        let reduction = self.late_move_reduction(depth, number) - i32::from(N::PV)
            + i32::from(!improving && number > 3)
            - promise;
        // At least one ply is left.
        reduction.clamp(0, depth - 2)
    }

    /// Whether a child beats `alpha`: its score within a window of width one, seen by its parent.
    fn test(&mut self, child: &Position, alpha: Score, depth: i32, ply: usize) -> Score {
        -self.search::<NonPv>(child, -alpha - 1, -alpha, depth, ply, None)
    }

    /// Enhanced transposition cutoff (Plaat et al., 1996): a score of at least `beta` that the
    /// table knows from one of the children, searched to `depth` or deeper.
    fn enhanced_cutoff(
        &self,
        children: &Children,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        children.as_slice().iter().find_map(|child| {
            let stored = self.shared.table.probe(child.position.hash())?;
            let score = -from_table(stored.score, ply);
            (stored.depth >= depth && stored.bound != Bound::Lower && score >= beta)
                .then_some(score)
        })
    }

    /// Learns from a cutoff.
    fn reward(
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
