//! Many searches on several threads.

use std::ops::ControlFlow;

use crate::book::tree::Searched;
use crate::eval::EvalSource;
use crate::game::{Position, Variant};
use crate::pool::{self, WorkerPanic};
use crate::search::{EngineError, StopToken};

use super::leaf::PositionSearch;

/// Engines that search positions at once, each on a thread of its own.
pub struct Searchers(Vec<PositionSearch>);

impl Searchers {
    /// So many of them, at least one, with a table of this many MB each.
    ///
    /// # Errors
    /// If there is no memory for the tables.
    pub fn new(
        threads: usize,
        variant: Variant,
        hash_mb: usize,
        eval: &EvalSource,
    ) -> Result<Searchers, EngineError> {
        let searcher = |_| PositionSearch::new(variant, hash_mb, eval);
        let all: Result<_, _> = (0..threads.max(1)).map(searcher).collect();
        all.map(Searchers)
    }

    /// Searches all these positions and calls `each` for what ends, in any order, with the index of the
    /// position; without one a few times a second. Ends early when stopped or when `each` fails.
    ///
    /// # Errors
    /// What `each` says, or that a search panicked.
    pub fn search<E: From<WorkerPanic> + Send>(
        &mut self,
        positions: &[Position],
        nodes: u64,
        stop: &StopToken,
        mut each: impl FnMut(Option<(usize, Searched)>) -> Result<(), E>,
    ) -> Result<(), E> {
        // Stopped by a failure too, of which the caller's token is not to know.
        let halt = StopToken::new();
        let work = |searcher: &mut &mut PositionSearch, (index, position)| {
            let found = searcher.search(position, nodes, &halt);
            Ok(found.map(|searched| (index, searched)))
        };
        pool::run(
            &mut self.0,
            positions.iter().enumerate(),
            work,
            &halt,
            |found| {
                each(found)?;
                if stop.is_stopped() {
                    halt.stop();
                }
                Ok(ControlFlow::Continue(()))
            },
        )
    }
}
