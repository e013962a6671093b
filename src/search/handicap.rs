//! The search of a weaker player.

use crate::eval::{EvalNoise, Evaluator};
use crate::game::{Game, sets::with_rules};
use crate::mix64::mix64;
use crate::platform::random_seed;

use super::error::EngineError;
use super::level::{Strength, Weakness};
use super::result::SearchResult;
use super::searcher::{Report, Request, Searcher, SliceProgress};

/// Size in MB of the table of a weak search. It is emptied before each search, so that a weak
/// player never remembers what a deeper search saw.
const HASH_MB: usize = 1;

/// A weaker player: it searches with one thread and a small table of its own.
pub struct Handicap {
    strength: Strength,
    /// Tells one game's misjudgements from another's.
    seed: u64,
    searcher: Searcher,
}

impl Handicap {
    /// A player of a strength below the full one.
    pub fn new(strength: Strength) -> Result<Handicap, EngineError> {
        Ok(Handicap {
            strength,
            seed: random_seed(),
            searcher: Searcher::new(HASH_MB)?,
        })
    }

    /// Another strength for the same player.
    pub fn set_strength(&mut self, strength: Strength) {
        self.strength = strength;
    }

    /// The strength.
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// What it misjudges from now on follows from this number.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// What holds back the next move of a game; `None` for a move at full strength, which a strength
    /// between the highest level and the one below plays now and then.
    pub fn weakness(&self, game: &Game) -> Option<Weakness> {
        let chance = mix64(game.position().hash(), !self.seed);
        self.strength.weakness(chance)
    }

    /// A search as weak as that; the limits of the request are [narrowed](Weakness::narrow) already.
    pub fn search(
        &mut self,
        weakness: Weakness,
        evaluator: Evaluator,
        request: Request<'_>,
        progress: &mut SliceProgress,
        report: Report<'_>,
    ) -> SearchResult {
        let evaluator = evaluator.with_noise(EvalNoise {
            deviation: weakness.noise,
            exchanges: weakness.exchanges,
            seed: self.seed,
        });
        if !progress.has_begun {
            self.searcher.clear();
        }
        with_rules!(request.game.variant(), R => {
            self.searcher.search::<R>(&evaluator, request, progress, report)
        })
    }
}
