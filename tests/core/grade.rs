//! Grades from an engine's lines are those of `tuzdik analyse`, to the number.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use tempfile::tempdir;

use super::util::{ask, core, game, refused};

/// The engine, as a board speaks to it.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(options: &[(&str, &str)]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tuzdik"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut engine = Engine {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        };
        engine.say("uci");
        engine.until("uciok");
        for (name, value) in options {
            engine.say(&format!("setoption name {name} value {value}"));
        }
        engine.say("ucinewgame");
        engine
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The lines up to one that begins so.
    fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).unwrap() > 0,
                "no {beginning}"
            );
            lines.push(line.trim_end().to_owned());
            if line.starts_with(beginning) {
                return lines;
            }
        }
    }

    /// The searches of all positions of a game.
    fn searches(&mut self, moves: &[&str], limit: &str) -> Vec<Vec<String>> {
        let position = |plies| format!("position startpos moves {}", moves[..plies].join(" "));
        (0..=moves.len())
            .map(|plies| {
                self.say(&position(plies));
                self.say(&format!("go {limit}"));
                self.until("bestmove")
            })
            .collect()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What `tuzdik analyse --json` prints for a game, without the number of the game.
fn analysed(variant: &str, moves: &str, args: &[&str]) -> Vec<Value> {
    let folder = tempdir().unwrap();
    let file = folder.path().join("game.tgk");
    fs::write(&file, format!("[Variant \"{variant}\"]\n\n{moves}\n")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tuzdik"))
        .args(["analyse", file.to_str().unwrap(), "--json"])
        .args(args)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let objects = text.lines().map(|line| {
        let mut object: Value = serde_json::from_str(line).unwrap();
        object.as_object_mut().unwrap().remove("game");
        object
    });
    objects.collect()
}

fn compare(variant: &str, moves: &str, nodes: &str, lines: &str) {
    let printed = analysed(variant, moves, &["--nodes", nodes, "--multipv", lines]);
    let words: Vec<&str> = moves.split_whitespace().collect();
    let mut engine = Engine::start(&[
        ("UGI_Variant", variant),
        ("OwnBook", "false"),
        ("MultiPV", lines),
    ]);
    let searches = engine.searches(&words, &format!("nodes {nodes}"));
    let mut core = core();
    let game_ref = json!({"variant": variant, "moves": words});
    let graded = ask(
        &mut core,
        "grade",
        json!({"ref": game_ref, "searches": &searches}),
    );
    let is_move = |object: &&Value| object["type"] == "move" || object["type"] == "choice";
    let expected: Vec<&Value> = printed.iter().filter(is_move).collect();
    assert_eq!(expected.len(), words.len());
    for (ours, theirs) in graded["moves"].as_array().unwrap().iter().zip(&expected) {
        let ply = theirs["ply"].as_u64().unwrap() as usize;
        assert_eq!(ours, *theirs, "{variant}, after {:?}", searches[ply]);
    }
    assert_eq!(graded["moves"].as_array().unwrap().len(), words.len());
    let mut summary = printed.last().unwrap().clone();
    assert_eq!(summary["type"], "summary");
    summary.as_object_mut().unwrap().remove("type");
    assert_eq!(graded["summary"], summary);
}

#[test]
fn grades_are_those_of_the_analysis() {
    let master = "76 98 66 87 12 76 25 78 48 36x 94 16 84 82 91x 97 18 26 91 91";
    compare("togyzkumalak", master, "3000", "1");
    compare("togyzkumalak", master, "5000", "3");
    compare("bestemshe", &first_moves("bestemshe", &[]), "2000", "5");
    let finished = first_moves("giveaway", &[]);
    compare("giveaway", &finished, "500", "2");
}

#[test]
fn the_choice_of_sides_is_graded_too() {
    compare("mangala", &first_moves("mangala", &["south"]), "1000", "1");
}

/// A game to its end in which each side plays the first legal move.
fn first_moves(variant: &str, beginning: &[&str]) -> String {
    let mut core = core();
    let mut moves: Vec<String> = beginning.iter().map(|&mv| mv.to_owned()).collect();
    loop {
        let game_ref = json!({"variant": variant, "moves": moves});
        let shown = ask(&mut core, "position", json!({"ref": game_ref}));
        match shown["legal"][0]["move"].as_str() {
            Some(text) => moves.push(text.to_owned()),
            None => return moves.join(" "),
        }
    }
}

#[test]
fn what_is_graded_so_far_does_not_wait_for_the_rest() {
    let mut core = core();
    let line = |score: i32, mv: &str| {
        vec![
            format!("info depth 9 score cp {score} wdl 600 0 400 pv {mv}"),
            format!("bestmove {mv}"),
        ]
    };
    let mut searches = vec![line(100, "76"), line(-100, "98")];
    let mut graded = |searches: &Vec<Vec<String>>| {
        let args = json!({"ref": game("76 98 66"), "searches": searches});
        ask(&mut core, "grade", args)
    };
    assert_eq!(graded(&Vec::new())["moves"], json!([]));
    assert_eq!(graded(&searches)["moves"].as_array().unwrap().len(), 1);
    searches.push(line(100, "66"));
    let moves = graded(&searches)["moves"].clone();
    assert_eq!(moves.as_array().unwrap().len(), 2);
    assert_eq!(
        (&moves[0]["loss"], &moves[0]["grade"]),
        (&json!(0.0), &json!(""))
    );
    assert_eq!(moves[0]["side"], "South");
}

#[test]
fn an_engine_that_lies_grades_nothing() {
    let mut core = core();
    for search in [
        vec!["info depth 3 score cp 5 pv 11"],
        vec!["bestmove 76"],
        vec!["nonsense"],
        vec![],
    ] {
        let args = json!({"ref": game("76"), "searches": [search, ["bestmove 98"]]});
        let error = refused(&mut core, "grade", args);
        assert!(error.starts_with("search 0"), "{error}");
    }
}
