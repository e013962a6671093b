//! One searched position in 32 bytes.
//!
//! | byte | content |
//! |---|---|
//! | 0..9 | South's pits 1..9 |
//! | 9..18 | North's pits 1..9 |
//! | 18, 19 | South's kazan, North's kazan |
//! | 20, 21 | number of the pit that South owns as tuzdik, that North owns; 0 for none |
//! | 22 | side to move: 0 South, 1 North |
//! | 23 | final result for the side to move: 0 loss, 1 draw, 2 win |
//! | 24..26 | score of the search for the side to move, hundredths of a ball, i16 little endian |
//! | 26..28 | plies played before this position, u16 little endian |
//! | 28 | best move: its pit number, 10 for a pass |
//! | 29 | [`Flags`] |
//! | 30 | depth of the last finished iteration |
//! | 31 | 0 |

use std::fmt;

use crate::bytes::array_at;
use crate::game::{MAX_PITS, Move, Parts, Pit, Position, PositionError, RuleSet, Side};

/// Bytes of a record.
pub const RECORD_BYTES: usize = 32;

/// A finished game from one side's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrainingResult {
    /// That side lost.
    Loss = 0,
    /// Neither won.
    Draw = 1,
    /// That side won.
    Win = 2,
}

impl TrainingResult {
    /// The result for a side of a game with this winner.
    #[must_use]
    pub fn of(winner: Option<Side>, side: Side) -> TrainingResult {
        match winner {
            None => TrainingResult::Draw,
            Some(w) if w == side => TrainingResult::Win,
            Some(_) => TrainingResult::Loss,
        }
    }
}

/// What a trainer may want to know of a position before it uses it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flags(u8);

impl Flags {
    /// The best move captures a pit or makes a tuzdik.
    pub const CAPTURE: Flags = Flags(1);
    /// The move before was random, so the position may be out of the ordinary.
    pub const AFTER_RANDOM: Flags = Flags(2);
    /// The score is a proven win or loss.
    pub const PROVEN: Flags = Flags(4);
    /// The move played here was random, so the result says less about the position.
    pub const RANDOM_PLAYED: Flags = Flags(8);
    const ALL: Flags = Flags(15);

    /// Both sets of flags together.
    #[must_use]
    pub const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// Whether all of `other` is set.
    #[must_use]
    pub const fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the position is noisy: its best move captures or makes a tuzdik, or the move before
    /// was random.
    #[must_use]
    pub const fn is_noisy(self) -> bool {
        self.0 & (Flags::CAPTURE.0 | Flags::AFTER_RANDOM.0) != 0
    }
}

/// One searched position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingRecord {
    /// The position.
    pub position: Position,
    /// The result of its game for the side to move.
    pub result: TrainingResult,
    /// Score for the side to move; see [`Score`](crate::score::Score).
    pub score: i16,
    /// Plies played before.
    pub ply: u16,
    /// The move that the search prefers.
    pub best: Move,
    /// Properties.
    pub flags: Flags,
    /// Last finished iteration of the search.
    pub depth: u8,
}

/// Why bytes are not a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrainingRecordError {
    /// The board is none of this game.
    Position(PositionError),
    /// A byte has a value without meaning: its offset and value.
    Byte(usize, u8),
}

impl fmt::Display for TrainingRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainingRecordError::Position(e) => e.fmt(f),
            TrainingRecordError::Byte(offset, value) => {
                write!(
                    f,
                    "byte {offset} of the record is {value}, which means nothing"
                )
            }
        }
    }
}

impl std::error::Error for TrainingRecordError {}

impl TrainingRecord {
    /// The packed form.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; RECORD_BYTES] {
        let parts = self.position.parts();
        let mut bytes = [0; RECORD_BYTES];
        bytes[..9].copy_from_slice(&parts.pits[0]);
        bytes[9..18].copy_from_slice(&parts.pits[1]);
        bytes[18..20].copy_from_slice(&parts.kazans);
        bytes[20..22].copy_from_slice(&parts.tuzdiks.map(|t| t.map_or(0, Pit::number)));
        bytes[22] = parts.side as u8;
        bytes[23] = self.result as u8;
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26..28].copy_from_slice(&self.ply.to_le_bytes());
        bytes[28] = self.best.code();
        bytes[29] = self.flags.0;
        bytes[30] = self.depth;
        bytes
    }

    /// The record with this packed form.
    ///
    /// # Errors
    /// If the board is none of this game or a byte means nothing.
    pub fn from_bytes(
        bytes: &[u8; RECORD_BYTES],
        rules: &RuleSet,
    ) -> Result<TrainingRecord, TrainingRecordError> {
        let bad = |offset: usize| TrainingRecordError::Byte(offset, bytes[offset]);
        let mut pits = [[0; MAX_PITS]; 2];
        pits[0].copy_from_slice(&bytes[..9]);
        pits[1].copy_from_slice(&bytes[9..18]);
        let tuzdik = |offset: usize| match bytes[offset] {
            0 => Ok(None),
            n => Pit::new(n).map(Some).ok_or(bad(offset)),
        };
        let parts = Parts {
            pits,
            kazans: [bytes[18], bytes[19]],
            tuzdiks: [tuzdik(20)?, tuzdik(21)?],
            side: *Side::BOTH.get(usize::from(bytes[22])).ok_or(bad(22))?,
        };
        let result = match bytes[23] {
            0 => TrainingResult::Loss,
            1 => TrainingResult::Draw,
            2 => TrainingResult::Win,
            _ => return Err(bad(23)),
        };
        if bytes[29] & !Flags::ALL.0 != 0 {
            return Err(bad(29));
        }
        if bytes[31] != 0 {
            return Err(bad(31));
        }
        Ok(TrainingRecord {
            position: Position::from_parts(rules, &parts).map_err(TrainingRecordError::Position)?,
            result,
            score: i16::from_le_bytes(array_at(bytes, 24)),
            ply: u16::from_le_bytes(array_at(bytes, 26)),
            best: Move::from_code(bytes[28])
                .filter(|&mv| mv.pit().is_some() || (mv == Move::PASS && rules.has_passes()))
                .ok_or(bad(28))?,
            flags: Flags(bytes[29]),
            depth: bytes[30],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, Variant};

    fn example() -> TrainingRecord {
        let variant = Variant::TogyzKumalak;
        let mv = Move::from_code(7).unwrap();
        TrainingRecord {
            position: *Board::start(variant).play(mv).position(),
            result: TrainingResult::Loss,
            score: -1234,
            ply: 301,
            best: Move::from_code(9).unwrap(),
            flags: Flags::CAPTURE.with(Flags::RANDOM_PLAYED),
            depth: 11,
        }
    }

    #[test]
    fn packing_is_lossless() {
        let record = example();
        let rules = Variant::TogyzKumalak.rules();
        assert_eq!(
            TrainingRecord::from_bytes(&record.to_bytes(), rules),
            Ok(record)
        );
    }

    #[test]
    fn meaningless_bytes_are_refused() {
        let rules = Variant::TogyzKumalak.rules();
        for (offset, value) in [
            (21, 10),
            (22, 2),
            (23, 3),
            (28, 0),
            (28, 10),
            (29, 16),
            (31, 1),
        ] {
            let mut bytes = example().to_bytes();
            bytes[offset] = value;
            assert_eq!(
                TrainingRecord::from_bytes(&bytes, rules),
                Err(TrainingRecordError::Byte(offset, value))
            );
        }
        let mut bytes = example().to_bytes();
        bytes[0] += 1;
        assert!(matches!(
            TrainingRecord::from_bytes(&bytes, rules),
            Err(TrainingRecordError::Position(PositionError::Total {
                found: 163,
                ..
            }))
        ));
    }
}
