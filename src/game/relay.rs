//! The kernel of Mangala of Gaziantep and its kin: relay sowing on two rows without kazans on the board.
//!
//! A move lifts a pit and sows on from where its last counter falls, lap after lap, until that pit
//! holds one (it was empty), two or four; two and four are captured with the pit opposite and what
//! lies behind. The kazans of a [`Position`] are the players' piles here.
//!
//! Attested are the set-up, the choice of sides, the forced leftmost pit, the laps and the captures
//! (S. Culin, 1894; E. W. Lane, 1836). The end of the game is the project's reading: one counter left
//! goes to the player on whose side it lies, a repeated position ends the game and a repeated lap
//! the move.

use std::collections::HashSet;

use super::kernel::{Kernel, MoveEffect, Rules};
use super::layout::{CHOICE_SHIFT, HASH, KAZAN_SHIFT, Lanes, SIDE_SHIFT, STATE};
use super::outcome::{EndReason, Outcome};
use super::position::Position;
use super::rules::{Choice, RuleSet};
use super::types::{Move, MoveSet, Pit, Side};
use super::zobrist;

/// Laps after which a move is suspected to go round in circles.
const LONG: u32 = 1000;

/// The pits in sowing order, a byte each, South's first.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Ring(u128);

impl Ring {
    #[inline]
    const fn new(lanes: &Lanes, pits: usize) -> Ring {
        Ring(lanes.0[0] as u128 | (lanes.0[1] as u128) << (8 * pits))
    }

    #[inline]
    const fn rows(self, pits: usize) -> [u64; 2] {
        let row = (1 << (8 * pits)) - 1;
        [(self.0 & row) as u64, (self.0 >> (8 * pits) & row) as u64]
    }

    #[inline]
    const fn get(self, at: usize) -> u8 {
        (self.0 >> (8 * at)) as u8
    }

    #[inline]
    const fn take(&mut self, at: usize) -> u8 {
        let counters = self.get(at);
        self.0 &= !(0xff << (8 * at));
        counters
    }

    /// Lifts a pit and sows it from the next one on; where the last counter fell.
    #[inline]
    const fn lap(&mut self, at: usize, pits: usize) -> usize {
        let ring = 2 * pits;
        let ones = ONES & ((1 << (8 * ring)) - 1);
        let counters = self.take(at) as usize;
        let (rounds, rest) = (counters / ring, counters % ring);
        let first = (at + 1) % ring;
        // The counters beyond whole rounds, in the pits from `first` on, around the corner.
        let some = ones & ((1 << (8 * rest)) - 1);
        let some = some << (8 * first) | some >> (8 * (ring - first));
        self.0 += ones * rounds as u128 + (some & ones);
        (at + counters) % ring
    }
}

const ONES: u128 = 0x0101_0101_0101_0101_0101_0101_0101_0101;

/// How a move's laps came to an end.
struct Stop {
    ring: Ring,
    at: usize,
    /// Whether the pit there and its opposite are captured.
    captures: bool,
}

impl Stop {
    /// The end of the laps, if the last counter fell where they end.
    #[inline]
    fn at(ring: Ring, at: usize) -> Option<Stop> {
        let captures = match ring.get(at) {
            1 => false,
            2 | 4 => true,
            _ => return None,
        };
        Some(Stop { ring, at, captures })
    }
}

/// Sows lap after lap.
#[inline]
fn relay(start: Ring, origin: usize, pits: usize) -> Stop {
    let (mut ring, mut at) = (start, origin);
    for _ in 0..LONG {
        at = ring.lap(at, pits);
        if let Some(stop) = Stop::at(ring, at) {
            return stop;
        }
    }
    careful(start, origin, pits, &mut |_, _, _| {})
}

/// The same, telling each lap (from, to, counters) and seeing those that repeat.
#[cold]
fn careful(
    start: Ring,
    origin: usize,
    pits: usize,
    tell: &mut dyn FnMut(usize, usize, u8),
) -> Stop {
    let (mut ring, mut at) = (start, origin);
    let mut seen = HashSet::new();
    while seen.insert((ring, at)) {
        let (from, counters) = (at, ring.get(at));
        at = ring.lap(at, pits);
        tell(from, at, counters);
        if let Some(stop) = Stop::at(ring, at) {
            return stop;
        }
    }
    Stop {
        ring,
        at,
        captures: false,
    }
}

/// Takes a pit and its opposite and walks back while pits hold two or four; what was taken.
#[inline]
fn capture(ring: &mut Ring, mut at: usize, pits: usize, mut tell: impl FnMut(usize, u8)) -> u8 {
    let mut captured = 0;
    loop {
        for pit in [at, 2 * pits - 1 - at] {
            let counters = ring.take(pit);
            tell(pit, counters);
            captured += counters;
        }
        at = (at + 2 * pits - 1) % (2 * pits);
        if !matches!(ring.get(at), 2 | 4) {
            return captured;
        }
    }
}

#[inline]
const fn place(at: usize, pits: usize) -> (Side, usize) {
    if at < pits {
        (Side::South, at)
    } else {
        (Side::North, at - pits)
    }
}

fn pit_at(at: usize, pits: usize) -> (Side, Pit) {
    let (side, index) = place(at, pits);
    (side, Pit::new(index as u8 + 1).unwrap_or(Pit::FIRST))
}

/// Moves that sow lap after lap.
#[derive(Clone, Copy, Debug)]
pub struct Relay;

impl Kernel for Relay {
    #[inline]
    fn moves<R: Rules>(position: &Position) -> MoveSet {
        if position.is_choice() {
            return [Move::SOUTH, Move::NORTH].into_iter().collect();
        }
        if Self::is_over::<R>(position) {
            return MoveSet::EMPTY;
        }
        let occupied = position.occupied(position.side());
        if occupied == 0 {
            return [Move::PASS].into_iter().collect();
        }
        MoveSet::from_bits(match R::SET.choice {
            Choice::Any => occupied,
            Choice::Leftmost => occupied & occupied.wrapping_neg(),
        })
    }

    #[inline]
    fn captures<R: Rules>(_: &Position) -> MoveSet {
        MoveSet::EMPTY
    }

    #[inline]
    fn play<R: Rules>(position: &Position, mv: Move) -> Position {
        let pits = R::SET.pits as usize;
        let mut lanes = position.0;
        let Some(pit) = mv.pit() else {
            if position.is_choice() {
                lanes.0[STATE] &= !(1 << CHOICE_SHIFT);
            } else {
                lanes.0[STATE] ^= 1 << SIDE_SHIFT;
            }
            return rehashed(lanes);
        };
        let mover = position.side();
        let origin = mover.index() * pits + pit.index();
        let Stop {
            mut ring,
            at,
            captures,
        } = relay(Ring::new(&lanes, pits), origin, pits);
        if captures {
            let captured = capture(&mut ring, at, pits, |_, _| {});
            lanes.0[STATE] += (captured as u64) << KAZAN_SHIFT[mover.index()];
        }
        [lanes.0[0], lanes.0[1]] = ring.rows(pits);
        lanes.0[STATE] ^= 1 << SIDE_SHIFT;
        rehashed(lanes)
    }

    fn play_with_effect<R: Rules>(position: &Position, mv: Move) -> (Position, MoveEffect) {
        let next = Self::play::<R>(position, mv);
        let mover = position.side();
        let trace = Trace::new(&R::SET, position, mv);
        let effect = MoveEffect {
            landing: trace.laps.last().map(|lap| lap.to),
            captured: next.kazan(mover) - position.kazan(mover),
            tuzdik: false,
        };
        (next, effect)
    }

    #[inline]
    fn is_over<R: Rules>(position: &Position) -> bool {
        position.balls_in_play::<R>() <= 1
    }

    fn outcome<R: Rules>(position: &Position) -> Option<Outcome> {
        (!position.is_choice() && Self::is_over::<R>(position))
            .then(|| Outcome::of(&R::SET, position.own_sides(), EndReason::Exhausted))
    }
}

const fn rehashed(mut lanes: Lanes) -> Position {
    lanes.0[HASH] = zobrist::folded(&lanes);
    Position(lanes)
}

/// One lap of a move: where it was lifted, where its last counter fell, and how many there were.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lap {
    /// The pit that was lifted.
    pub from: (Side, Pit),
    /// The pit of the last counter.
    pub to: (Side, Pit),
    /// Counters sown.
    pub counters: u8,
}

/// What a move does step by step.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Trace {
    /// The laps; none for a move that sows nothing.
    pub laps: Vec<Lap>,
    /// The pits taken, in order, with what lay in them; a pit opposite may have been empty.
    pub captures: Vec<((Side, Pit), u8)>,
}

impl Trace {
    /// Follows a legal move.
    #[must_use]
    pub fn new(rules: &RuleSet, position: &Position, mv: Move) -> Trace {
        let pits = usize::from(rules.pits);
        let mut trace = Trace::default();
        let Some(pit) = mv.pit() else {
            return trace;
        };
        let origin = position.side().index() * pits + pit.index();
        let start = Ring::new(&position.0, pits);
        let mut stop = careful(start, origin, pits, &mut |from, to, counters| {
            trace.laps.push(Lap {
                from: pit_at(from, pits),
                to: pit_at(to, pits),
                counters,
            });
        });
        if stop.captures {
            capture(&mut stop.ring, stop.at, pits, |at, counters| {
                trace.captures.push((pit_at(at, pits), counters));
            });
        }
        trace
    }
}
