//! The commands for positions and game files, run as a user runs them.

#[path = "common/program.rs"]
mod program;

use std::path::PathBuf;
use std::process::{Output, Stdio};

use program::{command, run, stderr, stdout};
use serde_json::Value;
use tuzdik::game::Variant;

fn data(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", name]
        .iter()
        .collect();
    path.display().to_string()
}

/// Runs the program with this on stdin.
fn tuzdik_reads(args: &[&str], input: &str) -> Output {
    run(&mut command(args), input)
}

fn tuzdik(args: &[&str]) -> Output {
    tuzdik_reads(args, "")
}

/// The objects that `--json` printed.
fn objects(output: &Output) -> Vec<Value> {
    let parse = |line: &str| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
    stdout(output).lines().map(parse).collect()
}

fn of_type<'a>(objects: &'a [Value], name: &str) -> Vec<&'a Value> {
    objects
        .iter()
        .filter(|object| object["type"] == name)
        .collect()
}

#[test]
fn show_draws_positions() {
    let output = tuzdik(&["show", "startpos"]);
    assert!(output.status.success());
    assert!(stdout(&output).contains("\nSouth to move, move 1\n"));
    // Forgotten quotes do no harm.
    let output = tuzdik(&["show", "9/9", "81", "81", "S", "1"]);
    assert!(stdout(&output).contains("Draw 81-81"));
    let output = tuzdik(&["show", "9/9 81 80 S 1"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        stderr(&output),
        "error: FEN: the position holds 161 balls, the game has 162\n"
    );
}

#[test]
fn bench_counts_the_same_in_every_game() {
    for variant in Variant::ALL {
        let name = variant.rules().name;
        let count = || {
            let output = tuzdik(&["bench", "--depth", "5", "--hash", "1", "--variant", name]);
            stdout(&output).lines().last().map(str::to_owned)
        };
        let first = count().expect("a last line");
        assert!(
            first.starts_with("Bench: ") && first != "Bench: 0",
            "{name}: {first}"
        );
        assert_eq!(count(), Some(first), "{name}");
    }
}

#[test]
fn eval_explains_a_position() {
    let rows = |args: &[&str]| {
        let output = tuzdik(args);
        assert!(output.status.success(), "{}", stderr(&output));
        let text = stdout(&output);
        assert!(text.contains("static evaluation: South expects"), "{text}");
        let pits = |line: &&str| {
            line.split_whitespace()
                .next()
                .is_some_and(|pit| pit.parse::<u8>().is_ok())
        };
        text.lines().skip(10).filter(pits).count()
    };
    assert_eq!(rows(&["eval", "startpos"]), 9);
    assert_eq!(rows(&["eval", "startpos", "--variant", "bestemshe"]), 5);
    assert_eq!(rows(&["eval", "startpos", "--eval-file", "none"]), 9);
    let output = tuzdik(&["eval", "startpos", "--eval-file", "/no/such/file"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("/no/such/file: No such file"));
    let net = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/eval/nets/togyzkumalak.net"
    );
    assert_eq!(rows(&["eval", "startpos", "--eval-file", net]), 9);
    let over = tuzdik(&["eval", "9/9", "81", "81", "S", "1"]);
    assert!(over.status.success() && stdout(&over).contains("the game is over: Draw 81-81"));
    let forced = tuzdik(&["eval", "startpos", "--variant", "mangala"]);
    assert!(stdout(&forced).contains("exact evaluation: the player who chooses a side"));
}

#[test]
fn a_network_named_for_another_game_is_refused() {
    let net = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/eval/nets/togyzkumalak.net"
    );
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    for args in [
        "eval startpos",
        "bench --depth 1",
        "analyse --depth 1",
        &format!("datagen --games 1 --nodes 1 --out {out}"),
        &format!("book build --cover 0 --nodes 1 --out {out}"),
        "book verify --sample 1 --nodes 1",
    ] {
        let mut args: Vec<&str> = args.split(' ').collect();
        args.extend(["--variant", "bestemshe", "--eval-file", net]);
        let output = tuzdik(&args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert_eq!(
            stderr(&output),
            "error: --eval-file: the network is for togyzkumalak; expected one for bestemshe\n",
            "{args:?}"
        );
    }
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    // Games are judged by what they say they are.
    let game = "[Variant \"bestemshe\"]\n\n1. 5 *\n";
    let output = tuzdik_reads(&["analyse", "-", "--eval-file", net], game);
    assert!(
        stderr(&output).starts_with("error: game 1: --eval-file: the network is for togyzkumalak"),
        "{}{}",
        stdout(&output),
        stderr(&output)
    );
}

#[test]
fn convert_goes_both_ways() {
    let online = std::fs::read_to_string(data("online.txt")).expect("a file");
    let tgk = tuzdik(&["convert", &data("online.txt")]);
    assert!(tgk.status.success());
    assert!(!stdout(&tgk).contains('('));
    // Without marks that only PlayOK writes TGK is recognised, and everything comes back.
    let back = tuzdik_reads(&["convert", "-", "--to", "PlayOK"], &stdout(&tgk));
    assert_eq!(stdout(&back), online);
    let file = data("online.txt");
    let same = tuzdik(&["convert", &file, "--to", "playok", "--output", "-"]);
    assert_eq!(stdout(&same), online);
}

#[test]
fn convert_writes_files_and_leaves_out_what_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.tgk");
    let input = "1. 76 98 2. 12 *\n\n1. 76(10) 98 0-1\n";
    let output = tuzdik_reads(&["convert", "--output", &path.display().to_string()], input);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    assert!(
        told.starts_with("game 1, move 2 of South, line 1: the landing pit of '12' is wrong: ")
    );
    assert!(told.ends_with("\nerror: 1 of 2 games left out\n"), "{told}");
    let written = std::fs::read_to_string(&path).expect("a file");
    assert!(
        written.ends_with("[Result \"0-1\"]\n\n1. 76 98 0-1\n\n"),
        "{written}"
    );
    // No temporary file stays.
    assert_eq!(
        std::fs::read_dir(folder.path()).expect("a folder").count(),
        1
    );
    let nowhere = folder.path().join("no/where.tgk").display().to_string();
    let output = tuzdik_reads(&["convert", "--output", &nowhere], "1. 76 98 *");
    assert!(stderr(&output).starts_with("error: --output "));
    // What is there is replaced with --force alone.
    let mut args = vec!["convert", "--output", path.to_str().expect("UTF-8")];
    let output = tuzdik_reads(&args, "1. 76 98 *");
    assert!(stderr(&output).ends_with("exists; replace it with --force or choose another name\n"));
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), written);
    args.push("--force");
    assert!(tuzdik_reads(&args, "1. 76 98 *").status.success());
    assert_ne!(std::fs::read_to_string(&path).expect("a file"), written);
    let output = tuzdik_reads(&["convert"], "");
    assert_eq!(stderr(&output), "error: no game found in stdin\n");
}

#[test]
fn convert_keeps_what_annotators_wrote() {
    let text = "1. 76! {good (9)} 98 (1... 87 $16 {or} 2. 66) 2. 66 *\n";
    let output = tuzdik_reads(&["convert", "--to", "tgk"], text);
    assert!(output.status.success() && stderr(&output).is_empty());
    assert!(
        stdout(&output).ends_with(&format!("{text}\n")),
        "{}",
        stdout(&output)
    );
}

#[test]
fn convert_tells_of_a_brace_that_is_not_closed() {
    let output = tuzdik_reads(
        &["convert", "--to", "tgk"],
        "1. 76\n{good 98 2. 66 *\n\n[White \"b\"]\n\n1. 98 98 *\n",
    );
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        stderr(&output),
        "game 1, line 2: the comment has no closing brace\nerror: 1 of 2 games left out\n"
    );
    assert!(stdout(&output).ends_with("\n\n1. 98 98 *\n\n"));
}

#[test]
fn convert_says_what_it_takes_foreign_letters_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.tgk").display().to_string();
    std::fs::write(
        &path,
        b"[White \"\xc8\xe2\xe0\xed\xee\xe2\"]\r\n\r\n1. 76 98 *\r\n",
    )
    .expect("a file");
    let output = tuzdik(&["convert", &path, "--to", "tgk"]);
    assert!(output.status.success());
    assert_eq!(
        stderr(&output),
        format!("{path}: line 1 is not UTF-8; windows-1251 was assumed\n")
    );
    assert!(stdout(&output).contains("[White \"Иванов\"]"));
}

#[test]
fn analyse_judges_every_move() {
    let output = tuzdik(&["analyse", &data("shortest.tgk"), "--depth", "6"]);
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.contains("Game 2: Shortest game, 86-20\n"));
    assert!(text.contains("\nSouth wins 82-15: majority of the balls\n"));
    // The losing side erred at least once, and the last move ends the game.
    assert!(text.contains("??"), "{text}");
    assert!(
        text.lines()
            .any(|line| line.contains("  46 ") && line.contains(" 1-0 ")),
        "{text}"
    );
    assert_eq!(
        stderr(&output),
        "",
        "no progress unless stderr is a terminal"
    );
}

#[test]
fn analyse_prints_json() {
    let output = tuzdik(&[
        "analyse",
        &data("shortest.tgk"),
        "--depth",
        "5",
        "--json",
        "-k",
        "2",
    ]);
    assert!(output.status.success());
    let objects = objects(&output);
    assert_eq!(of_type(&objects, "game").len(), 2);
    let moves = of_type(&objects, "move");
    assert_eq!(moves.len(), 22);
    for mv in &moves {
        assert!(
            mv["loss"]
                .as_f64()
                .is_some_and(|loss| (0.0..=1.0).contains(&loss)),
            "{mv}"
        );
        assert!(
            mv["lines"]
                .as_array()
                .is_some_and(|lines| (1..=2).contains(&lines.len()))
        );
    }
    let last = moves[10];
    assert_eq!(last["move"], "46");
    assert_eq!(last["score_before"]["mate"], 1);
    assert_eq!(last["chance_after"], 1.0);
    assert!(last.get("score_after").is_none());
    // What one position is worth does not depend on the move that it is told with.
    assert_eq!(moves[0]["score_after"], moves[1]["score_before"]);
    let summaries = of_type(&objects, "summary");
    assert_eq!(summaries[1]["final_kazans"], serde_json::json!([86, 20]));
}

#[test]
fn a_side_without_moves_lost_nothing() {
    let input = "1. 76 *";
    let text = stdout(&tuzdik_reads(&["analyse", "-", "--depth", "2"], input));
    assert!(text.contains("\nNorth      0         0.0%"), "{text}");
    let output = tuzdik_reads(&["analyse", "-", "--depth", "2", "--json"], input);
    assert!(stdout(&output).contains("\"north\":{\"moves\":0,\"mean_loss\":0.0,"));
}

#[test]
fn analyse_tells_contradictions_and_goes_on() {
    let input = "1. 76 98 2. 65 98 *\n[White \"A\"]\n1. 76 98 2. 66 *";
    let output = tuzdik_reads(&["analyse", "-", "--depth", "3"], input);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("wrong: game 1, move 2 of South, line 1: the landing pit of '65'"));
    assert!(text.contains("Game 2: A - ?\n"), "{text}");
    assert!(stderr(&output).contains("1 of 2 games"));
    let output = tuzdik_reads(&["analyse", "-", "--depth", "3", "--json"], input);
    let objects = objects(&output);
    assert_eq!(of_type(&objects, "error").len(), 1);
    assert_eq!(of_type(&objects, "move").len(), 5);
}

#[test]
fn analyse_looks_at_positions() {
    let output = tuzdik(&["analyse", "--moves", "1. 76 98!", "--depth", "5"]);
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.contains("South to move, move 2\n"));
    assert!(
        text.contains("\n    5  ") && text.contains("\n  3.  "),
        "{text}"
    );
    let output = tuzdik(&["analyse", "--position", "9/9 81 81 S 1", "--json"]);
    assert!(output.status.success());
    let all = objects(&output);
    assert_eq!(of_type(&all, "position").len(), 1);
    assert!(of_type(&all, "best")[0]["move"].is_null());
    let output = tuzdik(&["analyse", "--nodes", "2000", "--json"]);
    let objects = objects(&output);
    let best = of_type(&objects, "best")[0];
    assert_eq!(best["move"], best["pv"][0]);
    assert!(!of_type(&objects, "info").is_empty());
    let output = tuzdik(&["analyse", "--moves", "76 76 12"]);
    assert!(stderr(&output).starts_with("error: --moves: "));
    let output = tuzdik(&["analyse", &data("none.tgk")]);
    assert!(stderr(&output).starts_with("error: cannot read "));
}

#[test]
fn positions_may_be_startpos() {
    let plain = tuzdik(&["analyse", "--depth", "2"]);
    let named = tuzdik(&["analyse", "--depth", "2", "--position", "startpos"]);
    assert!(named.status.success(), "{}", stderr(&named));
    assert_eq!(stdout(&plain).lines().next(), stdout(&named).lines().next());
    let perft = tuzdik(&["perft", "--depth", "3", "--position", "startpos"]);
    assert!(stdout(&perft).starts_with("leaves: 613\n"));
}

/// A search without an end in sight does not outlive the reader of its output.
#[cfg(unix)]
#[test]
fn a_closed_stdout_ends_an_analysis() {
    let mut child = command(&["analyse", "--depth", "120"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    assert!(child.wait().expect("the program ends").success());
}
