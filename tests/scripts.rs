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

/// A repository of two commits with `strength-test`, and beside it a `cargo` that runs `cargo`.
fn repository(cargo: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tools = folder.path().join("tools");
    let work = folder.path().join("work");
    fs::create_dir_all(work.join("scripts")).unwrap();
    fs::create_dir(&tools).unwrap();
    fs::copy(script("strength-test"), work.join("scripts/strength-test")).unwrap();
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
    Command::new(work.join("scripts/strength-test"))
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

/// A `cargo` whose program plays no match but writes its arguments and a result.
const CARGO: &str = r#"#!/bin/sh
out=${CARGO_TARGET_DIR:-target}/release
mkdir -p "$out"
cat > "$out/tuzdik" <<'PROGRAM'
#!/bin/sh
printf '%s\n' "$@" > "${0%/target/*}/arguments"
while [ $# -gt 0 ]; do
    [ "$1" = --summary ] && summary=$2
    shift
done
cat > "$summary" <<'JSON'
{"finished": true, "engines": [{"limit": "nodes 8000"}],
 "pairings": [{"first": "new", "second": "base", "elo": 3.14, "error": 2.0, "low": 1.1, "high": 5.2,
               "games": 12, "wins": 7, "draws": 1, "losses": 4, "pairs": [0, 1, 2, 2, 1]}],
 "sprt": {"elo0": 0, "elo1": 4, "model": "logistic", "llr": 2.951, "decision": "h1"}}
JSON
PROGRAM
chmod +x "$out/tuzdik"
"#;

#[test]
fn tests_of_strength_are_logged_once() {
    let folder = repository(CARGO);
    let work = folder.path().join("work");
    fs::create_dir(work.join("scripts/strength")).unwrap();
    let log = || fs::read_to_string(work.join("scripts/strength/tests.tsv")).unwrap();
    for _ in 0..2 {
        let output = compare(&folder, &["--what", "a  try"]);
        assert!(output.status.success(), "{}", told(&output));
        assert!(
            told(&output).contains("SPRT [0, 4] passed, LLR 2.95"),
            "{}",
            told(&output)
        );
    }
    let lines: Vec<String> = log().lines().map(str::to_owned).collect();
    let [header, row] = lines.as_slice() else {
        panic!("{}", log());
    };
    assert!(header.starts_with("date\twhat\tnew\tbase\t"), "{header}");
    let cells: Vec<&str> = row.split('\t').skip(1).collect();
    let expected = [
        "a try",
        "new",
        "base",
        "nodes 8000",
        "[0, 4] logistic",
        "12",
        "7",
        "1",
        "4",
        "0 1 2 2 1",
        "+3.1 ± 2.0",
        "2.95",
        "passed",
    ];
    assert_eq!(cells, expected);
}

/// An option is set for one side of the same commit.
#[test]
fn options_are_tested_against_the_same_commit() {
    let folder = repository(CARGO);
    let work = folder.path().join("work");
    fs::create_dir(work.join("scripts/strength")).unwrap();
    let output = compare(
        &folder,
        &["--option", "Some Name=1,5", "--", "--rounds", "3"],
    );
    assert!(output.status.success(), "{}", told(&output));
    let arguments = fs::read_to_string(work.join("arguments")).unwrap();
    let engines: Vec<&str> = arguments
        .lines()
        .filter(|line| line.starts_with("name="))
        .collect();
    assert_eq!(engines.len(), 2, "{arguments}");
    assert!(
        engines[0].ends_with(r",option.Some Name=1\,5"),
        "{arguments}"
    );
    assert!(!engines[1].contains("option"), "{arguments}");
    assert!(arguments.contains("elo0=0,elo1=4") && arguments.ends_with("--rounds\n3\n"));
    let same = compare(&folder, &["HEAD", "HEAD"]);
    assert_eq!(same.status.code(), Some(2), "{}", told(&same));
    let wrong = compare(&folder, &["--option", "Hash"]);
    assert!(told(&wrong).contains("NAME=VALUE"), "{}", told(&wrong));
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
