//! What the moves of a row do, for all rows of the other side at once.

use crate::game::rules::{CaptureRule, Origin, RuleSet, TuzdikRule};
use crate::game::{MAX_PITS, Pit};

use super::rows::{RowId, Rows};
use super::space::Tuzdiks;

/// What sowing one pit does to a row, and to any row of the other side.
#[derive(Clone, Copy, Debug)]
pub struct RowMove {
    /// The row afterwards.
    pub row: RowId,
    /// Its sum.
    pub sum: u8,
    /// Whole laps through the other side's row.
    pub laps: u8,
    /// Pits of the other side's row, from the first, that get one ball more.
    pub part: u8,
    /// The other side's pit into which the last ball falls, if it may win something there.
    pub last: Option<u8>,
    /// Balls that fell into the mover's tuzdik.
    pub to_mover: u8,
    /// Balls that fell into the other side's tuzdik.
    pub to_waiting: u8,
}

/// For each number of balls in the pit of the last ball, itself included, how many of them it captures.
pub fn captures(rules: &RuleSet) -> [u8; 256] {
    std::array::from_fn(|balls| {
        let captured = match rules.capture {
            CaptureRule::Even => balls > 0 && balls.is_multiple_of(2),
            CaptureRule::Singleton => balls == 2,
        };
        if captured { balls as u8 } else { 0 }
    })
}

/// Whether three balls in a pit of the other side become a tuzdik of the mover.
pub fn makes_tuzdik(rules: &RuleSet, tuzdiks: Tuzdiks, pit: u8) -> bool {
    let number = Pit::new(pit + 1);
    rules.tuzdik != TuzdikRule::None
        && tuzdiks.mover.is_none()
        && number.is_some_and(|number| rules.allows_tuzdik(number))
        && number != tuzdiks.waiting
}

/// The moves of all rows with at most so many balls.
pub struct RowMoves {
    /// For each row the place of its first move; one entry more than there are rows.
    first: Vec<u32>,
    moves: Vec<RowMove>,
}

impl RowMoves {
    /// The moves of rows that the mover has with these tuzdiks.
    pub fn new(rules: &RuleSet, rows: &Rows, tuzdiks: Tuzdiks, balls: u8) -> RowMoves {
        let mut moves = RowMoves {
            first: vec![0],
            moves: Vec::new(),
        };
        for row in 0..rows.first(balls + 1) {
            append(&mut moves.moves, rules, rows, tuzdiks, row);
            moves.first.push(moves.moves.len() as u32);
        }
        moves
    }

    /// The moves of a row, in the order of the pits.
    #[inline]
    pub fn of(&self, row: RowId) -> &[RowMove] {
        let row = row as usize;
        &self.moves[self.first[row] as usize..self.first[row + 1] as usize]
    }
}

fn append(moves: &mut Vec<RowMove>, rules: &RuleSet, rows: &Rows, tuzdiks: Tuzdiks, row: RowId) {
    let pits = usize::from(rules.pits);
    let before = rows.row(row);
    for origin in (0..pits).filter(|&pit| before[pit] > 0) {
        let count = usize::from(before[origin]);
        let mut own = before;
        own[origin] = 0;
        let mut other = [0u8; MAX_PITS];
        let mut at = match rules.origin {
            Origin::Return if count > 1 => origin,
            Origin::Return | Origin::Skip => origin + 1,
        };
        let mut last = 0;
        for _ in 0..count {
            if rules.origin == Origin::Skip && at % (2 * pits) == origin {
                at += 1;
            }
            last = at % (2 * pits);
            if last < pits {
                own[last] += 1;
            } else {
                other[last - pits] += 1;
            }
            at += 1;
        }
        let take = |row: &mut [u8; MAX_PITS], tuzdik: Option<Pit>| {
            tuzdik.map_or(0, |pit| std::mem::take(&mut row[pit.index()]))
        };
        let laps = other[pits - 1];
        let part = other[..pits].iter().filter(|&&n| n > laps).count() as u8;
        let to_waiting = take(&mut own, tuzdiks.waiting);
        let to_mover = take(&mut other, tuzdiks.mover);
        let last = last
            .checked_sub(pits)
            .filter(|&pit| tuzdiks.mover.is_none_or(|tuzdik| tuzdik.index() != pit))
            .map(|pit| pit as u8);
        moves.push(RowMove {
            row: rows.find(&own[..pits]),
            sum: own[..pits].iter().sum(),
            laps,
            part,
            last,
            to_mover,
            to_waiting,
        });
    }
}
