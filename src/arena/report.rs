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
        e if e.elo == f64::INFINITY => format!("+inf, above {:+.1}", rounded(e.low, 1)),
        e if e.elo == f64::NEG_INFINITY => format!("-inf, below {:+.1}", rounded(e.high, 1)),
        e => format!("{:+.1} ± {:.1}", rounded(e.elo, 1), e.error),
    }
}

fn normalised_elo(estimate: &Estimate) -> String {
    if estimate.nelo.is_nan() {
        "unknown, as all results are alike".to_owned()
    } else {
        format!(
            "{:+.1} ± {:.1}",
            rounded(estimate.nelo, 1),
            estimate.nelo_error
        )
    }
}

/// `LLR 1.23 (-2.94, 2.94) [0, 5]`.
#[must_use]
pub fn llr(sprt: &Sprt, tally: &Tally) -> String {
    let (lower, upper) = sprt.bounds();
    format!(
        "LLR {:.2} ({lower:.2}, {upper:.2}) [{}, {}]",
        rounded(sprt.llr(&tally.sample()), 2),
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

/// Rating lists, best first: one for each group of players that games link.
#[must_use]
pub fn list(names: &[&str], standings: &Standings) -> String {
    let rated = standings.rate(names.len());
    let width = names.iter().map(|n| n.chars().count()).max();
    let width = width.unwrap_or(0).max(6);
    let mut text = String::new();
    if rated.groups.len() > 1 {
        let _ = writeln!(
            text,
            "{} groups that no game links: ratings of one cannot be compared with those of another",
            rated.groups.len()
        );
    }
    for (number, group) in rated.groups.iter().enumerate() {
        if rated.groups.len() > 1 {
            let _ = writeln!(text, "\nGroup {}", number + 1);
        }
        let _ = writeln!(
            text,
            "{:>4} {:<width$} {:>7} {:>6} {:>7} {:>9} {:>6} {:>6}",
            "Rank", "Player", "Elo", "±", "Games", "Points", "Score", "Draws"
        );
        let mut order = group.players.clone();
        // Equal as printed counts as equal, and names decide.
        let elo = |player: usize| rounded(rated.ratings[player].elo, 1);
        order.sort_by(|&a, &b| {
            let by_elo = elo(b).total_cmp(&elo(a));
            by_elo.then_with(|| names[a].cmp(names[b]))
        });
        for (rank, &player) in order.iter().enumerate() {
            let tally = standings.total(player);
            let games = tally.games();
            let _ = writeln!(
                text,
                "{:>4} {:<width$} {:>+7.1} {:>6.1} {games:>7} {:>9.1} {:>5.1}% {:>5.1}%",
                rank + 1,
                names[player],
                elo(player),
                rated.ratings[player].error,
                tally.points(),
                100.0 * tally.points() / (games.max(1) as f64),
                100.0 * tally.draw_ratio(),
            );
        }
        if !group.bounded {
            text.push_str(
                "Some players took no point from the others: their distance is not known and only drawn\n\
                 here by one game added to each pairing.\n",
            );
        }
    }
    text
}

/// A number as it is printed with so many decimals, and never the zero that is printed as -0.
#[must_use]
pub fn rounded(number: f64, decimals: i32) -> f64 {
    let scale = 10f64.powi(decimals);
    let rounded = (number * scale).round() / scale;
    // Adding zero turns -0 into 0.
    if rounded.is_finite() {
        rounded + 0.0
    } else {
        number
    }
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

    fn text_of(pairs: [u64; 5]) -> String {
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
    fn zero_has_no_sign() {
        for (number, printed) in [
            (-0.04, "+0.0"),
            (-0.0, "+0.0"),
            (0.04, "+0.0"),
            (-0.06, "-0.1"),
        ] {
            assert_eq!(format!("{:+.1}", rounded(number, 1)), printed, "{number}");
        }
        assert_eq!(rounded(f64::NEG_INFINITY, 1), f64::NEG_INFINITY);
        assert_eq!(rounded(1e300, 1), 1e300);
    }

    #[test]
    fn results_all_alike_are_told_honestly() {
        let text = text_of([0, 0, 0, 0, 20]);
        assert!(text.contains("Elo       +inf, above +"), "{text}");
        assert!(text.contains("nElo      unknown"), "{text}");
        let text = text_of([20, 0, 0, 0, 0]);
        assert!(text.contains("Elo       -inf, below -"), "{text}");
        let text = text_of([0, 0, 20, 0, 0]);
        assert!(text.contains("Elo       +0.0 ± "), "{text}");
        assert!(!text.contains("± 0.0") && !text.contains("inf"), "{text}");
        let text = text_of([1, 0, 20, 0, 3]);
        assert!(!text.contains("inf") && !text.contains("unknown"), "{text}");
    }
}
