//! Precomputed sowing: what one move does to the board before captures, for each pit and ball count.

use super::deltas::Deltas;
use super::layout::{HASH, Lanes, NINTH, SIDE_SHIFT, SLOTS, SPARE_MASK, STATE, slot, slot_pit};
use super::rules::{Origin, RuleSet};
use super::types::Side;
use super::zobrist::Keys;

/// Most balls in a pit, plus one.
const COUNTS: usize = 163;

/// Set in the spare byte of a row whose last ball falls on the mover's own side.
const OWN_SIDE: u64 = 0x80;

/// One row: the difference to add to the position, with the landing slot in the spare byte.
#[derive(Clone, Copy)]
pub struct Row(Lanes);

/// What moves do under one rule set.
pub struct SowTable {
    /// `[slot][balls in it]`.
    rows: [[Row; COUNTS]; SLOTS],
    /// Captures and new tuzdiks.
    pub deltas: Deltas,
}

/// Where the last ball of a sowing fell.
#[derive(Clone, Copy)]
pub struct Landing(u8);

impl Landing {
    /// The slot of the last ball.
    #[inline]
    pub const fn slot(self) -> usize {
        (self.0 & 0x1f) as usize
    }

    /// Whether it lies on the mover's own side.
    #[inline]
    pub const fn on_own_side(self) -> bool {
        self.0 as u64 & OWN_SIDE != 0
    }
}

impl SowTable {
    /// Computes the table of a rule set.
    pub const fn new(rules: &RuleSet) -> SowTable {
        let keys = Keys::of(rules);
        let mut rows = [[Row(Lanes::ZERO); COUNTS]; SLOTS];
        let mut origin = if rules.is_relay() { SLOTS } else { 0 };
        while origin < SLOTS {
            let (_, pit) = slot_pit(origin);
            let on_board = pit < rules.pits as usize && (origin < 16 || origin >= NINTH);
            let mut count = 1;
            while on_board && count <= rules.balls() as usize {
                rows[origin][count] = Row::new(rules, &keys, origin, count);
                count += 1;
            }
            origin += 1;
        }
        SowTable {
            rows,
            deltas: Deltas::new(&keys),
        }
    }

    /// The position after sowing the `count` balls of a slot, before balls in a tuzdik are taken
    /// out and before captures, with the other side to move.
    #[inline]
    pub fn sow(&self, lanes: Lanes, origin: usize, count: u8) -> (Lanes, Landing) {
        let Row(delta) = self.rows[origin][count as usize];
        let landing = Landing(delta.0[STATE] as u8);
        let mut sown = lanes.plus(delta);
        sown.0[STATE] &= !SPARE_MASK;
        (sown, landing)
    }

    /// Where the last of the `count` balls of a slot falls, and how many balls that pit then holds,
    /// unless it is a tuzdik.
    #[inline]
    pub fn last_pit(&self, lanes: &Lanes, origin: usize, count: u8) -> (Landing, u8) {
        let Row(delta) = &self.rows[origin][count as usize];
        let landing = Landing(delta.0[STATE] as u8);
        let lane = landing.slot() >> 3 & 3;
        let sown = lanes.0[lane].wrapping_add(delta.0[lane]);
        (landing, (sown >> ((landing.slot() & 7) * 8)) as u8)
    }
}

impl Row {
    const fn new(rules: &RuleSet, keys: &Keys, origin: usize, count: usize) -> Row {
        let (mover, origin_pit) = slot_pit(origin);
        let pits = rules.pits as usize;
        // The pits of a lap in sowing order, by distance from the origin.
        let ring = 2 * pits;
        let (first, lap) = match rules.origin {
            Origin::Return if count == 1 => (1, ring),
            Origin::Return => (0, ring),
            Origin::Skip => (1, ring - 1),
        };
        let mut lanes = Lanes::ZERO.with_balls(keys, origin, -(count as i64));
        let mut step = 0;
        while step < lap {
            let distance = first + step;
            let target = ring_slot(mover, origin_pit + distance, pits);
            // Balls number `step`, `step + lap`, ... of the sowing fall here.
            let balls = (count + lap - 1 - step) / lap;
            lanes = lanes.with_balls(keys, target, balls as i64);
            step += 1;
        }
        let last = ring_slot(mover, origin_pit + first + (count - 1) % lap, pits);
        let (last_side, _) = slot_pit(last);
        let own = if last_side.index() == mover.index() {
            OWN_SIDE
        } else {
            0
        };
        let (turn, key) = match mover {
            Side::South => (1 << SIDE_SHIFT, keys.north_to_move),
            Side::North => (
                (1u64 << SIDE_SHIFT).wrapping_neg(),
                keys.north_to_move.wrapping_neg(),
            ),
        };
        lanes.0[STATE] = lanes.0[STATE].wrapping_add(turn);
        lanes.0[STATE] = lanes.0[STATE].wrapping_add(last as u64 | own);
        lanes.0[HASH] = lanes.0[HASH].wrapping_add(key);
        Row(lanes)
    }
}

/// The slot that lies `index` pits after the mover's pit 1, counter-clockwise.
const fn ring_slot(mover: Side, index: usize, pits: usize) -> usize {
    let index = index % (2 * pits);
    if index < pits {
        slot(mover, index)
    } else {
        slot(mover.opponent(), index - pits)
    }
}
