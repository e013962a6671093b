//! Scores as text.

use std::fmt;
use std::str::FromStr;

use super::Score;

/// Balls with a sign, such as `+1.44`, or the plies to a forced result: `win5`, `loss8`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_proven() {
            let word = if *self > Score::DRAW { "win" } else { "loss" };
            return f.pad(&format!("{word}{}", self.distance()));
        }
        let sign = if *self < Score::DRAW { '-' } else { '+' };
        let size = self.value().unsigned_abs();
        f.pad(&format!("{sign}{}.{:02}", size / 100, size % 100))
    }
}

/// A text that is no score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseScoreError;

impl fmt::Display for ParseScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a score; expected balls with a sign and two decimals, or win or loss and plies",
        )
    }
}

impl std::error::Error for ParseScoreError {}

impl FromStr for Score {
    type Err = ParseScoreError;

    /// Reads what [`Display`](fmt::Display) writes, and nothing else.
    fn from_str(text: &str) -> Result<Score, ParseScoreError> {
        let score = parse(text).ok_or(ParseScoreError)?;
        if score.to_string() == text {
            Ok(score)
        } else {
            Err(ParseScoreError)
        }
    }
}

fn parse(text: &str) -> Option<Score> {
    let plies = |text: &str| {
        let farthest = (Score::WIN - Score::PROVEN) as usize;
        Some(usize::from(text.parse::<u16>().ok()?).min(farthest))
    };
    if let Some(rest) = text.strip_prefix("win") {
        return plies(rest).map(Score::win_in);
    }
    if let Some(rest) = text.strip_prefix("loss") {
        return plies(rest).map(Score::loss_in);
    }
    let sign = match text.chars().next()? {
        '+' => 1,
        '-' => -1,
        _ => return None,
    };
    let (whole, part) = text[1..].split_once('.')?;
    let [whole, part] = [whole, part].map(|text| text.parse::<u16>().ok().map(i32::from));
    Some(Score::saturating(sign * (100 * whole? + part?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        for value in (-31_000..=31_000).filter(|value| *value != 0) {
            let score = Score::new(value);
            assert_eq!(score.to_string().parse(), Ok(score), "{score}");
        }
        for (score, text) in [
            (Score::new(144), "+1.44"),
            (Score::new(-5), "-0.05"),
            (Score::DRAW, "+0.00"),
            (Score::win_in(3), "win3"),
            (Score::new(-30_992), "loss8"),
        ] {
            assert_eq!(score.to_string(), text);
            assert_eq!(text.parse(), Ok(score));
        }
        for text in [
            "",
            "+",
            "1.44",
            "+1.4",
            "+1.444",
            "-0.00",
            "+999.00",
            "+21474836.2147483647",
            "win",
            "win-1",
            "win401",
            "é",
        ] {
            assert_eq!(text.parse::<Score>(), Err(ParseScoreError), "{text}");
        }
    }
}
