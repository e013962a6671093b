//! Openings made on the fly: random moves into a position that a short search finds balanced.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::game::{Game, Move, Variant};
use crate::search::Engine;
use crate::search::{Limits, StopToken};

use super::error::OpeningError;
use super::line::Opening;

/// Nodes of the search that judges whether an opening is balanced.
const NODES: u64 = 5_000;
/// Openings tried before the most balanced one is taken, balanced or not.
const TRIES: usize = 200;

/// How openings are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RandomOpenings {
    pub variant: Variant,
    pub seed: u64,
    /// Moves of both sides.
    pub plies: u32,
    /// Largest score, in hundredths of a ball.
    pub balance: i32,
}

impl RandomOpenings {
    /// The opening of a round: random legal plies, tried again until a short search finds the position
    /// balanced.
    pub fn get(&self, round: u64) -> Result<Opening, OpeningError> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(round + 1);
        let mut judge = Engine::new(1).map_err(OpeningError::Judge)?;
        let mut best: Option<(i32, Vec<Move>)> = None;
        for _ in 0..TRIES {
            let Some(game) = random_game(self.variant, self.plies, &mut rng) else {
                continue;
            };
            let score = judge_score(&mut judge, &game, NODES);
            if best.as_ref().is_none_or(|(least, _)| score < *least) {
                best = Some((score, game.moves().to_vec()));
            }
            if score <= self.balance {
                break;
            }
        }
        Ok(Opening {
            start: None,
            moves: best.map(|(_, moves)| moves).unwrap_or_default(),
        })
    }
}

/// A game of so many random legal moves; `None` if it is over after them.
pub(super) fn random_game(variant: Variant, plies: u32, rng: &mut ChaCha8Rng) -> Option<Game> {
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let legal: Vec<Move> = game.legal_moves().iter().collect();
        game.play(*legal.choose(rng)?).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

/// How far from even a search of so many nodes finds the position, in hundredths of a ball.
pub(super) fn judge_score(judge: &mut Engine, game: &Game, nodes: u64) -> i32 {
    // An empty table makes the score a matter of the position alone.
    judge.clear();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let result = judge.search(game, &limits, &StopToken::new(), &mut |_| {});
    let score = result.lines.first().map(|line| line.score);
    score.map_or(i32::MAX, |score| score.value().abs())
}
