//! The scale of scores and chances, below all who use it: the search, books, records of self-play,
//! reviews and the protocol.

mod bound;
mod text;
mod value;
mod wdl;

use std::ops::{Add, AddAssign, Neg, Sub};

pub use bound::Bound;
pub use text::ParseScoreError;
pub use value::Value;
pub use wdl::Wdl;

/// Deepest ply that a search visits, and so the farthest win or loss on the scale.
pub const MAX_PLY: usize = 200;

/// What a position is worth to the side to move: the final margin expected, in hundredths of a ball, or a
/// forced result. A forced win `n` plies away is [`Score::WIN`] less `n`, a forced loss the opposite.
///
/// Margins can be added to and taken from a score; [`Display`](std::fmt::Display) prints what
/// [`FromStr`](std::str::FromStr) reads.
///
/// ```
/// use tuzdik::score::{Score, Value};
/// let ahead = Score::new(150);
/// assert_eq!(ahead.to_string(), "+1.50");
/// assert_eq!(-(ahead + 25), Score::new(-175));
/// let win = Score::win_in(3);
/// assert!(win.is_proven() && win > ahead);
/// assert_eq!(win.to_string(), "win3");
/// assert_eq!(Value::from(win), Value::Mate(2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

impl Score {
    /// Above every score of a position; the bounds of an open window are this and its opposite.
    pub const INFINITE: Score = Score(32_000);
    /// A win on the board.
    pub const WIN: Score = Score(31_000);
    /// The smallest score that is a forced win.
    pub const PROVEN: Score = Score(Score::WIN.0 - 2 * MAX_PLY as i32);
    /// A win that an exact table promises, its length unknown: above every expected margin, below every forced
    /// win that a search found.
    pub const TABLE_WIN: Score = Score(20_000);
    /// The smallest score that is certain, by a search or by a table.
    pub const CERTAIN: Score = Score(Score::TABLE_WIN.0 - 2 * MAX_PLY as i32);
    /// A draw.
    pub const DRAW: Score = Score(0);

    /// The score of this value on the scale, which lies within ±[`INFINITE`](Score::INFINITE).
    #[inline]
    #[must_use]
    pub const fn new(value: i32) -> Score {
        debug_assert!(value.unsigned_abs() <= Score::INFINITE.0 as u32);
        Score(value)
    }

    /// The score of this value, brought within ±[`WIN`](Score::WIN): for numbers from outside.
    #[must_use]
    pub fn saturating(value: i32) -> Score {
        Score(value.clamp(-Score::WIN.0, Score::WIN.0))
    }

    /// A win that so many plies more bring.
    #[inline]
    #[must_use]
    pub const fn win_in(plies: usize) -> Score {
        Score(Score::WIN.0 - plies as i32)
    }

    /// A loss that so many plies more bring.
    #[inline]
    #[must_use]
    pub const fn loss_in(plies: usize) -> Score {
        Score(plies as i32 - Score::WIN.0)
    }

    /// A win by a table that so many plies more lead to.
    #[inline]
    #[must_use]
    pub const fn table_win_in(plies: usize) -> Score {
        Score(Score::TABLE_WIN.0 - plies as i32)
    }

    /// Whether it is a win or loss that a search or a table has found to be certain.
    #[inline]
    #[must_use]
    pub const fn is_certain(self) -> bool {
        self.0 >= Score::CERTAIN.0 || self.0 <= -Score::CERTAIN.0
    }

    /// The value on the scale.
    #[inline]
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Whether it is a forced win or loss.
    #[inline]
    #[must_use]
    pub const fn is_proven(self) -> bool {
        self.0 >= Score::PROVEN.0 || self.0 <= -Score::PROVEN.0
    }

    /// Plies to the end of a forced result; of another score the number means nothing.
    #[inline]
    #[must_use]
    pub const fn distance(self) -> i32 {
        Score::WIN.0 - self.0.abs()
    }

    /// What a score of the position after a move says of the position before it, to the player who made
    /// the move: the opposite, a forced result one ply farther away as far as the scale goes.
    #[must_use]
    pub fn before_move(self) -> Score {
        if self.0.abs() > Score::PROVEN.0 {
            Score(-(self.0 - self.0.signum()))
        } else {
            -self
        }
    }

    /// Whether the side to move has as good as lost in a game of so many balls: by force, or by an
    /// expected margin of more than an eighth of them.
    #[must_use]
    pub fn is_lost(self, balls: u8) -> bool {
        self.0 < -100 * i32::from(balls) / 8
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    #[inline]
    fn add(self, margin: i32) -> Score {
        Score(self.0 + margin)
    }
}

impl AddAssign<i32> for Score {
    #[inline]
    fn add_assign(&mut self, margin: i32) {
        self.0 += margin;
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    #[inline]
    fn sub(self, margin: i32) -> Score {
        Score(self.0 - margin)
    }
}

impl Sub for Score {
    type Output = i32;

    /// The margin between two scores, in hundredths of a ball.
    #[inline]
    fn sub(self, other: Score) -> i32 {
        self.0 - other.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ply_earlier_the_other_side_sees_it() {
        assert_eq!(Score::new(120).before_move(), Score::new(-120));
        assert_eq!(Score::win_in(3).before_move(), Score::loss_in(4));
        assert_eq!(
            Score::win_in(3).before_move().before_move(),
            Score::win_in(5)
        );
        // Where the scale ends a forced result stays one.
        assert!(Score::win_in(400).before_move().is_proven());
    }

    #[test]
    fn lost_is_far_behind_or_by_force() {
        assert!(Score::new(-2026).is_lost(162));
        assert!(!Score::new(-2025).is_lost(162));
        assert!(Score::loss_in(10).is_lost(162));
        assert!(Score::new(-700).is_lost(50));
        assert!(!Score::win_in(9).is_lost(50));
    }
}
