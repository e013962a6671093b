//! Processes that engines leave behind, even in sessions of their own.
//!
//! Two things tell them from others. Every engine carries a mark in its environment, which all that
//! it starts inherit; and on Linux processes whose parent is gone become children of ours, because we
//! are the "subreaper" of what descends from us (prctl(2)). What throws away both its mark and its
//! parent is found once no engine is left, as a child that we never had.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use sysinfo::{Process, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System, UpdateKind};

/// The environment variable with the marks; more than one where a match runs in an engine of another.
pub const VARIABLE: &str = "TUZDIK_MATCH_ENGINE";

/// How often all processes are looked through, at the most, while some of them are found and start
/// new ones.
const PASSES: u32 = 100;

/// Makes processes whose parents have ended children of this one, where the system can do that.
pub fn adopt() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::set_child_subreaper(Some(rustix::process::getpid())) {
        log::warn!("processes that engines leave behind cannot be adopted: {error}");
    }
}

/// Kills all processes that carry a mark, until there is none.
pub fn kill_marked(mark: &str) {
    let carries = |process: &Process| {
        let mut values = process.environ().iter().filter_map(|entry| value(entry));
        values.any(|marks| marks.split(' ').any(|m| m == mark))
    };
    kill_all(carries);
}

/// Kills the children of this process that are not among the known ones, and what then becomes its
/// child, until there is none.
pub fn kill_children_but(known: &HashSet<u32>) {
    let own = std::process::id();
    kill_all(|process| is_child_of(own, process) && !known.contains(&process.pid().as_u32()));
    bury_children_but(known);
}

/// Takes note of the end of adopted children, which would stay in the table of processes otherwise.
pub fn bury_children_but(known: &HashSet<u32>) {
    for zombie in children(|process| process.status() == ProcessStatus::Zombie) {
        if !known.contains(&zombie)
            && let Some(pid) = pid(zombie)
        {
            let _ = waitid(
                WaitId::Pid(pid),
                WaitIdOptions::EXITED | WaitIdOptions::NOHANG,
            );
        }
    }
}

/// The children of this process for which something holds.
pub fn children(holds: impl Fn(&Process) -> bool) -> HashSet<u32> {
    let own = std::process::id();
    let mut found = HashSet::new();
    for_each(UpdateKind::Never, |process| {
        if is_child_of(own, process) && holds(process) {
            found.insert(process.pid().as_u32());
        }
    });
    found
}

fn value(entry: &OsStr) -> Option<&str> {
    entry.to_str()?.strip_prefix(VARIABLE)?.strip_prefix('=')
}

fn is_child_of(parent: u32, process: &Process) -> bool {
    process.parent().is_some_and(|pid| pid.as_u32() == parent)
}

fn pid(number: u32) -> Option<Pid> {
    i32::try_from(number).ok().and_then(Pid::from_raw)
}

fn kill_all(is_stray: impl Fn(&Process) -> bool) {
    for _ in 0..PASSES {
        let mut found = false;
        for_each(UpdateKind::Always, |process| {
            if process.status() != ProcessStatus::Zombie
                && is_stray(process)
                && let Some(pid) = pid(process.pid().as_u32())
            {
                found = true;
                let _ = kill_process(pid, Signal::KILL);
            }
        });
        if !found {
            return;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Looks at all processes, with or without their environment.
fn for_each(environ: UpdateKind, mut look: impl FnMut(&Process)) {
    let Ok(mut system) = System::new() else {
        log::warn!("the processes of this system cannot be listed");
        return;
    };
    let what = ProcessRefreshKind::nothing()
        .without_tasks()
        .with_environ(environ);
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, what);
    system.processes().values().for_each(&mut look);
}
