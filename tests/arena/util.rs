//! Starting matches and looking at what they left behind.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use libtest_mimic::Failed;
use serde_json::Value;
use tempfile::TempDir;

use crate::program::{command, stderr};

/// The result of a test.
pub type Outcome = Result<(), Failed>;

/// A folder for a test, and a mark that its engines carry in their command lines.
pub struct Room {
    pub dir: TempDir,
    pub mark: String,
}

impl Room {
    pub fn new() -> Room {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Room {
            dir: tempfile::tempdir().expect("a temporary folder"),
            mark: format!("mark-{}-{number}", std::process::id()),
        }
    }

    pub fn path(&self, name: &str) -> String {
        self.dir.path().join(name).display().to_string()
    }

    /// An `--engine` value for a scripted engine.
    pub fn engine(&self, name: &str, mode: &str, setting: u64) -> String {
        let program = std::env::current_exe().expect("this program has a name");
        format!(
            "name={name},cmd={},args=engine {mode} {} {setting}",
            program.display(),
            self.mark
        )
    }

    /// Two scripted engines.
    pub fn two(&self, one: (&str, &str, u64), two: (&str, &str, u64)) -> Vec<String> {
        [one, two]
            .map(|(name, mode, setting)| self.engine(name, mode, setting))
            .to_vec()
    }

    /// An engine that misbehaves, called bad, and one that plays at random, called good.
    pub fn bad_and_good(&self, mode: &str) -> Vec<String> {
        self.two(("bad", mode, 0), ("good", "random", 1))
    }

    /// Two engines called a and b that play at random.
    pub fn a_and_b(&self) -> Vec<String> {
        self.two(("a", "random", 1), ("b", "random", 2))
    }

    /// The command `tuzdik match` with these engines and other arguments, in the room's folder. The
    /// arguments are separated by blanks.
    pub fn command(&self, engines: &[String], rest: &str) -> Command {
        let mut command = command(&["match"]);
        for engine in engines {
            command.args(["--engine", engine]);
        }
        command.args(rest.split(' ').filter(|word| !word.is_empty()));
        command.current_dir(self.dir.path());
        command
    }

    /// Plays a match, which must succeed, and returns its summary.
    pub fn play(&self, engines: &[String], rest: &str) -> Result<Value, Failed> {
        let rest = format!("{rest} --summary summary.json --force");
        let output = self.command(engines, &rest).output()?;
        check(output.status.success(), || told(&output))?;
        self.summary()
    }

    /// Tries to play a match, which must fail without results, and returns its complaint.
    pub fn fail(&self, engines: &[String], rest: &str) -> Result<String, Failed> {
        let output = self.command(engines, rest).output()?;
        check(!output.status.success(), || format!("{rest}: success"))?;
        check(output.stdout.is_empty(), || told(&output))?;
        let complaint = stderr(&output);
        check(!complaint.contains("panicked"), || complaint.clone())?;
        Ok(complaint)
    }

    /// What the last match wrote to `summary.json`.
    pub fn summary(&self) -> Result<Value, Failed> {
        Ok(serde_json::from_slice(&fs::read(
            self.path("summary.json"),
        )?)?)
    }

    /// The records in `games.tgk`, nothing if there is no such file.
    pub fn records(&self) -> String {
        fs::read_to_string(self.path("games.tgk")).unwrap_or_default()
    }

    /// Waits until `games.tgk` holds so many games.
    pub fn wait_for_games(&self, count: usize) -> Outcome {
        let deadline = Instant::now() + Duration::from_secs(60);
        while self.records().matches("[Event").count() < count {
            check(Instant::now() < deadline, || "no games".to_owned())?;
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Waits until this holds.
    pub fn wait_for(&self, holds: impl Fn() -> bool) -> Outcome {
        let deadline = Instant::now() + Duration::from_secs(60);
        while !holds() {
            check(Instant::now() < deadline, || "in vain".to_owned())?;
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Waits until no process carries the mark.
    pub fn all_gone(&self) -> Outcome {
        let deadline = Instant::now() + Duration::from_secs(5);
        loop {
            let left = processes_with(&self.mark);
            if left.is_empty() {
                return Ok(());
            }
            check(Instant::now() < deadline, || {
                format!("processes {left:?} survived")
            })?;
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Processes whose command line contains a text, by their numbers; zombies have none.
pub fn processes_with(text: &str) -> Vec<u32> {
    if !fs::exists("/proc/self/cmdline").unwrap_or(false) {
        return processes_by_ps(text);
    }
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|pid: &u32| {
            fs::read(Path::new("/proc").join(pid.to_string()).join("cmdline")).is_ok_and(|line| {
                String::from_utf8_lossy(&line)
                    .split('\0')
                    .any(|arg| arg == text)
            })
        })
        .collect()
}

fn processes_by_ps(text: &str) -> Vec<u32> {
    let listed = Command::new("ps").args(["-axo", "pid=,args="]).output();
    let listed = listed.expect("a list of processes");
    String::from_utf8_lossy(&listed.stdout)
        .lines()
        .filter(|line| line.split_whitespace().skip(1).any(|word| word == text))
        .filter_map(|line| line.split_whitespace().next()?.parse().ok())
        .collect()
}

pub fn check(holds: bool, message: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(message().into()) }
}

pub fn told(output: &Output) -> String {
    format!(
        "{}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}
