//! One game of self-play.

use rand::Rng;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

use crate::game::{Game, Move, Side};
use crate::score::Score;
use crate::search::{Engine, EngineError, Limits, StopToken};

use super::plan::{
    LONGEST_GAME, OPENING_BALANCE, OPENING_NODES_DIVISOR, OPENING_PLIES, OPENING_TRIES,
    RANDOM_MOVE_ONE_IN, SelfPlayPlan,
};
use super::record::{Flags, TrainingRecord, TrainingResult};

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayGame {
    /// Its number in the plan.
    pub number: u64,
    /// Its searched positions in the order of play; none if the game did not end within
    /// [`LONGEST_GAME`] plies.
    pub records: Vec<TrainingRecord>,
}

/// [`OPENING_TRIES`] openings of a game were all too far from even.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoOpening;

/// An engine that plays games of a plan.
pub struct SelfPlayer {
    engine: Engine,
    plan: SelfPlayPlan,
}

/// What a search found.
struct Found {
    score: Score,
    /// Whether the score is a proven result.
    proven: bool,
    best: Move,
    depth: u32,
}

impl SelfPlayer {
    /// A player with an engine of its own, which searches with one thread.
    ///
    /// # Errors
    /// If there is no memory for the engine's table.
    pub fn new(plan: &SelfPlayPlan) -> Result<SelfPlayer, EngineError> {
        let mut engine = Engine::new(plan.hash_mb)?;
        engine.set_eval_source(plan.eval_source.clone());
        Ok(SelfPlayer {
            engine,
            plan: plan.clone(),
        })
    }

    /// Plays game `number`. `None` when it was stopped before its end.
    ///
    /// The game depends on nothing but the plan and the number: the engine forgets what it knew
    /// before, and random choices come from a stream of the seed with that number.
    ///
    /// # Errors
    /// If no opening for it is found.
    pub fn play(
        &mut self,
        number: u64,
        stop: &StopToken,
    ) -> Result<Option<SelfPlayGame>, NoOpening> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.plan.seed);
        rng.set_stream(number);
        self.engine.clear();
        let opening = self.opening(&mut rng, stop)?;
        Ok(opening.and_then(|game| self.play_on(game, number, &mut rng, stop)))
    }

    /// The game from its opening on.
    fn play_on(
        &mut self,
        mut game: Game,
        number: u64,
        rng: &mut ChaCha8Rng,
        stop: &StopToken,
    ) -> Option<SelfPlayGame> {
        let mut records = Vec::new();
        let mut after_random = true;
        let winner = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner;
            }
            if game.moves().len() >= LONGEST_GAME {
                log::warn!("game {number} has no end after {LONGEST_GAME} plies");
                let records = Vec::new();
                return Some(SelfPlayGame { number, records });
            }
            let found = self.search(&game, self.plan.nodes, stop)?;
            let side = game.position().side();
            let mut flags = Flags::default();
            if after_random {
                flags = flags.with(Flags::AFTER_RANDOM);
            }
            if found.proven {
                flags = flags.with(Flags::PROVEN);
            }
            if captures(&game, found.best) {
                flags = flags.with(Flags::CAPTURE);
            }
            let random = rng.random_ratio(1, RANDOM_MOVE_ONE_IN);
            if random && !found.proven {
                flags = flags.with(Flags::RANDOM_PLAYED);
            }
            records.push(TrainingRecord {
                position: *game.position(),
                result: TrainingResult::Draw, // known at the end
                score: found.score.value() as i16,
                ply: game.moves().len() as u16,
                best: found.best,
                flags,
                depth: found.depth.min(u8::MAX.into()) as u8,
            });
            if found.proven {
                break Some(if found.score > Score::DRAW {
                    side
                } else {
                    side.opponent()
                });
            }
            let mv = if random {
                random_move(&game, rng)?
            } else {
                found.best
            };
            game.play(mv).ok()?;
            after_random = random;
        };
        set_results(&mut records, winner);
        Some(SelfPlayGame { number, records })
    }

    /// A random opening that neither decided the game nor left it lopsided. `None` when stopped.
    fn opening(
        &mut self,
        rng: &mut ChaCha8Rng,
        stop: &StopToken,
    ) -> Result<Option<Game>, NoOpening> {
        for _ in 0..OPENING_TRIES {
            let plies = rng.random_range(OPENING_PLIES);
            let mut game = Game::new(self.plan.variant);
            for _ in 0..plies {
                let Some(mv) = random_move(&game, rng) else {
                    break;
                };
                if game.play(mv).is_err() {
                    break;
                }
            }
            if game.outcome().is_some() {
                continue;
            }
            let nodes = (self.plan.nodes / OPENING_NODES_DIVISOR).max(1);
            let Some(found) = self.search(&game, nodes, stop) else {
                return Ok(None);
            };
            if found.score.value().abs() <= OPENING_BALANCE {
                return Ok(Some(game));
            }
        }
        Err(NoOpening)
    }

    /// What a search finds; `None` when it was stopped.
    fn search(&mut self, game: &Game, nodes: u64, stop: &StopToken) -> Option<Found> {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let result = self.engine.search(game, &limits, stop, &mut |_| {});
        if stop.is_stopped() {
            return None;
        }
        // To learn from, an exact score is better than the bound of the move chosen.
        let line = result.completed?;
        Some(Found {
            score: line.score,
            proven: line.score.is_proven(),
            best: result.best?,
            depth: line.depth,
        })
    }
}

fn random_move(game: &Game, rng: &mut ChaCha8Rng) -> Option<Move> {
    game.legal_moves().iter().choose(rng)
}

/// Whether a move captures a pit or makes a tuzdik.
fn captures(game: &Game, mv: Move) -> bool {
    let (_, effect) = game.board().play_with_effect(mv);
    effect.captured > 0 || effect.tuzdik
}

fn set_results(records: &mut [TrainingRecord], winner: Option<Side>) {
    for record in records {
        record.result = TrainingResult::of(winner, record.position.side());
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::Amount;
    use super::*;
    use crate::eval::EvalSource;
    use crate::game::{Board, Variant};

    fn plan(seed: u64) -> SelfPlayPlan {
        SelfPlayPlan {
            variant: Variant::TogyzKumalak,
            amount: Amount::Games(4),
            nodes: 200,
            seed,
            threads: 1,
            hash_mb: 1,
            eval_source: EvalSource::Handcrafted,
        }
    }

    fn play(plan: &SelfPlayPlan, number: u64) -> SelfPlayGame {
        let mut player = SelfPlayer::new(plan).unwrap();
        player.play(number, &StopToken::new()).unwrap().unwrap()
    }

    #[test]
    fn a_game_depends_on_seed_and_number_only() {
        let mut player = SelfPlayer::new(&plan(1)).unwrap();
        let stop = StopToken::new();
        let games = [0, 1, 2].map(|i| player.play(i, &stop).unwrap().unwrap());
        assert_eq!(games[2], play(&plan(1), 2));
        assert_ne!(games[1].records, games[2].records);
        assert_ne!(games[2].records, play(&plan(2), 2).records);
    }

    #[test]
    fn records_follow_the_rules_and_agree_on_the_result() {
        for number in 0..4 {
            let records = play(&plan(3), number).records;
            assert!(!records.is_empty());
            let opening = u32::from(records[0].ply);
            assert!(
                OPENING_PLIES.contains(&opening),
                "opening of {opening} plies"
            );
            assert!(records[0].flags.contains(Flags::AFTER_RANDOM));
            for (now, next) in records.iter().zip(&records[1..]) {
                assert_eq!(next.ply, now.ply + 1);
                let board = Board::new(Variant::TogyzKumalak, now.position);
                let moves = board.moves();
                let played = moves
                    .iter()
                    .find(|&mv| *board.play(mv).position() == next.position);
                let mv = played.expect("the next position follows by a legal move");
                let random = now.flags.contains(Flags::RANDOM_PLAYED);
                assert!(random || mv == now.best);
                assert_eq!(random, next.flags.contains(Flags::AFTER_RANDOM));
                let flipped = match next.result {
                    TrainingResult::Loss => TrainingResult::Win,
                    TrainingResult::Draw => TrainingResult::Draw,
                    TrainingResult::Win => TrainingResult::Loss,
                };
                assert_eq!(now.result, flipped);
                assert!(
                    !now.flags.contains(Flags::PROVEN),
                    "a proven result ends the game"
                );
            }
        }
    }

    #[test]
    fn a_stopped_game_is_not_returned() {
        let mut player = SelfPlayer::new(&plan(1)).unwrap();
        let stop = StopToken::new();
        stop.stop();
        assert_eq!(player.play(0, &stop), Ok(None));
    }

    #[test]
    fn a_stop_reaches_the_search() {
        let nodes = u64::MAX;
        let mut player = SelfPlayer::new(&SelfPlayPlan { nodes, ..plan(1) }).unwrap();
        let stop = StopToken::new();
        std::thread::scope(|scope| {
            let game = scope.spawn(|| player.play(0, &stop));
            std::thread::sleep(std::time::Duration::from_millis(50));
            stop.stop();
            assert_eq!(game.join().unwrap(), Ok(None));
        });
    }
}
