//! Where everything lies in the four 64-bit lanes of a position.
//!
//! Each count is a byte. A *slot* is the offset of a pit's byte:
//!
//! | lane | bytes |
//! |---|---|
//! | 0 | South's pits 1..8 (slots 0..7) |
//! | 1 | North's pits 1..8 (slots 8..15) |
//! | 2 | a spare byte that only a sowing row uses, South's kazan, North's kazan, South's tuzdik, North's tuzdik, side to move, South's pit 9 (slot 22), North's pit 9 (slot 23) |
//! | 3 | the hash |
//!
//! No byte ever exceeds the ball total (162 at most), so adding lanes as whole 64-bit numbers
//! never carries from one count into the next.

use super::types::{MAX_PITS, Side};

/// Number of slots; those between the eighth and the ninth pits are not used.
pub const SLOTS: usize = 24;
/// The slot of South's pit 9; North's follows.
pub const NINTH: usize = 22;

/// The lanes of a position, or a difference between two positions, modulo 2^64 in each lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Lanes(pub [u64; 4]);

/// The lane that holds the ninth pits, the kazans, the tuzdiks and the side to move.
pub const STATE: usize = 2;
/// Bit position of the two kazans in the state lane, South first.
pub const KAZAN_SHIFT: [u32; 2] = [8, 16];
/// Bit position of the two tuzdiks in the state lane, South's first.
pub const TUZDIK_SHIFT: [u32; 2] = [24, 32];
/// Both tuzdik bytes of the state lane.
pub const TUZDIK_MASK: u64 = 0xffff << TUZDIK_SHIFT[0];
/// Bit position of the side to move in the state lane.
pub const SIDE_SHIFT: u32 = 40;
/// Bit of the state lane that is set while the choice of sides is still to be made.
pub const CHOICE_SHIFT: u32 = SIDE_SHIFT + 1;
/// Bit of the state lane that is set from a pass at atsyz kalu until its player has balls again.
pub const PASSED_SHIFT: u32 = SIDE_SHIFT + 2;
/// The spare byte of the state lane. It is the lowest, so that no borrow from another count in a
/// difference reaches it.
pub const SPARE_MASK: u64 = 0xff;
/// The lane that holds the hash.
pub const HASH: usize = 3;

/// The slot of a pit.
#[inline]
pub const fn slot(side: Side, pit_index: usize) -> usize {
    if pit_index < 8 {
        side.index() * 8 + pit_index
    } else {
        NINTH + side.index()
    }
}

/// The side on which a slot lies and its pit index there.
pub const fn slot_pit(slot: usize) -> (Side, usize) {
    let (north, pit_index) = if slot < NINTH {
        (slot >= 8, slot % 8)
    } else {
        (slot > NINTH, MAX_PITS - 1)
    };
    (if north { Side::North } else { Side::South }, pit_index)
}

impl Lanes {
    /// All zero.
    pub const ZERO: Lanes = Lanes([0; 4]);

    /// The sum, lane by lane.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Lanes) -> Lanes {
        let (a, b) = (self.0, other.0);
        Lanes([
            a[0].wrapping_add(b[0]),
            a[1].wrapping_add(b[1]),
            a[2].wrapping_add(b[2]),
            a[3].wrapping_add(b[3]),
        ])
    }

    /// `n` times this difference.
    #[inline]
    #[must_use]
    pub const fn times(self, n: u64) -> Lanes {
        let a = self.0;
        Lanes([
            a[0].wrapping_mul(n),
            a[1].wrapping_mul(n),
            a[2].wrapping_mul(n),
            a[3].wrapping_mul(n),
        ])
    }

    /// The byte of a slot.
    #[inline]
    #[must_use]
    pub const fn byte(&self, slot: usize) -> u8 {
        (self.0[(slot >> 3) & 3] >> ((slot & 7) * 8)) as u8
    }
}
