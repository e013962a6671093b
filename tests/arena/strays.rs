//! No process that an engine starts survives the match.

use std::process::Stdio;

use libtest_mimic::Trial;

use crate::util::{Outcome, Room, check, processes_with};

pub fn tests() -> Vec<Trial> {
    vec![
        Trial::test("strays_of_a_match", || at_the_end("breeder")),
        Trial::test("strays_without_a_mark", || at_the_end("secret-breeder")),
        Trial::test("strays_of_a_killed_match", killed),
    ]
}

/// Neither another session nor the death of its parent saves a process; on Linux a clean environment
/// does not either.
fn at_the_end(mode: &str) -> Outcome {
    if mode == "secret-breeder" && !cfg!(target_os = "linux") {
        return Ok(());
    }
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
fn killed() -> Outcome {
    let room = Room::new();
    let mut child = room
        .command(
            &room.two(("bad", "breeder", 0), ("slow", "slow", 1)),
            "--each depth=1 --rounds 1000 --out games.tgk",
        )
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    room.wait_for_games(1)?;
    // Both engines and two that sleep.
    let alive = processes_with(&room.mark);
    check(alive.len() > 3, || format!("only {alive:?}"))?;
    child.kill()?;
    child.wait()?;
    room.all_gone()
}
