//! Scores as people and protocols read them.

use std::ops::Neg;

use super::Score;

/// A score as people and protocols read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Predicted final margin in hundredths of a ball.
    Centiballs(i32),
    /// Forced win in this many of the winner's moves; negative when the side to move loses.
    Mate(i32),
}

impl Neg for Value {
    type Output = Value;

    /// The same as the other side sees it.
    fn neg(self) -> Value {
        match self {
            Value::Centiballs(margin) => Value::Centiballs(-margin),
            Value::Mate(moves) => Value::Mate(-moves),
        }
    }
}

impl From<Score> for Value {
    /// ```
    /// use tuzdik::score::{Score, Value};
    /// assert_eq!(Value::from(Score::win_in(1)), Value::Mate(1));
    /// assert_eq!(Value::from(Score::win_in(4)), Value::Mate(2)); // the loser's own move ends it
    /// assert_eq!(Value::from(Score::loss_in(4)), Value::Mate(-2));
    /// assert_eq!(Value::from(Score::new(-250)), Value::Centiballs(-250));
    /// ```
    fn from(score: Score) -> Value {
        if !score.is_proven() {
            return Value::Centiballs(score.value());
        }
        let plies = score.distance();
        // The winner moves at plies 1, 3, ... when it is the side to move, else at 2, 4, ...; a
        // player whose own first move loses at once still counts as lost in one.
        if score > Score::DRAW {
            Value::Mate(((plies + 1) / 2).max(1))
        } else {
            Value::Mate(-(plies / 2).max(1))
        }
    }
}

impl From<Value> for Score {
    /// A score that prints as this value: the farthest forced result of so many moves that it can mean.
    /// Numbers beyond the scale are brought into it, margins below every forced result.
    ///
    /// ```
    /// use tuzdik::score::{Score, Value};
    /// for value in [Value::Mate(1), Value::Mate(-1), Value::Mate(7), Value::Centiballs(-250)] {
    ///     assert_eq!(Value::from(Score::from(value)), value);
    /// }
    /// assert!(!Score::from(Value::Centiballs(99_999)).is_proven());
    /// assert!(Score::from(Value::Mate(-9999)).is_proven());
    /// ```
    fn from(value: Value) -> Score {
        let farthest = (Score::WIN - Score::PROVEN) as usize;
        match value {
            Value::Centiballs(margin) => {
                let most = (Score::PROVEN - 1).value();
                Score::new(margin.clamp(-most, most))
            }
            Value::Mate(moves) => {
                let plies = (moves.unsigned_abs() as usize)
                    .saturating_mul(2)
                    .min(farthest);
                if moves > 0 {
                    Score::win_in(plies)
                } else {
                    Score::loss_in(plies)
                }
            }
        }
    }
}
