//! The position: a small `Copy` value, and what the rules do with it.

use super::layout::{
    CHOICE_SHIFT, HASH, KAZAN_SHIFT, Lanes, NINTH, PASSED_SHIFT, SIDE_SHIFT, STATE, TUZDIK_MASK,
    TUZDIK_SHIFT, slot, slot_pit,
};
use super::mangala;
use super::parts::Parts;
use super::rules::{CaptureRule, Choice, Objective, Rules, TuzdikRule};
use super::types::{MAX_PITS, Move, MoveSet, Pit, Place, Side};
use super::zobrist::Keys;

/// Added to the hash while a pass at atsyz kalu counts.
const PASSED_KEY: u64 = 0x2545_f491_4f6c_dd1d;

/// A position: balls in pits and kazans, tuzdiks, the side to move, and the hash of all these.
///
/// Making a move returns a new position; nothing is unmade. What a move does depends on the rule
/// set, which is a type parameter of the methods that need it.
///
/// ```
/// use tuzdik::game::{Move, Pit, Position, Side, rules::sets::TogyzKumalak};
/// let start = Position::start::<TogyzKumalak>();
/// let mv = Move::sow(Pit::new(7).unwrap());
/// let next = start.play::<TogyzKumalak>(mv);
/// assert_eq!(next.kazan(Side::South), 10);
/// assert_eq!(next.side(), Side::North);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position(pub(super) Lanes);

/// By the position's own hash.
impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(Position::hash(self));
    }
}

/// What a move did, beside the position it led to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MoveEffect {
    /// The pit into which the last ball fell; `None` for a move that sows nothing.
    pub landing: Option<Place>,
    /// Balls captured from that pit (three for a new tuzdik), in Mangala from all pits; balls that
    /// fell into a tuzdik are not counted.
    pub captured: u8,
    /// Whether the move made a tuzdik.
    pub tuzdik: bool,
}

impl Position {
    /// The start position of a rule set.
    #[must_use]
    pub const fn start<R: Rules>() -> Position {
        let mut pits = [[0; MAX_PITS]; 2];
        let mut pit = 0;
        while pit < R::SET.pits as usize {
            pits[0][pit] = R::SET.balls_per_pit;
            pits[1][pit] = R::SET.balls_per_pit;
            pit += 1;
        }
        let parts = Parts {
            pits,
            kazans: [0; 2],
            tuzdiks: [None; 2],
            side: Side::South,
        };
        let position = Position::assemble(&R::SET, &parts);
        match R::SET.choice {
            Choice::Any => position,
            Choice::Leftmost => position.with_choice(),
        }
    }

    /// Whether the choice of sides is still to be made, the ritual before a game of Mangala. The
    /// legal moves are then [`Move::SOUTH`] and [`Move::NORTH`], the player who makes one is neither
    /// side yet, and South moves next.
    #[inline]
    #[must_use]
    pub const fn is_choice(&self) -> bool {
        self.0.0[STATE] >> CHOICE_SHIFT & 1 != 0
    }

    /// This position of Mangala, South to move, before the choice of sides.
    #[must_use]
    pub const fn with_choice(&self) -> Position {
        mangala::with_choice(self)
    }

    /// Whether a player without balls has passed and has none yet: the other player makes the extra
    /// move, or has made it in vain.
    #[inline]
    #[must_use]
    pub const fn is_extra(&self) -> bool {
        self.0.0[STATE] >> PASSED_SHIFT & 1 != 0
    }

    /// This position after such a pass, for rules with an extra move.
    #[must_use]
    pub const fn with_extra(&self) -> Position {
        let mut lanes = self.0;
        if !self.is_extra() {
            lanes.0[STATE] |= 1 << PASSED_SHIFT;
            lanes.0[HASH] = lanes.0[HASH].wrapping_add(PASSED_KEY);
        }
        Position(lanes)
    }

    /// Who moves.
    #[inline]
    #[must_use]
    pub const fn side(&self) -> Side {
        if self.0.0[STATE] >> SIDE_SHIFT & 1 == 0 {
            Side::South
        } else {
            Side::North
        }
    }

    /// Balls in a pit.
    #[inline]
    #[must_use]
    pub const fn balls(&self, side: Side, pit: Pit) -> u8 {
        self.0.byte(slot(side, pit.index()))
    }

    /// Balls in a kazan.
    #[inline]
    #[must_use]
    pub const fn kazan(&self, side: Side) -> u8 {
        (self.0.0[STATE] >> KAZAN_SHIFT[side.index()]) as u8
    }

    /// The pit on the other side that this side owns, if it has one.
    #[inline]
    #[must_use]
    pub const fn tuzdik(&self, side: Side) -> Option<Pit> {
        Pit::new((self.0.0[STATE] >> TUZDIK_SHIFT[side.index()]) as u8)
    }

    /// The hash: equal positions have equal hashes, and different ones nearly always differ. Its
    /// high bits are the well mixed ones.
    #[inline]
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.0.0[HASH]
    }

    /// The four 64-bit lanes, for code that reads many pits at once; see [`layout`](super::layout).
    #[inline]
    #[must_use]
    pub const fn lanes(&self) -> &[u64; 4] {
        &self.0.0
    }

    /// All balls that lie in pits, on both sides.
    #[inline]
    #[must_use]
    pub const fn balls_in_play<R: Rules>(&self) -> u8 {
        R::SET.balls() - self.kazan(Side::South) - self.kazan(Side::North)
    }

    /// All balls that lie in the pits of a side.
    #[inline]
    #[must_use]
    pub const fn row_total(&self, side: Side) -> u8 {
        // Pairs are summed in 16-bit fields, since eight bytes may hold more than 255 in sum.
        const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
        let row = self.0.0[side.index()];
        let pairs = (row & EVEN) + (row >> 8 & EVEN);
        let sum = (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u8;
        sum + self.0.byte(NINTH + side.index())
    }

    /// The non-empty pits of a side, bit `i` for pit `i + 1`.
    #[inline]
    pub(super) const fn occupied(&self, side: Side) -> u16 {
        let flags = filled(self.0.0[side.index()]);
        // They are gathered into the low eight bits by a multiplication.
        let gathered = (flags >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        let ninth = (self.0.byte(NINTH + side.index()) != 0) as u16;
        gathered as u16 | ninth << 8
    }

    /// Whether a kazan holds the majority, which ends the game.
    #[inline]
    #[must_use]
    pub const fn has_majority<R: Rules>(&self) -> bool {
        let majority = R::SET.majority();
        self.kazan(Side::South) >= majority || self.kazan(Side::North) >= majority
    }

    /// Whether the position ends the game; see [`outcome`](Position::outcome).
    #[inline]
    #[must_use]
    pub fn is_over<R: Rules>(&self) -> bool {
        if R::SET.is_relay() {
            return mangala::is_over::<R>(self);
        }
        (self.is_empty(self.side()) && !self.must_pass::<R>()) || self.ends_by_majority::<R>()
    }

    #[inline]
    pub(super) const fn is_empty(&self, side: Side) -> bool {
        let side = side.index();
        self.0.0[side] | self.0.byte(NINTH + side) as u64 == 0
    }

    /// Whether a majority ends the game here.
    #[inline]
    pub(super) const fn ends_by_majority<R: Rules>(&self) -> bool {
        !R::SET.plays_on && self.has_majority::<R>()
    }

    /// Whether the player to move, who has no ball, passes for an extra move.
    #[inline]
    pub(super) const fn must_pass<R: Rules>(&self) -> bool {
        R::SET.extra_move && !self.is_extra() && !self.is_empty(self.side().opponent())
    }

    /// The legal moves; none when the game is over.
    #[inline]
    #[must_use]
    pub fn moves<R: Rules>(&self) -> MoveSet {
        if R::SET.is_relay() {
            return mangala::moves::<R>(self);
        }
        if self.ends_by_majority::<R>() {
            return MoveSet::EMPTY;
        }
        let all = MoveSet::from_bits(self.occupied(self.side()));
        if R::SET.extra_move && all.is_empty() && self.must_pass::<R>() {
            return [Move::PASS].into_iter().collect();
        }
        match R::SET.objective {
            Objective::Most => all,
            Objective::Least => {
                let winning: MoveSet = all
                    .iter()
                    .filter(|&mv| self.play::<R>(mv).kazan(self.side()) > self.kazan(self.side()))
                    .collect();
                if winning.is_empty() { all } else { winning }
            }
        }
    }

    /// How many legal moves there are.
    #[inline]
    #[must_use]
    pub fn move_count<R: Rules>(&self) -> usize {
        if R::SET.is_relay() || R::SET.extra_move || matches!(R::SET.objective, Objective::Least) {
            return self.moves::<R>().len();
        }
        if self.ends_by_majority::<R>() {
            return 0;
        }
        let side = self.side();
        let flags = filled(self.0.0[side.index()]);
        let eight = (flags >> 7).wrapping_mul(0x0101_0101_0101_0101) >> 56;
        eight as usize + (self.0.byte(NINTH + side.index()) != 0) as usize
    }

    /// The position after a move. The move must be legal; an empty pit gives a position without
    /// meaning.
    #[inline]
    #[must_use]
    pub fn play<R: Rules>(&self, mv: Move) -> Position {
        if R::SET.is_relay() {
            return mangala::play::<R>(self, mv);
        }
        if R::SET.extra_move && mv.pit().is_none() {
            return self.pass::<R>();
        }
        let mover = self.side();
        // The index of a legal move is that of its pit here, so that nothing need be asked.
        let origin = slot(mover, mv.index());
        let count = self.0.byte(origin);
        debug_assert!(mv.pit().is_some() && count > 0, "{mv} in {self:?}");
        let (mut lanes, landing) = R::SOW.sow(self.0, origin, count);
        let with_tuzdik = !matches!(R::SET.tuzdik, TuzdikRule::None);
        if with_tuzdik && lanes.0[STATE] & TUZDIK_MASK != 0 {
            for owner in Side::BOTH {
                let number = (lanes.0[STATE] >> TUZDIK_SHIFT[owner.index()]) as u8;
                if number != 0 {
                    let tuzdik = slot(owner.opponent(), number as usize - 1);
                    let fallen = lanes.byte(tuzdik);
                    lanes = lanes.plus(
                        R::SOW.deltas.to_kazan[owner.index()][tuzdik].times(u64::from(fallen)),
                    );
                }
            }
        }
        // A last ball in a tuzdik has left a pit of 0, which captures nothing.
        let found = if landing.on_own_side() {
            0
        } else {
            lanes.byte(landing.slot())
        };
        let captured = match R::SET.capture {
            CaptureRule::Even => found & 1 == 0,
            CaptureRule::Singleton => found == 2,
        };
        let taken = if captured { found } else { 0 };
        lanes = lanes
            .plus(R::SOW.deltas.to_kazan[mover.index()][landing.slot()].times(u64::from(taken)));
        if with_tuzdik && found == 3 {
            lanes = make_tuzdik::<R>(lanes, mover, landing.slot());
        }
        let next = Position(lanes);
        if R::SET.extra_move && next.is_extra() && !next.is_empty(next.side()) {
            return next.without_extra();
        }
        next
    }

    /// The same board after a pass at atsyz kalu.
    #[cold]
    const fn pass<R: Rules>(&self) -> Position {
        let key = const { Keys::of(&R::SET).north_to_move };
        let mut lanes = self.0;
        lanes.0[STATE] ^= 1 << SIDE_SHIFT;
        lanes.0[HASH] = match self.side() {
            Side::South => lanes.0[HASH].wrapping_add(key),
            Side::North => lanes.0[HASH].wrapping_sub(key),
        };
        Position(lanes).with_extra()
    }

    #[cold]
    const fn without_extra(&self) -> Position {
        let mut lanes = self.0;
        lanes.0[STATE] &= !(1 << PASSED_SHIFT);
        lanes.0[HASH] = lanes.0[HASH].wrapping_sub(PASSED_KEY);
        Position(lanes)
    }

    /// The moves whose last ball captures or makes a tuzdik. Balls that fall into a tuzdik on the way
    /// do not count; in relay games, where every other move captures, there are none of note. The game
    /// must not be over.
    #[inline]
    #[must_use]
    pub fn captures<R: Rules>(&self) -> MoveSet {
        if R::SET.is_relay() {
            return MoveSet::EMPTY;
        }
        let mover = self.side();
        let own_tuzdik = self.tuzdik(mover);
        let mut set = 0;
        let mut rest = self.occupied(mover);
        while rest != 0 {
            let pit_index = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let origin = slot(mover, pit_index);
            let (landing, found) = R::SOW.last_pit(&self.0, origin, self.0.byte(origin));
            let captured = match R::SET.capture {
                CaptureRule::Even => found & 1 == 0,
                CaptureRule::Singleton => found == 2,
            };
            let wins = !landing.on_own_side() && (captured || found == 3);
            set |= u16::from(wins) << pit_index;
        }
        // Few moves are left; sort out those of a last ball in the mover's tuzdik, which holds
        // nothing, and of three balls that make no tuzdik.
        if matches!(R::SET.tuzdik, TuzdikRule::None) {
            return MoveSet::from_bits(set);
        }
        let mut rest = set;
        while rest != 0 {
            let pit_index = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let origin = slot(mover, pit_index);
            let (landing, found) = R::SOW.last_pit(&self.0, origin, self.0.byte(origin));
            let (_, target) = slot_pit(landing.slot());
            let target = Pit::new(target as u8 + 1);
            let into_tuzdik = own_tuzdik.is_some() && own_tuzdik == target;
            let refused = found == 3
                && (own_tuzdik.is_some()
                    || target == self.tuzdik(mover.opponent())
                    || !target.is_some_and(|pit| R::SET.allows_tuzdik(pit)));
            if into_tuzdik || refused {
                set &= !(1 << pit_index);
            }
        }
        MoveSet::from_bits(set)
    }

    /// The position after a move and what the move did. The move must be legal.
    #[must_use]
    pub fn play_with_effect<R: Rules>(&self, mv: Move) -> (Position, MoveEffect) {
        if R::SET.is_relay() {
            return mangala::effect::<R>(self, mv);
        }
        let next = self.play::<R>(mv);
        let mover = self.side();
        let Some(pit) = mv.pit() else {
            return (next, MoveEffect::default());
        };
        let origin = slot(mover, pit.index());
        let (sown, landing) = R::SOW.sow(self.0, origin, self.0.byte(origin));
        let (landing_side, pit_index) = slot_pit(landing.slot());
        let landing_pit = Pit::new(pit_index as u8 + 1).expect("a slot's pit number is 1..=9");
        let into_tuzdik = self.tuzdik(landing_side.opponent()) == Some(landing_pit);
        let emptied = landing_side != mover && next.balls(landing_side, landing_pit) == 0;
        let effect = MoveEffect {
            landing: Some((landing_side, landing_pit)),
            captured: if emptied && !into_tuzdik {
                sown.byte(landing.slot())
            } else {
                0
            },
            tuzdik: self.tuzdik(mover).is_none() && next.tuzdik(mover).is_some(),
        };
        (next, effect)
    }
}

/// Bit 7 of each byte that is not zero.
#[inline]
const fn filled(row: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    (((row & LOW) + LOW) | row) & !LOW
}

#[cold]
fn make_tuzdik<R: Rules>(lanes: Lanes, mover: Side, landing: usize) -> Lanes {
    let state = lanes.0[STATE];
    let own = (state >> TUZDIK_SHIFT[mover.index()]) as u8;
    let other = (state >> TUZDIK_SHIFT[mover.opponent().index()]) as u8;
    let (_, pit_index) = slot_pit(landing);
    let allowed = Pit::new(pit_index as u8 + 1).is_some_and(|pit| R::SET.allows_tuzdik(pit));
    if own != 0 || !allowed || other as usize == pit_index + 1 {
        return lanes;
    }
    lanes
        .plus(R::SOW.deltas.to_kazan[mover.index()][landing].times(3))
        .plus(R::SOW.deltas.make_tuzdik[mover.index()][pit_index])
}
