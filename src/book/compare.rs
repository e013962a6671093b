//! The book's first choices against the moves that players made.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::game::{Board, Game, Move, Position};

use super::probe::Book;
use crate::score::Score;

/// What games say of a book.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    book: &'a Book,
    /// By the ply, the first move at 0.
    plies: Vec<Ply>,
    /// By the position's hash and the move.
    differences: BTreeMap<(u64, Move), OtherMove>,
}

/// The moves that were played at one ply of the games.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Ply {
    /// Moves played.
    pub played: usize,
    /// Moves that were played in positions whose moves the book has.
    pub known: usize,
    /// Moves that were the book's first choice.
    pub agreed: usize,
    /// What the other ones lose by the book, in hundredths of a ball.
    pub losses: Vec<i32>,
}

/// A move that was played where the book has another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherMove {
    /// The moves before it in the first game that has it.
    pub before: Vec<Move>,
    /// The position.
    pub position: Position,
    /// The move played, with the book's score for it.
    pub played: (Move, Score),
    /// The book's first choice with its score.
    pub book: (Move, Score),
    /// How often it was played.
    pub times: usize,
}

impl<'a> Comparison<'a> {
    /// No games yet, of which so many first moves of both sides will be compared.
    #[must_use]
    pub fn new(book: &'a Book, plies: usize) -> Comparison<'a> {
        Comparison {
            book,
            plies: vec![Ply::default(); plies],
            differences: BTreeMap::new(),
        }
    }

    /// Adds a game of the book's variant that began at the start position; any other is passed over,
    /// which the answer tells.
    pub fn add(&mut self, game: &Game) -> bool {
        if game.start() != Board::start(self.book.variant()) {
            return false;
        }
        let moves = game.positions().iter().zip(game.moves());
        for (at, ((position, &mv), ply)) in moves.zip(&mut self.plies).enumerate() {
            ply.played += 1;
            let Some(entry) = self.book.probe(position) else {
                continue;
            };
            let played = entry.moves.iter().find(|known| known.mv == mv);
            let (Some(best), Some(played)) = (entry.best(), played) else {
                continue;
            };
            ply.known += 1;
            if best.mv == mv {
                ply.agreed += 1;
                continue;
            }
            ply.losses.push(best.score.value() - played.score.value());
            self.differences
                .entry((position.hash(), mv))
                .or_insert_with(|| OtherMove {
                    before: game.moves()[..at].to_vec(),
                    position: *position,
                    played: (mv, played.score),
                    book: (best.mv, best.score),
                    times: 0,
                })
                .times += 1;
        }
        true
    }

    /// The plies.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The moves that differ from the book's, the most frequent first.
    #[must_use]
    pub fn differences(&self) -> Vec<&OtherMove> {
        let mut all: Vec<&OtherMove> = self.differences.values().collect();
        all.sort_by_key(|one| (Reverse(one.times), one.before.len()));
        all
    }
}

impl Ply {
    /// The mean of the losses in hundredths of a ball, and their median, which of an even number is the mean
    /// of the middle two; `None` without any.
    #[must_use]
    pub fn loss(&self) -> Option<(f64, f64)> {
        let mut losses: Vec<f64> = self.losses.iter().copied().map(f64::from).collect();
        losses.sort_unstable_by(f64::total_cmp);
        let upper = *losses.get(losses.len() / 2)?;
        let lower = losses[(losses.len() - 1) / 2];
        let mean = losses.iter().sum::<f64>() / losses.len() as f64;
        Some((mean, (lower + upper) / 2.0))
    }

    /// Both plies together.
    #[must_use]
    pub fn plus(&self, other: &Ply) -> Ply {
        Ply {
            played: self.played + other.played,
            known: self.known + other.known,
            agreed: self.agreed + other.agreed,
            losses: [&self.losses[..], &other.losses].concat(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_lies_in_the_middle() {
        for (losses, median) in [
            (vec![3], 3.0),
            (vec![9, 1], 5.0),
            (vec![7, 1, 2], 2.0),
            (vec![8, 1, 3, 2], 2.5),
        ] {
            let ply = Ply {
                losses,
                ..Ply::default()
            };
            assert_eq!(ply.loss().map(|(_, median)| median), Some(median));
        }
        assert_eq!(Ply::default().loss(), None);
    }
}
