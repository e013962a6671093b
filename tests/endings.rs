//! Every game of every variant ends, with all its balls, and by repetition exactly when a position has
//! occurred as often as the rule says.

use std::collections::HashMap;

use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use tuzdik::game::setup::{Spread, set_up};
use tuzdik::game::{Board, EndReason, Game, Move, Parts, Position, Side, Variant};
use tuzdik::search::{Engine, Limits, StopToken};

/// No game should be longer.
const LONGEST: usize = 20_000;

/// How the games of one variant ended.
#[derive(Default)]
struct Tally {
    games: usize,
    plies: usize,
    longest: usize,
    repetitions: usize,
}

impl Tally {
    /// Plays a game to its end and checks it on the way.
    fn play(&mut self, mut game: Game, mut choose: impl FnMut(&Game) -> Move) {
        let variant = game.variant();
        let rules = variant.rules();
        let key =
            |position: &Position| (position.parts(), position.is_choice(), position.is_extra());
        let mut seen: HashMap<(Parts, bool, bool), u8> = HashMap::new();
        for position in &game.positions()[..game.moves().len()] {
            *seen.entry(key(position)).or_default() += 1;
        }
        loop {
            let position = *game.position();
            let parts = position.parts();
            let balls = parts.pits.iter().flatten().chain(&parts.kazans);
            let balls: u32 = balls.map(|&n| u32::from(n)).sum();
            assert_eq!(balls, u32::from(rules.balls()), "{variant} {parts:?}");
            let occurrences = seen.entry(key(&position)).or_default();
            *occurrences += 1;
            let repeated = *occurrences >= rules.repetition;
            let outcome = game.outcome();
            let by_position = game.board().outcome().is_some();
            assert_eq!(outcome.is_some(), by_position || repeated, "{variant}");
            if let Some(outcome) = outcome {
                assert!(game.legal_moves().is_empty(), "{variant}");
                let by_repetition = outcome.reason == EndReason::Repetition;
                assert_eq!(by_repetition, !by_position, "{variant}");
                self.repetitions += usize::from(by_repetition);
                break;
            }
            let mv = choose(&game);
            game.play(mv).expect("a legal move");
            assert!(game.moves().len() < LONGEST, "{variant} goes on for ever");
        }
        self.games += 1;
        self.plies += game.moves().len();
        self.longest = self.longest.max(game.moves().len());
    }

    fn print(&self, variant: Variant, who: &str) {
        println!(
            "{variant}: {} games of {who}, {} plies on average, {} at most, {} ended by repetition",
            self.games,
            self.plies / self.games,
            self.longest,
            self.repetitions
        );
    }
}

/// A position with few balls left in the pits, as they stand where repetitions occur.
fn late_position(variant: Variant, rng: &mut StdRng) -> Option<Board> {
    let rules = variant.rules();
    let mut parts = Board::start(variant).position().parts();
    parts.pits = Default::default();
    let left = rng.random_range(2..=8);
    for _ in 0..left {
        let pit = rng.random_range(0..rules.pits);
        parts.pits[rng.random_range(0..2)][usize::from(pit)] += 1;
    }
    let in_kazans = rules.balls() - left;
    parts.kazans = [in_kazans / 2, in_kazans - in_kazans / 2];
    parts.side = Side::BOTH[rng.random_range(0..2)];
    let board = Board::new(variant, Position::from_parts(rules, &parts).ok()?);
    board.outcome().is_none().then_some(board)
}

/// A game to play on: from the start, from a random set-up or with few balls left.
fn beginning(variant: Variant, rng: &mut StdRng) -> Game {
    let late = rng.random_bool(0.5).then(|| late_position(variant, rng));
    if let Some(board) = late.flatten() {
        return Game::from_board(board);
    }
    let rules = variant.rules();
    if rules.is_relay() {
        let least = rng.random_range(0..=2);
        let start = set_up(rules, Spread::Random { least }, rng).expect("a set-up");
        return Game::from_board(Board::new(variant, start));
    }
    Game::new(variant)
}

fn random_move(game: &Game, rng: &mut StdRng) -> Move {
    let mv = game.legal_moves().iter().choose(rng);
    mv.expect("a game that goes on has moves")
}

#[test]
fn random_games_end() {
    let mut rng = StdRng::seed_from_u64(22);
    for &variant in Variant::ALL {
        let mut tally = Tally::default();
        for _ in 0..2000 {
            let game = beginning(variant, &mut rng);
            tally.play(game, |game| random_move(game, &mut rng));
        }
        tally.print(variant, "random moves");
    }
}

#[test]
fn engine_games_end() {
    let mut rng = StdRng::seed_from_u64(23);
    let mut engine = Engine::new(1).expect("an engine");
    for &variant in Variant::ALL {
        let mut tally = Tally::default();
        engine.clear();
        for _ in 0..200 {
            let mut game = beginning(variant, &mut rng);
            for _ in 0..rng.random_range(0..6) {
                if game.outcome().is_none() {
                    let mv = random_move(&game, &mut rng);
                    game.play(mv).expect("a legal move");
                }
            }
            let limits = Limits {
                nodes: Some(rng.random_range(1..100)),
                ..Limits::default()
            };
            tally.play(game, |game| {
                let found = engine.search(game, &limits, &StopToken::new(), &mut |_| {});
                found.best.expect("a game that goes on has a best move")
            });
        }
        tally.print(variant, "the engine");
    }
}
