//! The small words of the game: a side, a pit, a move, a set of moves.

use std::fmt;
use std::num::NonZeroU8;

/// Most pits that a side has in any rule set.
pub const MAX_PITS: usize = 9;

/// A pit of the board: the side on which it lies, and its number there.
pub type Place = (Side, Pit);

/// One of the two players, and the row of pits that belongs to that player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The player who moves first ("white", "p1").
    South = 0,
    /// The player who moves second ("black", "p2").
    North = 1,
}

impl Side {
    /// Both sides, South first.
    pub const BOTH: [Side; 2] = [Side::South, Side::North];

    /// The other player.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::South => Side::North,
            Side::North => Side::South,
        }
    }

    /// 0 for South, 1 for North.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::South => "South",
            Side::North => "North",
        })
    }
}

/// A pit number, 1 to 9, counted from its owner's left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pit(NonZeroU8);

impl Pit {
    /// Pit 1.
    pub const FIRST: Pit = Pit(NonZeroU8::MIN);

    /// The pit with this number, or `None` outside 1..=9.
    ///
    /// ```
    /// use tuzdik::game::Pit;
    /// assert_eq!(Pit::new(7).map(Pit::number), Some(7));
    /// assert_eq!(Pit::new(0), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(number: u8) -> Option<Pit> {
        if number as usize > MAX_PITS {
            return None;
        }
        match NonZeroU8::new(number) {
            Some(n) => Some(Pit(n)),
            None => None,
        }
    }

    /// The number, 1..=9.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// The number less one, for indexing, 0..=8.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl fmt::Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// A move: the pit that the mover sows or, where the rules know it, what else a player may do.
///
/// It says nothing of whose turn it is; the position does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU8);

impl Move {
    /// How many moves there are in all.
    pub const COUNT: usize = MAX_PITS + 3;
    /// Not to sow, where the rules have a player with nothing to sow do so.
    pub const PASS: Move = Move::other(0);
    /// To take South's side, in the ritual before a game of Mangala.
    pub const SOUTH: Move = Move::other(1);
    /// To take North's side, in the ritual before a game of Mangala.
    pub const NORTH: Move = Move::other(2);

    const fn other(index: u8) -> Move {
        Move(NonZeroU8::MIN.saturating_add(MAX_PITS as u8 + index))
    }

    /// The move that sows this pit.
    #[inline]
    #[must_use]
    pub const fn sow(pit: Pit) -> Move {
        Move(pit.0)
    }

    /// The pit that is sown, or `None` for a move that sows nothing.
    #[inline]
    #[must_use]
    pub const fn pit(self) -> Option<Pit> {
        Pit::new(self.code())
    }

    /// A number from 1 to 12 that stands for the move in four bits; 0 is left for "no move".
    #[inline]
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0.get()
    }

    /// The code less one, for indexing, below [`COUNT`](Move::COUNT). For a move that sows a pit it is the
    /// [index](Pit::index) of the pit.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.code() as usize - 1
    }

    /// The move with this [`code`](Move::code), or `None` if there is none.
    #[inline]
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Move> {
        if code as usize > Move::COUNT {
            return None;
        }
        match NonZeroU8::new(code) {
            Some(code) => Some(Move(code)),
            None => None,
        }
    }
}

impl fmt::Display for Move {
    /// The pit's number, `pass`, `south` or `north`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Move::PASS => f.write_str("pass"),
            Move::SOUTH => f.write_str("south"),
            Move::NORTH => f.write_str("north"),
            sowing => write!(f, "{}", sowing.code()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}

/// A set of moves, iterated in pit order, those that sow nothing last.
///
/// ```
/// use tuzdik::game::{Board, Move, MoveSet, Pit, Variant};
/// let pit = |number| Move::sow(Pit::new(number).unwrap());
/// let mut set: MoveSet = [pit(7), pit(2), Move::PASS].into_iter().collect();
/// assert!(set.contains(Move::PASS) && !set.contains(pit(1)));
/// set.remove(Move::PASS);
/// assert_eq!(set.first(), Some(pit(2)));
/// assert_eq!(set.into_iter().collect::<Vec<_>>(), [pit(2), pit(7)]);
/// assert_eq!(Board::start(Variant::Bestemshe).moves().len(), 5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MoveSet(u16);

impl MoveSet {
    /// No moves.
    pub const EMPTY: MoveSet = MoveSet(0);

    /// The set in which bit `i` stands for pit `i + 1` and the bits above for the moves that sow
    /// nothing, by their [`index`](Move::index).
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> MoveSet {
        MoveSet(bits & ((1 << Move::COUNT) - 1))
    }

    /// The bits of the set; see [`from_bits`](MoveSet::from_bits).
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// How many moves there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no move.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first move in the order of the set.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Move> {
        // No move has the code that an empty set gives here, which is 17.
        Move::from_code(self.0.trailing_zeros() as u8 + 1)
    }

    /// The moves, in pit order, those that sow nothing last.
    #[inline]
    #[must_use]
    pub const fn iter(self) -> MoveSetIter {
        MoveSetIter(self)
    }

    /// Whether the move is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, mv: Move) -> bool {
        self.0 >> mv.index() & 1 != 0
    }

    /// Takes a move out.
    #[inline]
    pub fn remove(&mut self, mv: Move) {
        self.0 &= !(1 << mv.index());
    }

    /// Adds a move.
    #[inline]
    pub fn insert(&mut self, mv: Move) {
        self.0 |= 1 << mv.index();
    }
}

impl IntoIterator for MoveSet {
    type Item = Move;
    type IntoIter = MoveSetIter;

    #[inline]
    fn into_iter(self) -> MoveSetIter {
        self.iter()
    }
}

/// The moves of a [`MoveSet`], in its order.
#[derive(Clone, Debug)]
pub struct MoveSetIter(MoveSet);

impl Iterator for MoveSetIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let first = self.0.first()?;
        // Clears the lowest bit that is set.
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for MoveSetIter {}

impl FromIterator<Move> for MoveSet {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveSet {
        let mut set = MoveSet::EMPTY;
        for mv in moves {
            set.insert(mv);
        }
        set
    }
}
