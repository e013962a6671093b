//! What the choice of sides in Mangala was worth, the one decision of that game. Whoever makes it has no
//! side before it, so that it is reviewed apart from the moves.

use crate::game::Move;
use crate::search::SearchLine;

use super::grade::Grade;

/// A choice of sides beside the better one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChoiceReview {
    /// The final margin, South's view, in hundredths of a ball.
    pub margin: i32,
    /// What the choice cost in hundredths of a ball: the other side has the opposite margin.
    pub loss: i32,
    /// The better choice, if the one made was not the best.
    pub better: Option<Move>,
    /// A lost game where a won one could be chosen is a blunder.
    pub grade: Option<Grade>,
}

impl ChoiceReview {
    /// Reviews the choice of a side, as a move, by what follows the better one, whose score is the
    /// chooser's.
    #[must_use]
    pub fn new(chosen: Move, best: &SearchLine) -> ChoiceReview {
        let score = best.score.value();
        let first = best.first_move();
        let loss = match first {
            Some(first) if first != chosen => 2 * score,
            _ => 0,
        };
        ChoiceReview {
            margin: match first {
                Some(Move::NORTH) => -score,
                _ => score,
            },
            loss,
            better: first.filter(|_| loss > 0),
            grade: (loss > 0).then_some(Grade::Blunder),
        }
    }

    /// `??` or nothing.
    #[must_use]
    pub fn grade_symbol(&self) -> &'static str {
        self.grade.map_or("", Grade::symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{Bound, Score, Wdl};

    #[test]
    fn the_other_side_has_the_opposite_margin() {
        let best = SearchLine {
            depth: 3,
            seldepth: 3,
            score: Score::new(3000),
            bound: Bound::Exact,
            wdl: Wdl::WON,
            pv: vec![Move::NORTH],
        };
        let right = ChoiceReview::new(Move::NORTH, &best);
        assert_eq!((right.margin, right.loss, right.better), (-3000, 0, None));
        let wrong = ChoiceReview::new(Move::SOUTH, &best);
        assert_eq!((wrong.margin, wrong.loss), (-3000, 6000));
        assert_eq!(
            (wrong.better, wrong.grade_symbol()),
            (Some(Move::NORTH), "??")
        );
    }
}
