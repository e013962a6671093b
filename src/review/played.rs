//! What a played move was worth.

use crate::game::{Move, Outcome, Side};
use crate::score::Value;
use crate::search::SearchLine;

use super::grade::Grade;

/// A played move beside the best one found. Chances are expected results between 0 and 1, a draw counting
/// half, to four decimals; the grade is that of the loss as it stands here.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// Who played it.
    pub mover: Side,
    /// Whether it is the best move found.
    pub is_best: bool,
    /// The score before the move, South's view.
    pub score_before: Value,
    /// The score after it, South's view; `None` if it ended the game.
    pub score_after: Option<Value>,
    /// South's chance before the move.
    pub chance_before: f64,
    /// South's chance after it.
    pub chance_after: f64,
    /// What it cost the mover of the expected result; the best move costs nothing.
    pub loss: f64,
    /// What it cost the mover in hundredths of a ball; `None` where a score is a forced result or the
    /// move ended the game, unless it was the best.
    pub balls_lost: Option<i32>,
    /// `None` for a move that cost little.
    pub grade: Option<Grade>,
}

impl MoveReview {
    /// Reviews a move by the best line found before it, by the view of the position after it of the side
    /// that is to move there, and by how the game ended, if it ended with the move.
    #[must_use]
    pub fn new(
        played: Move,
        mover: Side,
        best: &SearchLine,
        after: &SearchLine,
        end: Option<&Outcome>,
    ) -> MoveReview {
        let is_best = best.first_move() == Some(played);
        let before_chance = best.wdl.expectation();
        let after_chance = 1.0 - after.wdl.expectation();
        let of_south = |chance: f64| {
            four_decimals(match mover {
                Side::South => chance,
                Side::North => 1.0 - chance,
            })
        };
        let value_for_south = |value: Value, side: Side| match side {
            Side::South => value,
            Side::North => -value,
        };
        let loss = match is_best {
            true => 0.0,
            false => four_decimals((before_chance - after_chance).max(0.0)),
        };
        let margins_known = !best.score.is_proven() && !after.score.is_proven() && end.is_none();
        let balls_lost = match is_best {
            true => Some(0),
            false => margins_known.then(|| (best.score - -after.score).max(0)),
        };
        MoveReview {
            mover,
            is_best,
            score_before: value_for_south(best.score.into(), mover),
            score_after: match end {
                Some(_) => None,
                None => Some(value_for_south(after.score.into(), mover.opponent())),
            },
            chance_before: of_south(before_chance),
            chance_after: of_south(after_chance),
            loss,
            balls_lost,
            grade: Grade::of_loss(loss),
        }
    }

    /// `?!`, `?`, `??` or nothing.
    #[must_use]
    pub fn grade_symbol(&self) -> &'static str {
        self.grade.map_or("", Grade::symbol)
    }
}

/// A chance or a difference of chances with four decimals. Chances are counted in thousandths and a draw
/// halves them, so that only errors of the arithmetic go.
pub(super) fn four_decimals(chance: f64) -> f64 {
    (chance * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{EndReason, Pit};
    use crate::score::{Bound, Score, Wdl};

    fn sow(pit: u8) -> Move {
        Move::sow(Pit::new(pit).unwrap())
    }

    fn line(score: i32, win: u16, pit: u8) -> SearchLine {
        SearchLine {
            depth: 9,
            seldepth: 9,
            score: Score::new(score),
            bound: Bound::Exact,
            wdl: Wdl {
                win,
                draw: 0,
                loss: 1000 - win,
            },
            pv: vec![sow(pit)],
        }
    }

    #[test]
    fn a_loss_and_its_grade_agree_at_every_limit() {
        // In floating point 0.6 - 0.55 is less than 0.05.
        for (before, lost, grade) in [
            (600, 49, None),
            (600, 50, Some(Grade::Inaccuracy)),
            (900, 100, Some(Grade::Mistake)),
            (700, 200, Some(Grade::Blunder)),
        ] {
            let best = line(100, before, 1);
            let after = line(0, 1000 - (before - lost), 2);
            let review = MoveReview::new(sow(3), Side::South, &best, &after, None);
            assert_eq!(review.loss, f64::from(lost) / 1000.0);
            assert_eq!(review.grade, grade, "{before} {lost}");
        }
    }

    #[test]
    fn scores_and_chances_are_souths() {
        let (best, after) = (line(150, 700, 1), line(-50, 400, 2));
        let [south, north] =
            Side::BOTH.map(|mover| MoveReview::new(sow(3), mover, &best, &after, None));
        assert_eq!(south.score_before, Value::Centiballs(150));
        assert_eq!(south.score_after, Some(Value::Centiballs(50)));
        assert_eq!((south.chance_before, south.chance_after), (0.7, 0.6));
        assert_eq!(north.score_before, Value::Centiballs(-150));
        assert_eq!(north.score_after, Some(Value::Centiballs(-50)));
        assert_eq!((north.chance_before, north.chance_after), (0.3, 0.4));
        for review in [&south, &north] {
            assert_eq!(review.balls_lost, Some(100));
            assert_eq!((review.loss, review.grade_symbol()), (0.1, "?"));
        }
    }

    #[test]
    fn the_best_move_costs_nothing_and_forced_results_have_no_margin() {
        let after = line(500, 800, 2);
        let best = MoveReview::new(sow(1), Side::South, &line(150, 700, 1), &after, None);
        assert!(best.is_best);
        assert_eq!(
            (best.loss, best.balls_lost, best.grade),
            (0.0, Some(0), None)
        );
        let won = line(Score::win_in(3).value(), 1000, 1);
        let missed = MoveReview::new(sow(3), Side::North, &won, &after, None);
        assert_eq!(missed.score_before, Value::Mate(-2));
        assert_eq!(
            (missed.balls_lost, missed.grade),
            (None, Some(Grade::Blunder))
        );
        let outcome = Outcome {
            winner: None,
            kazans: [81, 81],
            reason: EndReason::NoMoves,
        };
        let ended = MoveReview::new(
            sow(3),
            Side::South,
            &line(9, 600, 1),
            &after,
            Some(&outcome),
        );
        assert_eq!((ended.score_after, ended.balls_lost), (None, None));
    }
}
