//! Rating lists by maximum likelihood.
//!
//! The model is that of Bradley and Terry (1952), a draw counting as half a win. Errors are those
//! of the sandwich estimator (White, 1982), so that draws and the dependence of the two games of a
//! pair count as they were seen.

use super::elo::{Z95, least_variance};
use super::tally::Tally;

/// Elo points of one unit of log odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// One engine's place in a list.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo above the mean of the list.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
}

/// Ratings in the order of the engines.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingList {
    /// One for each engine.
    pub ratings: Vec<Rating>,
    /// Whether the likelihood has a maximum. Where some engines took no point from all others, it
    /// has none; a drawn game is then added to each pairing.
    pub bounded: bool,
}

/// The most likely ratings of `engines` engines. Each result is (first, second, tally from the
/// first one's view), with indices below `engines`; others are passed over.
#[must_use]
pub fn rate(engines: usize, results: &[(usize, usize, Tally)]) -> RatingList {
    let played: Vec<&(usize, usize, Tally)> = results
        .iter()
        .filter(|(a, b, t)| *a < engines && *b < engines && a != b && t.games() > 0)
        .collect();
    let bounded = has_maximum(engines, &played);
    let extra = if bounded { 0.0 } else { 1.0 };
    let mut elo = vec![0.0; engines];
    for _ in 0..200 {
        let (gradient, curvature) = slope(&elo, &played, extra);
        let Some(step) = solve(curvature, gradient) else {
            break;
        };
        let largest = step.iter().map(|s| s.abs()).fold(0.0, f64::max);
        // Far from the maximum a full step may leave the region where the curvature tells much.
        let damping = (2.0 / largest).min(1.0);
        for (x, s) in elo.iter_mut().zip(&step) {
            *x += damping * s;
        }
        if largest < 1e-10 {
            break;
        }
    }
    let errors = errors(&elo, &played, extra);
    let ratings = elo
        .iter()
        .zip(errors)
        .map(|(x, e)| Rating {
            elo: x * SCALE,
            error: e * SCALE * Z95,
        })
        .collect();
    RatingList { ratings, bounded }
}

/// Whether every engine can be reached from every other by steps from an engine to one that took
/// points from it (Ford, 1957).
fn has_maximum(engines: usize, results: &[&(usize, usize, Tally)]) -> bool {
    let reaches_all = |forward: bool| {
        let mut reached = vec![false; engines];
        let mut frontier = vec![0];
        while let Some(at) = frontier.pop() {
            if reached.get(at).copied().unwrap_or(true) {
                continue;
            }
            reached[at] = true;
            for (a, b, tally) in results {
                let first_scored = tally.points() > 0.0;
                let second_scored = tally.points() < tally.games() as f64;
                let (from_a, from_b) = if forward {
                    (second_scored, first_scored)
                } else {
                    (first_scored, second_scored)
                };
                if *a == at && from_a {
                    frontier.push(*b);
                }
                if *b == at && from_b {
                    frontier.push(*a);
                }
            }
        }
        reached.iter().all(|r| *r)
    };
    engines == 0 || (reaches_all(true) && reaches_all(false))
}

/// Gradient and negative curvature of the log-likelihood, the latter made regular: the sum of all
/// ratings is held at zero.
fn slope(elo: &[f64], results: &[&(usize, usize, Tally)], extra: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = elo.len();
    let mut gradient = vec![0.0; n];
    let mut curvature = vec![vec![1.0 / n as f64; n]; n];
    for (i, row) in curvature.iter_mut().enumerate() {
        // Engines that never met, even through others, would leave it singular.
        row[i] += 1e-9;
    }
    for (a, b, tally) in results {
        let games = tally.games() as f64 + extra;
        let expected = 1.0 / (1.0 + (elo[*b] - elo[*a]).exp());
        let surprise = tally.points() + extra / 2.0 - games * expected;
        gradient[*a] += surprise;
        gradient[*b] -= surprise;
        add_edge(&mut curvature, *a, *b, games * expected * (1.0 - expected));
    }
    (gradient, curvature)
}

fn add_edge(matrix: &mut [Vec<f64>], a: usize, b: usize, weight: f64) {
    matrix[a][a] += weight;
    matrix[b][b] += weight;
    matrix[a][b] -= weight;
    matrix[b][a] -= weight;
}

/// Standard deviations of the ratings, in log odds.
fn errors(elo: &[f64], results: &[&(usize, usize, Tally)], extra: f64) -> Vec<f64> {
    let n = elo.len();
    let observations: f64 = results.iter().map(|(_, _, t)| t.sample().size()).sum();
    let mut noise = vec![vec![0.0; n]; n];
    for (a, b, tally) in results {
        let sample = tally.sample();
        let (mean, variance) = sample.mean_and_variance();
        let expected = 1.0 / (1.0 + (elo[*b] - elo[*a]).exp());
        // Around what the list expects, not around the mean of this pairing alone: a pairing of one
        // pair of games would seem to have no spread at all.
        let around = variance + (mean - expected).powi(2);
        let credible = around.max(least_variance(expected, observations));
        // Of the points of all games.
        let seen = credible * tally.games() as f64 * sample.games_each();
        add_edge(&mut noise, *a, *b, seen.max(0.25 * extra));
    }
    let (_, curvature) = slope(elo, results, extra);
    (0..n)
        .map(|i| {
            let mut unit = vec![-1.0 / n as f64; n];
            unit[i] += 1.0;
            let Some(influence) = solve(curvature.clone(), unit) else {
                return f64::INFINITY;
            };
            let variance: f64 = (0..n)
                .flat_map(|j| (0..n).map(move |k| (j, k)))
                .map(|(j, k)| influence[j] * noise[j][k] * influence[k])
                .sum();
            variance.max(0.0).sqrt()
        })
        .collect()
}

/// Solves a symmetric positive definite system by elimination; `None` if it is singular.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    for i in 0..n {
        let pivot = matrix[i][i];
        if pivot.abs() < 1e-15 {
            return None;
        }
        let (top, below) = matrix.split_at_mut(i + 1);
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[i] / pivot;
            if factor != 0.0 {
                for (x, y) in row.iter_mut().zip(&top[i]).skip(i) {
                    *x -= factor * y;
                }
                right[i + 1 + offset] -= factor * right[i];
            }
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| matrix[i][j] * right[j]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::super::elo::Estimate;
    use super::*;

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally {
            wins,
            draws,
            losses,
            pairs: [0; 5],
        }
    }

    #[test]
    fn two_engines_differ_as_their_match_says() {
        let t = tally(60, 20, 20);
        let list = rate(2, &[(0, 1, t)]);
        let match_elo = Estimate::new(&t.sample()).unwrap();
        let difference = list.ratings[0].elo - list.ratings[1].elo;
        assert!((difference - match_elo.elo).abs() < 1e-6);
        // The error of each is half that of the difference, to first order.
        let ratio = 2.0 * list.ratings[0].error / match_elo.error;
        assert!((ratio - 1.0).abs() < 0.02, "{ratio}");
        assert!(list.bounded);
    }

    #[test]
    fn results_all_alike_have_errors() {
        let mut even = tally(10, 0, 10);
        even.pairs = [0, 0, 10, 0, 0];
        let list = rate(2, &[(0, 1, even)]);
        let match_elo = Estimate::new(&even.sample()).unwrap();
        let ratio = 2.0 * list.ratings[0].error / match_elo.error;
        assert!((ratio - 1.0).abs() < 0.1, "{ratio}");
        // One pair of games in each pairing: no pairing has a spread, the list has.
        let mut one = tally(1, 0, 1);
        one.pairs = [0, 0, 1, 0, 0];
        let mut won = tally(2, 0, 0);
        won.pairs = [0, 0, 0, 0, 1];
        let list = rate(3, &[(0, 1, one), (1, 2, one), (2, 0, won)]);
        assert!(list.ratings.iter().all(|r| r.error > 100.0), "{list:?}");
    }

    #[test]
    fn three_engines_meet_the_likelihood_equations() {
        let results = [
            (0, 1, tally(30, 10, 10)),
            (1, 2, tally(20, 20, 10)),
            (0, 2, tally(40, 5, 5)),
        ];
        let list = rate(3, &results);
        for engine in 0..3 {
            let (mut points, mut expected) = (0.0, 0.0);
            for (a, b, t) in &results {
                let e =
                    super::super::elo::expected_score(list.ratings[*a].elo - list.ratings[*b].elo);
                let games = t.games() as f64;
                if *a == engine {
                    points += t.points();
                    expected += games * e;
                } else if *b == engine {
                    points += games - t.points();
                    expected += games * (1.0 - e);
                }
            }
            assert!((points - expected).abs() < 1e-6);
        }
        let sum: f64 = list.ratings.iter().map(|r| r.elo).sum();
        assert!(sum.abs() < 1e-6);
    }

    #[test]
    fn without_a_maximum_ratings_stay_finite() {
        let list = rate(3, &[(0, 1, tally(10, 0, 0)), (1, 2, tally(5, 0, 5))]);
        assert!(!list.bounded);
        assert!(
            list.ratings
                .iter()
                .all(|r| r.elo.is_finite() && r.error.is_finite())
        );
        assert!(list.ratings[0].elo > list.ratings[1].elo);
        assert!(!rate(2, &[]).bounded);
        assert!(rate(0, &[]).ratings.is_empty());
    }
}
