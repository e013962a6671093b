//! Scores and Elo differences.
//!
//! The interval comes from the variance of game pairs, not of single games; normalised Elo measures
//! the difference in standard deviations of a game (Van den Bergh, "Comments on normalized Elo").
//!
//! The variance of a few results says little, and that of results which are all alike nothing.
//! Intervals and likelihoods of superiority are therefore reckoned with no less than
//! [`least_variance`].

use super::sample::Sample;

/// Half the width of the 95 % interval of a normal variable, in standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Normalised Elo of a difference of one standard deviation of a game.
pub const NORMALISED: f64 = 347.435_585_522_601_46;

/// The chance that the true value lies beyond one given end of a 95 % interval.
const TAIL: f64 = 0.025;

/// The least variance that results with this mean score may be taken to have after so many
/// independent observations. A result that never came may be as frequent as z² in n + z², the upper
/// end of Wilson's interval (1927) for what was not seen; here it is the one farthest from the mean.
///
/// ```
/// use tuzdik::arena::stats::elo::least_variance;
/// assert!(least_variance(0.5, 5.0) > least_variance(0.5, 50.0));
/// // Far below what matches of equal engines show, which is 0.08 or so.
/// assert!(least_variance(0.5, 100.0) < 0.01);
/// ```
#[must_use]
pub fn least_variance(mean: f64, observations: f64) -> f64 {
    let farthest = mean.max(1.0 - mean);
    let unseen = Z95 * Z95 / (observations + Z95 * Z95);
    farthest * farthest * unseen
}

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
    /// Elo difference; infinite if the score is 0 or 1.
    pub elo: f64,
    /// Half the width of the 95 % interval of the Elo difference; infinite if the score is 0 or 1.
    pub error: f64,
    /// Lower end of the 95 % interval; infinite only if the score is 0.
    pub low: f64,
    /// Upper end of the 95 % interval; infinite only if the score is 1.
    pub high: f64,
    /// Normalised Elo difference; not a number if all results are alike, as their deviation is then
    /// unknown.
    pub nelo: f64,
    /// Half the width of its 95 % interval, infinite if it is not a number.
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
        let credible = variance.max(least_variance(mean, sample.size()));
        let deviation = (credible / sample.size()).sqrt();
        // Results as good as these come from a mean below a fortieth of theirs in less than one case
        // of forty (Markov's inequality), so that an end is infinite only where the score itself is.
        let low = elo_difference((mean - Z95 * deviation).max(TAIL * mean));
        let high = elo_difference((mean + Z95 * deviation).min(1.0 - TAIL * (1.0 - mean)));
        let (nelo, nelo_error) = if variance > 0.0 {
            let games = sample.games_each();
            (
                NORMALISED * (mean - 0.5) / (variance * games).sqrt(),
                NORMALISED * Z95 / (sample.size() * games).sqrt(),
            )
        } else {
            (f64::NAN, f64::INFINITY)
        };
        Some(Estimate {
            score: mean,
            elo: elo_difference(mean),
            error: (high - low) / 2.0,
            low,
            high,
            nelo,
            nelo_error,
            los: normal_cdf((mean - 0.5) / deviation),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering::{Equal, Greater, Less};

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
    fn all_won_has_a_lower_bound() {
        assert_eq!(Estimate::new(&Sample::pairs([0; 5])), None);
        let mut bound = f64::NEG_INFINITY;
        let mut los = 0.5;
        for pairs in [1, 2, 5, 20, 100] {
            let e = Estimate::new(&Sample::pairs([0, 0, 0, 0, pairs])).unwrap();
            assert_eq!(
                (e.elo, e.high, e.error),
                (f64::INFINITY, f64::INFINITY, f64::INFINITY)
            );
            assert!(e.nelo.is_nan() && e.nelo_error.is_infinite());
            // The first two bounds are both that of Markov's inequality.
            assert!(e.low.is_finite(), "{pairs}: {e:?}");
            assert!(e.low > bound || pairs == 2, "{pairs}: {e:?}");
            assert!(e.los > los && e.los < 1.0 || pairs > 20, "{pairs}: {e:?}");
            (bound, los) = (e.low, e.los);
            let mirror = Estimate::new(&Sample::pairs([pairs, 0, 0, 0, 0])).unwrap();
            close(mirror.high, -e.low, 1e-9);
            close(mirror.los, 1.0 - e.los, 1e-9);
        }
        // Wilson's interval for 100 of 100 begins at 100 / (100 + z²).
        let wilson = 100.0 / (100.0 + Z95 * Z95);
        close(bound, elo_difference(wilson), 5.0);
    }

    #[test]
    fn results_all_alike_are_uncertain_when_they_are_few() {
        for (result, superiority) in [(1, Less), (2, Equal), (3, Greater)] {
            let mut error = f64::INFINITY;
            for count in [1, 2, 5, 20, 100, 10_000] {
                let mut pairs = [0; 5];
                pairs[result] = count;
                let e = Estimate::new(&Sample::pairs(pairs)).unwrap();
                // The first two intervals both have the ends of Markov's inequality.
                assert!(e.error < error || count == 2, "{count}: {e:?}");
                assert!(e.error > 0.1, "{count}: {e:?}");
                assert!(e.low < e.elo && e.elo < e.high);
                assert!(e.nelo.is_nan());
                assert_eq!(e.los.total_cmp(&0.5), superiority, "{count}: {e:?}");
                error = e.error;
            }
        }
        // By hand: one pair that was even; 0.5 ± 1.96 sqrt(0.25 * 3.841 / 4.841) leaves 0 to 1, so
        // the ends are those of Markov's inequality, 1/80 and 79/80.
        let e = Estimate::new(&Sample::pairs([0, 0, 1, 0, 0])).unwrap();
        close(e.low, -400.0 * 79f64.log10(), 1e-9);
        close(e.high, -e.low, 1e-9);
        // And a hundred: 1.96 sqrt(0.25 * 3.841 / 103.841 / 100) = 0.01885.
        let e = Estimate::new(&Sample::pairs([0, 0, 100, 0, 0])).unwrap();
        close(e.high, elo_difference(0.518_848), 0.01);
    }

    #[test]
    fn another_result_never_narrows_the_interval_of_results_all_alike() {
        for count in [3, 10, 50, 300] {
            let alike = Estimate::new(&Sample::pairs([0, 0, count, 0, 0])).unwrap();
            let other = Estimate::new(&Sample::pairs([0, 0, count - 1, 1, 0])).unwrap();
            assert!(other.error >= alike.error, "{count}");
        }
    }

    #[test]
    fn normal_distribution() {
        close(normal_cdf(0.0), 0.5, 1e-15);
        close(normal_cdf(Z95), 0.975, 1e-12);
        close(normal_cdf(-1.0), 0.158_655_253_931_457_05, 1e-12);
    }
}
