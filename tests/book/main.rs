//! Opening books: both forms, damage, backing up, building, the books in the program.

mod backup;
mod building;
mod commands;
#[path = "../common"]
mod common {
    pub mod facts;
    pub mod program;
}
mod damage;
mod forms;
mod program;

use std::path::{Path, PathBuf};

use common::program::{command, run, stderr, stdout};
use proptest::prelude::*;
use tempfile::TempDir;
use tuzdik::book::tree::Searched;
use tuzdik::book::{About, BookTree};
use tuzdik::bookbuild::journal::Journal;
use tuzdik::eval::EvalSource;
use tuzdik::game::{Board, Move, Position, Variant};
use tuzdik::provenance::Provenance;
use tuzdik::score::Score;

fn about(variant: Variant) -> About {
    About {
        made: Provenance::of(variant, &EvalSource::default(), 1000, 7, 3),
        cover: 2,
    }
}

/// A made-up search of a position that follows from a number.
fn searched(variant: Variant, position: &Position, number: u64) -> Searched {
    let moves: Vec<Move> = Board::new(variant, *position).moves().iter().collect();
    let mixed = position.hash() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Searched {
        score: match mixed % 13 {
            0 => Score::win_in((mixed >> 40) as usize % 401),
            1 => Score::win_in((mixed >> 40) as usize % 401).before_move(),
            _ => Score::new((mixed % 3001) as i32 - 1500),
        },
        depth: (mixed >> 20) as u8 | 1,
        best: moves.get((mixed >> 32) as usize % moves.len()).copied(),
        nodes: (mixed >> 8) as u32,
    }
}

/// A book of made-up searches in which these of its leaves were expanded, one after another.
fn made_up(variant: Variant, choices: &[prop::sample::Index], number: u64) -> BookTree {
    let start = *Board::start(variant).position();
    let mut tree = BookTree::new(about(variant), searched(variant, &start, number));
    let mut next = 0;
    for choice in choices {
        for (_, position) in tree.missing(next) {
            tree.add(position, searched(variant, &position, number));
        }
        tree.expand(next).expect("all is there");
        let leaves: Vec<usize> = (0..tree.nodes().len())
            .filter(|&at| !tree.nodes()[at].is_expanded())
            .collect();
        if leaves.is_empty() {
            break;
        }
        next = leaves[choice.index(leaves.len())];
    }
    tree
}

fn any_tree() -> impl Strategy<Value = BookTree> {
    let variant = prop::sample::select(Variant::ALL.to_vec());
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 1..60);
    (variant, choices, any::<u64>())
        .prop_map(|(variant, choices, number)| made_up(variant, &choices, number))
}

fn small_tree() -> BookTree {
    let mut tree = BookTree::new(
        about(Variant::Bestemshe),
        searched(
            Variant::Bestemshe,
            Board::start(Variant::Bestemshe).position(),
            3,
        ),
    );
    for at in 0..4 {
        for (_, position) in tree.missing(at) {
            tree.add(position, searched(Variant::Bestemshe, &position, 3));
        }
        tree.expand(at).expect("all is there");
    }
    tree
}

/// `tuzdik book build` for a small book of Bestemshe.
fn build_args<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec![
        "book",
        "build",
        "--variant",
        "bestemshe",
        "--positions",
        "150",
        "--nodes",
        "2000",
        "--cover",
        "2",
        "--hash",
        "1",
        "--out",
        out,
    ];
    args.extend(more);
    args
}

fn path_text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn built(folder: &TempDir, name: &str, more: &[&str]) -> (PathBuf, String) {
    let path = folder.path().join(name);
    let output = run(&mut command(&build_args(path_text(&path), more)), "");
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    assert!(!Journal::path_for(&path).exists());
    (path, stdout(&output))
}

/// The number before this word in what the build says.
fn number_before(text: &str, word: &str) -> usize {
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|one| *one == word).expect("the word");
    words[at - 1].parse().expect("a number")
}
