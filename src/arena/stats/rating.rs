//! Rating lists by maximum likelihood.
//!
//! The model is that of Bradley and Terry (1952), a draw counting as half a win. Errors are those
//! of the sandwich estimator (White, 1982), so that draws and the dependence of the two games of a
//! pair count as they were seen.
//!
//! Games say nothing of the difference of two players that no chain of games links. Each group of
//! linked players has a list of its own, with its own mean at 0.

use super::elo::{Z95, least_variance};
use super::groups::{Group, linked_groups};
use super::laplacian::Laplacian;
use super::tally::Tally;

/// Elo points of one unit of log odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Newton's steps at the most; ten or so are usual.
const MOST_STEPS: usize = 200;
/// Largest change of a difference in one step, in log odds: far from the maximum a full step may leave
/// the region where the curvature tells much.
const LARGEST_STEP: f64 = 2.0;
/// The search ends with a step that changes no difference by more, in log odds. As it converges
/// quadratically, what is left after that step is far less.
const LAST_STEP: f64 = 1e-7;

/// One player's place in a list.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo above the mean of the player's group.
    pub elo: f64,
    /// Half the width of its 95 % interval; infinite for a player without games.
    pub error: f64,
    /// Index of the player's group in [`RatingList::groups`].
    pub group: usize,
}

/// Ratings in the order of the players.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingList {
    /// One for each player.
    pub ratings: Vec<Rating>,
    /// Groups whose ratings cannot be compared with each other, the largest first.
    pub groups: Vec<Group>,
}

impl RatingList {
    /// Whether no drawn game had to be added in any group.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.groups.iter().all(|group| group.bounded)
    }
}

/// The results of two players of a group, with their places in it.
struct Pairing {
    first: usize,
    second: usize,
    tally: Tally,
}

/// The most likely ratings of `players` players. Each result is (first, second, tally from the
/// first one's view), with indices below `players`; others are passed over.
#[must_use]
pub fn rate(players: usize, results: &[(usize, usize, Tally)]) -> RatingList {
    let played: Vec<&(usize, usize, Tally)> = results
        .iter()
        .filter(|(a, b, t)| *a < players && *b < players && a != b && t.games() > 0)
        .collect();
    let groups = linked_groups(players, &played);
    let mut place = vec![(0, 0); players];
    for (number, group) in groups.iter().enumerate() {
        for (index, &player) in group.players.iter().enumerate() {
            place[player] = (number, index);
        }
    }
    let mut pairings: Vec<Vec<Pairing>> = groups.iter().map(|_| Vec::new()).collect();
    for (a, b, tally) in played {
        let ((group, first), (_, second)) = (place[*a], place[*b]);
        pairings[group].push(Pairing {
            first,
            second,
            tally: *tally,
        });
    }
    let rated: Vec<Vec<(f64, f64)>> = groups
        .iter()
        .zip(&pairings)
        .map(|(group, pairings)| rate_group(group, pairings))
        .collect();
    let ratings = place
        .into_iter()
        .map(|(group, index)| {
            let (elo, error) = rated[group][index];
            Rating {
                // Adding zero turns -0 into 0.
                elo: elo * SCALE + 0.0,
                error: error * SCALE * Z95,
                group,
            }
        })
        .collect();
    RatingList { ratings, groups }
}

/// Each player's rating and its standard deviation, in log odds.
fn rate_group(group: &Group, pairings: &[Pairing]) -> Vec<(f64, f64)> {
    let players = group.players.len();
    if pairings.is_empty() {
        return vec![(0.0, f64::INFINITY); players];
    }
    let extra = if group.bounded { 0.0 } else { 1.0 };
    let mut elo = vec![0.0; players];
    for _ in 0..MOST_STEPS {
        let (gradient, curvature) = slope(&elo, pairings, extra);
        let Some(curvature) = Laplacian::new(players, &curvature) else {
            break;
        };
        let step = curvature.solve(&gradient);
        let changes = pairings
            .iter()
            .map(|p| (step[p.first] - step[p.second]).abs());
        let largest = changes.fold(0.0, f64::max);
        let damping = (LARGEST_STEP / largest).min(1.0);
        for (x, s) in elo.iter_mut().zip(&step) {
            *x += damping * s;
        }
        if largest < LAST_STEP {
            break;
        }
    }
    let mean = elo.iter().sum::<f64>() / players as f64;
    for x in &mut elo {
        *x -= mean;
    }
    let errors = errors(&elo, pairings, extra);
    elo.into_iter().zip(errors).collect()
}

/// Points that the first of two players is expected to take from a game.
fn expected(elo: &[f64], pairing: &Pairing) -> f64 {
    1.0 / (1.0 + (elo[pairing.second] - elo[pairing.first]).exp())
}

/// Gradient of the log-likelihood, and its negative curvature as the edges of a graph.
fn slope(elo: &[f64], pairings: &[Pairing], extra: f64) -> (Vec<f64>, Vec<(usize, usize, f64)>) {
    let mut gradient = vec![0.0; elo.len()];
    let mut curvature = Vec::with_capacity(pairings.len());
    for pairing in pairings {
        let games = pairing.tally.games() as f64 + extra;
        let expected = expected(elo, pairing);
        let surprise = pairing.tally.points() + extra / 2.0 - games * expected;
        gradient[pairing.first] += surprise;
        gradient[pairing.second] -= surprise;
        let weight = games * expected * (1.0 - expected);
        curvature.push((pairing.first, pairing.second, weight));
    }
    (gradient, curvature)
}

/// Standard deviations of the ratings, in log odds.
fn errors(elo: &[f64], pairings: &[Pairing], extra: f64) -> Vec<f64> {
    let players = elo.len();
    let (_, curvature) = slope(elo, pairings, extra);
    let Some(curvature) = Laplacian::new(players, &curvature) else {
        return vec![f64::INFINITY; players];
    };
    let observations: f64 = pairings.iter().map(|p| p.tally.sample().size()).sum();
    // The variance of the points of all games of each pairing.
    let noise: Vec<f64> = pairings
        .iter()
        .map(|pairing| {
            let sample = pairing.tally.sample();
            let (mean, variance) = sample.mean_and_variance();
            let expected = expected(elo, pairing);
            // Around what the list expects, not around the mean of this pairing alone: a pairing of
            // one pair of games would seem to have no spread at all.
            let around = variance + (mean - expected).powi(2);
            let credible = around.max(least_variance(expected, observations));
            let seen = credible * pairing.tally.games() as f64 * sample.games_each();
            seen.max(0.25 * extra)
        })
        .collect();
    (0..players)
        .map(|player| {
            let mut unit = vec![-1.0 / players as f64; players];
            unit[player] += 1.0;
            let influence = curvature.solve(&unit);
            let variance: f64 = pairings
                .iter()
                .zip(&noise)
                .map(|(p, noise)| noise * (influence[p.first] - influence[p.second]).powi(2))
                .sum();
            variance.sqrt()
        })
        .collect()
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
        assert!(list.is_bounded());
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
        assert!(!list.is_bounded());
        assert!(
            list.ratings
                .iter()
                .all(|r| r.elo.is_finite() && r.error.is_finite())
        );
        assert!(list.ratings[0].elo > list.ratings[1].elo);
        assert!(rate(0, &[]).ratings.is_empty());
    }

    #[test]
    fn players_that_no_game_links_have_lists_of_their_own() {
        // a beats b, c beats d, and e does not play: by symmetry a and c are equal, b and d too.
        let list = rate(5, &[(0, 1, tally(1, 0, 0)), (2, 3, tally(1, 0, 0))]);
        let [a, b, c, d, e] = list.ratings[..] else {
            panic!("{list:?}");
        };
        // One point and the half of an added draw, of two games: 400 log10(3) / 2.
        for (rating, sign) in [(a, 1.0), (b, -1.0), (c, 1.0), (d, -1.0)] {
            assert!(
                (rating.elo - sign * 200.0 * 3f64.log10()).abs() < 1e-6,
                "{list:?}"
            );
            assert!((rating.error - a.error).abs() < 1e-9, "{list:?}");
            assert!(rating.error > 100.0 && rating.error.is_finite(), "{list:?}");
        }
        assert_eq!((e.elo, e.error), (0.0, f64::INFINITY));
        let groups: Vec<_> = list.groups.iter().map(|g| g.players.clone()).collect();
        assert_eq!(groups, [vec![0, 1], vec![2, 3], vec![4]]);
        assert_eq!([a, b, c, d, e].map(|r| r.group), [0, 0, 1, 1, 2]);
        let bounded: Vec<_> = list.groups.iter().map(|g| g.bounded).collect();
        assert_eq!(bounded, [false, false, true]);
    }

    /// A group is rated as if the others were not there.
    #[test]
    fn groups_do_not_touch_each_other() {
        let one = [(0, 1, tally(30, 10, 10)), (1, 2, tally(20, 20, 10))];
        let alone = rate(3, &one);
        let mut both = one.map(|(a, b, t)| (2 * a, 2 * b, t)).to_vec();
        both.push((1, 3, tally(0, 0, 4)));
        let list = rate(5, &both);
        assert_eq!(list.groups.len(), 2);
        for (player, rating) in alone.ratings.iter().enumerate() {
            let same = list.ratings[2 * player];
            assert!((rating.elo - same.elo).abs() < 1e-9);
            assert!((rating.error - same.error).abs() < 1e-9);
        }
    }

    /// A long ladder, in which each player beats the next one 99 to 1 and thousands of Elo lie between
    /// the first and the last, and so many players that more than one factorisation for each would not
    /// end soon.
    #[test]
    fn a_ladder_of_five_hundred_players() {
        const PLAYERS: usize = 504;
        let ladder: Vec<_> = (1..PLAYERS).map(|b| (b - 1, b, tally(99, 0, 1))).collect();
        let list = rate(PLAYERS, &ladder);
        assert!(list.is_bounded());
        let step = 400.0 * 99f64.log10();
        for pair in list.ratings.windows(2) {
            assert!((pair[0].elo - pair[1].elo - step).abs() < 1e-3, "{pair:?}");
        }
        let sum: f64 = list.ratings.iter().map(|r| r.elo).sum();
        assert!(sum.abs() < 1e-3, "{sum}");
        // The errors of the steps add up, so that the ends are the least certain, equally so.
        let (first, last) = (list.ratings[0].error, list.ratings[PLAYERS - 1].error);
        assert!((first / last - 1.0).abs() < 1e-6, "{first} {last}");
        let middle = list.ratings[PLAYERS / 2].error;
        assert!(middle < first && middle > 0.0, "{middle} {first}");
    }
}
