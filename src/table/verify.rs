//! The equations of solved layers, checked by the rules of the game alone.

use std::fmt;

use crate::game::{Board, MAX_PITS, Parts, Position, Side};

use super::probe::Forced;
use super::space::Tuzdiks;
use super::tables::Tables;

/// A board whose value does not follow from those of its children.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongValue {
    /// The board, with the kazans as even as can be.
    pub board: Board,
    /// What the table says.
    pub found: Option<Forced>,
    /// What follows by the rules from what the tables say of the positions after each move, if they have them.
    pub expected: Option<Forced>,
}

impl fmt::Display for WrongValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |value: Option<Forced>| match value {
            Some(Forced { mover, waiting }) => format!("{mover} and {waiting}"),
            None => "nothing".to_owned(),
        };
        let (found, expected) = (name(self.found), name(self.expected));
        write!(
            f,
            "{}: the table says {found}, by the rules it is {expected}",
            self.board
        )
    }
}

impl std::error::Error for WrongValue {}

/// Checks the value of a position against those of the positions after each move.
///
/// # Errors
/// If it is not what follows from them, or a table is missing.
pub fn verify(tables: &Tables, position: &Position) -> Result<(), WrongValue> {
    let board = Board::new(tables.variant(), *position);
    let found = tables.probe(position);
    let expected = by_rules(tables, &board);
    if found.is_some() && found == expected {
        return Ok(());
    }
    Err(WrongValue {
        board,
        found,
        expected,
    })
}

/// What both sides can force by what the tables say of the positions after each move.
fn by_rules(tables: &Tables, board: &Board) -> Option<Forced> {
    let position = board.position();
    let (us, them) = (board.side(), board.side().opponent());
    let mut best: Option<Forced> = None;
    for mv in board.moves() {
        let next = *board.play(mv).position();
        let after = tables.probe(&next)?;
        let mover = next.kazan(us) - position.kazan(us) + after.waiting;
        let waiting = next.kazan(them) - position.kazan(them) + after.mover;
        let best = best.get_or_insert(Forced { mover, waiting });
        best.mover = best.mover.max(mover);
        best.waiting = best.waiting.min(waiting);
    }
    let (_, left) = tables.place(position);
    Some(best.unwrap_or(Forced {
        mover: 0,
        waiting: left,
    }))
}

/// The board of a layer that stands at a place, South to move and the kazans as even as can be. `None` if the
/// layer is not there or smaller, or if the game is over on the board whoever has how much.
#[must_use]
pub fn board_at(tables: &Tables, tuzdiks: Tuzdiks, balls: u8, index: usize) -> Option<Position> {
    let (space, layer) = tables.solved(tuzdiks, balls)?;
    let (mover, waiting) = layer.layout.rows(space, index)?;
    let rules = tables.rules();
    let rows: [[u8; MAX_PITS]; 2] = [space.mover.row(mover), space.waiting.row(waiting)];
    let in_kazans = rules.balls() - balls;
    let half = in_kazans / 2 / tables.unit() * tables.unit();
    let parts = Parts {
        pits: rows,
        kazans: [half, in_kazans - half],
        tuzdiks: [tuzdiks.mover, tuzdiks.waiting],
        side: Side::South,
    };
    let position = Position::from_parts(rules, &parts).ok()?;
    let over = Board::new(tables.variant(), position)
        .outcome()
        .is_some_and(|outcome| outcome.kazans == parts.kazans);
    (!over).then_some(position)
}
