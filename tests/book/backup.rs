//! Scores backed up where play goes round.

use tuzdik::book::BookTree;
use tuzdik::book::tree::{Searched, Successor};
use tuzdik::game::{Parts, Position, Side, Variant};
use tuzdik::score::Score;

use crate::about;

/// A book whose start position, always the first node, stays a leaf, and beside it every position that
/// play from this one can reach, all expanded.
fn start_and_everything_after(variant: Variant, position: Position) -> BookTree {
    let nothing = Searched {
        score: Score::new(1),
        depth: 1,
        best: None,
        nodes: 1,
    };
    let mut tree = BookTree::new(about(variant), nothing);
    let mut at = tree.add(position, nothing);
    while at < tree.nodes().len() {
        for (_, position) in tree.missing(at) {
            tree.add(position, nothing);
        }
        tree.expand(at).expect("all is there");
        at += 1;
    }
    tree
}

/// Who wins each position by force, found by going over all positions until nothing changes: 1 the side
/// to move, -1 the other, 0 nobody.
fn results(tree: &BookTree) -> Vec<i32> {
    let mut results = vec![0; tree.nodes().len()];
    loop {
        let mut changed = false;
        for (at, node) in tree.nodes().iter().enumerate() {
            let of = |child| match child {
                Successor::Over(score) => score.value().signum(),
                Successor::Node(child) => -results[child],
            };
            let best = node.moves.iter().map(|&(_, child)| of(child)).max();
            let result = best.unwrap_or(0);
            if results[at] != result {
                results[at] = result;
                changed = true;
            }
        }
        if !changed {
            return results;
        }
    }
}

#[test]
fn play_that_goes_round_is_a_draw() {
    let variant = Variant::Bestemshe;
    let (mut positions, mut kinds) = (0, [0; 3]);
    for (south, north, kazans) in [
        ([1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [24, 24]),
        ([0, 1, 0, 0, 1], [1, 0, 1, 0, 0], [23, 23]),
        ([1, 1, 0, 1, 0], [0, 1, 0, 0, 1], [22, 23]),
    ] {
        let mut pits = [[0; 9]; 2];
        pits[0][..5].copy_from_slice(&south);
        pits[1][..5].copy_from_slice(&north);
        let parts = Parts {
            pits,
            kazans,
            tuzdiks: [None; 2],
            side: Side::South,
        };
        let position = Position::from_parts(variant.rules(), &parts).expect("a position");
        let tree = start_and_everything_after(variant, position);
        assert!(!tree.nodes()[0].is_expanded());
        let backup = tree.back_up();
        let results = results(&tree);
        for (at, result) in results.iter().enumerate().skip(1) {
            let score = backup.score(at).value();
            assert_eq!(score.signum(), *result, "{:?}", tree.nodes()[at].position);
            kinds[(result + 1) as usize] += 1;
        }
        positions += results.len();
    }
    println!("{positions} positions, {kinds:?} lost, drawn, won");
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}
