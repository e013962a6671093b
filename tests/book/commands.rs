//! The commands that read books.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use tuzdik::book::{Book, BookTree, text};
use tuzdik::bookbuild::journal::Journal;
use tuzdik::game::{Board, Variant};

use crate::common::program::{command, run, stderr, stdout};
use crate::{build_args, built, made_up, path_text, small_tree};

#[test]
fn the_commands_read_both_forms_and_tell_faults() {
    let folder = TempDir::new().expect("a folder");
    let (binary, _) = built(&folder, "a.book", &[]);
    let text = folder.path().join("a.txt");
    let again = folder.path().join("again.book");
    let export = |from: &Path, to: &Path| {
        let args = ["book", "export", path_text(from), "--out", path_text(to)];
        let output = run(&mut command(&args), "");
        assert!(output.status.success(), "{}", stderr(&output));
    };
    export(&binary, &text);
    export(&text, &again);
    assert_eq!(
        fs::read(&binary).expect("a book"),
        fs::read(&again).expect("a book")
    );

    let positions = Book::open(&binary).expect("a book").header().positions;
    let mut shown = Vec::new();
    for file in [&binary, &text] {
        let output = run(&mut command(&["book", "show", path_text(file)]), "");
        let lines: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
        assert!(
            lines[0].starts_with(&format!("{positions} positions, ")),
            "{}",
            lines[0]
        );
        assert!(lines[0].contains("tuzdik 0.") && lines[0].contains("2000 nodes"));
        assert!(
            lines[1].starts_with("South to move: score "),
            "{}",
            lines[1]
        );
        let moves = lines[2..].iter().filter(|line| !line.starts_with(' '));
        assert_eq!(moves.count(), 5, "{lines:?}");
        assert_eq!(lines[2..].len(), 5 + 5 * 3, "{lines:?}");
        shown.push(lines);
    }
    assert_eq!(shown[0], shown[1]);
    let output = run(
        &mut command(&["book", "show", path_text(&text), "--moves", "1 9"]),
        "",
    );
    assert!(
        stderr(&output).contains("--moves: move 2"),
        "{}",
        stderr(&output)
    );
    assert_eq!(stdout(&output), "");

    let args = [
        "book",
        "verify",
        path_text(&text),
        "--sample",
        "12",
        "--nodes",
        "2000",
        "--hash",
        "1",
    ];
    let output = run(&mut command(&args), "");
    let said = stdout(&output);
    assert!(output.status.success(), "{}", stderr(&output));
    let first = format!("12 of {positions} positions searched with 2000 nodes each\n");
    assert!(said.starts_with(&first), "{said}");
    assert!(said.contains("same best move: "), "{said}");

    let merged = folder.path().join("merged.book");
    let args = [
        "book",
        "merge",
        path_text(&binary),
        path_text(&text),
        "--out",
        path_text(&merged),
    ];
    let output = run(&mut command(&args), "");
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(
        fs::read(&binary).expect("a book"),
        fs::read(&merged).expect("a book")
    );

    fs::write(&merged, b"TUZBOOK\0").expect("the file is written");
    for sub in ["show", "verify", "export"] {
        let output = run(&mut command(&["book", sub, path_text(&merged)]), "");
        assert_eq!(output.status.code(), Some(1));
        assert!(
            stderr(&output).contains("merged.book: damaged opening book"),
            "{}",
            stderr(&output)
        );
    }
}

#[test]
fn texts_are_read_as_editors_save_them_and_told_safely() {
    let folder = TempDir::new().expect("a folder");
    let tree = small_tree();
    let (marked, capitals) = (folder.path().join("a.txt"), folder.path().join("A.TXT"));
    fs::write(&marked, format!("\u{feff}{}", text::write(&tree))).expect("written");
    let export = |from: &Path, out: &str| {
        run(
            &mut command(&["book", "export", path_text(from), "--out", out]),
            "",
        )
    };
    let output = export(&marked, path_text(&capitals));
    assert!(output.status.success(), "{}", stderr(&output));
    let written = fs::read_to_string(&capitals).expect("a text");
    assert_eq!(written, text::write(&tree));
    assert_eq!(export(&marked, "-").status.code(), Some(2));

    let mut bytes = tree.to_bytes();
    bytes[56..60].copy_from_slice(b"\x1b[2J");
    let crc = crc32fast::hash(&bytes[..124]);
    bytes[124..128].copy_from_slice(&crc.to_le_bytes());
    let escapes = written.replace("engine ", "engine \x1b[2J");
    for bytes in [bytes, escapes.into_bytes()] {
        fs::write(&marked, bytes).expect("written");
        let output = run(&mut command(&["book", "show", path_text(&marked)]), "");
        assert!(!output.status.success() && stdout(&output).is_empty());
        assert!(!stderr(&output).contains('\x1b'), "{}", stderr(&output));
    }
}

#[test]
fn merging_takes_the_longer_search_and_all_moves() {
    let folder = TempDir::new().expect("a folder");
    let (small, _) = built(&folder, "small.book", &[]);
    let long = folder.path().join("long.book");
    let mut args = build_args(path_text(&long), &[]);
    (args[5], args[7], args[9]) = ("40", "4000", "1");
    assert!(run(&mut command(&args), "").status.success());
    let trees = [&small, &long].map(|path| {
        let book = Book::open(path).expect("a book");
        book.tree().expect("a sound book")
    });
    for order in [[0, 1], [1, 0]] {
        let pair = order.map(|at| trees[at].clone());
        let merged = tuzdik::bookbuild::merge(&pair).expect("they merge");
        for node in trees.iter().flat_map(BookTree::nodes) {
            let at = merged
                .find(&node.position)
                .expect("all positions are there");
            let merged = &merged.nodes()[at];
            assert!(merged.is_expanded() || !node.is_expanded());
            assert!(merged.searched.nodes >= node.searched.nodes);
        }
        assert_eq!(merged.about().made.nodes, 2000);
        let again = Book::from_bytes(merged.to_bytes()).expect("a book");
        assert_eq!(
            again.tree().expect("a sound book").nodes().len(),
            merged.nodes().len()
        );
    }
    let other = made_up(Variant::Qozdatu, &[], 1);
    let error = tuzdik::bookbuild::merge(&[trees[0].clone(), other]).expect_err("two games");
    assert!(error.to_string().contains("the game differs"), "{error}");
}

#[test]
fn games_are_compared_with_first_choices() {
    let folder = TempDir::new().expect("a folder");
    let (path, _) = built(&folder, "a.book", &[]);
    let book = Book::open(&path).expect("a book");
    let start = Board::start(Variant::Bestemshe);
    let entry = book.probe(start.position()).expect("the start");
    let best = entry.moves.iter().min_by_key(|known| -known.score.value());
    let best = best.expect("moves").mv;
    let other = entry
        .moves
        .iter()
        .find(|known| known.mv != best)
        .expect("moves")
        .mv;
    let games = folder.path().join("games.tgk");
    fs::write(
        &games,
        format!("1. {best} *\n\n[Round \"2\"]\n\n1. {other} *\n"),
    )
    .expect("written");
    let args = [
        "book",
        "compare",
        path_text(&games),
        "--book",
        path_text(&path),
        "--plies",
        "2",
    ];
    let output = run(&mut command(&args), "");
    let said = stdout(&output);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(said.starts_with("2 games of bestemshe against "), "{said}");
    let row: Vec<&str> = said
        .lines()
        .find(|line| line.trim_start().starts_with("1 "))
        .expect("the first ply")
        .split_whitespace()
        .collect();
    assert_eq!(row[..6], ["1", "2", "2", "1", "50", "%"], "{said}");
    let mv = start.show(other);
    assert!(said.contains(&format!("    1  {mv}")), "{said}");
}

#[test]
fn forced_games_and_games_without_a_book_are_told() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("m.book");
    let args = [
        "book",
        "build",
        "--variant",
        "mangala",
        "--out",
        path_text(&out),
    ];
    let output = run(&mut command(&args), "");
    assert!(
        stderr(&output).contains("forced game"),
        "{}",
        stderr(&output)
    );
    let output = run(&mut command(&["book", "show", "--variant", "giveaway"]), "");
    assert!(
        stderr(&output).contains("no book of giveaway"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn what_is_there_is_replaced_by_force_alone() {
    let folder = TempDir::new().expect("a folder");
    let (from, to) = (folder.path().join("a.book"), folder.path().join(".txt"));
    fs::write(&from, small_tree().to_bytes()).expect("written");
    let out = ["--out", path_text(&to)];
    let export = ["book", "export", path_text(&from), out[0], out[1]];
    let merge = ["book", "merge", path_text(&from), out[0], out[1]];
    for args in [export, merge] {
        fs::write(&to, "mine").expect("written");
        let output = run(&mut command(&args), "");
        assert!(!output.status.success());
        let said = stderr(&output);
        assert!(said.contains("exists; replace it with --force"), "{said}");
        assert_eq!(fs::read(&to).expect("a file"), b"mine");
        let output = run(command(&args).arg("--force"), "");
        assert!(output.status.success(), "{}", stderr(&output));
        // The name has nothing but the ending, and the book is a text.
        let written = fs::read_to_string(&to).expect("a text");
        assert_eq!(written, text::write(&small_tree()));
    }
}

#[test]
fn a_book_in_work_is_not_written() {
    let folder = TempDir::new().expect("a folder");
    let (from, to) = (folder.path().join("a.book"), folder.path().join("b.book"));
    let tree = small_tree();
    fs::write(&from, tree.to_bytes()).expect("written");
    let path = Journal::path_for(&to);
    let journal = Journal::open(&path, tree.about(), |_, _| {}).expect("a journal");
    let args = |sub| {
        let out = path_text(&to);
        ["book", sub, path_text(&from), "--out", out, "--force"]
    };
    for sub in ["export", "merge"] {
        let output = run(&mut command(&args(sub)), "");
        let said = stderr(&output);
        assert!(!output.status.success() && !to.exists(), "{said}");
        assert!(said.contains("another process is building"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    drop(journal);
    for sub in ["export", "merge"] {
        let output = run(&mut command(&args(sub)), "");
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(fs::read(&to).expect("a book"), tree.to_bytes());
        assert!(path.exists(), "the searches of the build stay");
    }
}
