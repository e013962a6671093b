//! Scores and Elo differences.
//!
//! The interval comes from the variance of game pairs, not of single games; normalised Elo measures
//! the difference in standard deviations of a game (Van den Bergh, "Comments on normalized Elo").

use super::sample::Sample;

/// Half the width of the 95 % interval of a normal variable, in standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Normalised Elo of a difference of one standard deviation of a game.
pub const NORMALISED: f64 = 347.435_585_522_601_46;

/// The score that an Elo difference predicts, 0 to 1.
///
/// ```
/// use tuzdik::arena::stats::elo::expected_score;
/// assert!((expected_score(0.0) - 0.5).abs() < 1e-12);
/// assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference that predicts a score; infinite at 0 and 1.
#[must_use]
pub fn elo_difference(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Adding zero turns -0 into 0.
        -400.0 * (1.0 / score - 1.0).log10() + 0.0
    }
}

/// The distribution function of the standard normal variable.
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

/// An Elo difference with its uncertainty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Mean score, 0 to 1.
    pub score: f64,
    /// Elo difference.
    pub elo: f64,
    /// Half the width of the 95 % interval of the Elo difference.
    pub error: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
    /// Normalised Elo difference.
    pub nelo: f64,
    /// Half the width of its 95 % interval.
    pub nelo_error: f64,
    /// Likelihood of superiority: the chance that the true difference is positive.
    pub los: f64,
}

impl Estimate {
    /// The estimate from observations; `None` without any.
    #[must_use]
    pub fn new(sample: &Sample) -> Option<Estimate> {
        if sample.is_empty() {
            return None;
        }
        let (mean, variance) = sample.mean_and_variance();
        let deviation = (variance / sample.len()).sqrt();
        let low = elo_difference(mean - Z95 * deviation);
        let high = elo_difference(mean + Z95 * deviation);
        let game_deviation = (variance * sample.games_each()).sqrt();
        let nelo = if mean == 0.5 {
            0.0
        } else {
            NORMALISED * (mean - 0.5) / game_deviation
        };
        Some(Estimate {
            score: mean,
            elo: elo_difference(mean),
            error: (high - low) / 2.0,
            low,
            high,
            nelo,
            nelo_error: NORMALISED * Z95 / (sample.len() * sample.games_each()).sqrt(),
            los: if mean == 0.5 {
                0.5
            } else {
                normal_cdf((mean - 0.5) / deviation)
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    #[test]
    fn trinomial_by_hand() {
        // 60 wins, 20 draws, 20 losses: mean 0.7; variance 0.6*0.09 + 0.2*0.04 + 0.2*0.49 = 0.16;
        // deviation of the mean 0.04; Elo 400 log10(7/3) = 147.19.
        let e = Estimate::new(&Sample::games([20, 20, 60])).unwrap();
        close(e.elo, 147.19, 0.005);
        close(e.low, elo_difference(0.7 - 0.04 * Z95), 1e-9);
        close(e.nelo, NORMALISED * 0.2 / 0.4, 1e-9);
        close(e.los, normal_cdf(5.0), 1e-12);
    }

    #[test]
    fn pentanomial_by_hand() {
        // Pairs 10, 20, 40, 20, 10: mean 0.5, variance 2*(0.1*0.25 + 0.2*0.0625) = 0.075.
        let e = Estimate::new(&Sample::pairs([10, 20, 40, 20, 10])).unwrap();
        close(e.elo, 0.0, 1e-12);
        close(e.los, 0.5, 1e-12);
        close(
            e.high,
            elo_difference(0.5 + Z95 * (0.075f64 / 100.0).sqrt()),
            1e-9,
        );
        close(e.error, e.high, 1e-9);
    }

    #[test]
    fn all_won_is_infinite_and_certain() {
        let e = Estimate::new(&Sample::pairs([0, 0, 0, 0, 5])).unwrap();
        assert_eq!(e.elo, f64::INFINITY);
        close(e.los, 1.0, 1e-12);
        assert_eq!(Estimate::new(&Sample::pairs([0; 5])), None);
    }

    #[test]
    fn normal_distribution() {
        close(normal_cdf(0.0), 0.5, 1e-15);
        close(normal_cdf(Z95), 0.975, 1e-12);
        close(normal_cdf(-1.0), 0.158_655_253_931_457_05, 1e-12);
    }
}
