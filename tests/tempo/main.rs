//! Endgames of tempo: a leader who runs out of moves, an opponent who hoards balls. Who wins is proved,
//! and mostly not the one whom a count of the kazans names, or not for that reason.
//!
//! `positions.txt` is made by `scripts/train/tempo_suite.py`, which says how the positions were chosen and
//! proved. An evaluation or a search judges a position rightly if the sign of its score is that of the
//! result; a score of 0 is wrong.
//!
//! How right each evaluation is, without looking ahead and in searches of 400,000 nodes (a tenth of a
//! second or so), as a table; further networks can be named, separated as in `PATH`:
//!
//! ```sh
//! TUZDIK_NETWORKS=one.net:other.net cargo test --release --test tempo table -- --ignored --nocapture
//! ```

mod solver;
mod suite;

use std::collections::HashSet;
use std::env;

use solver::Solver;
use suite::{Endgame, VARIANT, load};
use tuzdik::eval::EvalSource;
use tuzdik::game::Board;
use tuzdik::game::sets::TogyzKumalak;
use tuzdik::notation::fen;
use tuzdik::search::{Engine, Limits, StopToken};

/// Nodes of a search in the quick test.
const FEW_NODES: u64 = 10_000;
/// Nodes that a search visits in a tenth of a second or so.
const MANY_NODES: u64 = 400_000;

/// How many endgames the static evaluation judges rightly.
fn right_at_sight(source: &EvalSource, endgames: &[Endgame]) -> usize {
    let evaluator = source.evaluator(VARIANT);
    endgames
        .iter()
        .filter(|e| e.is_right(evaluator.evaluate::<TogyzKumalak>(&e.position)))
        .count()
}

/// How many endgames a search of so many nodes judges rightly, each with an empty table.
fn right_in_search(source: &EvalSource, endgames: &[Endgame], nodes: u64) -> usize {
    let mut engine = Engine::new(16).expect("an engine");
    engine.set_eval_source(source.clone());
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut judge = |endgame: &Endgame| {
        engine.clear();
        let result = engine.search(&endgame.game(), &limits, &StopToken::new(), &mut |_| {});
        endgame.is_right(result.lines[0].score.value())
    };
    endgames.iter().filter(|e| judge(e)).count()
}

#[test]
fn the_suite_holds_distinct_endgames_of_tempo() {
    let endgames = load();
    assert!(endgames.len() >= 200, "{}", endgames.len());
    let mut seen = HashSet::new();
    for endgame in &endgames {
        let Endgame { position, text, .. } = endgame;
        let board = Board::new(VARIANT, *position);
        assert!(seen.insert(position.hash()), "twice: {text}");
        assert_eq!(fen::format(&board, endgame.number), *text);
        assert_eq!(board.outcome(), None, "{text}");
        assert!(board.moves().first().is_some(), "{text}");
        assert!(endgame.ply >= 80 && endgame.number == endgame.ply / 2 + 1);

        let leader = endgame.leader();
        let [ours, theirs] = [leader, leader.opponent()].map(|side| endgame.balls(side));
        let [most, least] = [leader, leader.opponent()].map(|side| u32::from(position.kazan(side)));
        assert!(most - least >= 20 && most - least == endgame.lead, "{text}");
        assert!(ours <= 12, "{text}");
        assert!(2 * endgame.hoard(leader.opponent()) >= theirs, "{text}");
        assert!(least + theirs >= 82, "{text}");
    }
}

/// Whoever answers by a rule of thumb is right half of the time.
#[test]
fn no_rule_of_thumb_judges_the_suite() {
    let endgames = load();
    let count =
        |wins: &dyn Fn(&Endgame) -> bool| endgames.iter().filter(|e| wins(e) == e.won).count();
    let lead = count(&|e| e.leader() == e.position.side());
    let mover = count(&|_| true);
    let all = endgames.len();
    println!("of {all} endgames the leader wins {lead}, the side to move {mover}");
    for right in [lead, mover] {
        assert!((9 * all..=11 * all).contains(&(20 * right)));
    }
    assert_eq!(right_at_sight(&EvalSource::Kazans, &endgames), lead);
}

#[test]
fn the_network_judges_better_at_sight() {
    let endgames = load();
    let [network, handcrafted] = [EvalSource::Embedded, EvalSource::Handcrafted]
        .map(|source| right_at_sight(&source, &endgames));
    println!(
        "right at sight of {}: network {network}, hand-crafted {handcrafted}",
        endgames.len()
    );
    assert!(network > handcrafted);
    assert!(10 * network >= 9 * endgames.len());
}

#[test]
fn the_network_judges_better_in_short_searches() {
    let endgames = load();
    let [network, handcrafted] = [EvalSource::Embedded, EvalSource::Handcrafted]
        .map(|source| right_in_search(&source, &endgames, FEW_NODES));
    println!(
        "right in {FEW_NODES} nodes of {}: network {network}, hand-crafted {handcrafted}",
        endgames.len()
    );
    assert!(network > handcrafted);
    assert!(20 * network >= 19 * endgames.len());
}

/// Trying every move finds the proved winner too, where the proof is short enough for that.
#[test]
fn short_proofs_hold_without_the_engine() {
    let (checked, all) = check_proofs(8, 100_000);
    assert!(4 * checked > all);
}

/// The same with more patience and for all.
#[test]
#[ignore = "takes minutes"]
fn proofs_hold_without_the_engine() {
    let (checked, all) = check_proofs(u32::MAX, 1_000_000);
    assert!(4 * checked > all);
}

/// How many of the proofs with at most so many moves could be checked with so many positions each, and
/// how many there are.
fn check_proofs(most_moves: u32, nodes: u64) -> (usize, usize) {
    let endgames = load();
    let short: Vec<_> = endgames.iter().filter(|e| e.moves <= most_moves).collect();
    let mut checked = 0;
    for endgame in &short {
        // The loser may move first and, by giving away the last balls needed, last.
        let plies = 2 * endgame.moves + 1;
        let forced = Solver::new(endgame.winner(), nodes).forces(&endgame.position, plies);
        assert_ne!(forced, Some(false), "{}", endgame.text);
        checked += usize::from(forced.is_some());
    }
    println!(
        "{checked} of {} proofs checked by trying every move",
        short.len()
    );
    (checked, short.len())
}

/// The table of the module's documentation.
#[test]
#[ignore = "takes minutes; prints how right each evaluation is"]
fn table() {
    let endgames = load();
    let mut sources = vec![
        ("kazans".to_owned(), EvalSource::Kazans),
        ("hand-crafted".to_owned(), EvalSource::Handcrafted),
        ("embedded".to_owned(), EvalSource::Embedded),
    ];
    for path in env::split_paths(&env::var_os("TUZDIK_NETWORKS").unwrap_or_default()) {
        let name = path.display().to_string();
        sources.push((name.clone(), EvalSource::open(&name).expect("a network")));
    }
    println!(
        "right of {:<30} static {FEW_NODES:>9} {MANY_NODES:>9} nodes",
        endgames.len()
    );
    let mut found = Vec::new();
    for (name, source) in &sources {
        let at_sight = right_at_sight(source, &endgames);
        let [few, many] = [FEW_NODES, MANY_NODES].map(|n| right_in_search(source, &endgames, n));
        println!("{name:<39} {at_sight:>6} {few:>9} {many:>9}");
        found.push(many);
    }
    assert!(
        found[2] > found[1],
        "the network judges better than the hand-crafted evaluation"
    );
}
