//! Mangala on the command line.

#[path = "common/program.rs"]
mod program;

use std::process::Output;

use tuzdik::game::{Board, Variant};
use tuzdik::notation::fen;

fn tuzdik(args: &[&str]) -> Output {
    program::run(&mut program::command(args), "")
}

fn stdout(args: &[&str]) -> String {
    let output = tuzdik(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    program::stdout(&output)
}

#[test]
fn set_ups() {
    let start = fen::format(&Board::start(Variant::Mangala), 1);
    let equal = stdout(&["setup", "--variant", "mangala", "--equal"]);
    assert_eq!(equal.trim_end(), start);
    for variant in [Variant::Mangala, Variant::MangalaFree] {
        let name = variant.rules().name;
        let once = |seed: &str| stdout(&["setup", "--variant", name, "--seed", seed]);
        assert_eq!(once("7"), once("7"));
        assert_ne!(once("7"), once("8"));
        for _ in 0..5 {
            let text = stdout(&["setup", "--variant", name, "--at-least-two"]);
            let (board, number) = fen::parse(text.trim_end(), variant).expect("a position");
            let position = board.position();
            assert_eq!(number, 1);
            assert_eq!(position.is_choice(), variant == Variant::Mangala);
            for row in position.parts().pits {
                assert!(row[..7].iter().all(|&counters| counters >= 2), "{text}");
            }
        }
    }
    let output = tuzdik(&["setup", "--variant", "bestemshe"]);
    assert!(!output.status.success());
    let stderr = program::stderr(&output);
    assert!(stderr.contains("setup is for mangala"), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(
        !tuzdik(&["setup", "--equal", "--at-least-two"])
            .status
            .success()
    );
}

#[test]
fn analyse_shows_the_whole_forced_game() {
    let text = stdout(&["analyse", "--variant", "mangala"]);
    assert!(text.contains("The choice of sides is to be made"), "{text}");
    assert!(text.contains("+30.00"), "{text}");
    let rows: Vec<Vec<&str>> = text
        .lines()
        .skip_while(|line| !line.contains("laps  captured"))
        .skip(1)
        .take_while(|line| !line.is_empty())
        .map(|line| line.split_whitespace().collect())
        .collect();
    // The choice and 31 plies.
    assert_eq!(rows.len(), 32, "{text}");
    assert_eq!(rows[0][1..3], ["-", "south"]);
    assert_eq!(rows[1][1], "South");
    let captured: u32 = rows
        .iter()
        .map(|row| row[4].parse::<u32>().expect("a number"))
        .sum();
    assert!(captured >= 97, "{text}");
    let last = text.lines().rfind(|line| !line.is_empty());
    assert_eq!(
        last,
        Some("South wins 64-34: at most one counter is left"),
        "{text}"
    );
    // From a position after the choice, and as JSON.
    let position = "7S,7S,7S,7S,7S,7S,7S/7S,7S,7S,7S,7S,7S,7S 0 0 S 1";
    let text = stdout(&["analyse", "--variant", "mangala", "--position", position]);
    assert!(text.contains("South wins 64-34"), "{text}");
    let text = stdout(&["analyse", "--variant", "mangala", "--json"]);
    assert!(text.contains("\"move\":\"south\""), "{text}");
}

#[test]
fn the_choice_of_sides_in_a_game_is_judged() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.tgk");
    let name = file.display().to_string();
    for (choice, loss, grade) in [("south", 0, ""), ("north", 6000, "??")] {
        std::fs::write(&file, format!("1. {choice} 12 *\n")).expect("a file");
        let text = stdout(&["analyse", "--variant", "mangala", &name]);
        let row = text
            .lines()
            .find(|line| line.trim_start().starts_with(choice));
        let row = row.unwrap_or_else(|| panic!("no row of {choice}: {text}"));
        assert!(row.contains("+30.00"), "{row}");
        assert_eq!(row.contains("60.00"), loss > 0, "{row}");
        assert_eq!(row.contains("??  "), loss > 0, "{row}");
        // Only South's move counts among the moves, and who has none lost nothing.
        assert!(text.contains("South      1         0.0%"), "{text}");
        assert!(text.contains("North      0         0.0%"), "{text}");
        let text = stdout(&["analyse", "--variant", "mangala", "--json", &name]);
        let line = text.lines().find(|line| line.contains("\"choice\""));
        let line: serde_json::Value =
            serde_json::from_str(line.expect("a choice")).expect("an object");
        assert_eq!(line["ply"], 1);
        assert_eq!(line["move"], choice);
        assert_eq!(line["score"]["cp"], 3000);
        assert_eq!(line["loss_cp"], loss);
        assert_eq!(line["grade"], grade);
        assert_eq!(line["pv"][0], "south");
    }
}

#[test]
fn what_has_no_decisions_is_refused_where_they_matter() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.tzd");
    let name = file.display().to_string();
    for args in [
        &[
            "datagen",
            "--variant",
            "mangala",
            "--games",
            "1",
            "--out",
            &name,
        ][..],
        &[
            "match",
            "--variant",
            "mangala",
            "--engine",
            "cmd=a",
            "--engine",
            "cmd=b",
            "--each",
            "st=1",
        ],
    ] {
        let output = tuzdik(args);
        assert!(!output.status.success(), "{args:?}");
        let stderr = program::stderr(&output);
        assert!(stderr.contains("mangala is a forced game"), "{stderr}");
        assert!(stderr.contains("such as mangala-free"), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert!(!file.exists());
    }
}
