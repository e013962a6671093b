//! Set-ups of Mangala: counters spread over the pits.

use rand::Rng;

use super::parts::{Parts, PositionError};
use super::position::Position;
use super::rules::{Choice, RuleSet};
use super::types::{MAX_PITS, Side};

/// How the counters are spread before the ritual.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spread {
    /// As many in each pit.
    Equal,
    /// At random, with at least this many in each pit.
    Random {
        /// Fewest counters of a pit.
        least: u8,
    },
}

/// A set-up: the counters spread over the pits, South to move; where the rules have the ritual, the
/// choice of sides still to be made.
///
/// # Errors
/// If there are too few counters for so many in each pit.
pub fn set_up(
    rules: &RuleSet,
    spread: Spread,
    rng: &mut impl Rng,
) -> Result<Position, PositionError> {
    let pits = usize::from(rules.pits);
    let mut rows = [[0u8; MAX_PITS]; 2];
    let least = match spread {
        Spread::Equal => rules.balls_per_pit,
        Spread::Random { least } => least,
    };
    for row in &mut rows {
        row[..pits].fill(least);
    }
    let set = 2 * u32::from(rules.pits) * u32::from(least);
    for _ in set..u32::from(rules.balls()) {
        let at = rng.random_range(0..2 * pits);
        rows[at / pits][at % pits] += 1;
    }
    let position = Position::from_parts(
        rules,
        &Parts {
            pits: rows,
            kazans: [0; 2],
            tuzdiks: [None; 2],
            side: Side::South,
        },
    )?;
    Ok(match rules.choice {
        Choice::Leftmost => position.with_choice(),
        Choice::Any => position,
    })
}
