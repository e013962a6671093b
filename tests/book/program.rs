//! The books in the program.

use std::fs;
use std::path::{Path, PathBuf};

use tuzdik::book::compare::{Comparison, Ply};
use tuzdik::book::{BookSource, text};
use tuzdik::game::{Board, Game, Variant};
use tuzdik::notation::moves;

use crate::common::facts::cases;

/// Games with books in the program.
const GAMES: [Variant; 3] = [Variant::TogyzKumalak, Variant::Bestemshe, Variant::Qozdatu];

/// The books that are committed.
fn committed(variant: Variant, ending: &str) -> PathBuf {
    let name = format!("book/{variant}.{ending}");
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn the_committed_texts_are_the_embedded_books() {
    for variant in GAMES {
        let written = fs::read_to_string(committed(variant, "txt")).expect("the text form");
        let bytes = fs::read(committed(variant, "book")).expect("the binary form");
        let tree = text::read(&written).expect("a book");
        assert!(tree.to_bytes() == bytes, "{variant}: the forms differ");
        assert!(
            text::write(&tree) == written,
            "{variant}: the text is not as written"
        );
        let source = BookSource::default();
        let book = source.book(variant).expect("an embedded book");
        assert_eq!(book.bytes(), bytes);
        assert_eq!(book.variant(), variant);
    }
}

#[test]
fn embedded_files_are_small() {
    let mut total = 0;
    for folder in ["book", "src/eval/nets"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path
                .extension()
                .is_some_and(|ending| ending == "book" || ending == "net")
            {
                total += fs::metadata(&path).expect("a file").len();
            }
        }
    }
    println!("{total} bytes are embedded");
    assert!(total < 2_000_000, "{total}");
}

/// A check that nobody tuned: masters play what the book would more often than one move of nine drawn by lot.
#[test]
fn masters_and_the_book() {
    let source = BookSource::default();
    let variant = Variant::TogyzKumalak;
    let book = source.book(variant).expect("an embedded book");
    let mut comparison = Comparison::new(book, 8);
    let mut games = 0;
    for game in cases(include_str!("../data/facts/master_games.txt")) {
        let mut played = Game::new(variant);
        for token in game[1].split_whitespace().take(8) {
            let mv = moves::parse(token, &played.board()).expect("a move");
            played.play(mv).expect("a legal move");
        }
        assert!(comparison.add(&played));
        games += 1;
    }
    println!("{games} games");
    let mut all = [0; 2];
    for (index, ply) in comparison.plies().iter().enumerate() {
        let Ply {
            played,
            known,
            agreed,
            ..
        } = ply;
        println!(
            "ply {}: {played} played, {known} in the book, {agreed} agreed",
            index + 1
        );
        all = [all[0] + known, all[1] + agreed];
    }
    let [known, agreed] = all;
    assert!(9 * agreed > known, "{agreed} of {known}");
    // Every game begins at the start position, whose moves every book has.
    let first = &comparison.plies()[0];
    assert_eq!(first.known, first.played);
    let entry = book
        .probe(Board::start(variant).position())
        .expect("the start position");
    let worst = entry.moves.iter().min_by_key(|known| known.score.value());
    // The only first move that captures nothing.
    assert_eq!(worst.map(|known| known.mv.code()), Some(1));
}
