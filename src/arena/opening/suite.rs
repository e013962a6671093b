//! A collection of openings for many matches: random, distinct, balanced.

use std::collections::HashSet;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::book::BookSource;
use crate::game::Variant;
use crate::search::Engine;

use super::error::OpeningError;
use super::line::Opening;
use super::random::{judge_score, random_game};

/// Candidates that are judged between two reports of progress.
const CHUNK: u64 = 256;
/// Candidates without a new opening after which there are taken to be no more.
const FRUITLESS: u64 = 20_000;

/// How the openings of a collection are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SuiteSettings {
    /// The game.
    pub variant: Variant,
    /// Seed of the random moves: the same one gives the same openings.
    pub seed: u64,
    /// Random moves of both sides from the start position.
    pub plies: u32,
    /// Largest score of either side after them, in hundredths of a ball.
    pub balance: i32,
    /// Nodes of the search that finds this score.
    pub nodes: u64,
}

impl SuiteSettings {
    /// Makes so many openings, or fewer if there are no more, on the threads of the current rayon pool. No
    /// two lead to the same position, and none to one that the embedded book knows to be decided.
    /// `progress` is given the number of those found now and then; nothing more is made once it answers
    /// false.
    ///
    /// # Errors
    /// If a search cannot be set up.
    pub fn make(
        &self,
        count: usize,
        mut progress: impl FnMut(usize) -> bool,
    ) -> Result<Vec<Opening>, OpeningError> {
        let mut openings = Vec::new();
        let mut seen = HashSet::new();
        let (mut next, mut last) = (0, 0);
        while openings.len() < count && next - last < FRUITLESS && progress(openings.len()) {
            let judged: Vec<_> = (next..next + CHUNK)
                .into_par_iter()
                .map_init(
                    || Engine::new(1),
                    |judge, index| match judge {
                        Ok(judge) => Ok(self.candidate(index, judge)),
                        // Said again by every candidate; the first one is told.
                        Err(_) => Engine::new(1).map(|_| None).map_err(OpeningError::Judge),
                    },
                )
                .collect::<Result<_, _>>()?;
            next += CHUNK;
            // In the order of the candidates, so that the number of threads changes nothing.
            for (hash, opening) in judged.into_iter().flatten() {
                if openings.len() < count && seen.insert(hash) {
                    openings.push(opening);
                    last = next;
                }
            }
        }
        Ok(openings)
    }

    /// The candidate with this number if it is balanced, with the hash of its position.
    fn candidate(&self, index: u64, judge: &mut Engine) -> Option<(u64, Opening)> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(index);
        let game = random_game(self.variant, self.plies, &mut rng)?;
        let known = BookSource::Embedded
            .book(self.variant)
            .and_then(|book| book.probe(game.position()));
        if known.is_some_and(|entry| entry.score.value().abs() > self.balance) {
            return None;
        }
        if judge_score(judge, &game, self.nodes) > self.balance {
            return None;
        }
        let opening = Opening {
            start: None,
            moves: game.moves().to_vec(),
        };
        Some((game.position().hash(), opening))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(seed: u64, plies: u32, count: usize) -> Vec<Opening> {
        let settings = SuiteSettings {
            variant: Variant::default(),
            seed,
            plies,
            balance: 300,
            nodes: 500,
        };
        settings.make(count, |_| true).unwrap()
    }

    #[test]
    fn openings_are_distinct_and_the_same_on_any_number_of_threads() {
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            pool.build().unwrap().install(|| make(3, 6, 40))
        };
        let openings = on(1);
        assert_eq!(openings.len(), 40);
        assert_eq!(openings, on(3));
        assert_ne!(openings, make(4, 6, 40));
        let positions: HashSet<u64> = openings
            .iter()
            .map(|opening| opening.game(Variant::default()).unwrap().position().hash())
            .collect();
        assert_eq!(positions.len(), 40);
    }

    /// One ply leads to nine positions, not all of which are balanced.
    #[test]
    fn where_there_are_no_more_it_ends() {
        let openings = make(1, 1, 40);
        assert!((1..=9).contains(&openings.len()), "{}", openings.len());
    }
}
