//! The search of a player held back.

use crate::eval::{Blur, EvalSource};
use crate::game::{Game, rules::with_rules};
use crate::platform::random_seed;
use crate::spread::spread;

use super::engine::{Engine, EngineError, Report, Request};
use super::level::{Strength, Weakness};
use super::limits::Limits;
use super::report::BestMove;

/// Size in MB of the table of a weak search. It is emptied before each search, so that a weak
/// player never remembers what a deeper search saw.
const HASH_MB: usize = 1;

/// A player held back: with one thread and a small table of its own.
pub struct Handicap {
    strength: Strength,
    /// Tells one game's misjudgements from another's.
    seed: u64,
    engine: Engine,
}

impl Handicap {
    /// A player of a strength below the full one.
    pub fn new(strength: Strength, source: EvalSource) -> Result<Handicap, EngineError> {
        let mut engine = Engine::new(HASH_MB)?;
        engine.set_eval_source(source);
        Ok(Handicap {
            strength,
            seed: random_seed(),
            engine,
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

    /// Where evaluations come from.
    pub fn set_eval_source(&mut self, source: EvalSource) {
        self.engine.set_eval_source(source);
    }

    /// Lines to report.
    pub fn set_multipv(&mut self, lines: usize) {
        self.engine.options_mut().multipv = lines;
    }

    /// What holds back the next move of a game.
    pub fn weakness(&self, game: &Game) -> Option<Weakness> {
        let chance = spread(game.position().hash(), !self.seed);
        self.strength.weakness(chance)
    }

    /// A search with limits that are [narrowed](narrow) already.
    pub fn search(
        &mut self,
        weakness: Weakness,
        request: Request<'_>,
        report: Report<'_>,
    ) -> BestMove {
        let eval = self
            .engine
            .eval_source()
            .evaluator(request.game.variant())
            .with_errors(Blur {
                noise: weakness.noise,
                exchanges: weakness.exchanges,
                seed: self.seed,
            });
        self.engine.clear();
        with_rules!(request.game.variant(), R => {
            self.engine.search_with::<R>(&eval, request, report)
        })
    }
}

/// The limits that a weakness leaves of those asked for.
pub fn narrow(limits: &Limits, weakness: Weakness) -> Limits {
    let depth = limits.depth.unwrap_or(u32::MAX).min(weakness.depth);
    let nodes = limits.nodes.unwrap_or(u64::MAX).min(weakness.nodes);
    Limits {
        depth: Some(depth),
        nodes: Some(nodes),
        ..limits.clone()
    }
}
