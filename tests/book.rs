//! Opening books: both forms, damage, backing up, building, the books in the program.

mod common {
    pub mod program;
    pub mod vectors;
}

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::program::{command, run, stderr, stdout};
use proptest::prelude::*;
use tempfile::TempDir;
use tuzdik::book::binary::HEADER_BYTES;
use tuzdik::book::compare::{Comparison, Ply};
use tuzdik::book::tree::{Child, Searched};
use tuzdik::book::{About, Book, BookSource, Score, Settings, Tree, choose, text};
use tuzdik::bookbuild::journal::{Journal, RECORD_BYTES};
use tuzdik::eval::EvalSource;
use tuzdik::game::{Game, Move, Parts, Position, Side, Variant};
use tuzdik::notation::moves;

/// Games with books in the program.
const GAMES: [Variant; 3] = [Variant::TogyzKumalak, Variant::Bestemshe, Variant::Qozdatu];

fn about(variant: Variant) -> About {
    About::of(variant, &EvalSource::default(), 1000, 7, 2)
}

/// A made-up search of a position that follows from a number.
fn searched(variant: Variant, position: &Position, number: u64) -> Searched {
    let moves: Vec<Move> = variant.moves(position).collect();
    let mixed = position.hash() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Searched {
        score: match mixed % 13 {
            0 => Score::win_in((mixed >> 40) as u16 % 401),
            1 => Score::win_in((mixed >> 40) as u16 % 401).before(),
            _ => Score::new((mixed % 3001) as i32 - 1500),
        },
        depth: (mixed >> 20) as u8 | 1,
        best: moves.get((mixed >> 32) as usize % moves.len()).copied(),
        nodes: (mixed >> 8) as u32,
    }
}

/// A book of made-up searches in which these of its leaves were expanded, one after another.
fn made_up(variant: Variant, choices: &[prop::sample::Index], number: u64) -> Tree {
    let start = variant.start();
    let mut tree = Tree::new(about(variant), searched(variant, &start, number));
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

fn any_tree() -> impl Strategy<Value = Tree> {
    let variant = prop::sample::select(Variant::ALL.to_vec());
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 1..60);
    (variant, choices, any::<u64>())
        .prop_map(|(variant, choices, number)| made_up(variant, &choices, number))
}

fn small_tree() -> Tree {
    let mut tree = Tree::new(
        about(Variant::Bestemshe),
        searched(Variant::Bestemshe, &Variant::Bestemshe.start(), 3),
    );
    for at in 0..4 {
        for (_, position) in tree.missing(at) {
            tree.add(position, searched(Variant::Bestemshe, &position, 3));
        }
        tree.expand(at).expect("all is there");
    }
    tree
}

/// Scores by plain recursion, for books without cycles.
fn negamax(tree: &Tree, at: usize, known: &mut HashMap<usize, Score>) -> Score {
    if let Some(&score) = known.get(&at) {
        return score;
    }
    let node = &tree.nodes()[at];
    let best = node.moves.iter().map(|&(_, child)| match child {
        Child::Over(score) => score,
        Child::Node(child) => negamax(tree, child, known).before(),
    });
    let score = best
        .max_by_key(|score| score.value())
        .unwrap_or(node.searched.score);
    known.insert(at, score);
    score
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
                if let Child::Node(child) = child {
                    prop_assert_eq!(known.score, backup.score(child).before());
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
        let mut game = Game::new(book.about().variant);
        for choice in choices {
            let settings = Settings { variety, seed, ..Settings::default() };
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
            let legal: Vec<Move> = legal.collect();
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

#[test]
fn damage_at_every_byte_is_an_error_that_names_the_file() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("damaged.book");
    let bytes = small_tree().to_bytes();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&path, &damaged).expect("the file is written");
        let error = Book::open(&path).expect_err("a damaged book").to_string();
        assert!(error.contains("damaged.book: "), "byte {at}: {error}");
    }
    for length in 0..bytes.len() {
        fs::write(&path, &bytes[..length]).expect("the file is written");
        let error = Book::open(&path).expect_err("a short book").to_string();
        assert!(error.contains("damaged.book: "), "{length} bytes: {error}");
    }
    fs::write(&path, &bytes).expect("the file is written");
    Book::open(&path).expect("a book");
}

/// A book whose checksums are right and whose contents are not.
#[test]
fn contradictions_are_found_even_if_the_checksums_are_right() {
    let bytes = small_tree().to_bytes();
    for at in HEADER_BYTES..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        let crc = crc32fast::hash(&changed[HEADER_BYTES..]);
        changed[120..124].copy_from_slice(&crc.to_le_bytes());
        let crc = crc32fast::hash(&changed[..124]);
        changed[124..128].copy_from_slice(&crc.to_le_bytes());
        let Ok(book) = Book::from_bytes(changed.clone()) else {
            continue;
        };
        // Whatever it says, a move that it chooses is legal.
        let game = Game::new(Variant::Bestemshe);
        if let Some(choice) = choose(&book, &game, &[], &Settings::default()) {
            assert!(game.legal_moves().contains(choice.lines[0].moves[0]));
        }
        if let Ok(tree) = book.tree() {
            // A changed search of a leaf that one move leads to may be as good as the old one.
            assert_eq!(tree.to_bytes(), changed, "byte {at}");
        }
    }
}

#[test]
fn damage_in_a_text_is_an_error_with_its_line_or_another_book() {
    let good = text::write(&small_tree());
    let mut refused = 0;
    for at in 0..good.len() {
        for byte in [b'x', b' ', b'\n', b'9', b'-'] {
            let mut bytes = good.clone().into_bytes();
            bytes[at] = byte;
            let changed = String::from_utf8(bytes).expect("the text is ASCII");
            match text::read(&changed) {
                Ok(tree) => {
                    let again = text::write(&tree);
                    assert_eq!(
                        text::read(&again).expect("a book").to_bytes(),
                        tree.to_bytes()
                    );
                }
                Err(error) => {
                    refused += 1;
                    assert!(error.to_string().starts_with("line "), "{error}");
                }
            }
        }
    }
    assert!(refused > 2 * good.len(), "{refused} of {}", 5 * good.len());
    let lines: Vec<&str> = good.lines().collect();
    for left_out in 0..lines.len() {
        let text: Vec<&str> = (0..lines.len())
            .filter(|&at| at != left_out)
            .map(|at| lines[at])
            .collect();
        let empty = lines[left_out].is_empty();
        assert_eq!(
            text::read(&text.join("\n")).is_ok(),
            empty,
            "{}",
            lines[left_out]
        );
    }
    let twice = format!("{good}1: +0.00 1 1 1 leaf\n");
    let error = text::read(&twice).expect_err("a position twice");
    assert!(error.to_string().contains("a line already"), "{error}");
}

/// Every position that play from this one can reach, all expanded.
fn everything_after(variant: Variant, position: Position) -> Tree {
    let nothing = Searched {
        score: Score::new(1),
        depth: 1,
        best: None,
        nodes: 1,
    };
    let mut tree = Tree::new(about(variant), nothing);
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
fn results(tree: &Tree) -> Vec<i32> {
    let mut results = vec![0; tree.nodes().len()];
    loop {
        let mut changed = false;
        for (at, node) in tree.nodes().iter().enumerate() {
            let of = |child| match child {
                Child::Over(score) => score.value().signum(),
                Child::Node(child) => -results[child],
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
        let tree = everything_after_but_the_start(variant, position);
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

/// The start position stays a leaf.
fn everything_after_but_the_start(variant: Variant, position: Position) -> Tree {
    let tree = everything_after(variant, position);
    assert!(!tree.nodes()[0].is_expanded());
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
    let mut args = build_args(path_text(&path), &["--resume"]);
    args[7] = "2001";
    let output = run(&mut command(&args), "");
    assert!(
        stderr(&output).contains("nodes 2000, not 2001"),
        "{}",
        stderr(&output)
    );
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
    let mut front = vec![variant.start()];
    for ply in 0..=2 {
        let mut next = Vec::new();
        for position in &front {
            assert!(tree.find(position).is_some(), "ply {ply}: {position:?}");
            assert!(ply == 2 || book.probe(position).is_some(), "ply {ply}");
            next.extend(variant.moves(position).map(|mv| variant.play(position, mv)));
        }
        front = next;
    }
    // A player by the book has an answer to every second ply's reply.
    for own in Side::BOTH {
        answered(&book, variant.start(), own, 2);
    }
}

fn answered(book: &Book, position: Position, own: Side, plies: u32) {
    let entry = book.probe(&position).expect("the position is expanded");
    if plies == 0 {
        return;
    }
    let variant = book.about().variant;
    for known in &entry.moves {
        let loss = entry.score.value() - known.score.value();
        if position.side() != own || loss <= Settings::WIDEST {
            let next = variant.play(&position, known.mv);
            if variant.outcome(&next).is_none() {
                answered(book, next, own, plies - 1);
            }
        }
    }
}

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
            stderr(&output).contains("merged.book: damaged book"),
            "{}",
            stderr(&output)
        );
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
        for node in trees.iter().flat_map(Tree::nodes) {
            let at = merged
                .find(&node.position)
                .expect("all positions are there");
            let merged = &merged.nodes()[at];
            assert!(merged.is_expanded() || !node.is_expanded());
            assert!(merged.searched.nodes >= node.searched.nodes);
        }
        assert_eq!(merged.about().nodes, 2000);
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
    let entry = book.probe(&Variant::Bestemshe.start()).expect("the start");
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
    let mv = moves::format(Variant::Bestemshe, &Variant::Bestemshe.start(), other);
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
        assert_eq!(book.about().variant, variant);
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

/// A check that nobody tuned: how often masters played what the book would.
#[test]
fn masters_and_the_book() {
    let Some(facts) = common::vectors::load("games_masters.json") else {
        return;
    };
    let source = BookSource::default();
    let variant = Variant::TogyzKumalak;
    let book = source.book(variant).expect("an embedded book");
    let mut comparison = Comparison::new(book, 8);
    let mut games = 0;
    for game in facts["games"].as_array().expect("games") {
        let mut played = Game::new(variant);
        let tokens = game["moves"].as_str().expect("moves").split_whitespace();
        for token in tokens.take(8) {
            let mv = moves::parse(token, variant, played.position()).expect("a move");
            played.play(mv).expect("a legal move");
        }
        assert!(comparison.add(&played));
        games += 1;
    }
    println!("{games} games");
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
    }
    // Every game begins at the start position, whose moves every book has.
    let first = &comparison.plies()[0];
    assert_eq!(first.known, first.played);
    let entry = book.probe(&variant.start()).expect("the start position");
    let worst = entry.moves.iter().min_by_key(|known| known.score.value());
    // The only first move that captures nothing.
    assert_eq!(worst.map(|known| known.mv.code()), Some(1));
}
