//! The distribution most likely to give what was seen among those that a hypothesis allows.

/// Steps of a search for one number, at the most.
const MOST_STEPS: usize = 500;
/// A search ends with a step that changes the number by less.
const LAST_STEP: f64 = 1e-14;

/// The distribution most likely to give what was seen, (value, probability) with values from 0 to 1, among
/// those with this mean; `complement` is 1 - `mean`, which is told apart so that a mean close to 1 loses
/// no digits. Neither is 0.
pub(super) fn fit_mean(seen: &[(f64, f64)], mean: f64, complement: f64) -> Vec<f64> {
    let shifted = seen
        .iter()
        .map(|(value, p)| (value * complement - (1.0 - value) * mean, *p));
    reweigh(&shifted.collect::<Vec<_>>())
}

/// The distribution most likely to give what was seen among those whose mean lies `t` standard
/// deviations above 0.5.
///
/// With b = value - 0.5 and τ = t / √(1 + t²) the constraint is E b = τ √(E b²), and √s is the least of
/// (s / k + k) / 2 over k > 0, at k = √s. For a given k the constraint is linear and easily met. If
/// what was seen lies below the hypothesis (with τ > 0), the allowed distributions are the union of
/// those for all k, and k ← √(E b²) makes the result likelier with each step; if above, they are the
/// intersection, and k is larger than √(E b²) on one side of the solution alone, which brackets it.
pub(super) fn fit_deviations(seen: &[(f64, f64)], t: f64) -> Vec<f64> {
    let tau = t.abs() / t.hypot(1.0);
    let sign = if t < 0.0 { -1.0 } else { 1.0 };
    let centred: Vec<(f64, f64)> = seen.iter().map(|(a, p)| (sign * (a - 0.5), *p)).collect();
    let probabilities: Vec<f64> = seen.iter().map(|(_, p)| *p).collect();
    let (mean, spread) = centred_moments(&centred, &probabilities);
    if mean >= tau * spread {
        return fit_from_above(&centred, tau);
    }
    let likelihood = |fitted: &[f64]| -> f64 {
        let logarithms = probabilities.iter().zip(fitted).map(|(p, q)| p * q.ln());
        logarithms.sum()
    };
    // There may be more than one maximum. At each value a k of the same size is allowed.
    centred
        .iter()
        .filter(|(b, _)| *b > 0.0)
        .map(|(b, _)| fit_from_below(&centred, tau, *b))
        .max_by(|one, other| likelihood(one).total_cmp(&likelihood(other)))
        .unwrap_or(probabilities)
}

fn fit_from_below(centred: &[(f64, f64)], tau: f64, mut k: f64) -> Vec<f64> {
    let mut fitted = fit_linear(centred, tau, k);
    for _ in 0..MOST_STEPS {
        let (_, next) = centred_moments(centred, &fitted);
        if (next - k).abs() < LAST_STEP {
            break;
        }
        k = next;
        fitted = fit_linear(centred, tau, k);
    }
    fitted
}

fn fit_from_above(centred: &[(f64, f64)], tau: f64) -> Vec<f64> {
    let (mut low, mut high) = (0.0, 0.5);
    let mut k: f64 = 0.5;
    let mut fitted = fit_linear(centred, tau, k);
    for step in 0..MOST_STEPS {
        let (_, next) = centred_moments(centred, &fitted);
        if next > k {
            low = k;
        } else {
            high = k;
        }
        // Mostly the step converges at once; where it does not, every fourth one halves the bracket.
        let inside = next > low && next < high;
        let next = if inside && step % 4 < 3 {
            next
        } else {
            (low + high) / 2.0
        };
        if (next - k).abs() < LAST_STEP {
            break;
        }
        k = next;
        fitted = fit_linear(centred, tau, k);
    }
    fitted
}

/// The fit under E b = τ (E b² / k + k) / 2, or what was seen where that is on the allowed side already.
fn fit_linear(centred: &[(f64, f64)], tau: f64, k: f64) -> Vec<f64> {
    let constraint = |b: f64| b - tau * (b * b / k + k) / 2.0;
    let values: Vec<(f64, f64)> = centred.iter().map(|(b, p)| (constraint(*b), *p)).collect();
    let has = |sign: f64| values.iter().any(|(a, _)| a * sign > 0.0);
    if has(1.0) && has(-1.0) {
        reweigh(&values)
    } else {
        centred.iter().map(|(_, p)| *p).collect()
    }
}

/// E b and √(E b²).
fn centred_moments(centred: &[(f64, f64)], probabilities: &[f64]) -> (f64, f64) {
    let pairs = || centred.iter().map(|(b, _)| b).zip(probabilities);
    let mean = pairs().map(|(b, p)| p * b).sum();
    let square: f64 = pairs().map(|(b, p)| p * b * b).sum();
    (mean, square.sqrt())
}

/// Probabilities `p / (1 + x a)` with the `x` that makes the mean of the values `a` zero. There are values
/// of both signs.
fn reweigh(values: &[(f64, f64)]) -> Vec<f64> {
    let mean: f64 = values.iter().map(|(a, p)| p * a).sum();
    // So turned that x is negative or 0 and may come close to the pole of the largest value alone.
    let sign = if mean > 0.0 { -1.0 } else { 1.0 };
    let most = values.iter().map(|(a, _)| sign * a).fold(0.0, f64::max);
    let weight = |(a, p): (f64, f64), distance: f64| {
        let a = sign * a;
        // 1 + x a with x = distance - 1 / most, exact at the pole.
        p / ((most - a) / most + distance * a)
    };
    // The mean falls from infinity at the pole. Newton's steps, or halving where they leave the bracket.
    let (mut low, mut high) = (0.0, 1.0 / most);
    let mut distance = high;
    for _ in 0..MOST_STEPS {
        let (mut mean, mut slope) = (0.0, 0.0);
        for &(a, p) in values {
            let weight = weight((a, p), distance);
            mean += sign * a * weight;
            slope -= a * a * weight * weight / p;
        }
        if mean > 0.0 {
            low = distance;
        } else {
            high = distance;
        }
        let newton = distance - mean / slope;
        let next = if newton > low && newton < high {
            newton
        } else {
            (low + high) / 2.0
        };
        let change = (next - distance).abs();
        distance = next;
        if change <= 1e-15 * distance {
            break;
        }
    }
    values.iter().map(|&v| weight(v, distance)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sample::{Sample, moments};
    use super::*;

    fn moments_of(seen: &[(f64, f64)], fitted: &[f64]) -> (f64, f64) {
        let values: Vec<(f64, f64)> = seen.iter().zip(fitted).map(|(s, p)| (s.0, *p)).collect();
        moments(&values)
    }

    #[test]
    fn fitted_distributions_meet_their_constraints() {
        for pairs in [
            [3, 20, 55, 31, 0],
            [0, 0, 1000, 0, 0],
            [0, 0, 0, 0, 7],
            [900, 0, 0, 1, 2],
        ] {
            let seen = Sample::pairs(pairs).distribution(true);
            for mean in [0.01, 0.3, 0.51, 0.99] {
                let fitted = fit_mean(&seen, mean, 1.0 - mean);
                assert!((fitted.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                assert!((moments_of(&seen, &fitted).0 - mean).abs() < 1e-9);
            }
            for t in [-3.0, -1.2, -0.1, 0.0, 0.1, 0.9, 2.0, 10.0] {
                let fitted = fit_deviations(&seen, t);
                let (mean, variance) = moments_of(&seen, &fitted);
                let sum = fitted.iter().sum::<f64>();
                assert!((sum - 1.0).abs() < 1e-9, "{pairs:?} {t}: {sum}");
                let found = (mean - 0.5) / variance.sqrt();
                assert!(
                    (found - t).abs() < 1e-6 * t.abs().max(1.0),
                    "{pairs:?} {t}: {found}"
                );
            }
        }
    }

    /// No distribution that meets the constraint is likelier: neighbours along it, found by shifting
    /// weight between outcomes and fitting again, are less likely.
    #[test]
    fn fitted_distributions_are_the_likeliest() {
        let likelihood = |seen: &[(f64, f64)], fitted: &[f64]| -> f64 {
            seen.iter().zip(fitted).map(|(s, q)| s.1 * q.ln()).sum()
        };
        for pairs in [[3, 10, 20, 30, 20], [0, 0, 10, 0, 0], [40, 3, 1, 0, 6]] {
            let seen = Sample::pairs(pairs).distribution(true);
            for t in [-1.5, -0.4, 0.05, 0.6, 1.2, 4.0] {
                let best = likelihood(&seen, &fit_deviations(&seen, t));
                for (i, factor) in (0..5).flat_map(|i| [0.5, 0.9, 1.1, 2.0].map(|f| (i, f))) {
                    let mut other = seen.clone();
                    other[i].1 *= factor;
                    let total: f64 = other.iter().map(|(_, p)| p).sum();
                    other.iter_mut().for_each(|(_, p)| *p /= total);
                    let fitted = fit_deviations(&other, t);
                    let found = likelihood(&seen, &fitted);
                    assert!(found <= best + 1e-9, "{pairs:?} {t}: {found} {best}");
                }
            }
        }
    }
}
