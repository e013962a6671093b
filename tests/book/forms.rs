//! Both forms of a book, probing, and the choice of a move.

use std::collections::HashMap;

use proptest::prelude::*;
use tuzdik::book::binary::HEADER_BYTES;
use tuzdik::book::tree::Successor;
use tuzdik::book::{Book, BookTree, Selection, choose, text};
use tuzdik::eval::{EvalLabel, EvalSource};
use tuzdik::game::{Game, Move, Variant};
use tuzdik::provenance::Provenance;
use tuzdik::score::Score;

use crate::{any_tree, small_tree};

/// Scores by plain recursion, for books without cycles.
fn negamax(tree: &BookTree, at: usize, known: &mut HashMap<usize, Score>) -> Score {
    if let Some(&score) = known.get(&at) {
        return score;
    }
    let node = &tree.nodes()[at];
    let best = node.moves.iter().map(|&(_, child)| match child {
        Successor::Over(score) => score,
        Successor::Node(child) => negamax(tree, child, known).before_move(),
    });
    let score = best
        .max_by_key(|score| score.value())
        .unwrap_or(node.searched.score);
    known.insert(at, score);
    score
}

#[test]
fn both_forms_tell_evaluations_apart() {
    let small = text::write(&small_tree());
    for (word, label) in [
        (EvalSource::NONE, EvalLabel::HANDCRAFTED),
        (EvalSource::KAZANS, EvalLabel::KAZANS),
        ("89abcdef", EvalLabel(0x89ab_cdef)),
    ] {
        let judged_by = |line: &str| match line.strip_prefix("network ") {
            Some(_) => format!("network {word}\n"),
            None => format!("{line}\n"),
        };
        let written: String = small.lines().map(judged_by).collect();
        let tree = text::read(&written).expect("a book");
        assert_eq!(tree.about().made.evaluation, label);
        assert_eq!(text::write(&tree), written);
        let book = Book::from_bytes(tree.to_bytes()).expect("a book");
        assert_eq!(book.about().made.evaluation, label);
    }
    let made = |name| {
        let source = EvalSource::open(name).expect("a known name");
        Provenance::of(Variant::Bestemshe, &source, 1, 1, 1)
    };
    let differs = made(EvalSource::NONE).difference(&made(EvalSource::KAZANS));
    assert_eq!(
        differs.map(|difference| difference.to_string()).as_deref(),
        Some("the evaluation hand-crafted, not kazans")
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn both_forms_hold_the_same(tree in any_tree()) {
        let bytes = tree.to_bytes();
        let book = Book::from_bytes(bytes.clone()).expect("a book");
        let again = book.tree().expect("a sound book");
        prop_assert_eq!(again.to_bytes(), bytes.clone());
        let written = text::write(&again);
        prop_assert_eq!(&written, &text::write(&tree));
        let read = text::read(&written).expect("a book");
        prop_assert_eq!(read.to_bytes(), bytes);
        prop_assert_eq!(text::write(&read), written);
        prop_assert_eq!(read.nodes().len(), tree.nodes().len());
    }

    #[test]
    fn probing_tells_what_the_graph_holds(tree in any_tree()) {
        let book = Book::from_bytes(tree.to_bytes()).expect("a book");
        let backup = tree.back_up();
        let counts = tree.counts();
        let mut plain = HashMap::new();
        for (at, node) in tree.nodes().iter().enumerate() {
            // Few plies make no cycles.
            prop_assert_eq!(backup.score(at), negamax(&tree, at, &mut plain));
            let Some(entry) = book.probe(&node.position) else {
                prop_assert!(!node.is_expanded());
                continue;
            };
            prop_assert_eq!(entry.score, backup.score(at));
            prop_assert_eq!(entry.searched, node.searched);
            prop_assert_eq!(entry.positions, counts[at]);
            prop_assert_eq!(entry.moves.len(), node.moves.len());
            for (known, &(mv, child)) in entry.moves.iter().zip(&node.moves) {
                prop_assert_eq!(known.mv, mv);
                if let Successor::Node(child) = child {
                    prop_assert_eq!(known.score, backup.score(child).before_move());
                    let leaf = &tree.nodes()[child];
                    prop_assert_eq!(known.leaf, (!leaf.is_expanded()).then_some(leaf.searched));
                }
            }
        }
    }

    #[test]
    fn what_is_chosen_is_legal_and_not_lost(
        tree in any_tree(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        variety in 0..=100_u8,
        seed in any::<u64>(),
    ) {
        let book = Book::from_bytes(tree.to_bytes()).expect("a book");
        let mut game = Game::new(book.variant());
        for choice in choices {
            let settings = Selection { variety, seed, ..Selection::default() };
            let legal = game.legal_moves();
            if let Some(chosen) = choose(&book, &game, &[], &settings) {
                let entry = book.probe(game.position()).expect("a choice comes from an entry");
                let balls = game.variant().rules().balls();
                let best = entry.moves.iter().map(|known| known.score.value()).max();
                let first = &chosen.lines[0];
                prop_assert!(legal.contains(first.moves[0]));
                prop_assert!(!first.score.is_lost(balls));
                prop_assert!(first.score.value() >= best.expect("moves") - i32::from(variety) / 2);
                for line in &chosen.lines {
                    let mut after = game.clone();
                    for &mv in &line.moves {
                        prop_assert!(after.play(mv).is_ok());
                    }
                }
            }
            let legal: Vec<Move> = legal.iter().collect();
            if legal.is_empty() {
                break;
            }
            game.play(*choice.get(&legal)).expect("a legal move");
        }
    }

    #[test]
    fn any_bytes_are_refused_or_a_book(mut bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        prop_assert!(Book::from_bytes(bytes.clone()).is_err());
        let head = small_tree().to_bytes();
        let count = bytes.len().min(HEADER_BYTES);
        bytes[..count].copy_from_slice(&head[..count]);
        prop_assert!(Book::from_bytes(bytes).is_err());
    }
}
