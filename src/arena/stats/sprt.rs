//! The sequential probability ratio test of two Elo hypotheses.
//!
//! The likelihood ratio is the generalised one: both hypotheses fix the expected score (logistic
//! model) or the score in standard deviations (normalised model), and everything else about the
//! distribution of pair results is estimated under each (Van den Bergh, "The generalized maximum
//! likelihood ratio for the expectation value of a distribution" and "Comments on normalized Elo").

use std::fmt;

use crate::arena::keys::{BadSetting, KeyValues};
use crate::notation::quote::quote;

use super::elo::{NORMALISED, expected_score};
use super::fit::{fit_deviations, fit_mean};
use super::sample::Sample;

/// The largest difference that a hypothesis may name; beyond it expected scores can hardly be told apart.
const LARGEST: f64 = 2_000.0;

/// The scale on which the hypotheses are given.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Model {
    /// Elo, the logarithm of the odds of the expected score.
    #[default]
    Logistic,
    /// Normalised Elo, the expected score in standard deviations.
    Normalized,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        })
    }
}

/// A test of elo0 against elo1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference that is rejected when the test passes.
    pub elo0: f64,
    /// The difference that is rejected when the test fails; larger than `elo0`.
    pub elo1: f64,
    /// Chance to pass although the difference is `elo0`.
    pub alpha: f64,
    /// Chance to fail although the difference is `elo1`.
    pub beta: f64,
    /// The scale of `elo0` and `elo1`.
    pub model: Model,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Not decided yet.
    Continue,
    /// `elo1` rather than `elo0`.
    AcceptH1,
    /// `elo0` rather than `elo1`.
    AcceptH0,
}

/// How a test will go if the results are distributed as assumed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Forecast {
    /// Chance that `elo1` is accepted.
    pub pass: f64,
    /// Expected number of games.
    pub games: f64,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt {
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.05,
            model: Model::Logistic,
        }
    }
}

impl Sprt {
    /// Takes in `elo0`, `elo1`, `alpha`, `beta` and `model`, each of which has a default.
    ///
    /// # Errors
    /// If a value is wrong or `elo0` is not below `elo1`.
    pub fn from_keys(keys: &KeyValues) -> Result<Sprt, BadSetting> {
        let mut sprt = Sprt::default();
        for (key, value) in keys.iter() {
            let number = || {
                let number = value.parse::<f64>().ok().filter(|x| x.is_finite());
                number.ok_or_else(|| {
                    BadSetting(format!("sprt: {key} is a number, not {}", quote(value)))
                })
            };
            match key {
                "elo0" => sprt.elo0 = number()?,
                "elo1" => sprt.elo1 = number()?,
                "alpha" => sprt.alpha = number()?,
                "beta" => sprt.beta = number()?,
                "model" => {
                    sprt.model = match value {
                        "logistic" => Model::Logistic,
                        "normalized" | "normalised" => Model::Normalized,
                        _ => {
                            return Err(BadSetting(format!(
                                "sprt: model is logistic or normalized, not {}",
                                quote(value)
                            )));
                        }
                    }
                }
                _ => {
                    return Err(BadSetting(format!(
                        "unknown sprt setting {}; expected elo0, elo1, alpha, beta or model",
                        quote(key)
                    )));
                }
            }
        }
        sprt.checked()
    }

    /// The test itself if it makes sense.
    ///
    /// # Errors
    /// If `elo0` is not below `elo1`, one of them is no sensible number, or `alpha` or `beta` not
    /// between 0 and 0.5.
    pub fn checked(self) -> Result<Sprt, BadSetting> {
        for (name, value) in [("elo0", self.elo0), ("elo1", self.elo1)] {
            // Not a number lies in no range.
            if !(-LARGEST..=LARGEST).contains(&value) {
                return Err(BadSetting(format!(
                    "sprt: {name} lies between -{LARGEST} and {LARGEST}, not at {value:e}"
                )));
            }
        }
        if self.elo0 >= self.elo1 {
            return Err(BadSetting(format!(
                "sprt: elo0 ({}) must be below elo1 ({})",
                self.elo0, self.elo1
            )));
        }
        for (name, value) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(BadSetting(format!(
                    "sprt: {name} lies between 0 and 0.5, not at {value}"
                )));
            }
        }
        Ok(self)
    }

    /// The log-likelihood ratios at which `elo0` and `elo1` are accepted (Wald, 1945).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio of `elo1` against `elo0`, a finite number; 0 without observations.
    #[must_use]
    pub fn llr(&self, sample: &Sample) -> f64 {
        if sample.is_empty() {
            return 0.0;
        }
        let seen = sample.distribution(true);
        let [h0, h1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => fit_mean(&seen, expected_score(elo), expected_score(-elo)),
            Model::Normalized => {
                let t = elo / NORMALISED * sample.games_each().sqrt();
                fit_deviations(&seen, t)
            }
        });
        let per_observation: f64 = seen
            .iter()
            .zip(h0.iter().zip(&h1))
            .map(|((_, p), (p0, p1))| p * (p1 / p0).ln())
            .sum();
        sample.size() * per_observation
    }

    /// What a log-likelihood ratio decides.
    #[must_use]
    pub fn decide(&self, llr: f64) -> Decision {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Decision::AcceptH1
        } else if llr <= lower {
            Decision::AcceptH0
        } else {
            Decision::Continue
        }
    }

    /// How the test will go from a log-likelihood ratio on, if the observations have this mean,
    /// variance and number of games each. The ratio is taken as a Brownian motion.
    #[must_use]
    pub fn forecast(&self, llr: f64, mean: f64, variance: f64, games_each: f64) -> Forecast {
        let [s0, s1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => expected_score(elo),
            Model::Normalized => 0.5 + elo / NORMALISED * (variance * games_each).sqrt(),
        });
        let drift = (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let diffusion = (s1 - s0).powi(2) / variance;
        let (lower, upper) = self.bounds();
        let (down, up) = (lower - llr, upper - llr);
        let theta = 2.0 * drift / diffusion;
        if diffusion <= 0.0 {
            // Hypotheses so close that their scores are the same number.
            return Forecast {
                pass: 0.5,
                games: f64::INFINITY,
            };
        }
        if down >= 0.0 || up <= 0.0 {
            let pass = if up <= 0.0 { 1.0 } else { 0.0 };
            return Forecast { pass, games: 0.0 };
        }
        let (pass, observations) = if theta.abs() < 1e-9 {
            (-down / (up - down), -down * up / diffusion)
        } else {
            // Of e^(-theta x) the expected value stays 1 (Wald's identity). The exponents are
            // shifted so that the larger one is 0 and nothing overflows.
            let top = (-theta * up).max(-theta * down).max(0.0);
            let [one, at_up, at_down] = [0.0, -theta * up, -theta * down].map(|x| (x - top).exp());
            let pass = ((one - at_down) / (at_up - at_down)).clamp(0.0, 1.0);
            (pass, (pass * up + (1.0 - pass) * down) / drift)
        };
        Forecast {
            pass,
            games: observations * games_each,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model,
        }
    }

    #[test]
    fn bounds_of_five_per_cent() {
        let (lower, upper) = sprt(0.0, 5.0, Model::Logistic).bounds();
        assert!((upper - 19f64.ln()).abs() < 1e-12);
        assert!((lower + upper).abs() < 1e-12);
    }

    #[test]
    fn two_outcomes_by_hand() {
        // Without draws the fitted distribution is the hypothesis itself, so the ratio is that of
        // two binomials.
        let test = sprt(0.0, 20.0, Model::Logistic);
        let (s0, s1) = (0.5, expected_score(20.0));
        let by_hand = 600.0 * (s1 / s0).ln() + 400.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        let llr = test.llr(&Sample::games([400, 0, 600]));
        assert!((llr - by_hand).abs() < 0.01, "{llr} {by_hand}");
    }

    #[test]
    fn nothing_seen_says_nothing() {
        let test = sprt(0.0, 5.0, Model::Normalized);
        assert_eq!(test.llr(&Sample::pairs([0; 5])), 0.0);
        assert_eq!(test.decide(0.0), Decision::Continue);
    }

    #[test]
    fn forecast_at_the_hypotheses_is_alpha_and_beta() {
        let test = sprt(0.0, 5.0, Model::Logistic);
        let at = |elo| test.forecast(0.0, expected_score(elo), 0.05, 2.0);
        assert!((at(0.0).pass - 0.05).abs() < 1e-3);
        assert!((at(5.0).pass - 0.95).abs() < 1e-3);
        assert!(at(2.5).games > at(0.0).games);
        assert!(at(2.5).games > at(5.0).games);
        assert!(at(500.0).pass > 0.999);
        assert!(at(-500.0).pass < 0.001);
    }
}
