//! A watchman that ends engines when their runner dies, however it dies.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Keeps a list of process groups and kills those still on it when its input ends. The end of a
/// process closes its pipes even if it was killed, so the input ends with the runner.
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
"#;

/// A helper process that outlives this one just long enough to kill the process groups that were
/// entered here and not struck off.
#[derive(Debug)]
pub struct Guard {
    child: Child,
    input: Mutex<Option<ChildStdin>>,
}

impl Guard {
    /// Starts the watchman.
    ///
    /// # Errors
    /// If there is no POSIX shell to run it.
    pub fn start() -> io::Result<Guard> {
        let mut child = Command::new("/bin/sh")
            .args(["-c", SCRIPT])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let input = child.stdin.take();
        Ok(Guard {
            child,
            input: Mutex::new(input),
        })
    }

    /// Enters a process group on the list.
    ///
    /// # Errors
    /// If the watchman is gone.
    pub fn add(&self, group: u32) -> io::Result<()> {
        self.tell('+', group)
    }

    /// Strikes a process group off the list.
    ///
    /// # Errors
    /// If the watchman is gone.
    pub fn remove(&self, group: u32) -> io::Result<()> {
        self.tell('-', group)
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
    }
}
