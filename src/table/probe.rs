//! What tables say of positions: values, moves and who wins.

use crate::game::{Board, Move, Pit, Position, Side};
use crate::proof::check::ExactTable;

use super::layer::Layer;
use super::space::Tuzdiks;
use super::tables::Tables;
use super::value::TableValue;

/// What the sides can force from a position, in balls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forced {
    /// The player to move.
    pub mover: u8,
    /// The other player.
    pub waiting: u8,
}

/// What a move is worth. The game is over in [`after`](MoveValue::after) or its layer is in the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// Who wins with best play after it; `None` for a draw.
    pub winner: Option<Side>,
    /// Balls that the player of the move has at least in the end if both play on for balls.
    pub own: u8,
    /// The same of the other player.
    pub other: u8,
    /// Falls with every move by which the player of the move takes what is forced; 0 at the end of the game.
    pub rank: u8,
    /// The position after it.
    pub after: Position,
}

impl MoveValue {
    /// What is better for the player of the move: the result, then the balls, then to be done with it soon.
    fn order(&self, side: Side) -> (i8, i16, i16, i16) {
        let result = match self.winner {
            Some(winner) if winner == side => 1,
            None => 0,
            Some(_) => -1,
        };
        let (own, other) = (i16::from(self.own), i16::from(self.other));
        if result > 0 {
            (result, own, -i16::from(self.rank), -other)
        } else {
            (result, -other, own, 0)
        }
    }
}

impl ExactTable for Tables {
    fn result(&self, position: &Position) -> Option<Option<Side>> {
        let forced = self.probe(position)?;
        Some(self.winner(position, forced))
    }
}

impl Tables {
    /// Who wins when both sides can force so much.
    fn winner(&self, position: &Position, forced: Forced) -> Option<Side> {
        let (us, them) = (position.side(), position.side().opponent());
        let majority = self.rules().majority();
        if position.kazan(us) + forced.mover >= majority {
            Some(us)
        } else if position.kazan(them) + forced.waiting >= majority {
            Some(them)
        } else {
            None
        }
    }

    /// Balls in the pits and the tuzdiks of a position, as the tables count them.
    #[must_use]
    pub fn place(&self, position: &Position) -> (Tuzdiks, u8) {
        let (us, them) = (position.side(), position.side().opponent());
        let tuzdiks = Tuzdiks {
            mover: position.tuzdik(us),
            waiting: position.tuzdik(them),
        };
        let left = self.rules().balls() - position.kazan(us) - position.kazan(them);
        (tuzdiks, left)
    }

    /// The layer and place of a position, if it is there.
    fn find(&self, position: &Position) -> Option<(&Layer, usize)> {
        if position.is_choice() || position.is_extra() {
            return None;
        }
        let (us, them) = (position.side(), position.side().opponent());
        let (tuzdiks, left) = self.place(position);
        let (space, layer) = self.solved(tuzdiks, left)?;
        let pits = usize::from(self.rules().pits);
        let row = |side: Side| {
            let mut row = [0; 9];
            for (pit, balls) in (1..).filter_map(Pit::new).zip(&mut row).take(pits) {
                *balls = position.balls(side, pit);
            }
            row
        };
        let sum = position.row_total(them);
        let mover = space.mover.find(&row(us)[..pits]);
        let waiting = space.waiting.find(&row(them)[..pits]);
        Some((layer, layer.layout.index(space, mover, waiting, sum)))
    }

    fn in_balls(&self, value: TableValue) -> Forced {
        Forced {
            mover: value.mover * self.unit(),
            waiting: value.waiting * self.unit(),
        }
    }

    /// What both sides can force from a position, if its layer is solved.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Forced> {
        let (layer, index) = self.find(position)?;
        Some(self.in_balls(layer.code(index).value()))
    }

    /// What each legal move of a position is worth, best first. `None` if the tables lack the layer of the
    /// position, or one that a move leads to; empty when the game is over.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Option<Vec<MoveValue>> {
        self.find(position)?;
        let board = Board::new(self.variant(), *position);
        let side = position.side();
        let mut values = Vec::new();
        for mv in board.moves() {
            let next = board.play(mv);
            let after = *next.position();
            let value = if let Some(outcome) = next.outcome() {
                MoveValue {
                    mv,
                    winner: outcome.winner,
                    own: outcome.kazans[side.index()],
                    other: outcome.kazans[side.opponent().index()],
                    rank: 0,
                    after,
                }
            } else {
                let (layer, index) = self.find(&after)?;
                let forced = self.in_balls(layer.code(index).value());
                MoveValue {
                    mv,
                    winner: self.winner(&after, forced),
                    own: after.kazan(side) + forced.waiting,
                    other: after.kazan(side.opponent()) + forced.mover,
                    rank: layer.ranks[index],
                    after,
                }
            };
            values.push(value);
        }
        // Equal moves stay in the order of the pits.
        values.sort_by_key(|value| std::cmp::Reverse(value.order(side)));
        Some(values)
    }
}
