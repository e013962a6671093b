//! Exact tables and proofs, made and checked as a user does it.

#[path = "common/program.rs"]
mod program;

use std::fs;
use std::path::Path;
use std::process::Output;

use program::{command, run, stderr, stdout};
use tempfile::TempDir;

fn tuzdik(args: &[&str]) -> Output {
    run(&mut command(args), "")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

fn build_args<'a>(folder: &'a str, balls: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["table", "build", "--variant", "bestemshe", "--balls", balls];
    args.extend(["--out", folder]);
    args.extend(more);
    args
}

/// Tables of Bestemshe with at most so many balls in a folder of their own.
fn bestemshe(balls: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let output = tuzdik(&build_args(text(folder.path()), balls, &[]));
    assert!(output.status.success(), "{}", stderr(&output));
    folder
}

/// The files of a folder but for the lock, with their bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .map(|path| {
            let name = path.file_name().and_then(|name| name.to_str());
            (name.expect("a name").to_owned(), fs::read(&path))
        })
        .filter(|(name, _)| name != ".lock")
        .map(|(name, bytes)| (name, bytes.expect("a file")))
        .collect();
    files.sort();
    files
}

#[test]
fn tables_are_built_counted_verified_and_probed() {
    let folder = bestemshe("8");
    let table = ["--table", text(folder.path())];
    let output = tuzdik(&[&["table", "info"], &table[..]].concat());
    let info = stdout(&output);
    let row = info.lines().last().expect("a last line");
    let fields: Vec<&str> = row.split_whitespace().collect();
    // 8 balls lie in 10 pits in 17 over 9 ways; 42 balls in two kazans, neither more than 24: 18 to 24.
    assert_eq!(fields[..5], ["bestemshe", "0,0", "8", "24310", "0"]);
    let counts: Vec<u64> = fields[6..].iter().map(|n| n.parse().unwrap()).collect();
    assert_eq!(counts.iter().sum::<u64>(), 24310 * 4);
    assert!(counts[0] > counts[2] && counts[2] > 0, "{row}");

    let verify = ["table", "verify", "--variant", "bestemshe", "--all"];
    let output = tuzdik(&[&verify, &table[..]].concat());
    // Of the boards with no ball there is one, on which the game is over.
    let boards = 55 + 715 + 5005 + 24310;
    assert!(
        stdout(&output).contains(&format!("5 layers, {boards} boards checked")),
        "{}{}",
        stdout(&output),
        stderr(&output)
    );

    let probe = ["table", "probe", "--variant", "bestemshe"];
    let position = ["2S,1,2S,1S,1/1S,1S,1,1S,1 22 20 S 30"];
    let output = tuzdik(&[&probe, &table[..], &position].concat());
    let answer = stdout(&output);
    assert!(answer.contains("result: South wins\n"), "{answer}");
    let winning: Vec<&str> = answer
        .lines()
        .filter(|line| line.starts_with("  ") && line.ends_with("South wins"))
        .collect();
    assert_eq!(winning.len(), 1, "{answer}");
    assert!(winning[0].trim_start().starts_with("12 "), "{answer}");
    assert!(answer.contains("exact: "), "{answer}");
}

#[test]
fn an_interrupted_build_goes_on() {
    let whole = bestemshe("12");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let mut child = command(&build_args(text(path), "12", &[]))
        .spawn()
        .expect("the program starts");
    while !path.join("bestemshe-06.table").exists() {
        assert!(
            child
                .try_wait()
                .expect("a child")
                .is_none_or(|s| s.success())
        );
        std::thread::yield_now();
    }
    // As kill -9 does; the build may have ended before.
    let _ = child.kill();
    child.wait().expect("the child ends");
    // What a build killed while it wrote leaves.
    let half = path.join(".bestemshe-12.table.tmp");
    fs::write(&half, b"half a file").expect("it is written");
    let _ = fs::remove_file(path.join("bestemshe-12.table"));

    let output = tuzdik(&build_args(text(path), "12", &[]));
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("--resume"), "{}", stderr(&output));
    let output = tuzdik(&build_args(
        text(path),
        "12",
        &["--resume", "--threads", "2"],
    ));
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(files(path), files(whole.path()));
}

#[test]
fn what_cannot_be_built_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = ["--out", text(folder.path())];
    for (args, said) in [
        (
            &["--variant", "giveaway", "--balls", "4"][..],
            "no exact tables for giveaway",
        ),
        (
            &["--variant", "mangala", "--balls", "4"],
            "no exact tables for mangala",
        ),
        (&["--balls", "21"], "at most 20 balls"),
        (&["--balls", "20"], "not enough memory"),
        (
            &["--balls", "4", "--tuzdiks", "4,4"],
            "cannot have these tuzdiks",
        ),
        (
            &["--balls", "4", "--tuzdiks", "9,1"],
            "cannot have these tuzdiks",
        ),
        (
            &["--balls", "4", "--variant", "bestemshe", "--tuzdiks", "4,1"],
            "cannot have these",
        ),
    ] {
        let output = tuzdik(&[&["table", "build"], args, &out[..]].concat());
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let error = stderr(&output);
        let error = error.lines().last().expect("an error");
        assert!(
            error.starts_with("error: ") && error.contains(said),
            "{args:?}: {error}"
        );
    }
    assert_eq!(files(folder.path()), []);
    let output = tuzdik(
        &[
            &["table", "build", "--balls", "4", "--tuzdiks", "41"],
            &out[..],
        ]
        .concat(),
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("such as 4,1"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn what_tables_lack_is_told() {
    let folder = bestemshe("6");
    let path = folder.path();
    let probe = |variant: &str, position: &str| {
        let args = [
            "table",
            "probe",
            "--table",
            text(path),
            "--variant",
            variant,
            position,
        ];
        let output = tuzdik(&args);
        assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
        stderr(&output)
    };
    let eight = "2S,1,2S,1S,1/1S,1S,1,1S,1 22 20 S 30";
    assert!(
        probe("bestemshe", eight)
            .contains("8 balls are on the board, and bestemshe-08.table is not there")
    );
    assert!(probe("qozdatu", "startpos").contains("there are no exact tables of qozdatu"));
    // A table with another name holds what it holds.
    fs::copy(
        path.join("bestemshe-06.table"),
        path.join("bestemshe-08.table"),
    )
    .expect("a copy");
    assert!(
        probe("bestemshe", eight)
            .contains("bestemshe-08.table: exact table that says that it is bestemshe-06.table")
    );
    fs::remove_file(path.join("bestemshe-08.table")).expect("it is there");
    // One that lacks its end, or has a bit wrong.
    let six = "2S,1,1S,1S,1/1S,1,1S,2 24 20 S 30";
    let file = path.join("bestemshe-06.table");
    let sound = fs::read(&file).expect("a file");
    fs::write(&file, &sound[..1000]).expect("it is written");
    assert!(probe("bestemshe", six).contains("bestemshe-06.table: "));
    let mut bytes = sound.clone();
    bytes[3000] ^= 4;
    fs::write(&file, &bytes).expect("it is written");
    assert!(probe("bestemshe", six).contains("bestemshe-06.table: "));
    fs::write(&file, &sound).expect("it is written");
    let output = tuzdik(&[
        "table",
        "probe",
        "--table",
        text(path),
        "--variant",
        "bestemshe",
        six,
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    // A layer in the middle.
    fs::remove_file(path.join("bestemshe-04.table")).expect("it is there");
    let output = tuzdik(&[
        "table",
        "verify",
        "--table",
        text(path),
        "--variant",
        "bestemshe",
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("by the rules"),
        "{}",
        stderr(&output)
    );
}

/// The first study of tests/data/facts/studies.txt.
const STUDY: &str = "5,2S,2S,2/3,1S,t,1S,3S,2S,1S 78 72 S 1";

#[test]
fn a_study_is_proved_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("study.proof");
    let prove = ["prove", STUDY, "--out", text(&path), "--hash", "64"];
    let check = || tuzdik(&["prove", "--check", text(&path)]);
    for more in [&[][..], &["--claim", "win"], &["--threads", "2"]] {
        let output = tuzdik(&[&prove, more].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(stdout(&output).starts_with("South wins: proved and checked\n"));
        let output = check();
        assert!(output.status.success(), "{}", stderr(&output));
        let answer = stdout(&output);
        assert!(answer.contains("South wins: proved; "), "{answer}");
        assert!(answer.ends_with("checked by the rules alone\n"), "{answer}");
        fs::remove_file(&path).expect("it is there");
    }
    for (claim, said) in [("draw", "South wins"), ("loss", "South does not lose")] {
        let output = tuzdik(&[&prove[..], &["--claim", claim]].concat());
        assert_eq!(output.status.code(), Some(1));
        let error = format!("error: the claim is refuted: {said}\n");
        assert_eq!(stderr(&output), error);
        assert!(check().status.success());
    }
    let bytes = fs::read(&path).expect("a file");
    fs::write(&path, &bytes[..bytes.len() - 1]).expect("it is written");
    let output = check();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("study.proof: damaged proof"));
    fs::write(&path, b"1. 76 98").expect("it is written");
    assert!(stderr(&check()).contains("study.proof: this is no proof"));
}

#[test]
fn a_draw_is_two_proofs_and_limits_end_a_search() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("study.proof");
    let study = "3,1S,2,t,2S,1/t,5,4S,1S,1S 77 76 S 1";
    let prove = ["prove", study, "--out", text(&path), "--hash", "64"];
    for more in [&[][..], &["--claim", "draw", "--threads", "2"]] {
        let output = tuzdik(&[&prove, more].concat());
        assert!(
            stdout(&output).starts_with("draw: proved"),
            "{}",
            stderr(&output)
        );
        let answer = stdout(&tuzdik(&["prove", "--check", text(&path)]));
        for side in ["South", "North"] {
            assert!(
                answer.contains(&format!("\n{side} does not lose: proved; ")),
                "{answer}"
            );
        }
    }
    fs::remove_file(&path).expect("it is there");
    let output = tuzdik(&["prove", "startpos", "--nodes", "5000", "--out", text(&path)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("not decided after"),
        "{}",
        stderr(&output)
    );
    assert!(!path.exists());
    let output = tuzdik(&[
        "prove",
        "startpos",
        "--variant",
        "mangala",
        "--out",
        text(&path),
    ]);
    assert!(
        stderr(&output).contains("nothing can be proved of mangala"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_proof_rests_on_tables() {
    let folder = bestemshe("12");
    let table = text(folder.path());
    let path = folder.path().join("bestemshe.proof");
    let position = "3S,1,4S,1,3S/1S,1S,1,4S,1 22 12 S 1";
    let args = [
        "prove",
        position,
        "--variant",
        "bestemshe",
        "--table",
        table,
        "--out",
        text(&path),
    ];
    let output = tuzdik(&args);
    assert!(output.status.success(), "{}", stderr(&output));
    let with = tuzdik(&["prove", "--check", text(&path), "--table", table]);
    assert!(with.status.success(), "{}", stderr(&with));
    assert!(stdout(&with).contains("checked by the rules and the tables in "));
    let without = tuzdik(&["prove", "--check", text(&path)]);
    assert_eq!(without.status.code(), Some(1));
    assert!(
        stderr(&without).contains("no table says so"),
        "{}",
        stderr(&without)
    );
}
