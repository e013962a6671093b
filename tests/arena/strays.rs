//! No process that an engine starts survives the match.

use std::process::Stdio;

use libtest_mimic::Trial;
use rustix::process::{Pid, Signal, kill_process};

use crate::util::{Outcome, Room, check, processes_with};

pub fn tests() -> Vec<Trial> {
    let trial = |name: &str, test: fn() -> Outcome| {
        // Elsewhere only an engine's process group is ended with it.
        Trial::test(name, test).with_ignored_flag(!cfg!(target_os = "linux"))
    };
    vec![
        trial("strays_of_a_match", || at_the_end("breeder")),
        trial("strays_without_an_environment", || {
            at_the_end("secret-breeder")
        }),
        trial("strays_of_a_killed_match", || killed("breeder")),
        trial("strays_of_a_killed_match_without_an_environment", || {
            killed("secret-breeder")
        }),
        trial("strays_of_a_killed_supervisor", killed_supervisors),
    ]
}

/// Neither another session nor the death of its parent nor a clean environment saves a process.
fn at_the_end(mode: &str) -> Outcome {
    let room = Room::new();
    let summary = room.play(&room.bad_and_good(mode), "--each depth=1 --rounds 1")?;
    check(summary["games"] == 2, || summary.to_string())?;
    check(summary["engines"][0]["offences"] == 0, || {
        summary.to_string()
    })?;
    // The match itself waited for their end.
    let left = processes_with(&room.mark);
    check(left.is_empty(), || format!("processes {left:?} survived"))
}

/// Not even when the match itself is killed, which it cannot notice.
fn killed(mode: &str) -> Outcome {
    let room = Room::new();
    let mut child = room
        .command(
            &room.two(("bad", mode, 0), ("slow", "slow", 1)),
            "--each depth=1 --rounds 1000 --out games.tgk",
        )
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    room.wait_for_games(1)?;
    // Both engines with their supervisors, and what one of them has started.
    let alive = processes_with(&room.mark);
    check(alive.len() > 4, || format!("only {alive:?}"))?;
    child.kill()?;
    child.wait()?;
    room.all_gone()
}

/// An engine dies with its supervisor, which is an engine's end like any other.
fn killed_supervisors() -> Outcome {
    let room = Room::new();
    let mut child = room
        .command(
            &room.two(("a", "slow", 1), ("b", "slow", 1)),
            "--each depth=1 --rounds 1000 --out games.tgk",
        )
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    room.wait_for_games(1)?;
    let alive = processes_with(&room.mark);
    let supervisors: Vec<u32> = processes_with("supervise")
        .into_iter()
        .filter(|process| alive.contains(process))
        .collect();
    check(supervisors.len() == 2 && alive.len() == 4, || {
        format!("{supervisors:?} of {alive:?}")
    })?;
    for supervisor in supervisors {
        let pid = Pid::from_raw(i32::try_from(supervisor)?).ok_or("no process")?;
        kill_process(pid, Signal::KILL)?;
    }
    room.wait_for(|| {
        let left = processes_with(&room.mark);
        left.iter().all(|process| !alive.contains(process))
    })?;
    // They are started again.
    let games = room.records().matches("[Event").count();
    room.wait_for_games(games + 2)?;
    check(room.records().contains("was killed by signal 9"), || {
        room.records()
    })?;
    child.kill()?;
    child.wait()?;
    room.all_gone()
}
