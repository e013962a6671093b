//! Move ordering: the children of a node, best prospects first.

use arrayvec::ArrayVec;

use crate::game::{MAX_PITS, Move, MoveSet, Position, Rules};

use super::params::HISTORY_LIMIT;
use super::transposition::TranspositionTable;

/// A move, the position after it and what it won at once.
#[derive(Clone, Copy)]
pub struct Child {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub position: Position,
    /// Balls that the mover's kazan gained less those that the opponent's gained; the reverse where
    /// the smaller kazan wins.
    pub gain: i32,
    /// Whether the move made a tuzdik.
    pub tuzdik: bool,
}

impl Child {
    /// Whether the move neither wins balls nor makes a tuzdik.
    #[inline]
    pub fn is_quiet(&self) -> bool {
        self.gain <= 0 && !self.tuzdik
    }
}

/// The children of a node, at most one a pit.
pub struct Children {
    list: ArrayVec<Child, MAX_PITS>,
    /// One for each child; higher is searched sooner.
    ranks: [i32; MAX_PITS],
    /// Index of the child taken last.
    last: usize,
    /// For each child, as the how manieth it was taken first.
    numbers: [u8; MAX_PITS],
    /// Children taken at least once.
    picked: u8,
}

/// Rank of a child that was taken.
const DONE: i32 = i32::MIN;
const TABLE_MOVE: i32 = 1 << 24;
const WINNING: i32 = 1 << 20;
const KILLER: i32 = 1 << 18;
/// What a tuzdik counts in ordering, in balls.
const TUZDIK_GAIN: i32 = 10;

impl Children {
    /// Plays all these moves, and brings what the table knows of the positions into the cache.
    #[inline]
    pub fn new<R: Rules>(
        position: &Position,
        moves: MoveSet,
        table: &TranspositionTable,
    ) -> Children {
        let us = position.side();
        let them = us.opponent();
        let before = i32::from(position.kazan(us)) - i32::from(position.kazan(them));
        let mut list = ArrayVec::new();
        for mv in moves {
            let child = position.play::<R>(mv);
            table.prefetch(child.hash());
            let after = i32::from(child.kazan(us)) - i32::from(child.kazan(them));
            list.push(Child {
                mv,
                position: child,
                gain: R::SET.objective.sign() * (after - before),
                tuzdik: child.tuzdik(us) != position.tuzdik(us),
            });
        }
        Children {
            list,
            ranks: [DONE; MAX_PITS],
            last: 0,
            numbers: [0; MAX_PITS],
            picked: 0,
        }
    }

    /// The children.
    #[inline]
    pub fn as_slice(&self) -> &[Child] {
        &self.list
    }

    /// Ranks the children: table move, moves that win balls by their number, killers, history.
    #[inline]
    pub fn rank(
        &mut self,
        position: &Position,
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
        history: &History,
    ) {
        for (child, rank) in self.list.iter().zip(&mut self.ranks) {
            *rank = if table_move == Some(child.mv) {
                TABLE_MOVE
            } else if !child.is_quiet() {
                WINNING
                    + 1024 * (child.gain + if child.tuzdik { TUZDIK_GAIN } else { 0 })
                    + history.get(position, child.mv) / 16
            } else if killers[0] == Some(child.mv) {
                KILLER + 1
            } else if killers[1] == Some(child.mv) {
                KILLER
            } else {
                1024 * child.gain + history.get(position, child.mv)
            };
        }
    }

    /// Takes the best ranked child that was not taken yet, with its number from 1 in this order. One
    /// that was put off keeps its number; whether it was is told too.
    #[inline]
    pub fn pick(&mut self) -> Option<(&Child, usize, bool)> {
        let mut best = 0;
        for index in 1..self.list.len() {
            if self.ranks[index] > self.ranks[best] {
                best = index;
            }
        }
        let rank = self.ranks[best];
        if rank == DONE {
            return None;
        }
        self.ranks[best] = DONE;
        self.last = best;
        let put_off = rank < DONE + MAX_PITS as i32 + 1;
        if !put_off {
            self.picked += 1;
            self.numbers[best] = self.picked;
        }
        Some((self.list.get(best)?, self.numbers[best].into(), put_off))
    }

    /// Puts the child that was taken last behind all others.
    #[inline]
    pub fn put_off(&mut self) {
        let index = self.last;
        self.ranks[index] = DONE + (MAX_PITS - index) as i32;
    }
}

/// Ball counts above this share one counter.
const COUNTS: usize = 32;

/// How often quiet moves caused cutoffs, by side, move and number of balls sown.
pub struct History(Box<[[[i16; COUNTS]; Move::COUNT]; 2]>);

impl History {
    /// All zero.
    pub fn new() -> History {
        History(Box::new([[[0; COUNTS]; Move::COUNT]; 2]))
    }

    #[inline]
    fn index(position: &Position, mv: Move) -> (usize, usize, usize) {
        let side = position.side();
        let balls = mv.pit().map_or(0, |pit| position.balls(side, pit));
        (side.index(), mv.index(), usize::from(balls).min(COUNTS - 1))
    }

    /// The counter of a move, within ±[`HISTORY_LIMIT`].
    #[inline]
    pub fn get(&self, position: &Position, mv: Move) -> i32 {
        let (side, mv, balls) = History::index(position, mv);
        i32::from(self.0[side][mv][balls])
    }

    /// Moves a counter towards ±[`HISTORY_LIMIT`], the slower the nearer it is.
    #[inline]
    pub fn update(&mut self, position: &Position, mv: Move, bonus: i32) {
        let (side, mv, balls) = History::index(position, mv);
        let counter = &mut self.0[side][mv][balls];
        let value = i32::from(*counter);
        *counter = (value + bonus - value * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}
