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
use super::zobrist::Keys;

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

    /// This difference with `n` more balls in a slot, hash included.
    pub const fn with_balls(mut self, keys: &Keys, slot: usize, n: i64) -> Lanes {
        let (side, pit) = slot_pit(slot);
        let lane = slot >> 3;
        self.0[lane] = self.0[lane].wrapping_add((n as u64) << ((slot & 7) * 8));
        self.0[HASH] =
            self.0[HASH].wrapping_add(keys.pit[side.index()][pit].wrapping_mul(n as u64));
        self
    }

    /// This difference with one more ball in a kazan, hash included.
    pub const fn with_kazan_ball(mut self, keys: &Keys, side: Side) -> Lanes {
        self.0[STATE] = self.0[STATE].wrapping_add(1 << KAZAN_SHIFT[side.index()]);
        self.0[HASH] = self.0[HASH].wrapping_add(keys.kazan[side.index()]);
        self
    }
}

/// The differences beside sowing that a move can make, for one set of keys.
pub struct Deltas {
    /// Carries one ball from a slot to a kazan, `[side of the kazan][slot]`.
    pub to_kazan: [[Lanes; SLOTS]; 2],
    /// Gives a side its tuzdik, `[owner][pit index]`.
    pub make_tuzdik: [[Lanes; MAX_PITS]; 2],
}

impl Deltas {
    /// Computes the differences.
    pub const fn new(keys: &Keys) -> Deltas {
        let mut deltas = Deltas {
            to_kazan: [[Lanes::ZERO; SLOTS]; 2],
            make_tuzdik: [[Lanes::ZERO; MAX_PITS]; 2],
        };
        let mut side = 0;
        while side < 2 {
            let mut slot = 0;
            while slot < SLOTS {
                deltas.to_kazan[side][slot] = Lanes::ZERO
                    .with_balls(keys, slot, -1)
                    .with_kazan_ball(keys, if side == 0 { Side::South } else { Side::North });
                slot += 1;
            }
            let mut pit = 0;
            while pit < MAX_PITS {
                let lanes = &mut deltas.make_tuzdik[side][pit].0;
                lanes[STATE] = (pit as u64 + 1) << TUZDIK_SHIFT[side];
                lanes[HASH] = keys.tuzdik[side][pit];
                pit += 1;
            }
            side += 1;
        }
        deltas
    }
}
