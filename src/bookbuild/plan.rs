//! What to build.

use crate::book::About;
use crate::eval::EvalSource;
use crate::game::Variant;
use crate::provenance::Provenance;

/// A plan decides every line of the book, whatever the number of threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookPlan {
    /// The game.
    pub variant: Variant,
    /// The book grows until it has so many positions or more.
    pub positions: usize,
    /// Nodes for the search of each position, at least 1.
    pub nodes: u64,
    /// So many plies are covered, whatever the number of positions; see [`order`](super::order).
    pub cover: u32,
    /// What each ply of a line costs, in hundredths of a ball: with less the book is deeper and narrower.
    pub depth_penalty: u16,
    /// Decides which of equally urgent positions comes first.
    pub seed: u64,
    /// Threads, each with an engine of its own, at least 1.
    pub threads: usize,
    /// Size of each engine's table in MB.
    pub hash_mb: usize,
    /// What judges positions.
    pub eval_source: EvalSource,
}

/// So many positions are expanded at a time, so that several threads have work. It does not depend on the
/// number of threads, which would otherwise change the book.
pub const BATCH: usize = 8;

impl BookPlan {
    /// What the book will say of its making.
    #[must_use]
    pub fn about(&self) -> About {
        About {
            made: Provenance::of(
                self.variant,
                &self.eval_source,
                self.nodes,
                self.seed,
                self.hash_mb as u32,
            ),
            cover: self.cover,
        }
    }
}
