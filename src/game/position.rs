//! The position: a small `Copy` value.

use super::layout::{
    CHOICE_SHIFT, HASH, KAZAN_SHIFT, Lanes, NINTH, PASSED_SHIFT, SIDE_SHIFT, STATE, TUZDIK_SHIFT,
    slot,
};
use super::types::{Pit, Side};
use super::zobrist;

/// Added to the hash while a pass at atsyz kalu counts.
const PASSED_KEY: u64 = 0x2545_f491_4f6c_dd1d;

/// A position: balls in pits and kazans, tuzdiks, the side to move, and the hash of all these.
///
/// Making a move returns a new position; nothing is unmade. What a move does depends on the rule
/// set, which is a type parameter of the methods that need it.
///
/// ```
/// use tuzdik::game::{Move, Pit, Position, Side, sets::TogyzKumalak};
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

impl Position {
    /// Whether the choice of sides is still to be made, the ritual before a game of Mangala. The
    /// legal moves are then [`Move::SOUTH`](super::Move::SOUTH) and
    /// [`Move::NORTH`](super::Move::NORTH), the player who makes one is neither side yet, and South
    /// moves next.
    #[inline]
    #[must_use]
    pub const fn is_choice(&self) -> bool {
        self.0.0[STATE] >> CHOICE_SHIFT & 1 != 0
    }

    /// This position of Mangala, South to move, before the choice of sides.
    #[must_use]
    pub const fn with_choice(&self) -> Position {
        let mut lanes = self.0;
        lanes.0[STATE] |= 1 << CHOICE_SHIFT;
        lanes.0[HASH] = zobrist::folded(&lanes);
        Position(lanes)
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

    /// This position without that mark.
    #[cold]
    pub(super) const fn without_extra(&self) -> Position {
        let mut lanes = self.0;
        lanes.0[STATE] &= !(1 << PASSED_SHIFT);
        lanes.0[HASH] = lanes.0[HASH].wrapping_sub(PASSED_KEY);
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

    /// How many pits of a side are not empty.
    #[inline]
    pub(super) const fn occupied_count(&self, side: Side) -> usize {
        let flags = filled(self.0.0[side.index()]);
        let eight = (flags >> 7).wrapping_mul(0x0101_0101_0101_0101) >> 56;
        eight as usize + (self.0.byte(NINTH + side.index()) != 0) as usize
    }

    /// Whether all pits of a side are empty.
    #[inline]
    pub(super) const fn is_empty(&self, side: Side) -> bool {
        let side = side.index();
        self.0.0[side] | self.0.byte(NINTH + side) as u64 == 0
    }

    /// The balls of each side when each player keeps what lies on their own side.
    #[must_use]
    pub fn own_sides(&self) -> [u8; 2] {
        Side::BOTH.map(|side| self.kazan(side) + self.row_total(side))
    }

    /// Both kazans, South's first.
    #[inline]
    pub(super) fn kazans(&self) -> [u8; 2] {
        Side::BOTH.map(|side| self.kazan(side))
    }
}

/// Bit 7 of each byte that is not zero.
#[inline]
const fn filled(row: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    (((row & LOW) + LOW) | row) & !LOW
}
