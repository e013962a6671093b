//! Levels of play.

use tuzdik::game::rules::Objective;
use tuzdik::game::{Game, Side, Variant};
use tuzdik::search::{Engine, Limits, SearchLine, SearchResult, StopToken, Strength};

fn search(engine: &mut Engine, game: &Game, limits: &Limits) -> SearchResult {
    engine.search(game, limits, &StopToken::new(), &mut |_| {})
}

fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// Nodes and lines on the way through a game that the engine plays against itself.
fn fingerprint(engine: &mut Engine, plies: usize) -> Vec<(u64, Vec<SearchLine>)> {
    let mut game = Game::new(Variant::TogyzKumalak);
    let mut results = Vec::new();
    for _ in 0..plies {
        let found = search(engine, &game, &to_depth(8));
        results.push((found.nodes, found.lines));
        let Some(mv) = found.best else { break };
        game.play(mv).unwrap();
    }
    results
}

#[test]
fn the_highest_level_is_the_engine_as_it_is() {
    let mut plain = Engine::new(4).unwrap();
    let mut back = Engine::new(4).unwrap();
    // Weaker searches in between leave no trace.
    back.set_strength(Strength::from_level(3)).unwrap();
    let start = Game::new(Variant::TogyzKumalak);
    search(&mut back, &start, &to_depth(8));
    back.set_strength(Strength::FULL).unwrap();
    assert_eq!(back.strength(), Strength::FULL);
    assert_eq!(fingerprint(&mut plain, 12), fingerprint(&mut back, 12));
}

#[test]
fn a_level_holds_depth_and_nodes_back_but_not_more_than_the_limits_do() {
    let game = Game::new(Variant::TogyzKumalak);
    let mut engine = Engine::new(4).unwrap();
    let mut deepest = 0;
    for level in Strength::LEVELS.0..Strength::LEVELS.1 {
        engine.set_strength(Strength::from_level(level)).unwrap();
        let depth = search(&mut engine, &game, &to_depth(30)).lines[0].depth;
        assert!(deepest <= depth && depth < 30, "level {level}: {depth}");
        deepest = depth;
    }
    assert_eq!(search(&mut engine, &game, &to_depth(2)).lines[0].depth, 2);
}

#[test]
fn the_beginner_sees_one_move_ahead() {
    let game = Game::new(Variant::TogyzKumalak);
    let mut engine = Engine::new(4).unwrap();
    engine.set_strength(Strength::from_level(1)).unwrap();
    let found = search(&mut engine, &game, &Limits::default());
    let line = &found.lines[0];
    assert_eq!((line.depth, line.pv.len()), (1, 1));
    assert_eq!(found.best, line.first_move());
}

#[test]
fn errors_follow_from_the_seed() {
    let game = Game::new(Variant::TogyzKumalak);
    let mut engine = Engine::new(4).unwrap();
    engine.set_strength(Strength::from_level(2)).unwrap();
    let mut best = |seed| {
        engine.seed_errors(seed);
        let first = search(&mut engine, &game, &Limits::default());
        let again = search(&mut engine, &game, &Limits::default());
        assert_eq!(first.lines, again.lines, "seed {seed}");
        first.best
    };
    let moves: Vec<_> = (0..20).map(&mut best).collect();
    let first = moves[0];
    assert!(moves.iter().any(|&mv| mv != first), "{moves:?}");
}

/// Points of the stronger of two levels over so many games, half of them as South.
fn points(stronger: u8, weaker: u8, variant: Variant, games: u64) -> f64 {
    let mut engines = [stronger, weaker].map(|level| {
        let mut engine = Engine::new(1).unwrap();
        engine.set_strength(Strength::from_level(level)).unwrap();
        engine
    });
    let mut points = 0.0;
    for number in 0..games {
        for (index, engine) in engines.iter_mut().enumerate() {
            engine.seed_errors(2 * number + index as u64);
        }
        let side = Side::BOTH[number as usize % 2];
        let mut game = Game::new(variant);
        let outcome = loop {
            if let Some(outcome) = game.outcome() {
                break outcome;
            }
            let engine = &mut engines[usize::from(game.position().side() != side)];
            let best = search(engine, &game, &Limits::default()).best;
            game.play(best.unwrap()).unwrap();
        };
        points += match outcome.winner {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        };
    }
    points
}

#[test]
fn a_level_beats_one_far_below_in_every_game() {
    let with_decisions = |variant: &&Variant| !variant.rules().is_forced();
    for &variant in Variant::ALL.iter().filter(with_decisions) {
        // The seeds are fixed, so that the result is always the same. In giveaway, where most moves
        // are forced, skill counts for less.
        let least = match variant.rules().objective {
            Objective::Most => 57.0,
            Objective::Least => 33.0,
        };
        let won = points(5, 1, variant, 60);
        assert!(won >= least, "{variant}: {won} of 60");
    }
}

#[test]
fn each_of_the_low_levels_beats_the_one_below() {
    for level in 2..=5 {
        let won = points(level, level - 1, Variant::TogyzKumalak, 30);
        assert!(won > 15.0, "level {level}: {won} of 30");
    }
}
