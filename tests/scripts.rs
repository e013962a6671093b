//! The ready commands in `scripts`: what they do when something is wrong.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("scripts")
        .join(name)
}

fn told(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    format!("{:?}\n{out}{err}", output.status)
}

/// Runs a command that must succeed.
fn succeed(command: &mut Command) {
    let output = command.output().expect("the command starts");
    assert!(output.status.success(), "{command:?}: {}", told(&output));
}

/// A repository of two commits with `compare-commits`, and beside it a `cargo` that runs `cargo`.
fn repository(cargo: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tools = folder.path().join("tools");
    let work = folder.path().join("work");
    fs::create_dir_all(work.join("scripts")).unwrap();
    fs::create_dir(&tools).unwrap();
    fs::copy(
        script("compare-commits"),
        work.join("scripts/compare-commits"),
    )
    .unwrap();
    fs::write(tools.join("cargo"), cargo).unwrap();
    fs::set_permissions(tools.join("cargo"), fs::Permissions::from_mode(0o755)).unwrap();
    let git = || {
        let mut git = Command::new("git");
        git.current_dir(&work)
            .args(["-c", "user.name=a", "-c", "user.email=a@example.org"]);
        git
    };
    succeed(git().args(["init", "--quiet"]));
    for name in ["one", "two"] {
        fs::write(work.join("name"), name).unwrap();
        succeed(git().args(["add", "name"]));
        succeed(git().args(["commit", "--quiet", "-m", name]));
    }
    folder
}

fn compare(folder: &TempDir, args: &[&str]) -> Output {
    let work = folder.path().join("work");
    let path = format!(
        "{}:{}",
        folder.path().join("tools").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    Command::new(work.join("scripts/compare-commits"))
        .args(args)
        .env("PATH", path)
        .output()
        .expect("the script starts")
}

/// An older program lies where the build would have put its own.
#[test]
fn a_build_that_fails_is_not_replaced_by_an_older_one() {
    let folder = repository("#!/bin/sh\necho does not compile >&2\nexit 101\n");
    let store = folder.path().join("work/target/commits");
    for place in ["build/release", "../release"] {
        fs::create_dir_all(store.join(place)).unwrap();
        fs::write(store.join(place).join("tuzdik"), "#!/bin/sh\necho played\n").unwrap();
    }
    for args in [&["HEAD", "HEAD~1"][..], &[".", "HEAD"]] {
        let output = compare(&folder, args);
        assert!(!output.status.success(), "{args:?}: {}", told(&output));
        assert!(told(&output).contains("does not compile"));
        assert!(!told(&output).contains("played"), "{}", told(&output));
        let kept: Vec<_> = fs::read_dir(&store)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .filter(|name| name != "build" && name != "tree")
            .collect();
        assert!(kept.is_empty(), "{args:?}: {kept:?}");
    }
}

#[test]
fn commits_that_are_not_there_are_named() {
    let folder = repository("#!/bin/sh\nexit 101\n");
    for args in [&["nosuch", "HEAD"][..], &["--quick"]] {
        let output = compare(&folder, args);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        let word = args[0].trim_start_matches('-');
        assert!(told(&output).contains(word), "{}", told(&output));
        assert!(!told(&output).contains("fatal"), "{}", told(&output));
    }
}

/// Nothing is built or played for a wrong command line.
#[test]
fn levels_are_checked_before_they_are_measured() {
    let run = |args: &[&str]| {
        Command::new(script("measure-levels"))
            .args(args)
            .env("TUZDIK", "/bin/false")
            .output()
            .expect("the script starts")
    };
    let help = run(&["--help"]);
    assert!(help.status.success(), "{}", told(&help));
    assert!(String::from_utf8_lossy(&help.stdout).contains("usage: scripts/measure-levels"));
    for args in [
        &["many"][..],
        &["0"],
        &["5", "6", "3"],
        &["5", "9", "11"],
        &["5", "1", "2", "3"],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", told(&output));
        assert!(told(&output).contains("--help"), "{}", told(&output));
    }
}
