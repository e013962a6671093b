//! Starting matches and looking at what they left behind.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use libtest_mimic::Failed;
use serde_json::Value;
use tempfile::TempDir;

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

    /// The command `tuzdik match` with these arguments.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tuzdik"));
        command.arg("match").args(args).current_dir(self.dir.path());
        command
    }

    /// Plays a match, which must succeed, and returns its summary.
    pub fn play(&self, args: &[&str]) -> Result<Value, Failed> {
        let summary = self.path("summary.json");
        let mut all = vec!["--summary", &summary];
        all.extend(args);
        let output = self.command(&all).output()?;
        check(output.status.success(), || told(&output))?;
        read_json(&summary)
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

pub fn read_json(path: &str) -> Result<Value, Failed> {
    Ok(serde_json::from_slice(&fs::read(path)?)?)
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
