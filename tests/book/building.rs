//! Building by search.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tuzdik::book::binary::HEADER_BYTES;
use tuzdik::book::{Book, Selection};
use tuzdik::bookbuild::journal::{Journal, RECORD_BYTES};
use tuzdik::game::{Board, Side, Variant};

use crate::common::program::{command, run, stderr, stdout};
use crate::{build_args, built, number_before, path_text};

#[test]
fn threads_and_forms_make_no_difference() {
    let folder = TempDir::new().expect("a folder");
    let (one, said) = built(&folder, "one.book", &[]);
    let (three, _) = built(&folder, "three.txt", &["--threads", "3"]);
    let (one, three) = (
        Book::open(&one).expect("a book"),
        Book::open(&three).expect("a book"),
    );
    assert_eq!(one.bytes(), three.bytes());
    let positions = one.header().positions as usize;
    assert!((150..160).contains(&positions), "{positions}");
    assert_eq!(number_before(&said, "searched"), positions);
    // Another seed, another order.
    let (other, _) = built(&folder, "other.book", &["--seed", "2"]);
    let other = Book::open(&other).expect("a book");
    assert_ne!(other.bytes(), one.bytes());
    // Where plies cost more, lines are shorter.
    let (wide, _) = built(&folder, "wide.book", &["--depth-penalty", "1000"]);
    let wide = Book::open(&wide).expect("a book");
    assert!(wide.header().plies < one.header().plies);
}

#[test]
fn a_finished_book_grows_into_what_it_would_have_been() {
    let folder = TempDir::new().expect("a folder");
    let (path, _) = built(&folder, "grown.book", &[]);
    let output = run(&mut command(&build_args(path_text(&path), &[])), "");
    assert!(!output.status.success());
    assert!(
        stderr(&output).contains("is there already"),
        "{}",
        stderr(&output)
    );
    let larger = |out: &Path, more: &[&str]| {
        let mut args = build_args(path_text(out), more);
        args[5] = "220";
        let output = run(&mut command(&args), "");
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    let kept = Book::open(&path).expect("a book").header().positions as usize;
    let said = larger(&path, &["--resume"]);
    let new = folder.path().join("new.book");
    let all = larger(&new, &["--resume"]);
    assert_eq!(
        fs::read(&path).expect("a book"),
        fs::read(&new).expect("a book")
    );
    assert_eq!(
        number_before(&said, "searched") + kept,
        number_before(&all, "searched")
    );
    // Searches of another kind are not mixed.
    for (at, other, said) in [
        (7, "2001", "nodes 2000, not 2001"),
        (11, "2", "hash 1 MB, not 2 MB"),
    ] {
        let mut args = build_args(path_text(&path), &["--resume"]);
        args[at] = other;
        let output = run(&mut command(&args), "");
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
    assert!(!Journal::path_for(&path).exists());
}

#[test]
fn a_smaller_plan_drops_no_search() {
    let folder = TempDir::new().expect("a folder");
    let (whole, _) = built(&folder, "whole.book", &[]);
    let resumed = |out: &Path, positions, cover, seed| {
        let mut args = build_args(path_text(out), &["--resume", "--seed", seed]);
        (args[5], args[9]) = (positions, cover);
        let output = run(&mut command(&args), "");
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    let bytes = fs::read(&whole).expect("a book");
    let said = resumed(&whole, "20", "0", "1");
    assert_eq!(number_before(&said, "searched"), 0);
    assert_eq!(fs::read(&whole).expect("a book"), bytes);
    let tree = |path: &Path| {
        let book = Book::open(path).expect("a book");
        book.tree().expect("a sound book")
    };
    let old = tree(&whole);
    resumed(&whole, "170", "0", "2");
    let new = tree(&whole);
    assert!(new.nodes().len() >= 170);
    for node in old.nodes() {
        let at = new.find(&node.position).expect("the position stays");
        assert!(new.nodes()[at].is_expanded() || !node.is_expanded());
    }
    // Searches in the journal for which there is no place yet wait there.
    let small = folder.path().join("small.book");
    let path = Journal::path_for(&small);
    let mut journal = Journal::open(&path, old.about(), |_, _| {}).expect("a journal");
    for node in old.nodes() {
        journal.add(&node.position, &node.searched).expect("added");
    }
    drop(journal);
    let said = resumed(&small, "20", "1", "1");
    assert_eq!(
        number_before(&said, "more") + number_before(&said, "positions;"),
        old.nodes().len()
    );
    assert!(path.exists());
    // A link to a book has the book's journal.
    #[cfg(unix)]
    {
        let link = folder.path().join("link.book");
        std::os::unix::fs::symlink("small.book", &link).expect("a link");
        assert_eq!(Journal::path_for(&link), path);
    }
    let said = resumed(&small, "150", "2", "1");
    assert_eq!(number_before(&said, "searched"), 0);
    assert_eq!(fs::read(&small).expect("a book"), bytes);
    assert!(!path.exists());
}

#[cfg(unix)]
#[test]
fn a_killed_build_loses_at_most_the_position_in_work() {
    let folder = TempDir::new().expect("a folder");
    let (whole, _) = built(&folder, "whole.book", &[]);
    let killed = folder.path().join("killed.book");
    let journal = Journal::path_for(&killed);
    let records = || {
        let length = fs::metadata(&journal).map_or(0, |file| file.len() as usize);
        length.saturating_sub(HEADER_BYTES) / RECORD_BYTES
    };
    let mut kept = 0;
    for signal in ["-KILL", "-INT", "-KILL"] {
        let mut child = command(&build_args(path_text(&killed), &["--resume"]))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let begin = Instant::now();
        while records() < kept + 20 && begin.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let sent = std::process::Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(sent.expect("kill runs").success());
        let status = child.wait().expect("the child ends");
        assert!(!status.success(), "{status}");
        assert!(records() >= kept + 20, "{} after {kept}", records());
        assert!(!killed.exists());
        kept = records();
    }
    let output = run(
        &mut command(&build_args(path_text(&killed), &["--resume"])),
        "",
    );
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(
        fs::read(&killed).expect("a book"),
        fs::read(&whole).expect("a book")
    );
    // No search that the journal holds was done again.
    let positions = Book::open(&whole).expect("a book").header().positions as usize;
    assert_eq!(
        number_before(&stdout(&output), "searched") + kept,
        positions
    );
}

#[test]
fn the_first_plies_are_covered() {
    let folder = TempDir::new().expect("a folder");
    let (path, _) = built(&folder, "covered.book", &[]);
    let book = Book::open(&path).expect("a book");
    let tree = book.tree().expect("a sound book");
    let variant = Variant::Bestemshe;
    let mut front = vec![Board::start(variant)];
    for ply in 0..=2 {
        let mut next = Vec::new();
        for board in &front {
            let position = board.position();
            assert!(tree.find(position).is_some(), "ply {ply}: {position:?}");
            assert!(ply == 2 || book.probe(position).is_some(), "ply {ply}");
            next.extend(board.moves().iter().map(|mv| board.play(mv)));
        }
        front = next;
    }
    // A player by the book has an answer to every second ply's reply.
    for own in Side::BOTH {
        answered(&book, Board::start(variant), own, 2);
    }
}

fn answered(book: &Book, board: Board, own: Side, plies: u32) {
    let entry = book
        .probe(board.position())
        .expect("the position is expanded");
    if plies == 0 {
        return;
    }
    for known in &entry.moves {
        let loss = entry.score.value() - known.score.value();
        if board.side() != own || loss <= Selection::WIDEST {
            let next = board.play(known.mv);
            if next.outcome().is_none() {
                answered(book, next, own, plies - 1);
            }
        }
    }
}

#[test]
fn what_another_version_began_is_gone_on_with() {
    let folder = TempDir::new().expect("a folder");
    let (whole, _) = built(&folder, "whole.book", &[]);
    let tree = Book::open(&whole).expect("a book").tree().expect("sound");
    let mut about = tree.about().clone();
    about.made.engine = "0.0.7".to_owned();
    // Its journal, with half of the searches.
    let grown = folder.path().join("grown.txt");
    let mut journal = Journal::open(&Journal::path_for(&grown), &about, |_, _| {}).expect("new");
    for node in tree.nodes().iter().take(70) {
        journal.add(&node.position, &node.searched).expect("added");
    }
    drop(journal);
    let resume = |positions| {
        let mut args = build_args(path_text(&grown), &["--resume"]);
        args[5] = positions;
        let output = run(&mut command(&args), "");
        assert!(output.status.success(), "{}", stderr(&output));
        number_before(&stdout(&output), "searched")
    };
    assert_eq!(resume("150") + 70, tree.nodes().len());
    // The finished book, which says who began it.
    assert!(resume("170") > 0);
    let book = Book::open(&grown).expect("a book");
    assert_eq!(book.about().made.engine, "0.0.7");
    let old = book.tree().expect("sound");
    let new = tuzdik::bookbuild::merge(&[tree, old]).expect("they merge");
    assert_eq!(new.about().made.engine, env!("CARGO_PKG_VERSION"));
}
