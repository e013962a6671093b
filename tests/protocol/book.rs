//! Playing by the book.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::driver::Engine;

/// A book of Bestemshe whose scores are made up: 2 is best, 4 loses a quarter of a ball, 1 far more, 3
/// nearly all and 5 by force.
const BOOK: &str = "\
tuzdik opening book, text form 1
variant bestemshe
engine 0.1.0
network none
nodes 1000
seed 1
cover 1

start: +0.10 9 1000 3 tree
1: +4.00 9 1000 1 leaf
2: -0.75 9 1000 2 leaf
3: +0.00 9 1000 1 tree
3 1: -12.00 8 1000 - leaf
3 3: -11.00 8 1000 - leaf
3 4: -11.00 8 1000 - leaf
3 5: win3 8 1000 - leaf
4: -0.50 9 1000 2 leaf
5: win4 9 1000 2 leaf
";

fn file(folder: &TempDir, text: &str) -> PathBuf {
    let path = folder.path().join("made up.txt");
    std::fs::write(&path, text).expect("the file is written");
    path
}

/// An engine for Bestemshe with this book.
fn engine(path: &Path) -> Engine {
    let mut engine = Engine::with_book("uci");
    engine.send("setoption name UCI_Variant value bestemshe");
    engine.send(&format!("setoption name BookFile value {}", path.display()));
    engine.quiet();
    engine
}

/// What a `go` says, and whether the book was asked.
fn go(engine: &mut Engine, go: &str) -> (Vec<String>, bool) {
    engine.send(go);
    let lines = engine.until("bestmove");
    let is_told = lines.iter().any(|l| l.starts_with("info string book "));
    (lines, is_told)
}

/// The pit of the move that is played.
fn pit(lines: &[String]) -> char {
    let last = lines.last().expect("a line");
    last.chars().nth("bestmove ".len()).expect("a move")
}

#[test]
fn the_embedded_book_answers_in_play() {
    let mut engine = Engine::with_book("uci");
    engine.send("setoption name Ponder value true");
    engine.send("position startpos");
    for limits in [
        "movetime 60000",
        "wtime 3600000 btime 3600000",
        "nodes 999999999",
    ] {
        let (lines, is_told) = go(&mut engine, &format!("go {limits}"));
        assert!(is_told, "{lines:?}");
        assert!(
            lines.iter().any(|l| l.starts_with("info depth ")),
            "{lines:?}"
        );
        assert!(
            lines.last().expect("a line").contains(" ponder "),
            "{lines:?}"
        );
    }
}

#[test]
fn analysis_has_no_book() {
    let mut engine = Engine::with_book("uci");
    engine.send("position startpos");
    for limits in [
        "depth 4",
        "mate 1 nodes 5000",
        "infinite",
        "ponder movetime 50",
        "",
    ] {
        engine.send(&format!("go {limits}"));
        engine.until("info depth 3");
        engine.send("stop");
        let lines = engine.until("bestmove");
        assert!(
            !lines.iter().any(|l| l.contains(" book ")),
            "{limits}: {lines:?}"
        );
    }
    engine.send("setoption name UCI_AnalyseMode value true");
    assert!(!go(&mut engine, "go movetime 30").1);
    engine.send("setoption name UCI_AnalyseMode value false");
    assert!(go(&mut engine, "go movetime 30").1);
    engine.send("setoption name OwnBook value false");
    assert!(!go(&mut engine, "go movetime 30").1);
}

#[test]
fn weaker_players_have_no_book() {
    let mut engine = Engine::with_book("uci");
    engine.send("position startpos");
    engine.send("setoption name Skill Level value 9");
    assert!(!go(&mut engine, "go movetime 30").1);
    engine.send("setoption name Skill Level value 10");
    assert!(go(&mut engine, "go movetime 30").1);
    engine.send("setoption name UCI_LimitStrength value true");
    engine.send("setoption name UCI_Elo value 2000");
    assert!(!go(&mut engine, "go movetime 30").1);
}

#[test]
fn the_best_move_is_played_and_the_others_are_told() {
    let folder = TempDir::new().expect("a folder");
    let mut engine = engine(&file(&folder, BOOK));
    engine.send("position startpos");
    let (lines, _) = go(&mut engine, "go movetime 1000");
    assert_eq!(pit(&lines), '2', "{lines:?}");
    let told = lines.first().expect("a line");
    for part in [
        "info string book move 2",
        " score +0.75 positions 1 of 10, 1 to choose from; others: 4",
        " score +0.50 positions 1, 1",
        " score -4.00 positions 1, 3",
        " score -12.00 positions 5, 5",
        " score loss5 positions 1",
    ] {
        assert!(told.contains(part), "{told}");
    }
    assert!(
        lines[1].contains(" depth 10 ") && lines[1].contains(" score cp 75 "),
        "{lines:?}"
    );
}

#[test]
fn variety_is_measured_in_parts_of_half_a_ball_and_follows_from_the_seed() {
    let folder = TempDir::new().expect("a folder");
    let mut engine = engine(&file(&folder, &BOOK.replace("1: +4.00", "1: -0.25")));
    engine.send("position startpos");
    for (variety, pits) in [(0, "2"), (49, "2"), (50, "24"), (99, "24"), (100, "124")] {
        engine.send(&format!("setoption name Book Variety value {variety}"));
        let mut played = BTreeSet::new();
        for seed in 1..=40 {
            engine.send(&format!("setoption name Book Seed value {seed}"));
            let one = pit(&go(&mut engine, "go movetime 1000").0);
            assert_eq!(pit(&go(&mut engine, "go movetime 1000").0), one);
            played.insert(one);
        }
        assert_eq!(played.into_iter().collect::<String>(), pits, "{variety}");
    }
    // Without a seed each game draws one.
    engine.send("setoption name Book Seed value 0");
    let played: BTreeSet<char> = (0..60)
        .map(|_| {
            engine.send("ucinewgame");
            pit(&go(&mut engine, "go movetime 1000").0)
        })
        .collect();
    assert!(played.len() > 1, "{played:?}");
}

#[test]
fn searchmoves_and_multipv_are_respected() {
    let folder = TempDir::new().expect("a folder");
    let mut engine = engine(&file(&folder, BOOK));
    engine.send("position startpos");
    let (lines, is_told) = go(&mut engine, "go movetime 200 searchmoves 1 5");
    assert!(is_told && pit(&lines) == '1', "{lines:?}");
    engine.send("setoption name MultiPV value 3");
    let (lines, _) = go(&mut engine, "go movetime 200");
    for rank in 1..=3 {
        let part = format!(" multipv {rank} score cp ");
        assert_eq!(lines.iter().filter(|l| l.contains(&part)).count(), 1);
    }
    assert!(!lines.iter().any(|line| line.contains(" multipv 4 ")));
}

#[test]
fn lost_moves_are_not_played() {
    let folder = TempDir::new().expect("a folder");
    let mut engine = engine(&file(&folder, BOOK));
    engine.send("position startpos");
    // 5 loses by force.
    assert!(!go(&mut engine, "go movetime 20 searchmoves 5").1);
    // 3 loses twelve balls of fifty.
    assert!(!go(&mut engine, "go movetime 20 searchmoves 3").1);
}

#[test]
fn the_depth_of_the_book_is_bounded() {
    let folder = TempDir::new().expect("a folder");
    let mut engine = engine(&file(&folder, BOOK));
    for (depth, in_book) in [(0, [false, false]), (1, [true, false]), (2, [true, true])] {
        engine.send(&format!("setoption name Book Depth value {depth}"));
        for (moves, is_told) in ["", " moves 3"].into_iter().zip(in_book) {
            engine.send(&format!("position startpos{moves}"));
            assert_eq!(
                go(&mut engine, "go movetime 20").1,
                is_told,
                "{depth}{moves}"
            );
        }
    }
}

#[test]
fn a_book_that_cannot_be_used_is_told_and_the_one_before_stays() {
    let folder = TempDir::new().expect("a folder");
    let path = file(&folder, BOOK);
    let mut engine = engine(&path);
    engine.send("position startpos");
    for (text, part) in [
        ("nonsense", "this is no opening book"),
        (&BOOK.replace("+4.00", "4"), "line 10"),
        (&BOOK.replace("text form 1", "text form 7"), "text form 7"),
    ] {
        let bad = folder.path().join("bad.txt");
        std::fs::write(&bad, text).expect("the file is written");
        engine.send(&format!("setoption name BookFile value {}", bad.display()));
        engine.note(part);
    }
    engine.send(&format!(
        "setoption name BookFile value {}",
        folder.path().display()
    ));
    engine.note("is a directory");
    assert_eq!(pit(&go(&mut engine, "go movetime 200").0), '2');
    // A book is for its game alone; there the embedded one comes back too.
    engine.send("setoption name UCI_Variant value togyzkumalak");
    engine.note("BookFile: this book is for bestemshe and has no effect in togyzkumalak");
    engine.send("position startpos");
    assert!(go(&mut engine, "go movetime 200").1);
    engine.send("setoption name UCI_Variant value giveaway");
    engine.note("BookFile: this book is for bestemshe and has no effect in giveaway");
    engine.send(&format!("setoption name BookFile value {}", path.display()));
    engine.note("BookFile: this book is for bestemshe and has no effect in giveaway");
    engine.send("position startpos");
    assert!(!go(&mut engine, "go movetime 20").1);
    engine.send("setoption name UCI_Variant value bestemshe");
    for nothing in ["<embedded>", "<empty>", ""] {
        engine.send(&format!("setoption name BookFile value {}", path.display()));
        engine.send("position startpos");
        assert_eq!(pit(&go(&mut engine, "go movetime 200").0), '2');
        engine.send(&format!("setoption name BookFile value {nothing}"));
        assert_eq!(pit(&go(&mut engine, "go movetime 200").0), '4');
    }
    engine.quiet();
}
