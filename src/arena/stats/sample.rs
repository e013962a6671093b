//! Observations as a distribution over scores from 0 to 1.

/// Independent observations: each is a game, or a pair of games with the mean of their scores.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// How often each score was seen; score `i` of `n + 1` is `i / n`.
    counts: Vec<f64>,
    games_each: f64,
}

impl Sample {
    /// Single games: losses, draws, wins.
    #[must_use]
    pub fn games(counts: [u64; 3]) -> Sample {
        Sample {
            counts: counts.map(|n| n as f64).to_vec(),
            games_each: 1.0,
        }
    }

    /// Pairs of games by half points, 0 to 4 (the pentanomial model).
    #[must_use]
    pub fn pairs(counts: [u64; 5]) -> Sample {
        Sample {
            counts: counts.map(|n| n as f64).to_vec(),
            games_each: 2.0,
        }
    }

    /// How many observations there are: a whole number, which statistics divide by.
    #[must_use]
    pub fn size(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Whether nothing was observed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.size() <= 0.0
    }

    /// Games in each observation.
    #[must_use]
    pub fn games_each(&self) -> f64 {
        self.games_each
    }

    /// Each possible score with the part of the observations that had it. With `never_zero`, a
    /// score that was not seen counts as seen a thousandth of a time, which keeps likelihoods
    /// finite.
    #[must_use]
    pub fn distribution(&self, never_zero: bool) -> Vec<(f64, f64)> {
        let least = if never_zero { 1e-3 } else { 0.0 };
        let total: f64 = self.counts.iter().map(|n| n.max(least)).sum();
        let top = (self.counts.len() - 1).max(1) as f64;
        self.counts
            .iter()
            .enumerate()
            .map(|(i, n)| (i as f64 / top, n.max(least) / total))
            .collect()
    }

    /// Mean and variance of the scores; 0.5 and 0 without observations.
    #[must_use]
    pub fn mean_and_variance(&self) -> (f64, f64) {
        if self.is_empty() {
            return (0.5, 0.0);
        }
        moments(&self.distribution(false))
    }
}

/// Mean and variance of a distribution of (value, probability).
#[must_use]
pub fn moments(distribution: &[(f64, f64)]) -> (f64, f64) {
    let mean: f64 = distribution.iter().map(|(a, p)| a * p).sum();
    let variance = distribution
        .iter()
        .map(|(a, p)| p * (a - mean).powi(2))
        .sum();
    (mean, variance)
}
