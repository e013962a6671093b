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
    pub part: usize,
    /// The other side's pit into which the last ball falls, if it may win something there.
    pub last: Option<usize>,
    /// Balls that fell into the mover's tuzdik.
    pub to_mover: u8,
    /// Balls that fell into the other side's tuzdik.
    pub to_waiting: u8,
}

/// What the last ball wins in the other side's pit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Catch {
    /// Nothing.
    Nothing,
    /// All that lies there.
    Pit,
    /// The pit becomes a tuzdik.
    Tuzdik,
}

/// What a last ball wins in a pit that then holds so many.
#[inline]
pub fn catch(rules: &RuleSet, tuzdiks: Tuzdiks, pit: usize, balls: u8) -> Catch {
    let captures = match rules.capture {
        CaptureRule::Even => balls.is_multiple_of(2),
        CaptureRule::Singleton => balls == 2,
    };
    if captures {
        return Catch::Pit;
    }
    let free = rules.tuzdik != TuzdikRule::None && balls == 3 && tuzdiks.mover.is_none();
    let number = Pit::new(pit as u8 + 1);
    let allowed = number.is_some_and(|number| rules.allows_tuzdik(number));
    if free && allowed && number != tuzdiks.waiting {
        return Catch::Tuzdik;
    }
    Catch::Nothing
}

/// The moves of a row, in the order of the pits.
pub fn of_row(rules: &RuleSet, rows: &Rows, tuzdiks: Tuzdiks, row: RowId) -> Vec<RowMove> {
    let pits = usize::from(rules.pits);
    let before = rows.row(row);
    let mut moves = Vec::with_capacity(pits);
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
        let part = other[..pits].iter().filter(|&&n| n > laps).count();
        let to_waiting = take(&mut own, tuzdiks.waiting);
        let to_mover = take(&mut other, tuzdiks.mover);
        let last = last
            .checked_sub(pits)
            .filter(|&pit| tuzdiks.mover.is_none_or(|tuzdik| tuzdik.index() != pit));
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
    moves
}
