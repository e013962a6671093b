//! Matches that are interrupted, and go on.

use std::fs;
use std::io::Write;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use rustix::process::{Pid, Signal, kill_process};

use crate::program::{stderr, stdout};
use crate::util::{Outcome, Room, check, processes_with, told};

/// The exit code of a match that was interrupted.
const INTERRUPTED: Option<i32> = Some(130);

pub fn tests() -> Vec<Trial> {
    vec![
        Trial::test("resume_after_kill", resume_after_kill),
        Trial::test("resume_refuses_another_match", resume_refuses),
        Trial::test("resume_refuses_a_running_match", resume_refuses_running),
        Trial::test("ctrl_c_finishes_games", || interrupt(&[Signal::INT], "")),
        Trial::test("termination_finishes_games", || {
            interrupt(&[Signal::TERM], "")
        }),
        Trial::test("two_signals_drop_games", || {
            interrupt(&[Signal::TERM, Signal::INT], "")
        }),
        Trial::test("ctrl_c_drops_games", || {
            interrupt(&[Signal::INT], "--interrupt drop")
        }),
        Trial::test("interrupted_before_the_first_game", before_the_games),
        Trial::test("interrupted_while_an_engine_starts_again", between_games),
    ]
}

/// A match that was killed goes on and gives what an undisturbed one gives; no engine survives.
fn resume_after_kill() -> Outcome {
    let room = Room::new();
    let engines = room.two(("a", "slow", 1), ("b", "slow", 2));
    // No clock, so that a busy machine changes nothing.
    let rest = "--each depth=1 --rounds 8 --seed 77 -c 2";
    let whole = room.play(&engines, rest)?;

    let rest = format!("{rest} --out games.tgk");
    let mut child = start(&room, &engines, &rest)?;
    room.wait_for_games(5)?;
    check(!processes_with(&room.mark).is_empty(), || {
        "no engines".to_owned()
    })?;
    child.kill()?;
    child.wait()?;
    room.all_gone()?;
    // A record that was being written when the power failed.
    let mut file = fs::File::options()
        .append(true)
        .open(room.path("games.tgk"))?;
    file.write_all(b"[Event \"tuzdik match\"]\n[Result \"1-0\"]\n\n1. 76 9")?;
    drop(file);

    let resumed = room.play(&engines, &format!("{rest} --resume"))?;
    for part in ["pairings", "games"] {
        check(whole[part] == resumed[part], || {
            format!("{whole}\n{resumed}")
        })?;
    }
    let records = room.records();
    check(records.matches("[Event").count() == 16, || records.clone())
}

/// Two matches never write to the same file.
fn resume_refuses_running() -> Outcome {
    let room = Room::new();
    let engines = room.two(("a", "slow", 2), ("b", "slow", 2));
    let rest = "--each depth=1 --rounds 10000 --seed 1 --out games.tgk";
    let mut child = start(&room, &engines, rest)?;
    let refused = room.wait_for_games(1).and_then(|()| {
        let complaint = room.fail(&engines, &format!("{rest} --resume"))?;
        check(complaint.contains("games.tgk: another match"), || {
            complaint.clone()
        })
    });
    child.kill()?;
    child.wait()?;
    refused?;
    room.all_gone()
}

fn resume_refuses() -> Outcome {
    let room = Room::new();
    let [a, b, c] = ["a", "b", "c"].map(|n| room.engine(n, "random", 1));
    let ab = [a.clone(), b.clone()];
    let rest = |seed: u32| format!("--each depth=1 --rounds 2 --out games.tgk --seed {seed}");
    room.play(&ab, &rest(1))?;
    let resumed = |seed| rest(seed) + " --resume";
    for (engines, rest, words) in [
        (ab.clone(), rest(1), "--resume"),
        ([a.clone(), c], resumed(1), "another match"),
        ([b.clone(), a.clone()], resumed(1), "its White is not 'b'"),
        (ab.clone(), resumed(2), "seed"),
        ([a + ",depth=2", b], resumed(1), "did not play with depth 2"),
        (
            ab.clone(),
            resumed(1) + " --openings plies=3",
            "starts from another opening",
        ),
        (
            ab.clone(),
            resumed(1) + " --maxmoves 200",
            "its adjudication is 'none', not 'maxmoves 200'",
        ),
    ] {
        let complaint = room.fail(&engines, &rest)?;
        check(complaint.contains(words), || complaint.clone())?;
    }
    // A file that is no record at all keeps what is in it.
    let notes = "notes of mine\nwithout games\n";
    fs::write(room.path("games.tgk"), notes)?;
    let complaint = room.fail(&ab, &resumed(1))?;
    check(complaint.contains("games.tgk"), || complaint.clone())?;
    check(room.records() == notes, || {
        "the file was changed".to_owned()
    })
}

/// After the first signal nothing else is started, and the running games end and count, or are dropped
/// after the second; the results so far are on disk and told.
fn interrupt(signals: &[Signal], how: &str) -> Outcome {
    let room = Room::new();
    let engines = room.two(("a", "slow", 2), ("b", "slow", 2));
    let rest = "--each depth=1 --rounds 10000 --out games.tgk --summary summary.json -c 2";
    let child = start(&room, &engines, &format!("{rest} {how}"))?;
    room.wait_for_games(1)?;
    for signal in signals {
        send(&child, *signal)?;
        std::thread::sleep(Duration::from_millis(50));
    }
    let output = child.wait_with_output()?;
    check(output.status.code() == INTERRUPTED, || told(&output))?;
    let records = room.records();
    let summary = room.summary()?;
    check(summary["finished"] == false, || summary.to_string())?;
    check(
        summary["games"] == records.matches("[Event").count(),
        || format!("{summary}\n{records}"),
    )?;
    check(!records.contains("unterminated"), || records.clone())?;
    check(stdout(&output).contains("a against b"), || told(&output))?;
    let waits = signals.len() == 1 && how.is_empty();
    check(
        stderr(&output).contains("finishing the games") || !waits,
        || told(&output),
    )?;
    room.all_gone()
}

/// Nobody waits for an engine that does not even greet, and nothing looks like results.
fn before_the_games() -> Outcome {
    let room = Room::new();
    let rest = "--each depth=1 --out games.tgk --summary summary.json";
    let child = start(&room, &room.bad_and_good("mute"), rest)?;
    let deadline = Instant::now() + Duration::from_secs(60);
    while processes_with(&room.mark).is_empty() {
        check(Instant::now() < deadline, || "no engine".to_owned())?;
        std::thread::sleep(Duration::from_millis(5));
    }
    ends_at_once(child, &room)?;
    check(!fs::exists(room.path("summary.json"))?, || {
        "a summary".to_owned()
    })
}

/// The same while an engine that crashed is started again.
fn between_games() -> Outcome {
    let room = Room::new();
    let rest = "--each depth=1 --rounds 1000 --out games.tgk";
    let child = start(&room, &room.bad_and_good("mute-after-crash"), rest)?;
    room.wait_for_games(1)?;
    // Now it starts again and is mute.
    std::thread::sleep(Duration::from_millis(300));
    ends_at_once(child, &room)?;
    let records = room.records();
    check(records.matches("[Event").count() == 1, || records.clone())
}

/// A match ends within seconds after a signal; an engine would be given up after twenty.
fn ends_at_once(child: Child, room: &Room) -> Outcome {
    send(&child, Signal::TERM)?;
    let begin = Instant::now();
    let output = child.wait_with_output()?;
    check(begin.elapsed() < Duration::from_secs(10), || {
        format!("{:?}", begin.elapsed())
    })?;
    check(output.status.code() == INTERRUPTED, || told(&output))?;
    check(stderr(&output).contains("interrupted after"), || {
        told(&output)
    })?;
    room.all_gone()
}

fn start(room: &Room, engines: &[String], rest: &str) -> Result<Child, Failed> {
    let mut command = room.command(engines, rest);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(command.spawn()?)
}

fn send(child: &Child, signal: Signal) -> Outcome {
    let pid = Pid::from_raw(i32::try_from(child.id())?).ok_or("no process")?;
    Ok(kill_process(pid, signal)?)
}
