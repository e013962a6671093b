//! How well a side played.

use crate::game::Side;

use super::grade::Grade;
use super::played::{MoveReview, four_decimals};

/// The moves of one side in sum.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct SideSummary {
    /// Moves reviewed.
    pub moves: usize,
    /// The mean of what a move cost of the expected result, to four decimals; 0 without moves.
    pub mean_loss: f64,
    /// Moves with the grade `?!`.
    pub inaccuracies: usize,
    /// Moves with the grade `?`.
    pub mistakes: usize,
    /// Moves with the grade `??`.
    pub blunders: usize,
}

impl SideSummary {
    /// The sum over those of these moves that the side played.
    #[must_use]
    pub fn new(reviews: &[MoveReview], side: Side) -> SideSummary {
        let own: Vec<&MoveReview> = reviews.iter().filter(|r| r.mover == side).collect();
        // The sum of no numbers at all would be -0.
        let loss = own.iter().fold(0.0, |sum, review| sum + review.loss);
        let count = |grade| own.iter().filter(|r| r.grade == Some(grade)).count();
        SideSummary {
            moves: own.len(),
            mean_loss: four_decimals(loss / own.len().max(1) as f64),
            inaccuracies: count(Grade::Inaccuracy),
            mistakes: count(Grade::Mistake),
            blunders: count(Grade::Blunder),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Value;

    #[test]
    fn each_side_has_its_own_moves() {
        let review = |mover, loss| MoveReview {
            mover,
            is_best: loss == 0.0,
            score_before: Value::Centiballs(0),
            score_after: None,
            chance_before: 0.5,
            chance_after: 0.5,
            loss,
            balls_lost: None,
            grade: Grade::of_loss(loss),
        };
        let reviews = [
            review(Side::South, 0.05),
            review(Side::North, 0.3),
            review(Side::South, 0.0),
            review(Side::South, 0.1),
        ];
        let [south, north] = Side::BOTH.map(|side| SideSummary::new(&reviews, side));
        assert_eq!((south.moves, south.mean_loss), (3, 0.05));
        assert_eq!(
            (south.inaccuracies, south.mistakes, south.blunders),
            (1, 1, 0)
        );
        assert_eq!((north.moves, north.mean_loss, north.blunders), (1, 0.3, 1));
        assert_eq!(SideSummary::new(&[], Side::South), SideSummary::default());
    }
}
