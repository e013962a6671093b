//! The learned evaluation: a small quantised network, trained on games of the engine against itself
//! (`scripts/train`). Few inputs are active at once and the sums are integers, as in the networks of
//! Nasu (2018).

mod file;
mod input;
mod layers;
mod margin;
mod simd;

use std::fmt;

use super::{MAX_EVAL, kazans};
use crate::container::FormatError;
use crate::game::{Position, Rules, Variant};

use file::NetworkFile;
use layers::Shape;
pub use layers::processor_level;

/// A network for one game.
pub struct Network(NetworkFile);

impl Network {
    /// The network that a file holds.
    ///
    /// # Errors
    /// If the bytes are no network that this program can use.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, FormatError> {
        file::parse(bytes).map(Network)
    }

    /// The game that it was trained for.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.0.variant
    }

    /// A number that tells networks apart: the checksum of the file.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        self.0.checksum
    }

    /// The final margin that the side to move can expect, in hundredths of a ball, within ±[`MAX_EVAL`]: the
    /// [`score`](Network::score), and where that says that the game is decided the kazans too.
    #[inline]
    #[must_use]
    pub fn evaluate<R: Rules>(&self, position: &Position) -> i32 {
        let score = self.score::<R>(position);
        let bound = margin::decided(self.0.scale);
        if score.abs() <= bound {
            score
        } else {
            margin::of_decided(score, bound, kazans::<R>(position))
        }
    }

    /// What the network says: the logit of the expected result of the side to move, scaled to hundredths of a
    /// ball. The rule set must have the balls of the network's game.
    #[inline]
    #[must_use]
    pub fn score<R: Rules>(&self, position: &Position) -> i32 {
        let NetworkFile { layers, scale, .. } = &self.0;
        let Shape { buckets, views, .. } = layers.shape();
        let balls = usize::from(R::SET.balls());
        let left = usize::from(position.balls_in_play::<R>());
        let bucket = (left * buckets / balls).min(buckets - 1);
        let us = position.side();
        let mine = input::active(position, us);
        let output = if views == 1 {
            layers.output(&[mine], bucket)
        } else {
            layers.output(&[mine, input::active(position, us.opponent())], bucket)
        };
        let shift = layers.shifts().hidden + layers.shifts().output;
        let score = (i64::from(output) * i64::from(*scale) + (1 << (shift - 1))) >> shift;
        score.clamp((-MAX_EVAL).into(), MAX_EVAL.into()) as i32
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NetworkFile {
            variant,
            layers,
            note,
            ..
        } = &self.0;
        write!(f, "Network({variant:?}, {:?}, {note:?})", layers.shape())
    }
}
