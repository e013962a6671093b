//! The result of a game as text.

use std::fmt;

use crate::game::{Outcome, Side};

use super::text::{ends_words, is_blank};

/// The result of a game, by the rules or by agreement, resignation or the clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// One side won.
    Win(Side),
    /// Nobody won.
    Draw,
    /// Unfinished or not known.
    Unknown,
}

/// Spellings of what a player scored, in half points.
const SCORES: [(&str, u8); 4] = [("1/2", 1), ("½", 1), ("1", 2), ("0", 0)];

/// What stands between two scores: the hyphen, and dashes that word processors make of it.
const DASHES: [char; 8] = ['-', '\u{2010}', '\u{2011}', '\u{2012}', '–', '—', '―', '−'];

impl GameResult {
    /// The result with this spelling, if it is one: `1-0`, `0-1`, `1/2-1/2` or `½-½`, also with another
    /// dash and blanks, `1/2` alone, or `*`.
    ///
    /// ```
    /// use tuzdik::game::Side;
    /// use tuzdik::notation::records::GameResult;
    /// assert_eq!(GameResult::parse("0-1"), Some(GameResult::Win(Side::North)));
    /// assert_eq!(GameResult::parse("½ – ½"), Some(GameResult::Draw));
    /// assert_eq!(GameResult::parse("76"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<GameResult> {
        let text = text.trim_matches(is_blank);
        let (result, length) = GameResult::at_start(text)?;
        (length == text.len()).then_some(result)
    }

    /// The result that a text begins with, as far as a word goes, and its length.
    pub(super) fn at_start(text: &str) -> Option<(GameResult, usize)> {
        if let Some(rest) = text.strip_prefix('*') {
            return Some((GameResult::Unknown, text.len() - rest.len()));
        }
        let (first, rest) = score(text)?;
        let dash = rest.trim_start_matches(is_blank).strip_prefix(DASHES);
        let second = dash.and_then(|rest| score(rest.trim_start_matches(is_blank)));
        let (result, rest) = match (first, second) {
            (2, Some((0, rest))) => (GameResult::Win(Side::South), rest),
            (0, Some((2, rest))) => (GameResult::Win(Side::North), rest),
            (1, Some((1, rest))) => (GameResult::Draw, rest),
            (1, None) => (GameResult::Draw, rest),
            _ => return None,
        };
        let is_whole = rest.chars().next().is_none_or(ends_words);
        is_whole.then_some((result, text.len() - rest.len()))
    }
}

/// The score that a text begins with, and what follows it.
fn score(text: &str) -> Option<(u8, &str)> {
    let known = |&(spelling, score)| Some((score, text.strip_prefix(spelling)?));
    SCORES.iter().find_map(known)
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        outcome.winner.map_or(GameResult::Draw, GameResult::Win)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Win(Side::South) => "1-0",
            GameResult::Win(Side::North) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_as_people_write_them() {
        let (south, north) = (GameResult::Win(Side::South), GameResult::Win(Side::North));
        for (text, result) in [
            ("1-0", south),
            ("1–0", south),
            ("1 - 0", south),
            (" 1 — 0 ", south),
            ("0−1", north),
            ("0\u{a0}–\u{a0}1", north),
            ("1/2", GameResult::Draw),
            ("½", GameResult::Draw),
            ("1/2-1/2", GameResult::Draw),
            ("1/2 - 1/2", GameResult::Draw),
            ("½–½", GameResult::Draw),
            ("½-1/2", GameResult::Draw),
            ("*", GameResult::Unknown),
        ] {
            assert_eq!(GameResult::parse(text), Some(result), "{text}");
        }
        for none in [
            "", "1", "0", "-", "1-1", "0-0", "1/2-0", "1-00", "1-0-1", "2-0", "1/20", "1 0", "**",
        ] {
            assert_eq!(GameResult::parse(none), None, "{none}");
        }
        assert_eq!(GameResult::at_start("1 - 0) 76"), Some((south, 5)));
        assert_eq!(GameResult::at_start("1/2 76"), Some((GameResult::Draw, 3)));
    }
}
