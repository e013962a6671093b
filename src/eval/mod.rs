//! Static evaluation: what a position is worth without looking ahead.

mod explain;
mod handcrafted;
mod label;
pub mod network;
mod noise;
mod source;
mod tables;

use std::sync::Arc;

use crate::game::{Position, Rules};

pub use explain::{Explanation, PitWorth, Worth};
pub use label::EvalLabel;
use network::Network;
pub use noise::EvalNoise;
pub use source::EvalSource;

/// Most that an evaluation says, in hundredths of a ball: all 162.
pub const MAX_EVAL: i32 = 16_200;

/// Judges positions of one game.
#[derive(Clone, Debug)]
pub struct Evaluator {
    kind: EvalKind,
    noise: Option<EvalNoise>,
}

#[derive(Clone, Debug)]
enum EvalKind {
    Kazans,
    Handcrafted,
    Network(Arc<Network>),
}

impl Evaluator {
    /// The hand-crafted evaluation, which knows every game.
    pub const HANDCRAFTED: Evaluator = Evaluator {
        kind: EvalKind::Handcrafted,
        noise: None,
    };

    /// The difference of the kazans and nothing else, to compare others with.
    pub const KAZANS: Evaluator = Evaluator {
        kind: EvalKind::Kazans,
        noise: None,
    };

    /// The learned evaluation; the rule sets of positions must have the balls of its game.
    #[must_use]
    pub fn of(network: Arc<Network>) -> Evaluator {
        Evaluator {
            kind: EvalKind::Network(network),
            noise: None,
        }
    }

    /// The same with noise, for weaker play.
    #[must_use]
    pub fn with_noise(self, noise: EvalNoise) -> Evaluator {
        Evaluator {
            noise: Some(noise),
            ..self
        }
    }

    /// The network that judges, if one does.
    #[must_use]
    pub fn network(&self) -> Option<&Network> {
        match &self.kind {
            EvalKind::Kazans | EvalKind::Handcrafted => None,
            EvalKind::Network(network) => Some(network),
        }
    }

    /// What files record of it. Noise has no part in it.
    #[must_use]
    pub fn label(&self) -> EvalLabel {
        match &self.kind {
            EvalKind::Kazans => EvalLabel::KAZANS,
            EvalKind::Handcrafted => EvalLabel::HANDCRAFTED,
            EvalKind::Network(network) => EvalLabel(network.checksum()),
        }
    }

    /// The final margin that the side to move can expect, in hundredths of a ball, within
    /// ±[`MAX_EVAL`]. The game must not be over.
    #[inline]
    #[must_use]
    pub fn evaluate<R: Rules>(&self, position: &Position) -> i32 {
        let exact = match &self.kind {
            EvalKind::Kazans => kazans::<R>(position),
            EvalKind::Handcrafted => handcrafted::evaluate::<R>(position),
            EvalKind::Network(network) => network.evaluate::<R>(position),
        };
        let error = self.noise.map_or(0, |noise| noise.at(position.hash()));
        (exact + error).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Whether a search that uses it follows exchanges of captures beyond its depth.
    #[inline]
    #[must_use]
    pub fn follows_exchanges(&self) -> bool {
        self.noise.is_none_or(|noise| noise.exchanges)
    }
}

/// What the side to move has in its kazan more than the other, or less where that is the aim, in
/// hundredths of a ball.
#[inline]
fn kazans<R: Rules>(position: &Position) -> i32 {
    let us = position.side();
    let lead = i32::from(position.kazan(us)) - i32::from(position.kazan(us.opponent()));
    100 * R::SET.objective.sign() * lead
}
