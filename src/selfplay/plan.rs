//! What to play.

use crate::eval::EvalSource;
use crate::game::Variant;
use crate::provenance::Provenance;

/// How much to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// Games numbered below this.
    Games(u64),
    /// Games in the order of their numbers until they hold this many positions or more.
    Positions(u64),
}

impl Amount {
    /// Whether so many games and positions are enough.
    #[must_use]
    pub fn reached(self, games: u64, positions: u64) -> bool {
        match self {
            Amount::Games(n) => games >= n,
            Amount::Positions(n) => positions >= n,
        }
    }
}

/// A plan decides every game to the last ball, whatever the number of threads: game `i` is a
/// function of the plan, `i` and the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayPlan {
    /// The game to play.
    pub variant: Variant,
    /// How much of it.
    pub amount: Amount,
    /// Nodes for each searched move, at least 1.
    pub nodes: u64,
    /// Seed of all random choices.
    pub seed: u64,
    /// Threads, each with an engine of its own, at least 1.
    pub threads: usize,
    /// Size of each engine's table in MB.
    pub hash_mb: usize,
    /// What judges positions.
    pub eval_source: EvalSource,
}

impl SelfPlayPlan {
    /// What the file will say of its making.
    #[must_use]
    pub fn made(&self) -> Provenance {
        Provenance::of(
            self.variant,
            &self.eval_source,
            self.nodes,
            self.seed,
            self.hash_mb as u32,
        )
    }
}

/// Length of the random openings in plies.
pub const OPENING_PLIES: std::ops::RangeInclusive<u32> = 4..=13;

/// One move in so many is random.
pub const RANDOM_MOVE_ONE_IN: u32 = 40;

/// An opening is played on when a short search scores it at most so far from even, in hundredths of
/// a ball.
pub const OPENING_BALANCE: i32 = 600;

/// When so many openings in a row are too far from even the evaluation is taken to find none that is even.
/// With sound ones a sixth or more of them pass in every game.
pub const OPENING_TRIES: usize = 1000;

/// The share of a move's nodes that this short search gets, as a divisor.
pub const OPENING_NODES_DIVISOR: u64 = 4;

/// A game that reaches this ply without an end is dropped: no rule set bounds the length of a game but
/// by repetition.
pub const LONGEST_GAME: usize = 2000;
