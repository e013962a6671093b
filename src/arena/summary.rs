//! Results for programs: the JSON summary, documented in `docs/match.md`.

use serde::Serialize;

use super::standings::Standings;
use super::stats::elo::Estimate;
use super::stats::sprt::{Decision, Sprt};
use super::stats::tally::Tally;
use super::tournament::Tournament;

/// The whole result of a tournament. Numbers that are infinite or unknown are `null`.
#[derive(Serialize)]
pub struct MatchSummary<'a> {
    variant: &'a str,
    seed: u64,
    games: u64,
    games_planned: u64,
    games_dropped: u64,
    finished: bool,
    seconds: f64,
    thinking: f64,
    overhead: f64,
    engines: Vec<EngineSummary<'a>>,
    ratings_bounded: bool,
    pairings: Vec<PairingSummary<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtSummary>,
}

#[derive(Serialize)]
struct EngineSummary<'a> {
    name: &'a str,
    limit: String,
    /// From 1; ratings of different groups cannot be compared.
    group: usize,
    elo: f64,
    error: f64,
    offences: u64,
    #[serde(flatten)]
    results: Results,
}

#[derive(Serialize)]
struct PairingSummary<'a> {
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    results: Results,
    pairs: [u64; 5],
    pair_ratio: f64,
    #[serde(flatten)]
    estimate: Option<EstimateSummary>,
}

#[derive(Serialize)]
struct Results {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    draw_ratio: f64,
}

#[derive(Serialize)]
struct EstimateSummary {
    elo: f64,
    error: f64,
    low: f64,
    high: f64,
    nelo: f64,
    nelo_error: f64,
    los: f64,
}

#[derive(Serialize)]
struct SprtSummary {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: String,
    llr: f64,
    lower: f64,
    upper: f64,
    decision: &'static str,
}

impl<'a> MatchSummary<'a> {
    /// The summary of a tournament that took this many seconds.
    #[must_use]
    pub fn new(
        tournament: &'a Tournament,
        standings: &Standings,
        seed: u64,
        seconds: f64,
    ) -> MatchSummary<'a> {
        let rated = standings.rate(tournament.engines.len());
        let engines = tournament
            .engines
            .iter()
            .zip(&rated.ratings)
            .enumerate()
            .map(|(index, (spec, rating))| EngineSummary {
                name: &spec.name,
                limit: spec.limit.to_string(),
                group: rating.group + 1,
                elo: rating.elo,
                error: rating.error,
                offences: standings.offences(index),
                results: Results::new(&standings.total(index)),
            })
            .collect();
        let name = |index: usize| {
            tournament
                .engines
                .get(index)
                .map_or("", |e| e.name.as_str())
        };
        let pairings = standings
            .pairings()
            .map(|((a, b), tally)| PairingSummary {
                first: name(a),
                second: name(b),
                results: Results::new(tally),
                pairs: tally.pairs,
                pair_ratio: tally.pair_ratio(),
                estimate: Estimate::new(&tally.sample()).map(EstimateSummary::from),
            })
            .collect();
        let sprt = tournament
            .sprt
            .map(|sprt| SprtSummary::new(sprt, &standings.tally((0, 1))));
        MatchSummary {
            variant: tournament.variant.rules().name,
            seed,
            games: standings.games(),
            games_planned: tournament.schedule.len(),
            games_dropped: standings.dropped(),
            finished: tournament.is_finished(standings),
            seconds,
            thinking: standings.thinking().as_secs_f64(),
            overhead: standings.overhead(),
            engines,
            ratings_bounded: rated.is_bounded(),
            pairings,
            sprt,
        }
    }
}

impl Results {
    fn new(tally: &Tally) -> Results {
        Results {
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            points: tally.points(),
            draw_ratio: tally.draw_ratio(),
        }
    }
}

impl From<Estimate> for EstimateSummary {
    fn from(estimate: Estimate) -> EstimateSummary {
        EstimateSummary {
            elo: estimate.elo,
            error: estimate.error,
            low: estimate.low,
            high: estimate.high,
            nelo: estimate.nelo,
            nelo_error: estimate.nelo_error,
            los: estimate.los,
        }
    }
}

impl SprtSummary {
    fn new(sprt: Sprt, tally: &Tally) -> SprtSummary {
        let llr = sprt.llr(&tally.sample());
        let (lower, upper) = sprt.bounds();
        SprtSummary {
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            alpha: sprt.alpha,
            beta: sprt.beta,
            model: sprt.model.to_string(),
            llr,
            lower,
            upper,
            decision: match sprt.decide(llr) {
                Decision::AcceptH1 => "h1",
                Decision::AcceptH0 => "h0",
                Decision::Continue => "continue",
            },
        }
    }
}
