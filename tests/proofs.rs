//! What the search calls proved is checked by brute force, in games where positions come back and a
//! careless table would prove what is not so.

use std::collections::HashMap;

use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use tuzdik::game::{Board, Game, Position, Side, Variant};
use tuzdik::score::Score;
use tuzdik::search::{Engine, Limits, StopToken};

/// Most positions that brute force takes in.
const MOST: usize = 60_000;

/// Who has won, where the position ends the game or a majority has decided it.
fn decided(board: &Board) -> Option<Option<Side>> {
    if let Some(outcome) = board.outcome() {
        return Some(outcome.winner);
    }
    let majority = board.rules().majority();
    let owner = Side::BOTH
        .into_iter()
        .find(|&side| board.position().kazan(side) >= majority);
    owner.map(Some)
}

/// All positions that play can reach, with their children, or `None` if they are too many.
fn reachable(root: Board) -> Option<Vec<(Board, Vec<usize>)>> {
    let mut index = HashMap::from([(root.position().hash(), 0)]);
    let mut nodes = vec![(root, Vec::new())];
    let mut next = 0;
    while next < nodes.len() {
        let board = nodes[next].0;
        if decided(&board).is_none() {
            for mv in board.moves() {
                let child = board.play(mv);
                let place = *index.entry(child.position().hash()).or_insert_with(|| {
                    nodes.push((child, Vec::new()));
                    nodes.len() - 1
                });
                assert_eq!(nodes[place].0, child, "equal hashes");
                nodes[next].1.push(place);
            }
        }
        next += 1;
        if nodes.len() > MOST {
            return None;
        }
    }
    Some(nodes)
}

/// Who forces a win from the root and in how many plies, if anyone does. Going round in circles
/// wins nothing.
fn solve(root: Board) -> Option<Option<(Side, usize)>> {
    let nodes = reachable(root)?;
    let mut known: Vec<Option<(Side, usize)>> = nodes
        .iter()
        .map(|(board, _)| decided(board).flatten().map(|side| (side, 0)))
        .collect();
    // Wins in `plies` follow from those in fewer.
    for plies in 1.. {
        let mut new = Vec::new();
        for (at, (board, children)) in nodes.iter().enumerate() {
            if known[at].is_some() || children.is_empty() {
                continue;
            }
            let us = board.side();
            let winner_of = |&child: &usize| known[child].map(|(winner, _)| winner);
            if children.iter().any(|child| winner_of(child) == Some(us)) {
                new.push((at, (us, plies)));
            } else if children
                .iter()
                .all(|child| winner_of(child) == Some(us.opponent()))
            {
                new.push((at, (us.opponent(), plies)));
            }
        }
        if new.is_empty() {
            break;
        }
        for (at, value) in new {
            known[at] = Some(value);
        }
    }
    Some(known[0])
}

/// Whether a side forces a win in at most so many plies, by trying everything.
fn forces(board: &Board, side: Side, plies: usize) -> bool {
    if let Some(winner) = decided(board) {
        return winner == Some(side);
    }
    if plies == 0 {
        return false;
    }
    let mut children = board.moves().iter().map(|mv| board.play(mv));
    let wins = |child: Board| forces(&child, side, plies - 1);
    if board.side() == side {
        children.any(wins)
    } else {
        children.all(wins)
    }
}

fn score(engine: &mut Engine, game: &Game, nodes: u64) -> Score {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let result = engine.search(game, &limits, &StopToken::new(), &mut |_| {});
    result.lines[0].score
}

/// The winner that a proven score names, and the plies.
fn claim(score: Score, board: &Board) -> Option<(Side, usize)> {
    let winner = match score > Score::DRAW {
        true => board.side(),
        false => board.side().opponent(),
    };
    score
        .is_proven()
        .then_some((winner, score.distance() as usize))
}

/// A position with few balls left and the kazans near the majority.
fn late_position(variant: Variant, rng: &mut StdRng) -> Board {
    let rules = variant.rules();
    loop {
        let mut parts = Board::start(variant).position().parts();
        parts.pits = Default::default();
        let left = rng.random_range(3..=9);
        for _ in 0..left {
            let pit = rng.random_range(0..rules.pits);
            parts.pits[rng.random_range(0..2)][usize::from(pit)] += 1;
        }
        let wanted = rng.random_range(0..=left);
        let half = rules.balls() / 2;
        parts.kazans = [half - wanted, half - (left - wanted)];
        parts.side = Side::BOTH[rng.random_range(0..2)];
        let position = Position::from_parts(rules, &parts).expect("the balls add up");
        let board = Board::new(variant, position);
        if decided(&board).is_none() {
            return board;
        }
    }
}

#[test]
fn late_proofs_agree_with_brute_force() {
    for variant in [
        Variant::MangalaFree,
        Variant::Bestemshe,
        Variant::Qozdatu,
        Variant::TogyzPlayOn,
        Variant::TogyzExtraMove,
    ] {
        let mut rng = StdRng::seed_from_u64(31);
        let mut engine = Engine::new(4).expect("an engine");
        let (mut solved, mut won, mut proved) = (0, 0, 0);
        for _ in 0..300 {
            let root = late_position(variant, &mut rng);
            let Some(truth) = solve(root) else {
                continue;
            };
            solved += 1;
            // The table keeps what it learnt from the positions before.
            let score = score(&mut engine, &Game::from_board(root), 20_000);
            won += usize::from(truth.is_some());
            let Some((winner, plies)) = claim(score, &root) else {
                continue;
            };
            proved += 1;
            let Some((really, least)) = truth else {
                panic!("{variant}: nobody forces a win in {root:?}, said to be {score}");
            };
            assert_eq!(winner, really, "{variant} {root:?} {score}");
            assert!(plies >= least, "{variant} {root:?}: {plies} < {least}");
        }
        println!("{variant}: {solved} positions solved, {won} won, {proved} proved by the engine");
        assert!(solved > 100 && 2 * proved > won, "{variant}");
    }
}

#[test]
fn early_proofs_agree_with_brute_force() {
    let variant = Variant::MangalaFree;
    let mut rng = StdRng::seed_from_u64(32);
    let mut engine = Engine::new(16).expect("an engine");
    let mut proved = 0;
    for _ in 0..200 {
        let mut game = Game::new(variant);
        for _ in 0..rng.random_range(2..14) {
            if let Some(mv) = game.legal_moves().iter().choose(&mut rng) {
                game.play(mv).expect("a legal move");
            }
        }
        let root = game.board();
        if decided(&root).is_some() {
            continue;
        }
        let score = score(&mut engine, &Game::from_board(root), 20_000);
        if let Some((winner, plies @ ..=7)) = claim(score, &root) {
            proved += 1;
            assert!(forces(&root, winner, plies), "{root:?} {score}");
        }
    }
    println!("{variant}: {proved} proofs checked");
    assert!(proved > 20);
}
