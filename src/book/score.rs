//! What a book says a position is worth.

use std::fmt;
use std::str::FromStr;

/// A score from the view of the side to move: the final margin expected, in hundredths of a ball, or a
/// forced result. The scale is that of the search: a win `n` plies away is [`Score::WIN`] less `n`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i16);

impl Score {
    /// A win on the board.
    pub const WIN: i16 = 31_000;
    /// The smallest score that is a forced win.
    pub const FORCED: i16 = Score::WIN - 400;
    /// A draw.
    pub const DRAW: Score = Score(0);

    /// The score with this value, brought into the scale.
    #[must_use]
    pub fn new(value: i32) -> Score {
        let most = i32::from(Score::WIN);
        Score(value.clamp(-most, most) as i16)
    }

    /// A win in so many plies.
    #[must_use]
    pub fn win_in(plies: u16) -> Score {
        Score(Score::WIN - plies.min(400) as i16)
    }

    /// The value on the scale.
    #[must_use]
    pub fn value(self) -> i32 {
        self.0.into()
    }

    /// Whether the result is forced.
    #[must_use]
    pub fn is_forced(self) -> bool {
        self.0.abs() >= Score::FORCED
    }

    /// The same position seen a ply earlier by the other side: a forced result is one ply farther away.
    #[must_use]
    pub fn before(self) -> Score {
        if self.0.abs() > Score::FORCED {
            Score(-(self.0 - self.0.signum()))
        } else {
            Score(-self.0)
        }
    }

    /// Whether the side to move has as good as lost: by force, or an expected margin of more than an
    /// eighth of all balls.
    #[must_use]
    pub fn is_lost(self, balls: u8) -> bool {
        self.value() < -100 * i32::from(balls) / 8
    }
}

/// Balls with a sign, such as `+1.44`, or the plies to a forced result: `win5`, `loss8`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_forced() {
            let word = if self.0 > 0 { "win" } else { "loss" };
            return f.pad(&format!("{word}{}", Score::WIN - self.0.abs()));
        }
        let sign = if self.0 < 0 { '-' } else { '+' };
        let size = self.0.unsigned_abs();
        f.pad(&format!("{sign}{}.{:02}", size / 100, size % 100))
    }
}

/// A text that is no score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoScore;

impl FromStr for Score {
    type Err = NoScore;

    /// Reads what [`Display`](fmt::Display) writes, and nothing else.
    fn from_str(text: &str) -> Result<Score, NoScore> {
        let score = read(text).ok_or(NoScore)?;
        if score.to_string() == text {
            Ok(score)
        } else {
            Err(NoScore)
        }
    }
}

fn read(text: &str) -> Option<Score> {
    let plies = |text: &str| text.parse::<u16>().ok().map(Score::win_in);
    if let Some(rest) = text.strip_prefix("win") {
        return plies(rest);
    }
    if let Some(rest) = text.strip_prefix("loss") {
        return plies(rest).map(|win| Score(-win.0));
    }
    let sign = match text.chars().next()? {
        '+' => 1,
        '-' => -1,
        _ => return None,
    };
    let (whole, part) = text[1..].split_once('.')?;
    let [whole, part] = [whole, part].map(|text| text.parse::<u16>().ok().map(i32::from));
    Some(Score::new(sign * (100 * whole? + part?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        for value in (-31_000..=31_000).filter(|value| *value != 0) {
            let score = Score::new(value);
            assert_eq!(score.value(), value);
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
            assert_eq!(text.parse::<Score>(), Err(NoScore), "{text}");
        }
    }

    #[test]
    fn a_ply_earlier_the_other_side_sees_it() {
        assert_eq!(Score::new(120).before(), Score::new(-120));
        assert_eq!(Score::win_in(3).before().to_string(), "loss4");
        assert_eq!(Score::win_in(3).before().before(), Score::win_in(5));
        // Where the scale ends a forced result stays one.
        assert!(Score::win_in(400).before().is_forced());
    }

    #[test]
    fn lost_is_far_behind_or_by_force() {
        assert!(Score::new(-2026).is_lost(162));
        assert!(!Score::new(-2025).is_lost(162));
        assert!(Score::win_in(9).before().is_lost(162));
        assert!(Score::new(-700).is_lost(50));
        assert!(!Score::win_in(9).is_lost(50));
    }
}
