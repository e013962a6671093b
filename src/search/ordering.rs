//! Move ordering: the children of a node, best prospects first, which is what makes alpha-beta cut.

use arrayvec::ArrayVec;

use crate::game::{MAX_PITS, Move, MoveSet, Position, Rules};

use super::history::History;
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

/// A child to be searched.
pub struct Picked<'a> {
    /// The child.
    pub child: &'a Child,
    /// Its number from 1 in the order in which the children were first picked.
    pub number: usize,
    /// Whether it was deferred before, so that it must be searched now.
    pub deferred: bool,
}

/// The children of a node, at most one a pit.
pub struct Children {
    list: ArrayVec<Child, MAX_PITS>,
    /// One for each child; higher is searched sooner.
    ranks: [i32; MAX_PITS],
    /// Children picked at least once.
    picked: u8,
    /// Index of the one picked last.
    last: u8,
    /// Index and number of those deferred, in that order.
    deferred: ArrayVec<(u8, u8), MAX_PITS>,
    /// How many of them were picked again.
    resumed: u8,
}

/// Rank of a child that was picked, below all others.
const DONE: i32 = i32::MIN;
// The classes of moves, so far apart that what ranks them within a class moves none into another:
// a history counter has 13 bits and a sign, a gain of balls in units of 1024 needs 18.
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
            picked: 0,
            last: 0,
            deferred: ArrayVec::new(),
            resumed: 0,
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

    /// The best ranked child that was not picked yet; when there is none, the deferred ones.
    #[inline]
    pub fn pick(&mut self) -> Option<Picked<'_>> {
        let mut best = 0;
        for index in 1..self.list.len() {
            if self.ranks[index] > self.ranks[best] {
                best = index;
            }
        }
        if self.ranks[best] == DONE {
            return self.resume();
        }
        self.ranks[best] = DONE;
        self.last = best as u8;
        self.picked += 1;
        Some(Picked {
            child: self.list.get(best)?,
            number: self.picked.into(),
            deferred: false,
        })
    }

    /// Defers the child that was picked last: it comes behind all others; it keeps its number.
    #[inline]
    pub fn defer(&mut self) {
        self.deferred.push((self.last, self.picked));
    }

    /// The next of the deferred ones.
    #[inline]
    fn resume(&mut self) -> Option<Picked<'_>> {
        let &(index, number) = self.deferred.get(usize::from(self.resumed))?;
        self.resumed += 1;
        Some(Picked {
            child: self.list.get(usize::from(index))?,
            number: number.into(),
            deferred: true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, Variant, sets::TogyzKumalak};

    #[test]
    fn a_deferred_child_comes_last_with_its_number() {
        let board = Board::start(Variant::TogyzKumalak);
        let position = board.position();
        let table = TranspositionTable::new(1).unwrap();
        let mut history = History::new();
        let moves = position.moves::<TogyzKumalak>();
        for mv in moves {
            // Each pit quieter than the one before.
            history.update(position, mv, -8 * i32::from(mv.code()));
        }
        let mut children = Children::new::<TogyzKumalak>(position, moves, &table);
        children.rank(position, None, [None; 2], &history);
        let mut order = Vec::new();
        let mut expected = Vec::new();
        while let Some(Picked {
            child,
            number,
            deferred,
        }) = children.pick()
        {
            let mv = child.mv;
            if !deferred && [2, 5].contains(&number) {
                children.defer();
                expected.push((mv, number, true));
            } else {
                order.push((mv, number, deferred));
            }
        }
        assert_eq!(order.len(), moves.len());
        assert_eq!(order[order.len() - 2..], expected);
        let numbers: Vec<usize> = order.iter().map(|&(_, number, _)| number).collect();
        assert_eq!(numbers, [1, 3, 4, 6, 7, 8, 9, 2, 5]);
    }
}
