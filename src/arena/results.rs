//! What the record of a game says of its result.

use crate::game::Side;
use crate::notation::records::{GameResult, Record};

use super::stats::tally::PlayerResult;

/// South's result; `None` for a game that does not count.
#[must_use]
pub fn score_of(record: &Record) -> Option<PlayerResult> {
    match record.result() {
        GameResult::Win(Side::South) => Some(PlayerResult::Win),
        GameResult::Win(Side::North) => Some(PlayerResult::Loss),
        GameResult::Draw => Some(PlayerResult::Draw),
        GameResult::Unknown => None,
    }
}

/// The side whose engine broke the rules of the match.
#[must_use]
pub fn offender_of(record: &Record) -> Option<Side> {
    let told = record.tag("Offender")?;
    Side::BOTH.into_iter().find(|side| side.to_string() == told)
}
