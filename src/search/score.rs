//! Scores: predicted margins and proven results on one scale.

/// A score from the side to move's view, in hundredths of a ball of final margin.
///
/// Values beyond [`PROVEN`] in size are forced wins and losses: [`win_in`] and [`loss_in`].
pub type Score = i32;

/// Above every score; the bound of an open window.
pub const INFINITE: Score = 32_000;
/// A win at the root itself; a win `n` plies away is worth `n` less.
pub const WIN: Score = 31_000;
/// Deepest ply that a search visits.
pub const MAX_PLY: usize = 200;
/// The smallest score that is a proven win.
pub const PROVEN: Score = WIN - 2 * MAX_PLY as Score;
/// The score of a draw.
pub const DRAW: Score = 0;

/// The score of a win that `plies` more moves bring.
#[inline]
#[must_use]
pub const fn win_in(plies: usize) -> Score {
    WIN - plies as Score
}

/// The score of a loss that `plies` more moves bring.
#[inline]
#[must_use]
pub const fn loss_in(plies: usize) -> Score {
    -win_in(plies)
}

/// Whether the score is a forced win or loss.
#[inline]
#[must_use]
pub const fn is_proven(score: Score) -> bool {
    score >= PROVEN || score <= -PROVEN
}

/// A score as people and protocols read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Predicted final margin in hundredths of a ball.
    Centiballs(i32),
    /// Forced win in this many of the winner's moves; negative when the side to move loses.
    Mate(i32),
}

impl From<Score> for Value {
    /// ```
    /// use tuzdik::search::score::{Value, loss_in, win_in};
    /// assert_eq!(Value::from(win_in(1)), Value::Mate(1));
    /// assert_eq!(Value::from(win_in(4)), Value::Mate(2)); // the loser's own move ends it
    /// assert_eq!(Value::from(loss_in(4)), Value::Mate(-2));
    /// assert_eq!(Value::from(-250), Value::Centiballs(-250));
    /// ```
    fn from(score: Score) -> Value {
        if !is_proven(score) {
            return Value::Centiballs(score);
        }
        let plies = WIN - score.abs();
        // The winner moves at plies 1, 3, ... when it is the side to move, else at 2, 4, ...; a
        // player whose own first move loses at once still counts as lost in one.
        if score > 0 {
            Value::Mate(((plies + 1) / 2).max(1))
        } else {
            Value::Mate(-(plies / 2).max(1))
        }
    }
}
