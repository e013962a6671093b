//! Results as text for people.

use std::fmt::Write as _;

use super::standings::Standings;
use super::stats::elo::Estimate;
use super::stats::sprt::{Decision, Sprt};
use super::stats::tally::Tally;

/// `+12.3 ± 4.5`, or for a score of 1 or 0 what is known of the difference: `+inf, above +67.8`.
#[must_use]
pub fn elo(estimate: &Estimate) -> String {
    match estimate {
        e if e.elo == f64::INFINITY => format!("+inf, above {:+.1}", e.low),
        e if e.elo == f64::NEG_INFINITY => format!("-inf, below {:+.1}", e.high),
        e => format!("{:+.1} ± {:.1}", e.elo, e.error),
    }
}

fn normalised_elo(estimate: &Estimate) -> String {
    if estimate.nelo.is_nan() {
        "unknown, as all results are alike".to_owned()
    } else {
        format!("{:+.1} ± {:.1}", estimate.nelo, estimate.nelo_error)
    }
}

/// `LLR 1.23 (-2.94, 2.94) [0, 5]`.
#[must_use]
pub fn llr(sprt: &Sprt, tally: &Tally) -> String {
    let (lower, upper) = sprt.bounds();
    format!(
        "LLR {:.2} ({lower:.2}, {upper:.2}) [{}, {}]",
        sprt.llr(&tally.sample()),
        sprt.elo0,
        sprt.elo1
    )
}

/// The whole standing: of a match in detail, of a tournament with more engines as a list.
#[must_use]
pub fn standings(names: &[&str], standings: &Standings, sprt: Option<&Sprt>) -> String {
    match names {
        [first, second] => duel(first, second, &standings.tally((0, 1)), sprt),
        _ => list(names, standings),
    }
}

/// A match of two engines, from the first one's view.
#[must_use]
pub fn duel(first: &str, second: &str, tally: &Tally, sprt: Option<&Sprt>) -> String {
    let mut text = format!("{first} against {second}\n");
    let games = tally.games();
    let Some(estimate) = Estimate::new(&tally.sample()) else {
        text.push_str("  no games\n");
        return text;
    };
    let percent = 100.0 * tally.points() / games as f64;
    let _ = writeln!(
        text,
        "  Games     {games}: {} won, {} drawn, {} lost; {} points ({percent:.1} %)",
        tally.wins,
        tally.draws,
        tally.losses,
        tally.points()
    );
    let _ = writeln!(
        text,
        "  Elo       {} (95 %), LOS {:.1} %",
        elo(&estimate),
        100.0 * estimate.los
    );
    let _ = writeln!(text, "  nElo      {}", normalised_elo(&estimate));
    if tally.pair_count() > 0 {
        let [a, b, c, d, e] = tally.pairs;
        let ratio = tally.pair_ratio();
        let ratio = if ratio.is_finite() {
            format!(", pair ratio {ratio:.2}")
        } else {
            String::new()
        };
        let _ = writeln!(
            text,
            "  Pairs     {}: [{a}, {b}, {c}, {d}, {e}] by half points 0 to 4{ratio}",
            tally.pair_count(),
        );
    }
    let _ = writeln!(text, "  Draws     {:.1} %", 100.0 * tally.draw_ratio());
    if let Some(sprt) = sprt {
        let verdict = match sprt.decide(sprt.llr(&tally.sample())) {
            Decision::AcceptH1 => "H1 accepted",
            Decision::AcceptH0 => "H0 accepted",
            Decision::Continue => "undecided",
        };
        let _ = writeln!(
            text,
            "  SPRT      {}, {} Elo: {verdict}",
            llr(sprt, tally),
            sprt.model
        );
    }
    text
}

/// A rating list, best first.
#[must_use]
pub fn list(names: &[&str], standings: &Standings) -> String {
    let rated = standings.rate(names.len());
    let mut order: Vec<usize> = (0..names.len()).collect();
    // Equal as printed counts as equal, and names decide; adding zero turns -0 into 0.
    let tenths = |engine: usize| (rated.ratings[engine].elo * 10.0).round() + 0.0;
    order.sort_by(|&a, &b| {
        let by_elo = tenths(b).total_cmp(&tenths(a));
        by_elo.then_with(|| names[a].cmp(names[b]))
    });
    let width = names
        .iter()
        .map(|n| n.chars().count())
        .max()
        .unwrap_or(0)
        .max(6);
    let mut text = format!(
        "{:>4} {:<width$} {:>7} {:>6} {:>7} {:>9} {:>6} {:>6}\n",
        "Rank", "Engine", "Elo", "±", "Games", "Points", "Score", "Draws"
    );
    for (rank, &engine) in order.iter().enumerate() {
        let tally = standings.total(engine);
        let rating = rated.ratings[engine];
        let games = tally.games();
        let _ = writeln!(
            text,
            "{:>4} {:<width$} {:>+7.1} {:>6.1} {games:>7} {:>9.1} {:>5.1}% {:>5.1}%",
            rank + 1,
            names[engine],
            rating.elo,
            rating.error,
            tally.points(),
            100.0 * tally.points() / (games.max(1) as f64),
            100.0 * tally.draw_ratio(),
        );
    }
    if !rated.bounded && standings.games() > 0 {
        text.push_str(
            "Some engines took no point from the others, or not all are linked by games:\n\
             their distance is not known and only drawn here by one game added to each pairing.\n",
        );
    }
    text
}

/// Offences against the rules of the match, and dropped games.
#[must_use]
pub fn notes(names: &[&str], standings: &Standings) -> String {
    let mut text = String::new();
    for (engine, name) in names.iter().enumerate() {
        let offences = standings.offences(engine);
        if offences > 0 {
            let _ = writeln!(
                text,
                "{name}: {offences} games with an offence (time, rules, crash)"
            );
        }
    }
    if standings.dropped() > 0 {
        let _ = writeln!(text, "{} games dropped", standings.dropped());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(pairs: [u64; 5]) -> String {
        let mut tally = Tally {
            pairs,
            ..Tally::default()
        };
        // Draws are left out: pairs of one half point and three cannot come up here.
        tally.wins = pairs[2] + 2 * pairs[4];
        tally.losses = pairs[2] + 2 * pairs[0];
        duel("a", "b", &tally, None)
    }

    #[test]
    fn results_all_alike_are_told_honestly() {
        let text = told([0, 0, 0, 0, 20]);
        assert!(text.contains("Elo       +inf, above +"), "{text}");
        assert!(text.contains("nElo      unknown"), "{text}");
        let text = told([20, 0, 0, 0, 0]);
        assert!(text.contains("Elo       -inf, below -"), "{text}");
        let text = told([0, 0, 20, 0, 0]);
        assert!(text.contains("Elo       +0.0 ± "), "{text}");
        assert!(!text.contains("± 0.0") && !text.contains("inf"), "{text}");
        let text = told([1, 0, 20, 0, 3]);
        assert!(!text.contains("inf") && !text.contains("unknown"), "{text}");
    }
}
