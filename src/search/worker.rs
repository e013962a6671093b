//! What one thread needs to search.

use std::array::from_fn;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::eval::Evaluator;
use crate::game::{Game, MAX_PITS, Move, Outcome, Position, Rules, Side};
use crate::score::{MAX_PLY, Score};

use super::in_progress::InProgress;
use super::ordering::History;
use super::params::{PUT_OFF_DEPTH, reduction_base, reduction_slope};
use super::poll_interval::PollInterval;
use super::stop::StopToken;
use super::time::Timer;
use super::transposition::TranspositionTable;

/// What all threads of one search share.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// Ends the search from outside.
    pub stop: &'a StopToken,
    /// Time and node limits.
    pub timer: &'a Timer,
    /// Set when the search must end.
    pub halt: AtomicBool,
    /// Positions being searched, where there is more than one thread.
    pub in_progress: Option<InProgress>,
    /// Nodes of all threads, as last shared by each.
    pub nodes: AtomicU64,
}

impl Shared<'_> {
    /// Whether another thread is searching the child of a node of this depth.
    #[inline]
    pub fn is_in_progress(&self, child: &Position, depth: i32) -> bool {
        depth >= PUT_OFF_DEPTH
            && self
                .in_progress
                .as_ref()
                .is_some_and(|positions| positions.contains(child.hash()))
    }

    /// Tells the other threads that this one searches the child of a node of this depth.
    #[inline]
    pub fn begin(&self, child: &Position, depth: i32) {
        if depth >= PUT_OFF_DEPTH
            && let Some(positions) = &self.in_progress
        {
            positions.insert(child.hash());
        }
    }

    /// Tells them that it is done.
    #[inline]
    pub fn end(&self, child: &Position, depth: i32) {
        if depth >= PUT_OFF_DEPTH
            && let Some(positions) = &self.in_progress
        {
            positions.remove(child.hash());
        }
    }
}

/// The principal variation below one ply.
#[derive(Clone, Copy)]
pub struct Line {
    moves: [Option<Move>; MAX_PLY],
    len: usize,
}

impl Line {
    const EMPTY: Line = Line {
        moves: [None; MAX_PLY],
        len: 0,
    };

    /// The moves.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().copied().flatten()
    }
}

/// What a node keeps for its descendants.
#[derive(Clone, Copy)]
pub struct Frame {
    /// Static evaluation, or `None` where it means nothing.
    pub eval: Option<Score>,
    /// Quiet moves that caused cutoffs at this ply.
    pub killers: [Option<Move>; 2],
}

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
    pub frames: Vec<Frame>,
    lines: Vec<Line>,
    /// Hashes of the game and of the current path; the last is the current position's.
    path: Vec<u64>,
    /// For each hash of the path, how many plies ago balls last entered a kazan.
    quiet_plies: Vec<u16>,
    reductions: Reductions,
    poll_interval: PollInterval,
    next_poll: u64,
    shared_nodes: u64,
    halted: bool,
    /// Whether the running iteration must be finished whatever limits and stop token say.
    pub must_finish: bool,
    /// Index of the root in the path.
    root: usize,
    /// Whether a majority has decided the game at the root.
    root_is_decided: bool,
    /// Score of the best root move so far in the iteration that runs.
    pub partial_score: Score,
    /// Nodes below each root move, by its index.
    pub root_nodes: [u64; Move::COUNT],
    rules: std::marker::PhantomData<R>,
}

impl<'a, R: Rules> Worker<'a, R> {
    /// A worker at the last position of a game.
    pub fn new(
        shared: &'a Shared<'a>,
        eval: &'a Evaluator,
        history: &'a mut History,
        game: &Game,
    ) -> Worker<'a, R> {
        let mut worker = Worker {
            shared,
            eval,
            nodes: 0,
            seldepth: 0,
            history,
            frames: vec![
                Frame {
                    eval: None,
                    killers: [None; 2]
                };
                MAX_PLY + 2
            ],
            lines: vec![Line::EMPTY; MAX_PLY + 2],
            path: Vec::with_capacity(game.positions().len() + MAX_PLY + 1),
            quiet_plies: Vec::with_capacity(game.positions().len() + MAX_PLY + 1),
            reductions: Reductions::new(),
            poll_interval: PollInterval::new(),
            next_poll: 0,
            shared_nodes: 0,
            halted: false,
            must_finish: false,
            root: game.positions().len() - 1,
            root_is_decided: game.position().has_majority::<R>(),
            partial_score: Score::DRAW,
            root_nodes: [0; Move::COUNT],
            rules: std::marker::PhantomData,
        };
        let mut before = None;
        for position in game.positions() {
            worker.enter(before, position);
            before = Some(position);
        }
        worker.nodes = 0;
        worker.schedule_poll();
        worker
    }

    /// Counts a node and appends it to the path.
    #[inline]
    pub fn enter(&mut self, parent: Option<&Position>, position: &Position) {
        let quiet = parent.is_some_and(|parent| {
            Side::BOTH
                .iter()
                .all(|&side| parent.kazan(side) == position.kazan(side))
        });
        let plies = if quiet {
            self.quiet_plies.last().map_or(0, |n| n + 1)
        } else {
            0
        };
        self.path.push(position.hash());
        self.quiet_plies.push(plies);
        self.nodes += 1;
    }

    /// Takes the last node off the path.
    #[inline]
    pub fn leave(&mut self) {
        self.path.pop();
        self.quiet_plies.pop();
    }

    /// Whether the position ends the game by repetition. One earlier occurrence below the root counts
    /// as much as the last one that the rule asks for: what was repeated once can be repeated again.
    #[inline]
    pub fn is_repetition(&self) -> bool {
        let quiet = self.quiet_plies.last().map_or(0, |&n| usize::from(n));
        // Sowing always changes the board; only passes lead back sooner.
        let soonest = if R::SET.is_relay() { 2 } else { 4 };
        if quiet < soonest {
            return false;
        }
        let last = self.path.len() - 1;
        let hash = self.path[last];
        let mut occurrences = 1;
        for index in (soonest..=quiet.min(last))
            .step_by(2)
            .map(|back| last - back)
        {
            if self.path[index] == hash {
                occurrences += 1;
                if index >= self.root || occurrences >= R::SET.repetition {
                    return true;
                }
            }
        }
        false
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

    /// By how many plies a late move is searched less deep, before other considerations.
    #[inline]
    pub fn late_move_reduction(&self, depth: i32, move_number: usize) -> i32 {
        i32::from(self.reductions.0[(depth as usize).min(DEPTHS - 1)][move_number.min(MAX_PITS)])
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
            || self.shared.stop.is_stopped()
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

    /// The principal variation from this ply on.
    pub fn line(&self, ply: usize) -> &Line {
        &self.lines[ply]
    }

    /// Makes the line at this ply empty.
    #[inline]
    pub fn clear_line(&mut self, ply: usize) {
        self.lines[ply].len = 0;
    }

    /// Makes the line at this ply a move followed by the line of the next ply.
    #[inline]
    pub fn extend_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let (line, next) = (&mut upper[ply], &lower[0]);
        let len = next.len.min(MAX_PLY - 1);
        line.moves[0] = Some(mv);
        line.moves[1..=len].copy_from_slice(&next.moves[..len]);
        line.len = len + 1;
    }
}

/// By how many plies late moves are searched less deep, before other considerations, by depth and
/// move number.
struct Reductions([[i8; MAX_PITS + 1]; DEPTHS]);

/// Depths above this share the reductions of the last.
const DEPTHS: usize = 64;

impl Reductions {
    fn new() -> Reductions {
        static LN: LazyLock<[f64; DEPTHS]> = LazyLock::new(|| from_fn(|n| (n.max(1) as f64).ln()));
        let base = f64::from(reduction_base()) / 100.0;
        let slope = f64::from(reduction_slope()) / 10_000.0;
        Reductions(from_fn(|depth| {
            from_fn(|number| (base + slope * LN[depth] * LN[number]) as i8)
        }))
    }
}
