//! Tournaments from start to end, interrupted ones too.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use serde_json::Value;

use crate::util::{Outcome, Room, check, processes_with, read_json, told};

pub fn tests() -> Vec<Trial> {
    vec![
        Trial::test("config_file", config_file),
        Trial::test("uci_engine", uci_engine),
        Trial::test("openings_from_file", openings_from_file),
        Trial::test("gauntlet_and_ratings", gauntlet_and_ratings),
        Trial::test("resume_after_kill", resume_after_kill),
        Trial::test("resume_refuses_another_match", resume_refuses),
        Trial::test("interrupt_finishes_games", interrupt),
        Trial::test("command_line_mistakes", mistakes),
        Trial::test("overhead", overhead).with_ignored_flag(true),
    ]
}

/// Four engines in a file, in a round robin, some values overridden on the command line.
fn config_file() -> Outcome {
    let room = Room::new();
    let mut file = fs::File::create(room.path("match.toml"))?;
    writeln!(file, "rounds = 7\ngames = 2\nseed = 5\nconcurrency = 2")?;
    writeln!(
        file,
        "[each]\ndepth = 1\n[openings]\nplies = 4\nbalance = 500"
    )?;
    let program = std::env::current_exe()?.display().to_string();
    for name in ["a", "b", "c", "d"] {
        writeln!(
            file,
            "[[engine]]\nname = '{name}'\ncmd = '{program}'\nargs = 'engine random {} {}'",
            room.mark,
            name.as_bytes()[0]
        )?;
    }
    let summary = room.play(&["--config", "match.toml", "--rounds", "1"])?;
    check(summary["games"] == 12, || summary.to_string())?;
    check(
        summary["pairings"].as_array().map(Vec::len) == Some(6),
        || summary.to_string(),
    )?;
    check(summary["seed"] == 5, || summary.to_string())?;
    check(summary["finished"] == true, || summary.to_string())
}

/// An engine that speaks UCI only is found out.
fn uci_engine() -> Outcome {
    let room = Room::new();
    let out = room.path("games.tgk");
    let summary = room.play(&[
        "--engine",
        &room.engine("uci", "uci-only", 0),
        "--engine",
        &room.engine("ugi", "random", 0),
        "--each",
        "tc=40/20+0.5",
        "--rounds",
        "1",
        "--out",
        &out,
    ])?;
    check(summary["games"] == 2, || summary.to_string())?;
    check(summary["engines"][0]["offences"] == 0, || {
        summary.to_string()
    })?;
    let records = fs::read_to_string(&out)?;
    check(records.contains("scripted 2.0"), || records.clone())
}

/// Both games of a round start with the line of the file.
fn openings_from_file() -> Outcome {
    let room = Room::new();
    fs::write(room.path("lines"), "# two lines\n54 11 32\n76 98 66\n")?;
    let out = room.path("games.tgk");
    room.play(&[
        "--engine",
        &room.engine("a", "random", 0),
        "--engine",
        &room.engine("b", "random", 1),
        "--each",
        "depth=1",
        "--rounds",
        "2",
        "--openings",
        "file=lines,order=sequential",
        "--out",
        &out,
    ])?;
    let records = fs::read_to_string(&out)?;
    for opening in ["54 11 32", "76 98 66"] {
        let tag = format!("[Opening \"{opening}\"]");
        check(records.matches(&tag).count() == 2, || records.clone())?;
    }
    Ok(())
}

/// `tuzdik ratings` gives from the records the table that the match itself gave.
fn gauntlet_and_ratings() -> Outcome {
    let room = Room::new();
    let engines: Vec<String> = (0..3)
        .map(|n| room.engine(&format!("e{n}"), "random", n))
        .collect();
    let output = room
        .command(&[
            "--tournament",
            "gauntlet",
            "--engine",
            &engines[0],
            "--engine",
            &engines[1],
            "--engine",
            &engines[2],
            "--each",
            "depth=1",
            "--rounds",
            "5",
            "--out",
            "games.tgk",
            "--seed",
            "1",
            "-c",
            "2",
        ])
        .output()?;
    check(output.status.success(), || told(&output))?;
    let ratings = Command::new(env!("CARGO_BIN_EXE_tuzdik"))
        .args(["ratings", "games.tgk"])
        .current_dir(room.dir.path())
        .output()?;
    check(ratings.status.success(), || told(&ratings))?;
    let [a, b] = [&output, &ratings].map(|o| String::from_utf8_lossy(&o.stdout).into_owned());
    let table: Vec<&str> = a.lines().take(4).collect();
    check(b.lines().take(4).eq(table.iter().copied()), || {
        format!("{a}\n{b}")
    })
}

/// A match that was killed goes on and gives what an undisturbed one gives; no engine survives.
fn resume_after_kill() -> Outcome {
    let room = Room::new();
    let engines = [room.engine("a", "slow", 1), room.engine("b", "slow", 2)];
    // No clock, so that a busy machine changes nothing.
    let args = vec![
        "--engine",
        &engines[0],
        "--engine",
        &engines[1],
        "--each",
        "depth=1",
        "--rounds",
        "8",
        "--seed",
        "77",
        "-c",
        "2",
    ];
    let whole = room.play(&args)?;

    let out = room.path("games.tgk");
    let mut with_out = args.clone();
    with_out.extend(["--out", &out]);
    let mut child = room
        .command(&with_out)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let deadline = Instant::now() + Duration::from_secs(60);
    while fs::read_to_string(&out).map_or(0, |t| t.matches("[Event").count()) < 5 {
        check(Instant::now() < deadline, || "no games".to_owned())?;
        thread::sleep(Duration::from_millis(5));
    }
    check(!processes_with(&room.mark).is_empty(), || {
        "no engines".to_owned()
    })?;
    child.kill()?;
    child.wait()?;
    room.all_gone()?;
    // A record that was being written when the power failed.
    let mut file = fs::File::options().append(true).open(&out)?;
    file.write_all(b"[Event \"tuzdik match\"]\n[Result \"1-0\"]\n\n1. 76 9")?;
    drop(file);

    with_out.push("--resume");
    let resumed = room.play(&with_out)?;
    for part in ["pairings", "games"] {
        check(whole[part] == resumed[part], || {
            format!("{whole}\n{resumed}")
        })?;
    }
    let records = fs::read_to_string(&out)?;
    check(records.matches("[Event").count() == 16, || records.clone())
}

fn resume_refuses() -> Outcome {
    let room = Room::new();
    let [a, b, c] = ["a", "b", "c"].map(|n| room.engine(n, "random", 1));
    let play = |one: &str, two: &str, seed: &str, more: &[&str]| {
        let mut args = vec![
            "--engine", one, "--engine", two, "--each", "depth=1", "--rounds", "2", "--out",
            "g.tgk", "--seed", seed,
        ];
        args.extend(more);
        room.command(&args).output()
    };
    let first = play(&a, &b, "1", &[])?;
    check(first.status.success(), || told(&first))?;
    for (output, words) in [
        (play(&a, &b, "1", &[])?, "--resume"),
        (play(&a, &c, "1", &["--resume"])?, "another match"),
        (play(&a, &b, "2", &["--resume"])?, "seed"),
        (
            play(&format!("{a},depth=2"), &b, "1", &["--resume"])?,
            "did not play with depth 2",
        ),
    ] {
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        check(!output.status.success(), || "success".to_owned())?;
        check(error.contains(words), || error.clone())?;
    }
    // A file that is no record at all keeps what is in it.
    let notes = "notes of mine\nwithout games\n";
    fs::write(room.path("g.tgk"), notes)?;
    let output = play(&a, &b, "1", &["--resume"])?;
    check(!output.status.success(), || "success".to_owned())?;
    check(told(&output).contains("g.tgk"), || told(&output))?;
    check(fs::read_to_string(room.path("g.tgk"))? == notes, || {
        "the file was changed".to_owned()
    })
}

/// After the first signal the running games end and count; nothing else is started.
fn interrupt() -> Outcome {
    let room = Room::new();
    let summary = room.path("summary.json");
    let child = room
        .command(&[
            "--engine",
            &room.engine("a", "slow", 2),
            "--engine",
            &room.engine("b", "slow", 2),
            "--each",
            "depth=1",
            "--rounds",
            "10000",
            "--out",
            "g.tgk",
            "--summary",
            &summary,
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let deadline = Instant::now() + Duration::from_secs(60);
    while fs::read_to_string(room.path("g.tgk")).map_or(0, |t| t.len()) == 0 {
        check(Instant::now() < deadline, || "no games".to_owned())?;
        thread::sleep(Duration::from_millis(5));
    }
    let pid = i32::try_from(child.id())?;
    let pid = rustix::process::Pid::from_raw(pid).ok_or("no process")?;
    rustix::process::kill_process(pid, rustix::process::Signal::INT)?;
    let output = child.wait_with_output()?;
    let records = fs::read_to_string(room.path("g.tgk"))?;
    let summary: Value = read_json(&summary)?;
    check(summary["finished"] == false, || summary.to_string())?;
    check(
        summary["games"] == records.matches("[Event").count(),
        || format!("{summary}\n{records}"),
    )?;
    check(!records.contains("unterminated"), || records.clone())?;
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    check(stdout.contains("a against b"), || told(&output))?;
    room.all_gone()
}

/// One clear line for each mistake.
fn mistakes() -> Outcome {
    let room = Room::new();
    let engine = room.engine("a", "random", 0);
    let other = room.engine("b", "random", 0);
    let two = ["--engine", &engine, "--engine", &other, "--each", "depth=1"];
    fs::write(room.path("bad.toml"), "round = 3")?;
    for (more, words) in [
        (vec!["--games", "3"], "1 or 2"),
        (vec!["--sprt", "elo0=5,elo1=0"], "must be below"),
        (vec!["--sprt", "elo=5"], "unknown sprt setting"),
        (vec!["--variant", "chess"], "no game is called"),
        (vec!["--openings", "file=none"], "none:"),
        (vec!["--openings", "plies=x"], "from 0 to 100"),
        (vec!["--resign", "score=5"], "movecount"),
        (vec!["--concurrency", "0"], "1 to 1024"),
        (vec!["--engine", &engine], "two engines are called 'a'"),
        (vec!["--engine", "cmd=x,speed=9"], "unknown engine setting"),
        (vec!["--config", "bad.toml"], "bad.toml"),
        (vec!["--config", "none.toml"], "none.toml"),
        (vec!["--resume"], "--out"),
    ] {
        let mut args = two.to_vec();
        args.extend(&more);
        let output = room.command(&args).output()?;
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        check(!output.status.success(), || format!("{more:?}: success"))?;
        check(error.contains(words), || format!("{more:?}: {error}"))?;
        check(!error.contains("panicked"), || error.clone())?;
    }
    Ok(())
}

/// With 10 ms a move and two games at a time the runner costs less than 3 % of the time. Needs two
/// idle cores.
fn overhead() -> Outcome {
    let room = Room::new();
    let out = room.path("games.tgk");
    let begin = Instant::now();
    let summary = room.play(&[
        "--engine",
        &room.engine("a", "slow", 10),
        "--engine",
        &room.engine("b", "slow", 10),
        "--each",
        "depth=1",
        "--rounds",
        "10",
        "-c",
        "2",
        "--out",
        &out,
    ])?;
    let wall = begin.elapsed().as_secs_f64();
    let records = fs::read_to_string(&out)?;
    // Every move of an engine carries its time in a comment.
    let moves = records.matches("s}").count() + records.matches("s }").count();
    let pure = moves as f64 * 0.010 / 2.0;
    println!(
        "{moves} moves, {wall:.2} s, of which 10 ms a move are {pure:.2} s; the runner's own count: {}",
        summary["overhead"]
    );
    check(
        summary["overhead"].as_f64().is_some_and(|x| x < 0.03),
        || summary.to_string(),
    )
}
