//! One thread of a search: its state, and what it does at each node whatever is searched there.

use std::marker::PhantomData;
use std::sync::atomic::Ordering::Relaxed;

use crate::eval::Evaluator;
use crate::game::{Game, Move, MoveSet, Outcome, Position, Rules};
use crate::score::Score;

use super::history::History;
use super::path::Path;
use super::poll_interval::PollInterval;
use super::pv::PvTable;
use super::reductions::Reductions;
use super::shared::Shared;
use super::thread_data::{Frame, ThreadData};

/// One thread's state.
pub struct Worker<'a, R: Rules> {
    /// What all threads share.
    pub shared: &'a Shared<'a>,
    /// The evaluation.
    pub eval: &'a Evaluator,
    /// Nodes visited by this thread.
    pub nodes: u64,
    /// Deepest ply of this iteration.
    pub seldepth: usize,
    /// Move statistics.
    pub history: &'a mut History,
    /// By ply.
    pub frames: &'a mut [Frame],
    /// Principal variations.
    pub pv: &'a mut PvTable,
    /// The positions up to the node.
    path: &'a mut Path,
    /// Late move reductions.
    pub reductions: Reductions,
    poll_interval: PollInterval,
    next_poll: u64,
    shared_nodes: u64,
    halted: bool,
    /// Whether the running iteration must be finished whatever limits and stop token say.
    pub must_finish: bool,
    /// The position that is searched.
    pub root: Position,
    /// The moves to search at the root.
    pub root_moves: MoveSet,
    /// Whether a majority has decided the game at the root.
    root_is_decided: bool,
    /// Score of the best root move so far in the iteration that runs.
    pub partial_score: Score,
    /// Nodes below each root move, by its index.
    pub root_nodes: [u64; Move::COUNT],
    rules: PhantomData<R>,
}

impl<'a, R: Rules> Worker<'a, R> {
    /// A worker at the last position of a game.
    pub fn new(
        shared: &'a Shared<'a>,
        eval: &'a Evaluator,
        data: &'a mut ThreadData,
        game: &Game,
    ) -> Worker<'a, R> {
        data.begin(game);
        let mut worker = Worker {
            shared,
            eval,
            nodes: 0,
            seldepth: 0,
            history: &mut data.history,
            frames: &mut data.frames,
            pv: &mut data.pv,
            path: &mut data.path,
            reductions: Reductions::new(),
            poll_interval: PollInterval::new(),
            next_poll: 0,
            shared_nodes: 0,
            halted: false,
            must_finish: false,
            root: *game.position(),
            root_moves: MoveSet::EMPTY,
            root_is_decided: game.position().has_majority::<R>(),
            partial_score: Score::DRAW,
            root_nodes: [0; Move::COUNT],
            rules: PhantomData,
        };
        worker.schedule_poll();
        worker
    }

    /// Counts a node and appends it to the path.
    #[inline]
    pub fn enter(&mut self, parent: &Position, position: &Position) {
        self.path.push(Some(parent), position);
        self.nodes += 1;
    }

    /// Takes the last node off the path.
    #[inline]
    pub fn leave(&mut self) {
        self.path.pop();
    }

    /// Whether the last position of the path ends the game by repetition.
    #[inline]
    pub fn is_repetition(&self) -> bool {
        self.path.is_repetition::<R>()
    }

    /// The score of the last position of the path by exact tables, if a move has just brought balls into a kazan:
    /// then nothing that occurred before can come again.
    #[inline]
    pub fn probe_tables(&self, position: &Position, ply: usize) -> Option<Score> {
        let exact = self.shared.exact.filter(|_| self.path.is_new())?;
        if position.is_over::<R>() {
            return None;
        }
        let score = exact.score(position, ply)?;
        self.shared.table_hits.fetch_add(1, Relaxed);
        Some(score)
    }

    /// The score of a position that ends or has decided the game at this ply, from the side to
    /// move's view.
    #[cold]
    pub fn end_score(position: &Position, ply: usize) -> Score {
        // A majority stays with its owner whatever follows, so that counting at once will do.
        let outcome = position
            .outcome::<R>()
            .unwrap_or_else(|| position.repeated::<R>());
        match outcome.winner {
            None => Score::DRAW,
            Some(winner) if winner == position.side() => Score::win_in(ply),
            Some(_) => Score::loss_in(ply),
        }
    }

    /// The score of a position that ends the game by repetition. Where that wins or loses it is the
    /// margin and no proof: it holds for this path only, but proofs are kept in the table for all.
    #[cold]
    pub fn repetition_score(position: &Position) -> Score {
        let Outcome { winner, kazans, .. } = position.repeated::<R>();
        if winner.is_none() {
            return Score::DRAW;
        }
        let [us, them] = [position.side(), position.side().opponent()];
        let margin = i32::from(kazans[us.index()]) - i32::from(kazans[them.index()]);
        Score::new(100 * R::SET.objective.sign() * margin)
    }

    /// Whether a majority has decided a game that is played on to its end all the same. Not so when
    /// it was decided at the root already: then the search looks for that end.
    #[inline]
    pub fn is_decided(&self, position: &Position) -> bool {
        R::SET.plays_on && !self.root_is_decided && position.has_majority::<R>()
    }

    /// The static evaluation.
    #[inline]
    pub fn evaluate(&self, position: &Position) -> Score {
        Score::new(self.eval.evaluate::<R>(position))
    }

    /// Whether the search must end; looks at the clock and the stop token now and then.
    #[inline]
    pub fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.poll();
        }
        self.halted
    }

    /// Whether the search was ended from outside or by a limit.
    pub fn halted(&self) -> bool {
        self.halted
    }

    #[cold]
    fn poll(&mut self) {
        let all = self.share_node_count();
        if self.must_finish {
            self.schedule_poll();
            return;
        }
        if self.shared.halt.load(Relaxed)
            || self.shared.stop.poll()
            || self.shared.timer.must_stop(all, self.shared.stop)
        {
            self.shared.halt.store(true, Relaxed);
            self.halted = true;
        }
        self.schedule_poll();
    }

    fn schedule_poll(&mut self) {
        let left = self
            .shared
            .timer
            .nodes_left(self.shared.nodes.load(Relaxed));
        self.next_poll = self.nodes + self.poll_interval.advance().min(left.max(1));
    }

    /// Adds the nodes visited since the last call to the shared count and returns that.
    pub fn share_node_count(&mut self) -> u64 {
        let new = self.nodes - self.shared_nodes;
        self.shared_nodes = self.nodes;
        self.shared.nodes.fetch_add(new, Relaxed) + new
    }
}
