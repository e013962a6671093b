//! A watchman that ends engines when their runner dies, however it dies.

use std::collections::HashSet;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::strays;

/// Keeps a list of process groups and kills those still on it when its input ends. The end of a
/// process closes its pipes even if it was killed, so the input ends with the runner. What left its
/// group still carries the mark, given as first argument, in its environment, where the system shows
/// that; it is looked for until none is left, as new ones may be started meanwhile.
const SCRIPT: &str = r#"
trap '' INT TERM HUP
groups=' '
while read -r op group; do
    case $op in
        +) groups="$groups$group " ;;
        -) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do kill -9 "-$group"; done
passes=0
while [ "$passes" -lt 100 ]; do
    passes=$((passes + 1))
    marked=$(grep -l -e "$1" /proc/[0-9]*/environ)
    [ -n "$marked" ] || break
    for file in $marked; do
        process=${file#/proc/}
        kill -9 "${process%/environ}"
    done
done
"#;

/// Watches over engines: what they leave behind when they end is killed, and all of them with what
/// they started when this process ends, even if it is killed. For the latter there is a helper
/// process that outlives this one just long enough.
#[derive(Debug)]
pub struct Guard {
    child: Child,
    input: Mutex<Option<ChildStdin>>,
    /// Begins the marks of all engines.
    mark: String,
    next: AtomicU64,
    /// Children of this process that are no strays: those that it had, the helper, the engines.
    known: Mutex<HashSet<u32>>,
}

impl Guard {
    /// Starts the watchman. From now on orphaned descendants of this process become its children.
    ///
    /// # Errors
    /// If there is no POSIX shell to run it.
    pub fn start() -> io::Result<Guard> {
        strays::adopt();
        let mark = format!("{}-{:016x}", std::process::id(), rand::random::<u64>());
        let mut known = strays::children(|_| true);
        let mut child = Command::new("/bin/sh")
            .args(["-c", SCRIPT, "sh", &format!("{mark}[.]")])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        known.insert(child.id());
        let input = child.stdin.take();
        Ok(Guard {
            child,
            input: Mutex::new(input),
            mark,
            next: AtomicU64::new(0),
            known: Mutex::new(known),
        })
    }

    /// Starts an engine, alone in its process group, and enters it on the list. Returns it with its
    /// mark.
    ///
    /// # Errors
    /// If it cannot be started, or the watchman is gone.
    pub fn spawn(&self, command: &mut Command) -> io::Result<(Child, String)> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}.{number}", self.mark);
        let marks = match std::env::var(strays::VARIABLE) {
            Ok(outer) => format!("{outer} {mark}"),
            Err(_) => mark.clone(),
        };
        command.env(strays::VARIABLE, marks).process_group(0);
        // Held until the child is known, so that it is never taken for a stray.
        let mut known = self.known();
        let mut child = command.spawn()?;
        known.insert(child.id());
        drop(known);
        if let Err(error) = self.tell('+', child.id()) {
            let _ = child.kill();
            let _ = child.wait();
            self.forget(child.id(), &mark);
            return Err(error);
        }
        Ok((child, mark))
    }

    /// Strikes an engine's process group off the list, before its number may be used again.
    pub fn strike(&self, group: u32) {
        let _ = self.tell('-', group);
    }

    /// Takes note that an engine has ended, and ends what it left behind.
    pub fn forget(&self, process: u32, mark: &str) {
        strays::kill_marked(mark);
        let mut known = self.known();
        known.remove(&process);
        strays::bury_children_but(&known);
    }

    /// Takes note of the end of processes that engines left behind and that ended by themselves.
    pub fn bury(&self) {
        strays::bury_children_but(&self.known());
    }

    fn known(&self) -> MutexGuard<'_, HashSet<u32>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, op: char, group: u32) -> io::Result<()> {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        match input.as_mut() {
            Some(pipe) => pipe.write_all(format!("{op} {group}\n").as_bytes()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let input = self
            .input
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        drop(input);
        let _ = self.child.wait();
        // Every engine holds its guard, so none is left.
        strays::kill_children_but(&self.known());
    }
}
