//! Engines that break the rules lose, and the tournament goes on.

use std::fs;

use libtest_mimic::Trial;

use crate::util::{Outcome, Room, check};

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
    tests.push(Trial::test("hostile_stillborn", stillborn));
    tests.push(Trial::test("hostile_no_recovery", no_recovery));
    tests.push(Trial::test("hostile_hang_without_clock", hang));
    tests
}

/// Four games, of which the offender loses each; its opponent gives no offence.
fn offender(mode: &str, termination: &str, words: &str) -> Outcome {
    let room = Room::new();
    let out = room.path("games.tgk");
    let summary = room.play(&[
        "--engine",
        &room.engine("bad", mode, 0),
        "--engine",
        &room.engine("good", "random", 1),
        "--each",
        "st=0.2,timemargin=600",
        "--rounds",
        "2",
        "--out",
        &out,
    ])?;
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
    let records = fs::read_to_string(&out)?;
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
    let summary = room.play(&[
        "--engine",
        &format!("name=bad,cmd=/bin/sh,args={script_file} {}", room.mark),
        "--engine",
        &room.engine("good", "random", 1),
        "--each",
        "st=5",
        "--rounds",
        "1",
    ])?;
    check(summary["pairings"][0]["losses"] == 2, || {
        summary.to_string()
    })?;
    room.all_gone()
}

fn no_penalty() -> Outcome {
    let room = Room::new();
    let out = room.path("games.tgk");
    let summary = room.play(&[
        "--engine",
        &room.engine("bad", "crash", 0),
        "--engine",
        &room.engine("good", "random", 1),
        "--each",
        "depth=1",
        "--rounds",
        "2",
        "--no-penalty",
        "--out",
        &out,
    ])?;
    check(summary["games"] == 0, || summary.to_string())?;
    check(summary["games_dropped"] == 4, || summary.to_string())?;
    let records = fs::read_to_string(&out)?;
    check(records.matches("[Result \"*\"]").count() == 4, || {
        records.clone()
    })
}

/// Dying between two games is no offence: the engine is started again and plays on.
fn dies_between() -> Outcome {
    let room = Room::new();
    let summary = room.play(&[
        "--engine",
        &room.engine("mortal", "dies-between", 0),
        "--engine",
        &room.engine("good", "random", 1),
        "--each",
        "depth=1",
        "--rounds",
        "2",
    ])?;
    check(summary["games"] == 4, || summary.to_string())?;
    check(summary["engines"][0]["offences"] == 0, || {
        summary.to_string()
    })
}

fn ignores_quit() -> Outcome {
    let room = Room::new();
    let summary = room.play(&[
        "--engine",
        &room.engine("immortal", "immortal", 0),
        "--engine",
        &room.engine("good", "random", 1),
        "--each",
        "depth=1",
        "--rounds",
        "1",
    ])?;
    check(summary["games"] == 2, || summary.to_string())?;
    room.all_gone()
}

/// An engine that does not even start is an error before the first game, not a lost match.
fn stillborn() -> Outcome {
    let room = Room::new();
    for bad in [
        room.engine("bad", "stillborn", 0),
        "name=bad,cmd=/no/such/engine".to_owned(),
    ] {
        let good = room.engine("good", "random", 1);
        let output = room
            .command(&["--engine", &bad, "--engine", &good, "--each", "depth=1"])
            .output()?;
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        check(!output.status.success(), || "success".to_owned())?;
        check(error.contains("error: engine 'bad'"), || error.clone())?;
    }
    room.all_gone()
}

fn no_recovery() -> Outcome {
    let room = Room::new();
    let output = room
        .command(&[
            "--engine",
            &room.engine("bad", "crash", 0),
            "--engine",
            &room.engine("good", "random", 1),
            "--each",
            "depth=1",
            "--recover=false",
        ])
        .output()?;
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    check(!output.status.success(), || "success".to_owned())?;
    check(error.contains("exited with code 3"), || error.clone())
}

/// With nodes or depth there is no time to lose on, but an engine that says nothing is given up.
fn hang() -> Outcome {
    let room = Room::new();
    let out = room.path("games.tgk");
    let summary = room.play(&[
        "--engine",
        &room.engine("bad", "silent", 0),
        "--engine",
        &room.engine("good", "random", 1),
        "--each",
        "nodes=5,hang=0.3",
        "--rounds",
        "1",
        "--out",
        &out,
    ])?;
    check(summary["pairings"][0]["losses"] == 2, || {
        summary.to_string()
    })?;
    let records = fs::read_to_string(&out)?;
    check(records.matches("does not answer go").count() == 2, || {
        records.clone()
    })
}
