//! How a book was made.

use crate::eval::{EvalLabel, EvalSource};
use crate::game::Variant;

/// What a book says of its making.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// The game.
    pub variant: Variant,
    /// Version of the engine that searched.
    pub engine: String,
    /// What judged positions.
    pub evaluation: EvalLabel,
    /// Nodes for the search of each position.
    pub nodes: u64,
    /// Decides which of equally urgent positions was searched on first.
    pub seed: u64,
    /// So many plies are covered: every position before them, and every reply to a player who plays by
    /// the book.
    pub cover: u32,
    /// Size of the table of each search in MB, 0 where that is not recorded.
    pub hash_mb: u32,
}

impl About {
    /// A book that this program makes; the size of the table is not recorded.
    #[must_use]
    pub fn of(variant: Variant, eval: &EvalSource, nodes: u64, seed: u64, cover: u32) -> About {
        About {
            variant,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            evaluation: eval.evaluator(variant).label(),
            nodes,
            seed,
            cover,
            hash_mb: 0,
        }
    }

    /// The first thing in which searches for the other book differ from those for this one, if any:
    /// what it is, here and there.
    #[must_use]
    pub fn other_searches(&self, other: &About) -> Option<(&'static str, String, String)> {
        let both = self.hash_mb != 0 && other.hash_mb != 0;
        // What only one of them knows is no difference.
        let hash = |about: &About| match both {
            true => format!("{} MB", about.hash_mb),
            false => String::new(),
        };
        let pairs = [
            (
                "the game",
                self.variant.to_string(),
                other.variant.to_string(),
            ),
            ("engine version", self.engine.clone(), other.engine.clone()),
            (
                "the evaluation",
                self.evaluation.to_string(),
                other.evaluation.to_string(),
            ),
            ("nodes", self.nodes.to_string(), other.nodes.to_string()),
            ("hash", hash(self), hash(other)),
        ];
        pairs.into_iter().find(|(_, here, there)| here != there)
    }
}
