//! Engines that break the rules lose, and the tournament goes on.

use std::fs;
use std::os::unix::fs::symlink;

use libtest_mimic::Trial;

use crate::program::stderr;
use crate::util::{Outcome, Room, check, told};

/// How an engine misbehaves, the `Termination` that its lost games must have, and words of the reason.
const OFFENDERS: &[(&str, &str, &str)] = &[
    ("empty-pit", "rules infraction", "wrong move"),
    ("wrong-landing", "rules infraction", "wrong move"),
    ("nonsense", "rules infraction", "wrong move"),
    ("no-move", "rules infraction", "without a move"),
    ("none", "rules infraction", "wrong move"),
    ("bytes", "time forfeit", "loses on time"),
    ("silent", "time forfeit", "ignores stop"),
    ("deaf", "time forfeit", "ignores stop"),
    ("late", "time forfeit", "loses on time"),
    ("crash", "abandoned", "exited with code 3"),
    ("abort", "abandoned", "was killed by signal"),
    ("babble", "", ""),
    ("endless-line", "", ""),
    ("babble-on", "", ""),
];

pub fn tests() -> Vec<Trial> {
    let mut tests: Vec<Trial> = OFFENDERS
        .iter()
        .map(|&(mode, termination, words)| {
            Trial::test(format!("hostile_{mode}"), move || {
                offender(mode, termination, words)
            })
        })
        .collect();
    tests.push(Trial::test("hostile_closed_pipe", closed_pipe));
    tests.push(Trial::test("hostile_no_penalty", no_penalty));
    tests.push(Trial::test("hostile_dies_between_games", dies_between));
    tests.push(Trial::test("hostile_ignores_quit", ignores_quit));
    tests.push(Trial::test("hostile_huge_name", huge_name));
    tests.push(Trial::test("hostile_program_taken_away", taken_away));
    tests.push(Trial::test("hostile_no_recovery", no_recovery));
    tests.push(Trial::test("hostile_hang_without_clock", hang));
    tests
}

/// Four games, of which the offender loses each; its opponent gives no offence.
fn offender(mode: &str, termination: &str, words: &str) -> Outcome {
    let room = Room::new();
    let summary = room.play(
        &room.bad_and_good(mode),
        "--each st=0.2,timemargin=600 --rounds 2 --out games.tgk",
    )?;
    let pairing = &summary["pairings"][0];
    check(pairing["losses"] == 4, || {
        format!("the offender did not lose all games: {summary}")
    })?;
    check(summary["engines"][0]["offences"] == 4, || {
        summary.to_string()
    })?;
    check(summary["engines"][1]["offences"] == 0, || {
        summary.to_string()
    })?;
    let records = room.records();
    let told = format!("[Termination \"{termination}");
    check(records.matches(&told).count() == 4, || records.clone())?;
    let reasons = records.lines().filter(|l| l.starts_with("[Reason"));
    let fitting = reasons.filter(|l| l.contains("bad (") && l.contains(words));
    check(fitting.count() == 4, || records.clone())?;
    room.all_gone()
}

fn closed_pipe() -> Outcome {
    let room = Room::new();
    let script = "while read -r line; do case $line in ugi) echo ugiok ;; isready) echo readyok ;; \
                  go*) exec >&-; sleep 1000 ;; esac; done";
    let script_file = room.path("engine.sh");
    fs::write(&script_file, script)?;
    let bad = format!("name=bad,cmd=/bin/sh,args={script_file} {}", room.mark);
    let engines = [bad, room.engine("good", "random", 1)];
    let summary = room.play(&engines, "--each st=5 --rounds 1")?;
    check(summary["pairings"][0]["losses"] == 2, || {
        summary.to_string()
    })?;
    room.all_gone()
}

/// Whatever the offence, the game is dropped; it is counted as an offence all the same.
fn no_penalty() -> Outcome {
    for mode in ["crash", "empty-pit", "late"] {
        let room = Room::new();
        let rest = "--each st=0.2,timemargin=600 --rounds 2 --no-penalty --out games.tgk";
        let summary = room.play(&room.bad_and_good(mode), rest)?;
        check(summary["games"] == 0, || summary.to_string())?;
        check(summary["games_dropped"] == 4, || summary.to_string())?;
        check(summary["finished"] == true, || summary.to_string())?;
        check(summary["engines"][0]["offences"] == 4, || {
            summary.to_string()
        })?;
        let records = room.records();
        check(records.matches("[Result \"*\"]").count() == 4, || {
            records.clone()
        })?;
    }
    Ok(())
}

/// Dying between two games is no offence: the engine is started again and plays on, but this is told.
fn dies_between() -> Outcome {
    let room = Room::new();
    let rest = "--each depth=1 --rounds 2 --summary summary.json";
    let output = room
        .command(&room.bad_and_good("dies-between"), rest)
        .output()?;
    check(output.status.success(), || told(&output))?;
    let words = "between two games and is started again";
    let notes = stderr(&output).matches(words).count();
    check(notes == 3, || told(&output))?;
    let summary = room.summary()?;
    check(summary["games"] == 4, || summary.to_string())?;
    check(summary["engines"][0]["offences"] == 0, || {
        summary.to_string()
    })
}

fn ignores_quit() -> Outcome {
    let room = Room::new();
    let summary = room.play(&room.bad_and_good("immortal"), "--each depth=1 --rounds 1")?;
    check(summary["games"] == 2, || summary.to_string())?;
    room.all_gone()
}

/// What an engine says of itself is kept, but not megabytes of it, and nothing that upsets records.
fn huge_name() -> Outcome {
    let room = Room::new();
    let engines = room.bad_and_good("huge-name");
    let rest = "--each depth=1 --seed 3 --out games.tgk";
    let summary = room.play(&engines, &format!("{rest} --rounds 1"))?;
    check(summary["games"] == 2, || summary.to_string())?;
    let records = room.records();
    check(records.len() < 20_000, || {
        format!("{} bytes", records.len())
    })?;
    check(!records.contains('\u{1b}'), || records.clone())?;
    check(records.matches("Engine \"[31m\\\"] ").count() == 2, || {
        records.clone()
    })?;
    // And they can be read again.
    let summary = room.play(&engines, &format!("{rest} --rounds 2 --resume"))?;
    check(summary["games"] == 4, || summary.to_string())
}

/// A program that is gone is not the engine's fault: the match ends, and its results are not touched.
fn taken_away() -> Outcome {
    let room = Room::new();
    let script = "echo ugiok; while read -r line; do case $line in isready) echo readyok ;; \
                  uginewgame) rm -f \"$1\" ;; go*) exit 3 ;; quit) exit ;; esac; done";
    let (program, script_file) = (room.path("engine"), room.path("engine.sh"));
    fs::write(&script_file, script)?;
    symlink("/bin/sh", &program)?;
    let mark = &room.mark;
    let bad = format!("name=bad,cmd={program},args={script_file} {program} {mark},proto=ugi");
    let engines = [bad, room.engine("good", "random", 1)];
    let rest = "--each depth=1 --rounds 5 --out games.tgk --summary summary.json";
    let output = room.command(&engines, rest).output()?;
    check(output.status.code() == Some(1), || told(&output))?;
    check(stderr(&output).contains("'bad' cannot be started"), || {
        told(&output)
    })?;
    check(room.summary()?["games"] == 1, || told(&output))?;
    check(room.records().matches("[Event").count() == 1, || {
        room.records()
    })?;
    room.all_gone()
}

/// The match ends at the first engine that is abandoned, with an error, but with the results so far.
fn no_recovery() -> Outcome {
    let room = Room::new();
    let rest = "--each depth=1 --recover=false --out games.tgk --summary summary.json";
    let output = room.command(&room.bad_and_good("crash"), rest).output()?;
    check(output.status.code() == Some(1), || told(&output))?;
    check(stderr(&output).contains("exited with code 3"), || {
        told(&output)
    })?;
    check(told(&output).contains("Games     1: "), || told(&output))?;
    check(room.summary()?["games"] == 1, || told(&output))?;
    check(room.records().matches("[Event").count() == 1, || {
        room.records()
    })?;
    // What is no such failure does not end it.
    let summary = room.play(
        &room.bad_and_good("empty-pit"),
        "--each depth=1 --recover=false --rounds 1",
    )?;
    check(summary["games"] == 2, || summary.to_string())
}

/// With nodes or depth there is no time to lose on, but an engine that says nothing is given up.
fn hang() -> Outcome {
    let room = Room::new();
    let summary = room.play(
        &room.bad_and_good("silent"),
        "--each nodes=5,hang=0.3 --rounds 1 --out games.tgk",
    )?;
    check(summary["pairings"][0]["losses"] == 2, || {
        summary.to_string()
    })?;
    let records = room.records();
    check(records.matches("does not answer go").count() == 2, || {
        records.clone()
    })
}
