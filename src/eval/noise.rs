//! Evaluation noise, for weaker play.

use crate::mix64::mix64;

/// Noise added to an evaluation, always the same for the same position and seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalNoise {
    /// Standard deviation in hundredths of a ball.
    pub deviation: i32,
    /// Whether exchanges of captures are followed beyond the depth of a search.
    pub exchanges: bool,
    /// What the noise follows from, beside the position.
    pub seed: u64,
}

impl EvalNoise {
    /// The noise, in hundredths of a ball, at the position with this hash: near a normal distribution, as the sum of four even ones.
    #[must_use]
    pub fn at(self, hash: u64) -> i32 {
        /// Standard deviation and mean of the sum of four numbers spread evenly below 2^16.
        const DEVIATION: i64 = 37_837;
        const MEAN: i64 = 2 * 65_535;
        let bits = mix64(hash, self.seed);
        let sum: i64 = (0..4).map(|i| (bits >> (16 * i) & 0xffff) as i64).sum();
        ((sum - MEAN) * i64::from(self.deviation) / DEVIATION) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_errors_have_the_mean_and_the_deviation_asked_for() {
        let noise = EvalNoise {
            deviation: 300,
            exchanges: true,
            seed: 5,
        };
        let errors: Vec<f64> = (0..100_000_u64)
            .map(|hash| f64::from(noise.at(hash.wrapping_mul(0x9e37_79b9_7f4a_7c15))))
            .collect();
        let n = errors.len() as f64;
        let mean = errors.iter().sum::<f64>() / n;
        let deviation = (errors.iter().map(|e| (e - mean).powi(2)).sum::<f64>() / n).sqrt();
        assert!(mean.abs() < 5.0, "{mean}");
        assert!((deviation - 300.0).abs() < 5.0, "{deviation}");
    }

    #[test]
    fn an_error_follows_from_position_and_seed() {
        let [one, same, other] = [1, 1, 2].map(|seed| EvalNoise {
            deviation: 300,
            exchanges: true,
            seed,
        });
        assert_eq!(one.at(77), same.at(77));
        assert_ne!(one.at(77), other.at(77));
        assert_ne!(one.at(77), one.at(78));
    }
}
