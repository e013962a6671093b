//! Hash keys.
//!
//! The hash of a position is a sum: every ball adds the key of the pit or kazan in which it lies,
//! every tuzdik and the side to move add one key each (additive hashing after Zobrist, 1970). So the
//! change that a whole sowing makes to the hash is a constant of (pit, number of balls) and lives
//! in the same precomputed row as the change that it makes to the board.
//!
//! Where all positions of a game fit in 64 bits, as those of Bestemshe do, the keys are chosen so that
//! the sum *is* the position: the counts are the digits of a number whose base is one more than the
//! ball total, the side to move is the last digit, and all of it is multiplied by an odd constant,
//! which spreads it over the word and can be undone. Such hashes never collide.

use super::layout::{Lanes, STATE};
use super::rules::{RuleSet, TuzdikRule};
use super::types::{MAX_PITS, Side};
use crate::mix64::mix64;

/// 2^64 divided by the golden ratio (Knuth, 1973), which is odd: spreads exact keys over the word, and is
/// the step of SplitMix64.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The next state and number of SplitMix64.
const fn splitmix64(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(SPREAD);
    (state, mix64(state, 0))
}

/// One key for each thing that a position is made of.
#[derive(Clone, Copy)]
pub struct Keys {
    /// For one ball in a pit, `[side][pit index]`.
    pub pit: [[u64; MAX_PITS]; 2],
    /// For one ball in a kazan.
    pub kazan: [u64; 2],
    /// For a tuzdik, `[owner][pit index]`; the pit lies on the other side.
    pub tuzdik: [[u64; MAX_PITS]; 2],
    /// Added when North is to move.
    pub north_to_move: u64,
}

/// The seed of all random keys.
const SEED: u64 = 0x7475_7a64_696b;

impl Keys {
    const ZERO: Keys = Keys {
        pit: [[0; MAX_PITS]; 2],
        kazan: [0; 2],
        tuzdik: [[0; MAX_PITS]; 2],
        north_to_move: 0,
    };

    /// The keys of a rule set: exact ones where they fit, else random ones.
    #[must_use]
    pub const fn of(rules: &RuleSet) -> Keys {
        match Keys::exact(rules) {
            Some(keys) => keys,
            None => Keys::random(SEED),
        }
    }

    /// Keys with which different positions always have different hashes, or `None` if a word is too
    /// small for that.
    #[must_use]
    pub const fn exact(rules: &RuleSet) -> Option<Keys> {
        if !matches!(rules.tuzdik, TuzdikRule::None) {
            return None;
        }
        let base = rules.balls() as u64 + 1;
        let mut keys = Keys::ZERO;
        let mut place: u64 = 1;
        let mut digit = 0;
        // The pits and South's kazan; North's kazan holds the balls that are nowhere else.
        while digit <= 2 * rules.pits as usize {
            let key = place.wrapping_mul(SPREAD);
            if digit == 0 {
                keys.kazan[0] = key;
            } else {
                let pit = digit - 1;
                keys.pit[pit / rules.pits as usize][pit % rules.pits as usize] = key;
            }
            place = match place.checked_mul(base) {
                Some(next) => next,
                None => return None,
            };
            digit += 1;
        }
        if place > u64::MAX / 2 {
            return None;
        }
        keys.north_to_move = place.wrapping_mul(SPREAD);
        Some(keys)
    }

    const fn random(seed: u64) -> Keys {
        let mut keys = Keys::ZERO;
        let mut state = seed;
        let mut side = 0;
        while side < 2 {
            let mut pit = 0;
            while pit < MAX_PITS {
                (state, keys.pit[side][pit]) = splitmix64(state);
                (state, keys.tuzdik[side][pit]) = splitmix64(state);
                pit += 1;
            }
            (state, keys.kazan[side]) = splitmix64(state);
            side += 1;
        }
        (_, keys.north_to_move) = splitmix64(state);
        keys
    }

    /// The hash of a position from its parts: `pits[side][pit index]`, kazans, the number of the
    /// pit that each side owns as tuzdik (0 for none), and the side to move.
    #[must_use]
    pub const fn hash(
        &self,
        pits: &[[u8; MAX_PITS]; 2],
        kazans: [u8; 2],
        tuzdiks: [u8; 2],
        side: Side,
    ) -> u64 {
        let mut hash = match side {
            Side::South => 0,
            Side::North => self.north_to_move,
        };
        let mut s = 0;
        while s < 2 {
            let mut pit = 0;
            while pit < MAX_PITS {
                hash = hash.wrapping_add(self.pit[s][pit].wrapping_mul(pits[s][pit] as u64));
                pit += 1;
            }
            hash = hash.wrapping_add(self.kazan[s].wrapping_mul(kazans[s] as u64));
            if tuzdiks[s] != 0 {
                hash = hash.wrapping_add(self.tuzdik[s][tuzdiks[s] as usize - 1]);
            }
            s += 1;
        }
        hash
    }
}

/// The hash of a position of the relay games, from everything but the hash lane: their moves change so
/// many pits that it is computed anew each time (folded products after
/// W. Yi's wyhash).
pub const fn folded(lanes: &Lanes) -> u64 {
    const fn fold(a: u64, b: u64) -> u64 {
        let product = a as u128 * b as u128;
        product as u64 ^ (product >> 64) as u64
    }
    // Rows of seven pits leave the highest byte free, so that no factor is ever 0.
    let rows = fold(
        lanes.0[0] ^ 0xe703_7ed1_a0b4_28db,
        lanes.0[1] ^ 0x8ebc_6af0_9c88_c6e3,
    );
    fold(
        rows ^ 0x5899_65cc_7537_4cc3,
        lanes.0[STATE] ^ 0x1d8e_4e27_c47d_124f,
    )
}
