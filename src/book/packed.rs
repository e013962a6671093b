//! A position and what a search found in it, packed into bytes.
//!
//! Position, 21 bytes: the pits of South and of North (9 bytes each, from their owner's left), South's
//! kazan, South's tuzdik in the low and North's in the high half of a byte, and a byte of flags: 1
//! North is to move, 2 the choice of sides is to be made, 4 a pass at atsyz kalu counts. North's kazan
//! holds the balls that are nowhere else.
//!
//! Search, 8 bytes: score i16, depth u8, best move u8 (its code, 0 for none), nodes u32. All numbers of a
//! book's files are little endian.

use crate::bytes::{array_at, u32_at};
use crate::game::{MAX_PITS, Move, Parts, Pit, Position, Side, Variant};

use super::tree::Searched;
use crate::score::Score;

/// Bytes of a position.
pub const POSITION_BYTES: usize = 21;
/// Bytes of a search.
pub const SEARCH_BYTES: usize = 8;

/// The packed form of a position.
#[must_use]
pub fn position_bytes(position: &Position) -> [u8; POSITION_BYTES] {
    let parts = position.parts();
    let mut bytes = [0; POSITION_BYTES];
    bytes[..MAX_PITS].copy_from_slice(&parts.pits[0]);
    bytes[MAX_PITS..2 * MAX_PITS].copy_from_slice(&parts.pits[1]);
    bytes[18] = parts.kazans[0];
    let [south, north] = parts.tuzdiks.map(|pit| pit.map_or(0, Pit::number));
    bytes[19] = south | north << 4;
    bytes[20] =
        parts.side as u8 | u8::from(position.is_choice()) << 1 | u8::from(position.is_extra()) << 2;
    bytes
}

/// The position with this packed form, or `None` if there is none in this game.
#[must_use]
pub fn position_from(bytes: &[u8; POSITION_BYTES], variant: Variant) -> Option<Position> {
    let rules = variant.rules();
    let mut pits = [[0; MAX_PITS]; 2];
    pits[0].copy_from_slice(&bytes[..MAX_PITS]);
    pits[1].copy_from_slice(&bytes[MAX_PITS..2 * MAX_PITS]);
    let elsewhere: u32 = bytes[..19].iter().map(|&balls| u32::from(balls)).sum();
    let north = u32::from(rules.balls()).checked_sub(elsewhere)?;
    let parts = Parts {
        pits,
        kazans: [bytes[18], u8::try_from(north).ok()?],
        tuzdiks: [bytes[19] & 15, bytes[19] >> 4].map(Pit::new),
        side: Side::BOTH[usize::from(bytes[20] & 1)],
    };
    let mut position = Position::from_parts(rules, &parts).ok()?;
    if bytes[20] & 2 != 0 && rules.is_forced() {
        position = position.with_choice();
    }
    if bytes[20] & 4 != 0 && rules.extra_move {
        position = position.with_extra();
    }
    // What has no meaning in this game must not be there.
    (position_bytes(&position) == *bytes).then_some(position)
}

/// The packed form of a search.
#[must_use]
pub fn search_bytes(searched: &Searched) -> [u8; SEARCH_BYTES] {
    let mut bytes = [0; SEARCH_BYTES];
    bytes[..2].copy_from_slice(&(searched.score.value() as i16).to_le_bytes());
    bytes[2] = searched.depth;
    bytes[3] = searched.best.map_or(0, Move::code);
    bytes[4..].copy_from_slice(&searched.nodes.to_le_bytes());
    bytes
}

/// The search with this packed form.
#[must_use]
pub fn search_from(bytes: &[u8; SEARCH_BYTES]) -> Searched {
    Searched {
        score: Score::saturating(i16::from_le_bytes(array_at(bytes, 0)).into()),
        depth: bytes[2],
        best: Move::from_code(bytes[3]),
        nodes: u32_at(bytes, 4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;

    #[test]
    fn positions_of_every_game_survive() {
        for &variant in Variant::ALL {
            let mut board = Board::start(variant);
            for step in 0..40 {
                let position = board.position();
                let bytes = position_bytes(position);
                assert_eq!(position_from(&bytes, variant), Some(*position), "{variant}");
                let moves: Vec<Move> = board.moves().iter().collect();
                let Some(&mv) = moves.get(step % moves.len().max(1)) else {
                    break;
                };
                board = board.play(mv);
            }
        }
    }

    #[test]
    fn what_is_no_position_is_none() {
        let variant = Variant::TogyzKumalak;
        let good = position_bytes(Board::start(variant).position());
        for (at, value) in [(0, 200), (19, 0x0c), (19, 0x33), (20, 2), (20, 4), (20, 8)] {
            let mut bytes = good;
            bytes[at] = value;
            assert_eq!(position_from(&bytes, variant), None, "{at} {value}");
        }
    }

    #[test]
    fn searches_survive() {
        let searched = Searched {
            score: Score::new(-1234),
            depth: 23,
            best: Move::from_code(7),
            nodes: 1_000_123,
        };
        assert_eq!(search_from(&search_bytes(&searched)), searched);
    }
}
