//! What the network sees of a position.
//!
//! Groups of features of which one is active each, seen by one side ("mine"):
//!
//! | features | active one |
//! |---|---|
//! | `32 i + n` | my pit `i + 1` holds `n` balls (31: 31 or more) |
//! | `288 + 32 i + n` | the other side's pit, likewise |
//! | `576 + k` | my kazan holds `2 k` or `2 k + 1` balls (41: 82 or more) |
//! | `618 + k` | the other kazan |
//! | `660 + t` | my tuzdik is the other side's pit `t` (0: I have none) |
//! | `670 + t` | the other side's tuzdik |

use crate::game::{MAX_PITS, Pit, Position, Side};

/// How many features there are.
pub const FEATURES: usize = 680;
/// Columns active at once.
pub const ACTIVE_FEATURES: usize = 2 * MAX_PITS + 4;

const COUNTS: u16 = 32;
const KAZANS: u16 = 42;
const TUZDIKS: u16 = MAX_PITS as u16 + 1;
const MY_KAZAN: u16 = 2 * MAX_PITS as u16 * COUNTS;
const OTHER_KAZAN: u16 = MY_KAZAN + KAZANS;
const MY_TUZDIK: u16 = OTHER_KAZAN + KAZANS;
const OTHER_TUZDIK: u16 = MY_TUZDIK + TUZDIKS;
const _: () = assert!((OTHER_TUZDIK + TUZDIKS) as usize == FEATURES);

/// The active features of a position, each below [`FEATURES`].
#[derive(Clone, Copy)]
pub struct ActiveFeatures([u16; ACTIVE_FEATURES]);

impl ActiveFeatures {
    /// The features.
    #[inline]
    pub fn features(&self) -> &[u16; ACTIVE_FEATURES] {
        &self.0
    }

    /// These features, whatever position they may belong to.
    #[cfg(test)]
    pub fn of(features: [u16; ACTIVE_FEATURES]) -> ActiveFeatures {
        assert!(
            features
                .iter()
                .all(|&feature| usize::from(feature) < FEATURES)
        );
        ActiveFeatures(features)
    }
}

/// The active features seen by `side`.
#[inline]
pub fn active(position: &Position, side: Side) -> ActiveFeatures {
    let sides = [side, side.opponent()];
    let mut features = [0; ACTIVE_FEATURES];
    for (view, &owner) in sides.iter().enumerate() {
        let at = view * MAX_PITS;
        let mut row = position.lanes()[owner.index()];
        for (pit, feature) in features[at..at + MAX_PITS - 1].iter_mut().enumerate() {
            *feature = (at + pit) as u16 * COUNTS + u16::from((row as u8).min(COUNTS as u8 - 1));
            row >>= 8;
        }
        let ninth = Pit::new(MAX_PITS as u8).map_or(0, |pit| position.balls(owner, pit));
        features[at + MAX_PITS - 1] =
            (at + MAX_PITS - 1) as u16 * COUNTS + u16::from(ninth.min(COUNTS as u8 - 1));
    }
    let kazan = |owner| u16::from(position.kazan(owner) / 2).min(KAZANS - 1);
    // A tuzdik's number is at most MAX_PITS, which lets no feature leave its group.
    let tuzdik = |owner| {
        position
            .tuzdik(owner)
            .map_or(0, |pit| u16::from(pit.number()))
    };
    features[2 * MAX_PITS] = MY_KAZAN + kazan(sides[0]);
    features[2 * MAX_PITS + 1] = OTHER_KAZAN + kazan(sides[1]);
    features[2 * MAX_PITS + 2] = MY_TUZDIK + tuzdik(sides[0]);
    features[2 * MAX_PITS + 3] = OTHER_TUZDIK + tuzdik(sides[1]);
    ActiveFeatures(features)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Parts;
    use crate::game::Rules;
    use crate::game::sets::TogyzKumalak;

    #[test]
    fn every_group_has_its_feature() {
        let mut parts = Parts {
            pits: [[0, 1, 2, 3, 4, 5, 0, 0, 40], [0, 0, 7, 0, 0, 0, 0, 0, 6]],
            kazans: [33, 61],
            tuzdiks: [Pit::new(2), Pit::new(1)],
            side: Side::North,
        };
        parts.tuzdiks[1] = Pit::new(1);
        let position = Position::from_parts(&TogyzKumalak::SET, &parts).unwrap();
        let ActiveFeatures(seen) = active(&position, Side::North);
        let mine = [0, 32, 64 + 7, 96, 128, 160, 192, 224, 256 + 6];
        let others = [0, 1, 2, 3, 4, 5, 0, 0, 31];
        assert_eq!(seen[..9], mine);
        for (pit, balls) in others.iter().enumerate() {
            assert_eq!(seen[9 + pit], 288 + 32 * pit as u16 + balls);
        }
        assert_eq!(seen[18..], [576 + 30, 618 + 16, 660 + 1, 670 + 2]);
        let ActiveFeatures(other) = active(&position, Side::South);
        assert_eq!(other[18..], [576 + 16, 618 + 30, 660 + 2, 670 + 1]);
    }
}
