//! Engines: the built-in one, those that misbehave, and what they leave behind.

use std::fs;

use serde_json::json;
use tempfile::tempdir;

use super::util::{Server, named, runs, script, wait_until};

#[test]
fn the_built_in_engine_searches_and_stops() {
    let server = Server::start(&[]);
    let mut engine = server.running("tuzdik");
    engine.send("uci");
    engine.until("uciok");
    engine.send("setoption name OwnBook value false");
    engine.send("position startpos moves 76");
    engine.send("go infinite");
    engine.until("info depth 3");
    engine.send("stop");
    assert!(engine.until("bestmove").len() > 9);
    engine.send("go depth 2");
    engine.until("bestmove");
}

#[test]
fn what_names_a_file_is_refused_and_what_does_not_passes() {
    let server = Server::start(&[]);
    let mut engine = server.running("tuzdik");
    engine.send("setoption name Hash value 32");
    assert!(
        engine.text().contains("the engine has no option 'Hash'"),
        "before the handshake"
    );
    engine.send("uci");
    engine.until("uciok");
    for line in [
        "setoption name EvalFile value /etc/passwd",
        "setoption name BookFile value /etc/passwd",
        "setoption name bookfile value /etc/passwd",
        "setoption name Hash value 32 name BookFile value /etc/passwd",
        "x setoption name BookFile value /etc/passwd",
        "isready\nsetoption name BookFile value /etc/passwd",
        "bench",
        "perft 9",
        "quit",
    ] {
        engine.send(line);
        let told = engine.text();
        assert!(told.starts_with("info string refused: "), "{line}: {told}");
    }
    engine.send("setoption name Hash value 32");
    engine.send("isready");
    assert_eq!(engine.text(), "readyok");
}

#[test]
fn an_engine_comes_from_the_command_line_or_not_at_all() {
    let server = Server::start(&[]);
    for name in ["/bin/sh", "tuzdik; id", "", "../tuzdik", "other"] {
        assert_eq!(server.engine(name).closing().0, 4404, "{name}");
    }
    let folder = tempdir().unwrap();
    let config = folder.path().join("engines.toml");
    let echo = script(
        &folder,
        "echo",
        r#"while read -r line; do echo "said $line"; done"#,
    );
    let text = format!("[[engine]]\nname = 'second'\ncmd = '{}'\n", echo.display());
    fs::write(&config, text).unwrap();
    let missing = named("missing", &folder.path().join("none"));
    let both = ["--config", config.to_str().unwrap(), "--engine", &missing];
    let server = Server::start(&both);
    let engines = server.calls().call("hello", json!({}))["engines"].clone();
    assert_eq!(engines[1]["name"], "missing");
    assert_eq!(engines[2], json!({"name": "second", "builtin": false}));
    let mut second = server.running("second");
    second.send("isready");
    assert_eq!(second.text(), "said isready");
    let (code, reason) = server.engine("missing").closing();
    assert_eq!(code, 4001);
    assert!(reason.starts_with("cannot be started: "), "{reason}");
}

#[test]
fn options_of_the_command_line_are_set_before_the_first_command() {
    let folder = tempdir().unwrap();
    let echo = script(
        &folder,
        "echo",
        r#"while read -r line; do echo "said $line"; done"#,
    );
    let spec = format!("{},option.Log File=a b", named("echo", &echo));
    let server = Server::start(&["--engine", &spec]);
    let mut engine = server.running("echo");
    engine.send("uci");
    engine.send("isready");
    assert_eq!(engine.text(), "said uci");
    assert_eq!(engine.text(), "said setoption name Log File value a b");
    assert_eq!(engine.text(), "said isready");
}

#[test]
fn an_engine_that_crashes_is_told_and_can_be_asked_again() {
    let folder = tempdir().unwrap();
    let crash = script(
        &folder,
        "crash",
        r#"while read -r line; do case $line in isready) echo readyok;; go*) exit 3;; stop) kill -9 $$;; esac; done"#,
    );
    let server = Server::start(&["--engine", &named("crash", &crash)]);
    let mut calls = server.calls();
    for (command, how) in [
        ("go", "exited with code 3"),
        ("stop", "was killed by signal 9"),
    ] {
        let mut engine = server.running("crash");
        engine.send("isready");
        assert_eq!(engine.text(), "readyok");
        engine.send(command);
        assert_eq!(engine.closing(), (4001, how.to_owned()));
    }
    // Neither the game nor the page suffers.
    calls.call("levels", json!({}));
}

#[test]
fn an_engine_that_hangs_is_told() {
    let folder = tempdir().unwrap();
    let deaf = script(&folder, "deaf", "while read -r line; do :; done");
    let spec = format!("{},hang=0.2", named("deaf", &deaf));
    let server = Server::start(&["--engine", &spec]);
    for (lines, reason) in [
        (["uci", ""].as_slice(), "does not answer the handshake"),
        (&["isready"], "does not answer isready"),
        (&["go infinite", "stop"], "does not answer stop"),
    ] {
        let mut engine = server.running("deaf");
        for line in lines.iter().filter(|line| !line.is_empty()) {
            engine.send(line);
        }
        assert_eq!(engine.closing(), (4001, reason.to_owned()));
    }
}

#[test]
fn an_engine_that_floods_is_thinned_or_ended() {
    let folder = tempdir().unwrap();
    let thoughts = script(
        &folder,
        "thoughts",
        r#"while read -r line; do n=0; while [ $n -lt 20000 ]; do n=$((n+1)); echo "info depth $n score cp 1 pv 76"; done; echo bestmove 76; done"#,
    );
    let noise = script(&folder, "noise", "read -r line; yes nonsense");
    let endless = script(&folder, "endless", "read -r line; tr '\\0' 'x' </dev/zero");
    let engines = [
        named("thoughts", &thoughts),
        named("noise", &noise),
        named("endless", &endless),
    ];
    let server = Server::start(&[
        "--engine",
        &engines[0],
        "--engine",
        &engines[1],
        "--engine",
        &engines[2],
    ]);
    let mut engine = server.running("thoughts");
    engine.send("go infinite");
    let mut lines = Vec::new();
    while lines
        .last()
        .is_none_or(|line: &String| !line.starts_with("bestmove"))
    {
        lines.push(engine.text());
    }
    let last = lines.iter().rev().nth(1).unwrap();
    assert!(
        last.starts_with("info depth 20000 "),
        "the last word is kept: {last}"
    );
    assert!(lines.len() < 20_001);
    for (name, reason) in [
        ("noise", "says more than can be read"),
        ("endless", "said a line without end"),
    ] {
        let mut engine = server.running(name);
        engine.send("isready");
        assert_eq!(engine.closing(), (4001, reason.to_owned()), "{name}");
    }
    server.calls().call("levels", json!({}));
}

#[test]
fn an_engine_that_speaks_before_it_reads_is_heard() {
    let folder = tempdir().unwrap();
    // More than a pipe holds, both ways.
    let speaker = script(
        &folder,
        "speaker",
        r#"n=0; while [ $n -lt 3000 ]; do n=$((n+1)); echo "id $n 0123456789012345678901234567890123456789"; done
read -r line; echo "said ${#line}"; while read -r line; do :; done"#,
    );
    let server = Server::start(&["--engine", &named("speaker", &speaker)]);
    let mut engine = server.running("speaker");
    let long = format!("position startpos moves {}", "76 ".repeat(100_000));
    engine.send(&long);
    assert_eq!(
        engine.until("said"),
        format!("said {}", long.trim_end().len())
    );
}

#[test]
fn there_is_a_largest_number_of_engines() {
    let folder = tempdir().unwrap();
    let cat = script(&folder, "quiet", "while read -r line; do :; done");
    let server = Server::start(&["--engine", &named("quiet", &cat)]);
    let open: Vec<_> = (0..8).map(|_| server.running("quiet")).collect();
    assert_eq!(server.engine("quiet").closing().0, 4429);
    drop(open);
    wait_until("engines become free", || {
        server.engine("quiet").next().is_ok()
    });
}

/// An engine with a child in a session of its own; both write their numbers into a file.
fn with_child(folder: &tempfile::TempDir) -> (String, std::path::PathBuf) {
    let numbers = folder.path().join("numbers");
    let body = format!(
        "echo $$ >> {0}; setsid sh -c 'echo $$ >> {0}; sleep 1000' & echo ready; while read -r line; do :; done",
        numbers.display()
    );
    (named("family", &script(folder, "family", &body)), numbers)
}

fn numbers(path: &std::path::Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn engines_end_when_the_page_goes() {
    let folder = tempdir().unwrap();
    let (spec, file) = with_child(&folder);
    let server = Server::start(&["--engine", &spec]);
    let mut engine = server.running("family");
    assert_eq!(engine.text(), "ready");
    wait_until("both write their numbers", || numbers(&file).len() == 2);
    assert!(numbers(&file).iter().all(|id| runs(id)));
    // Without a word, as when the browser is killed.
    drop(engine);
    wait_until("both are gone", || {
        !numbers(&file).iter().any(|id| runs(id))
    });
}

#[cfg(target_os = "linux")]
#[test]
fn engines_end_with_the_server_even_if_it_is_killed() {
    for killed in [true, false] {
        let folder = tempdir().unwrap();
        let (spec, file) = with_child(&folder);
        let mut server = Server::start(&["--engine", &spec]);
        let mut engine = server.running("family");
        assert_eq!(engine.text(), "ready");
        wait_until("both write their numbers", || numbers(&file).len() == 2);
        if killed {
            // SIGKILL.
            server.child.kill().unwrap();
            server.child.wait().unwrap();
        } else {
            assert!(server.interrupt().success());
        }
        wait_until("both are gone", || {
            !numbers(&file).iter().any(|id| runs(id))
        });
    }
}
