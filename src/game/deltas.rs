//! Differences between positions, hash included.

use super::layout::{HASH, KAZAN_SHIFT, Lanes, SLOTS, STATE, TUZDIK_SHIFT, slot_pit};
use super::types::{MAX_PITS, Side};
use super::zobrist::Keys;

impl Lanes {
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
