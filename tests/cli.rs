//! The command line, by running the program.

#[path = "common/program.rs"]
mod program;

use std::io::Read;
use std::process::{Output, Stdio};

use program::{command, run, stderr};

fn output(args: &[&str]) -> Output {
    run(&mut command(args), "")
}

fn stdout(args: &[&str]) -> String {
    let output = output(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    assert_eq!(stderr(&output), "", "{args:?}");
    program::stdout(&output)
}

/// Runs what must fail and returns the exit code and stderr.
fn failure(args: &[&str]) -> (Option<i32>, String) {
    let output = output(args);
    assert_eq!(program::stdout(&output), "", "{args:?}");
    (output.status.code(), stderr(&output))
}

/// The names in the list of subcommands that the help shows.
fn subcommands() -> Vec<String> {
    let help = stdout(&["--help"]);
    let list = help
        .split("Commands:\n")
        .nth(1)
        .expect("a list of commands");
    list.lines()
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&name| name != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn version() {
    let expected = concat!("tuzdik ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(stdout(&["--version"]), expected);
    assert_eq!(stdout(&["-V"]), expected);
    let told = stdout(&["--version", "--verbose"]);
    assert!(told.starts_with(expected), "{told}");
    for line in [
        "commit ",
        "features ",
        "network    togyzkumalak ",
        "book       togyzkumalak ",
    ] {
        assert!(
            told.lines().any(|found| found.starts_with(line)),
            "{line}: {told}"
        );
    }
    let level = |name: &str| {
        let mut tuzdik = command(&["--version", "--verbose"]);
        let output = tuzdik.env("TUZDIK_SIMD", name).output().expect("an answer");
        String::from_utf8(output.stdout).expect("text")
    };
    assert!(level("plain").contains("network in plain\n"));
    assert_eq!(level("no such level"), level(""));
}

#[test]
fn every_subcommand_has_help_with_examples_and_a_manual_page() {
    let names = subcommands();
    assert!(names.iter().any(|name| name == "perft"), "{names:?}");
    for name in names {
        let help = stdout(&[&name, "--help"]);
        assert!(help.contains("Examples:\n"), "{name} shows no example");
        let page = stdout(&["man", &name]);
        assert!(
            page.contains(&format!(".TH tuzdik-{name} 1")),
            "{name}: {page}"
        );
    }
    assert!(stdout(&["man"]).contains(".TH tuzdik 1"));
    let (code, message) = failure(&["man", "no-such-command"]);
    assert_eq!(code, Some(1));
    assert!(message.starts_with("error: no subcommand is called 'no-such-command'"));
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(stdout(&["completions", shell]).contains("perft"), "{shell}");
    }
}

#[test]
fn perft_prints_the_count() {
    let text = stdout(&["perft", "--depth", "5", "--threads", "2"]);
    assert_eq!(text.lines().next(), Some("leaves: 43184"));
    assert_eq!(
        stdout(&["perft", "--depth", "0"]).lines().next(),
        Some("leaves: 1")
    );
}

#[test]
fn perft_splits_by_first_move() {
    let text = stdout(&["perft", "--depth", "6", "--divide"]);
    let counts: Vec<(&str, u64)> = text
        .lines()
        .map_while(|line| line.split_once(": "))
        .take_while(|(name, _)| *name != "leaves")
        .map(|(name, count)| (name, count.parse().expect("a count")))
        .collect();
    let names: Vec<&str> = counts.iter().map(|&(name, _)| name).collect();
    assert_eq!(
        names,
        ["19", "21", "32", "43", "54", "65", "76", "87", "98"]
    );
    assert_eq!(counts.iter().map(|&(_, count)| count).sum::<u64>(), 360_035);
    assert!(text.contains("\nleaves: 360035\n"));
}

#[test]
fn perft_from_a_position() {
    // A game that is over: no move.
    let over = "9/9S,8 82 71 N 50";
    let text = stdout(&["perft", "--depth", "3", "--divide", "--position", over]);
    assert_eq!(text.lines().next(), Some("leaves: 0"));
    // South has one move, and after it North has none.
    let last = "9/9S,8 80 73 S 50";
    let text = stdout(&["perft", "--depth", "1", "--position", last]);
    assert_eq!(text.lines().next(), Some("leaves: 1"));
    let text = stdout(&["perft", "--depth", "2", "--position", last]);
    assert_eq!(text.lines().next(), Some("leaves: 0"));
}

#[test]
fn a_wrong_position_is_explained_in_one_line() {
    for position in ["", "nonsense", "9/9S,8 0 0 S 1"] {
        let (code, message) = failure(&["perft", "--depth", "1", "--position", position]);
        assert_eq!(code, Some(1), "{position}");
        assert!(message.starts_with("error: --position: "), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    for args in [
        &["perft"][..],
        &["perft", "--depth", "-1"],
        &["perft", "--depth", "99999999999"],
        &["perft", "--depth", "3", "--threads", "0"],
        &["perft", "--depth", "3", "--variant", "chess"],
        &["no-such-command"],
    ] {
        let (code, message) = failure(args);
        assert_eq!(code, Some(2), "{args:?}");
        assert!(message.starts_with("error: "), "{args:?}: {message}");
    }
}

#[test]
fn a_closed_stdout_ends_it_quietly() {
    for args in [
        &["perft", "--depth", "7", "--divide"][..],
        &["completions", "zsh"],
        &["man"],
        &["--help"],
    ] {
        let mut child = command(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut message = String::new();
        let mut stderr = child.stderr.take().expect("its stderr");
        stderr.read_to_string(&mut message).expect("text");
        assert_eq!(message, "", "{args:?}");
        assert!(child.wait().expect("its end").success(), "{args:?}");
    }
}
