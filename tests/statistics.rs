//! Match statistics against published values and by simulation.

#![cfg(unix)]

use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tuzdik::arena::stats::elo::{Estimate, NORMALISED, expected_score};
use tuzdik::arena::stats::rating::rate;
use tuzdik::arena::stats::sample::{Sample, moments};
use tuzdik::arena::stats::sprt::{Decision, Model, Sprt};
use tuzdik::arena::stats::tally::{PlayerResult, Tally};

fn close(found: f64, published: f64, tolerance: f64, what: &str) {
    assert!(
        (found - published).abs() <= tolerance,
        "{what}: {found}, published {published}"
    );
}

fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt {
        elo0,
        elo1,
        model,
        ..Sprt::default()
    }
}

/// Values to two decimals from the test suite of fastchess (app/tests/sprt_test.cpp).
#[test]
fn log_likelihood_ratios_of_fastchess() {
    use Model::{Logistic, Normalized};
    // Losses, draws, wins.
    for (model, elo0, elo1, results, published) in [
        (Normalized, 0.0, 2.0, [36027, 68692, 36433], 0.92),
        (Normalized, -1.75, 0.25, [10650, 20431, 10871], 2.30),
        (Logistic, 0.5, 2.5, [21184, 40708, 21404], -1.57),
        (Logistic, 0.0, 2.0, [57030, 106_593, 57433], -2.59),
    ] {
        let llr = sprt(elo0, elo1, model).llr(&Sample::games(results));
        close(llr, published, 0.0051, &format!("{model} {results:?}"));
    }
    // Pairs by half points; the source counts two draws and a win each apart.
    for (model, elo0, elo1, results, published) in [
        (Normalized, 0.0, 2.0, [365, 16618, 36229, 16974, 390], 2.25),
        (Normalized, -1.75, 0.25, [127, 4883, 10712, 5150, 104], 3.01),
        (Logistic, 0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07),
        (Logistic, 0.0, 2.0, [871, 26175, 55983, 26678, 821], -4.98),
    ] {
        let llr = sprt(elo0, elo1, model).llr(&Sample::pairs(results));
        close(llr, published, 0.0051, &format!("{model} {results:?}"));
    }
}

/// Values to two decimals from the test suite of fastchess (app/tests/elo_test.cpp).
#[test]
fn elo_differences_of_fastchess() {
    let estimate = |sample: Sample| Estimate::new(&sample).expect("there are games");
    let e = estimate(Sample::games([96, 111, 136]));
    for (found, published, what) in [
        (e.nelo, 49.77, "nElo"),
        (e.nelo_error, 36.77, "its error"),
        (e.elo, 40.70, "Elo"),
        (e.error, 30.43, "its error"),
        (100.0 * e.los, 99.60, "LOS"),
    ] {
        close(found, published, 0.0051, what);
    }
    for (pairs, published) in [
        ([34, 54, 63, 64, 75], [57.94, 28.28, 55.58, 27.65]),
        ([332, 433, 498, 333, 334], [-9.17, 10.96, -8.64, 10.33]),
        ([7895, 8757, 5685, 568, 9999], [-19.01, 2.65, -21.04, 2.95]),
    ] {
        let e = estimate(Sample::pairs(pairs));
        for (found, published) in [e.nelo, e.nelo_error, e.elo, e.error]
            .into_iter()
            .zip(published)
        {
            close(found, published, 0.0051, &format!("{pairs:?}"));
        }
    }
}

/// Draws alone speak against a positive difference: the likeliest distribution of normalised
/// difference t that has few wins and no losses wins t² of the games, none of which was won.
#[test]
fn draws_alone_by_hand() {
    let llr = sprt(0.0, 5.0, Model::Normalized).llr(&Sample::games([0, 16700, 0]));
    close(
        llr,
        -16700.0 * (5.0 / NORMALISED).powi(2),
        0.02,
        "all drawn",
    );
}

/// Where only won pairs were seen, the likeliest distribution whose mean lies t deviations above
/// one half wins a part q of the pairs and loses the others, with (q - 1/2) / sqrt(q (1 - q)) = t.
#[test]
fn wins_alone_by_hand() {
    let q = |elo: f64| {
        let t = elo / NORMALISED * 2f64.sqrt();
        0.5 + t / (2.0 * (1.0 + t * t).sqrt())
    };
    let llr = sprt(0.0, 5.0, Model::Normalized).llr(&Sample::pairs([0, 0, 0, 0, 104]));
    close(llr, 104.0 * (q(5.0) / q(0.0)).ln(), 0.002, "all won");
}

/// Results that are all alike keep the ratio finite, and it speaks for the hypothesis that they fit.
#[test]
fn results_all_alike_speak_for_what_they_fit() {
    for model in [Model::Logistic, Model::Normalized] {
        let test = sprt(0.0, 5.0, model);
        let mut last = [0.0; 5];
        for count in [1, 10, 100, 1000] {
            for (result, last) in last.iter_mut().enumerate() {
                let mut pairs = [0; 5];
                pairs[result] = count;
                let llr = test.llr(&Sample::pairs(pairs));
                assert!(llr.is_finite(), "{model} {pairs:?}: {llr}");
                // Even results fit a difference of 0 better than one of 5.
                assert_eq!(llr > 0.0, result > 2, "{model} {pairs:?}: {llr}");
                assert!(llr.abs() > *last, "{model} {pairs:?}: {llr} after {last}");
                *last = llr.abs();
            }
            if count <= 10 {
                assert!(
                    last.iter().all(|llr| *llr < 1.0),
                    "ten pairs decide nothing: {last:?}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the results, the ratio is a finite number, or the bounds are refused.
    #[test]
    fn ratios_are_finite(
        pairs in prop::array::uniform5(prop_oneof![Just(0_u64), 0..60_u64, 0..2_000_000_000_u64]),
        elo0 in prop_oneof![-60.0..60.0, -2_000.0..=2_000.0],
        width in prop_oneof![1e-18..60.0, 0.5..=4_000.0],
        normalized: bool,
    ) {
        let model = if normalized { Model::Normalized } else { Model::Logistic };
        let test = match sprt(elo0, elo0 + width, model).checked() {
            Ok(test) => test,
            Err(refused) => {
                prop_assert_eq!(refused.to_string().lines().count(), 1);
                return Ok(());
            }
        };
        let llr = test.llr(&Sample::pairs(pairs));
        prop_assert!(llr.is_finite(), "{llr}");
        let games = [pairs[0], pairs[1], pairs[2]];
        prop_assert!(test.llr(&Sample::games(games)).is_finite());
        let (mean, variance) = Sample::pairs(pairs).mean_and_variance();
        let forecast = test.forecast(0.0, mean, variance.max(1e-9), 2.0);
        prop_assert!((0.0..=1.0).contains(&forecast.pass), "{forecast:?}");
        prop_assert!(forecast.games >= 0.0, "{forecast:?}");
    }
}

/// Wide bounds, for which a plain iteration of the likelihood equations has no solution.
#[test]
fn wide_bounds_of_normalised_tests_decide() {
    for (elo0, elo1, pairs, positive) in [
        (0.0, 290.0, [3, 10, 20, 30, 20], true),
        (0.0, 235.0, [0, 0, 10, 0, 0], false),
        (-300.0, -100.0, [0, 0, 10, 0, 0], true),
        (-300.0, -100.0, [0, 0, 0, 0, 10], true),
        (-300.0, -100.0, [3, 10, 20, 30, 20], true),
        (-300.0, -100.0, [60, 1, 0, 0, 0], false),
    ] {
        let test = sprt(elo0, elo1, Model::Normalized);
        let llr = test.llr(&Sample::pairs(pairs));
        assert!(llr.is_finite(), "{elo0} {elo1} {pairs:?}: {llr}");
        assert_eq!(llr > 0.0, positive, "{elo0} {elo1} {pairs:?}: {llr}");
    }
}

/// Pair results as matches of this game have them: openings that favour one colour make most pairs
/// even, and draws are rare.
const EVEN: [f64; 5] = [0.17, 0.05, 0.56, 0.05, 0.17];

/// The distribution of pair results nearest to the even one for which `measure` of mean and variance
/// is zero. The measure grows with the mean.
fn tilted(measure: impl Fn(f64, f64) -> f64) -> [f64; 5] {
    let tilt = |lambda: f64| {
        let weights: Vec<f64> = (0..5)
            .map(|i| EVEN[i] * (lambda * i as f64).exp())
            .collect();
        let total: f64 = weights.iter().sum();
        [0, 1, 2, 3, 4].map(|i| weights[i] / total)
    };
    let (mut low, mut high) = (-5.0, 5.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        let values: Vec<(f64, f64)> = tilt(middle)
            .into_iter()
            .enumerate()
            .map(|(i, p)| (i as f64 / 4.0, p))
            .collect();
        let (mean, variance) = moments(&values);
        if measure(mean, variance) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    tilt(low)
}

fn with_elo(elo: f64, model: Model) -> [f64; 5] {
    tilted(|mean, variance| match model {
        Model::Logistic => mean - expected_score(elo),
        Model::Normalized => (mean - 0.5) / (2.0 * variance).sqrt() - elo / NORMALISED,
    })
}

fn draw_pair(distribution: &[f64; 5], rng: &mut ChaCha8Rng) -> usize {
    let mut left: f64 = rng.random();
    for (i, p) in distribution.iter().enumerate() {
        left -= p;
        if left < 0.0 {
            return i;
        }
    }
    2
}

/// Plays a test to its end; says whether it passed and how many games it took.
fn simulate(test: &Sprt, truth: &[f64; 5], rng: &mut ChaCha8Rng) -> (bool, u64) {
    let mut pairs = [0; 5];
    for played in 1.. {
        pairs[draw_pair(truth, rng)] += 1;
        match test.decide(test.llr(&Sample::pairs(pairs))) {
            Decision::Continue => {}
            decision => return (decision == Decision::AcceptH1, 2 * played),
        }
    }
    unreachable!("a test ends sooner or later")
}

/// Over thousands of matches false decisions stay within alpha and beta, and lengths are as
/// foretold.
#[test]
fn simulated_tests_err_as_seldom_as_promised() {
    const MATCHES: u32 = 2000;
    let mut rng = ChaCha8Rng::seed_from_u64(2026);
    for model in [Model::Logistic, Model::Normalized] {
        let test = sprt(0.0, 60.0, model);
        for (elo, wrong, limit) in [(0.0, true, test.alpha), (60.0, false, test.beta)] {
            let truth = with_elo(elo, model);
            let (mut errors, mut games) = (0, 0);
            for _ in 0..MATCHES {
                let (passed, length) = simulate(&test, &truth, &mut rng);
                errors += u32::from(passed == wrong);
                games += length;
            }
            let rate = f64::from(errors) / f64::from(MATCHES);
            // Three standard deviations of a count of errors that just keeps the limit.
            let chance = 3.0 * (limit * (1.0 - limit) / f64::from(MATCHES)).sqrt();
            assert!(
                rate <= limit + chance,
                "{model}, {elo} Elo: {rate} of the decisions are false, {limit} are allowed"
            );
            // Nor is the test more timid than it need be.
            assert!(
                rate >= limit / 4.0,
                "{model}, {elo} Elo: only {rate} are false"
            );
            let values: Vec<(f64, f64)> = truth
                .iter()
                .enumerate()
                .map(|(i, p)| (i as f64 / 4.0, *p))
                .collect();
            let (mean, variance) = moments(&values);
            let foretold = test.forecast(0.0, mean, variance, 2.0).games;
            let ratio = games as f64 / f64::from(MATCHES) / foretold;
            assert!(
                (0.85..1.25).contains(&ratio),
                "{model}, {elo} Elo: {ratio} times the games foretold"
            );
        }
    }
}

/// The 95 % interval of the Elo difference holds the true one in 95 % of matches.
#[test]
fn simulated_intervals_hold_the_truth() {
    const MATCHES: u32 = 4000;
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for elo in [0.0, 35.0] {
        let truth = with_elo(elo, Model::Logistic);
        let mut held = 0;
        for _ in 0..MATCHES {
            let mut pairs = [0; 5];
            for _ in 0..300 {
                pairs[draw_pair(&truth, &mut rng)] += 1;
            }
            let e = Estimate::new(&Sample::pairs(pairs)).expect("there are games");
            held += u32::from(e.low <= elo && elo <= e.high);
        }
        let rate = f64::from(held) / f64::from(MATCHES);
        assert!((0.938..0.962).contains(&rate), "{elo} Elo: {rate}");
    }
}

/// Neither do short matches claim too much, nor those in which most pairs end alike.
#[test]
fn simulated_intervals_of_short_matches_hold_the_truth() {
    const MATCHES: u32 = 4000;
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    for truth in [
        EVEN,
        [0.02, 0.02, 0.92, 0.02, 0.02],
        [0.0, 0.0, 0.05, 0.1, 0.85],
        [0.0, 0.0, 0.01, 0.01, 0.98],
    ] {
        let mean: f64 = (0..5).map(|i| i as f64 / 4.0 * truth[i]).sum();
        for length in [1, 2, 3, 5, 8, 15, 30, 60, 120] {
            let mut held = 0;
            for _ in 0..MATCHES {
                let mut pairs = [0; 5];
                for _ in 0..length {
                    pairs[draw_pair(&truth, &mut rng)] += 1;
                }
                let e = Estimate::new(&Sample::pairs(pairs)).expect("there are games");
                held += u32::from((expected_score(e.low)..=expected_score(e.high)).contains(&mean));
            }
            let rate = f64::from(held) / f64::from(MATCHES);
            assert!(rate >= 0.925, "{length} pairs of {truth:?}: {rate}");
        }
    }
}

/// Ratings of a list, too: true differences from the mean lie within the errors in 95 % of lists.
#[test]
fn simulated_rating_lists_hold_the_truth() {
    const LISTS: u32 = 1000;
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let truth = [60.0, 20.0, -30.0, -50.0];
    let distributions = truth.map(|a| truth.map(|b| with_elo(a - b, Model::Logistic)));
    let mut held = [0; 4];
    for _ in 0..LISTS {
        let mut results = Vec::new();
        for (a, row) in distributions.iter().enumerate() {
            for (b, distribution) in row.iter().enumerate().skip(a + 1) {
                let mut tally = Tally::default();
                for _ in 0..100 {
                    let (one, two) = halves(draw_pair(distribution, &mut rng));
                    tally.add_game(one);
                    tally.add_game(two);
                    tally.add_pair(one, two);
                }
                results.push((a, b, tally));
            }
        }
        let list = rate(4, &results);
        assert!(list.is_bounded());
        for ((rating, elo), held) in list.ratings.iter().zip(truth).zip(&mut held) {
            *held += u32::from((rating.elo - elo).abs() <= rating.error);
        }
    }
    for count in held {
        let rate = f64::from(count) / f64::from(LISTS);
        assert!((0.925..0.975).contains(&rate), "{held:?}");
    }
}

/// Two results that make up so many half points.
fn halves(points: usize) -> (PlayerResult, PlayerResult) {
    match points {
        0 => (PlayerResult::Loss, PlayerResult::Loss),
        1 => (PlayerResult::Draw, PlayerResult::Loss),
        2 => (PlayerResult::Win, PlayerResult::Loss),
        3 => (PlayerResult::Win, PlayerResult::Draw),
        _ => (PlayerResult::Win, PlayerResult::Win),
    }
}
