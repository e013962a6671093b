//! `tuzdik sprt`: limits and expected length of a sequential test.

use std::io::{self, Write};

use anyhow::bail;
use tuzdik::arena::report;
use tuzdik::arena::stats::elo::{Estimate, NORMALISED, expected_score, least_variance};
use tuzdik::arena::stats::sprt::{Model, Sprt};
use tuzdik::arena::stats::tally::Tally;

/// More pairs of one kind than any match has, few enough to be added up.
const MOST_PAIRS: u64 = 1_000_000_000_000_000;

/// Bounds and expected length of a sequential probability ratio test.
///
/// Prints the log-likelihood ratios at which the test ends and, for true differences around the two
/// hypotheses, the chance that it passes and how many games it takes on average. With --pairs it also
/// says how far a match has come, and takes the spread of results from it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik sprt --elo0 0 --elo1 5
  tuzdik sprt --elo1 3 --model normalized --draw-ratio 0.1
  tuzdik sprt --elo1 10 --pairs 12,80,210,101,17")]
pub struct Args {
    /// Difference of the hypothesis that is accepted when the test fails.
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// Difference of the hypothesis that is accepted when the test passes.
    #[arg(long, default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,
    /// Chance to pass although the true difference is elo0.
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// Chance to fail although the true difference is elo1.
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// The scale of the differences.
    #[arg(long, default_value = "logistic")]
    model: ModelArg,
    /// Part of the games that are drawn, for the spread of results; pairs are taken as two
    /// independent games.
    #[arg(long, default_value_t = 0.05, conflicts_with = "pairs")]
    draw_ratio: f64,
    /// Results of a match so far: pairs with 0, 1, 2, 3 and 4 half points.
    #[arg(
        long,
        value_delimiter = ',',
        num_args = 1,
        value_name = "N,N,N,N,N",
        value_parser = clap::value_parser!(u64).range(..=MOST_PAIRS)
    )]
    pairs: Vec<u64>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum ModelArg {
    /// Elo.
    Logistic,
    /// Normalised Elo: differences in standard deviations of a game.
    Normalized,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let sprt = Sprt {
        elo0: args.elo0,
        elo1: args.elo1,
        alpha: args.alpha,
        beta: args.beta,
        model: match args.model {
            ModelArg::Logistic => Model::Logistic,
            ModelArg::Normalized => Model::Normalized,
        },
    }
    .checked()?;
    let (variance, so_far) = match args.pairs.as_slice() {
        [] => (assumed_variance(args.draw_ratio)?, None),
        pairs => seen(&sprt, pairs).map(|(variance, line)| (variance, Some(line)))?,
    };
    let mut out = io::stdout().lock();
    let (lower, upper) = sprt.bounds();
    writeln!(
        out,
        "LLR bounds {lower:.4} and {upper:.4} for [{}, {}] {} Elo, alpha {}, beta {}",
        sprt.elo0, sprt.elo1, sprt.model, sprt.alpha, sprt.beta
    )?;
    if let Some(line) = so_far {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{:>8} {:>8} {:>10}", "Elo", "passes", "games")?;
    let step = (sprt.elo1 - sprt.elo0) / 4.0;
    for i in -2..=6 {
        let elo = sprt.elo0 + f64::from(i) * step;
        let mean = match sprt.model {
            Model::Logistic => expected_score(elo),
            Model::Normalized => 0.5 + elo / NORMALISED * (2.0 * variance).sqrt(),
        };
        let forecast = sprt.forecast(0.0, mean, variance, 2.0);
        let percent = 100.0 * forecast.pass;
        let elo = report::rounded(elo, 2);
        writeln!(out, "{elo:>8.2} {percent:>7.1}% {:>10.0}", forecast.games)?;
    }
    out.flush()?;
    Ok(())
}

/// The variance of the mean score of two independent games of equal players.
fn assumed_variance(draw_ratio: f64) -> anyhow::Result<f64> {
    if !(0.0..=0.99).contains(&draw_ratio) {
        bail!("--draw-ratio lies between 0 and 0.99, not at {draw_ratio}");
    }
    Ok((1.0 - draw_ratio) / 4.0 / 2.0)
}

/// The variance of results, and a line on how far the test has come with them.
fn seen(sprt: &Sprt, pairs: &[u64]) -> anyhow::Result<(f64, String)> {
    let &[a, b, c, d, e] = pairs else {
        bail!("--pairs are five numbers, not {}", pairs.len());
    };
    let tally = Tally {
        pairs: [a, b, c, d, e],
        ..Tally::default()
    };
    let sample = tally.sample();
    let (mean, variance) = sample.mean_and_variance();
    let Some(estimate) = Estimate::new(&sample) else {
        bail!("--pairs must hold a result to tell their spread");
    };
    let line = format!(
        "{}, Elo {} (95 %), LOS {:.1} %",
        report::llr(sprt, &tally),
        report::elo(&estimate),
        100.0 * estimate.los
    );
    Ok((variance.max(least_variance(mean, sample.size())), line))
}
