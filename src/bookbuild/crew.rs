//! Many searches on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::book::tree::Searched;
use crate::eval::EvalSource;
use crate::game::{Position, Variant};
use crate::search::{EngineError, StopToken};

use super::leaf::PositionSearch;

/// How often `tick` is called while no search ends.
const TICK: Duration = Duration::from_millis(200);

/// PositionSearchs, each on a thread of its own.
pub struct Crew {
    searchers: Vec<PositionSearch>,
}

impl Crew {
    /// So many searchers, at least one, with a table of this many MB each.
    ///
    /// # Errors
    /// If there is no memory for the tables.
    pub fn new(
        threads: usize,
        variant: Variant,
        hash_mb: usize,
        eval: &EvalSource,
    ) -> Result<Crew, EngineError> {
        let searcher = |_| PositionSearch::new(variant, hash_mb, eval);
        Ok(Crew {
            searchers: (0..threads.max(1))
                .map(searcher)
                .collect::<Result<_, _>>()?,
        })
    }

    /// Searches all these positions and calls `each` for what ends, in any order, with the index of the
    /// position; without one a few times a second. Ends early when stopped or when `each` fails.
    ///
    /// # Errors
    /// What `each` says.
    pub fn search<E>(
        &mut self,
        positions: &[Position],
        nodes: u64,
        stop: &StopToken,
        mut each: impl FnMut(Option<(usize, Searched)>) -> Result<(), E>,
    ) -> Result<(), E> {
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel(positions.len());
            for searcher in &mut self.searchers {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    while !stop.is_stopped() {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(position) = positions.get(index) else {
                            break;
                        };
                        let Some(searched) = searcher.search(position, nodes, stop) else {
                            break;
                        };
                        if sender.send((index, searched)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            loop {
                let done = match receiver.recv_timeout(TICK) {
                    Ok(found) => each(Some(found)),
                    Err(RecvTimeoutError::Timeout) => each(None),
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                };
                if done.is_err() {
                    // The searches that run end with their nodes; nothing new is begun.
                    next.store(positions.len(), Ordering::Relaxed);
                    return done;
                }
            }
        })
    }
}
