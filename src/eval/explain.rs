//! What an evaluation says of a position and of what lies around it, for people.

use std::fmt;

use crate::game::{Board, MAX_PITS, Move, Parts, Pit, Position, Rules, Side, sets::with_rules};

use super::Evaluator;

/// A position that is not over, its moves and its pits as an evaluation sees them. All scores are the
/// final margin expected for the side to move, in hundredths of a ball.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The side to move.
    pub side: Side,
    /// The position itself.
    pub score: i32,
    /// `[side][pit index]`
    pub pits: [[PitWorth; MAX_PITS]; 2],
    /// Pits of the board on each side.
    pub size: usize,
}

/// One pit in an [`Explanation`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PitWorth {
    /// Balls in it.
    pub balls: u8,
    /// The position after it is sown, where that is a legal move.
    pub sown: Option<Worth>,
    /// How much the score changes if its balls lie in its owner's kazan instead.
    pub emptied: Option<Worth>,
}

/// What a neighbouring position is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// So many hundredths of a ball.
    Score(i32),
    /// The game is over there; the winner.
    Over(Option<Side>),
}

impl Explanation {
    /// Explains a position.
    #[must_use]
    pub fn new(evaluator: &Evaluator, board: &Board) -> Explanation {
        with_rules!(board.variant(), R => Explanation::with_rules::<R>(evaluator, board.position()))
    }

    fn with_rules<R: Rules>(evaluator: &Evaluator, position: &Position) -> Explanation {
        let side = position.side();
        let score = evaluator.evaluate::<R>(position);
        let worth = |position: &Position| match position.outcome::<R>() {
            Some(outcome) => Worth::Over(outcome.winner),
            None if position.side() == side => Worth::Score(evaluator.evaluate::<R>(position)),
            None => Worth::Score(-evaluator.evaluate::<R>(position)),
        };
        let legal = position.moves::<R>();
        let mut pits = [[PitWorth::default(); MAX_PITS]; 2];
        for owner in Side::BOTH {
            for (index, pit) in pits[owner.index()].iter_mut().enumerate() {
                let Some(number) = Pit::new(index as u8 + 1) else {
                    continue;
                };
                pit.balls = position.balls(owner, number);
                let mv = Move::sow(number);
                if owner == side && legal.contains(mv) {
                    pit.sown = Some(worth(&position.play::<R>(mv)));
                }
                pit.emptied =
                    emptied::<R>(position, owner, number).map(|other| match worth(&other) {
                        Worth::Score(other) => Worth::Score(other - score),
                        over @ Worth::Over(_) => over,
                    });
            }
        }
        Explanation {
            side,
            score,
            pits,
            size: usize::from(R::SET.pits),
        }
    }
}

/// The position with the balls of a pit in its owner's kazan; `None` if the pit is empty.
fn emptied<R: Rules>(position: &Position, owner: Side, pit: Pit) -> Option<Position> {
    let mut parts: Parts = position.parts();
    let balls = std::mem::take(&mut parts.pits[owner.index()][pit.index()]);
    parts.kazans[owner.index()] += balls;
    (balls > 0)
        .then(|| Position::from_parts(&R::SET, &parts).ok())
        .flatten()
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Score(score) => f.pad(&format!("{:+.2}", f64::from(*score) / 100.0)),
            Worth::Over(None) => f.pad("draw"),
            Worth::Over(Some(winner)) => f.pad(&format!("{winner} wins")),
        }
    }
}

/// A small table, in balls.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (us, them) = (self.side, self.side.opponent());
        let score = Worth::Score(self.score);
        writeln!(
            f,
            "static evaluation: {us} expects a final margin of {score} balls\n"
        )?;
        writeln!(f, "pit  {:^29}   {:^17}", us.to_string(), them.to_string())?;
        writeln!(f, "     balls   if sown  if emptied   balls  if emptied")?;
        let shown = |worth: Option<Worth>| worth.map_or_else(|| "-".to_owned(), |w| w.to_string());
        for index in 0..self.size {
            let [mine, others] = [us, them].map(|side| self.pits[side.index()][index]);
            writeln!(
                f,
                "{:3}  {:5}{:>11}{:>11}   {:5}{:>12}",
                index + 1,
                mine.balls,
                shown(mine.sown),
                shown(mine.emptied),
                others.balls,
                shown(others.emptied)
            )?;
        }
        write!(
            f,
            "\nif sown: the evaluation after that move. if emptied: its change when the balls of the \
             pit lie in\nits owner's kazan. Both for {us}, in balls."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::sets::TogyzKumalak;

    fn explain(pits: [[u8; 9]; 2], kazans: [u8; 2], side: Side) -> Explanation {
        let parts = Parts {
            pits,
            kazans,
            tuzdiks: [None; 2],
            side,
        };
        let position = Position::from_parts(&TogyzKumalak::SET, &parts).unwrap();
        let board = Board::new(TogyzKumalak::VARIANT, position);
        Explanation::new(&Evaluator::HANDCRAFTED, &board)
    }

    #[test]
    fn moves_that_end_the_game_and_empty_pits() {
        let mut pits = [[0; 9]; 2];
        pits[0][8] = 2; // one ball stays, one goes to North's first pit, where it makes two
        pits[1][0] = 1;
        pits[1][4] = 6;
        let explanation = explain(pits, [80, 73], Side::South);
        let pit = explanation.pits[0][8];
        assert_eq!(pit.sown, Some(Worth::Over(Some(Side::South))));
        assert_eq!(pit.emptied, Some(Worth::Over(Some(Side::South))));
        assert_eq!(explanation.pits[0][0], PitWorth::default());
        assert_eq!(explanation.pits[1][0].sown, None);
        let text = explanation.to_string();
        assert!(text.contains("South wins"), "{text}");
    }

    #[test]
    fn both_sides_see_the_same_from_their_own_view() {
        let row = [9, 0, 11, 3, 9, 2, 14, 7, 1];
        let mirrored = [[9; 9], row];
        let south = explain([row, [9; 9]], [20, 5], Side::South);
        let north = explain(mirrored, [5, 20], Side::North);
        assert_eq!(south.score, north.score);
        assert_eq!(south.pits[0], north.pits[1]);
        assert_eq!(south.pits[1], north.pits[0]);
        let legal = south.pits[0]
            .iter()
            .filter(|pit| pit.sown.is_some())
            .count();
        assert_eq!(legal, 8);
    }
}
