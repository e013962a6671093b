//! A process between the runner and each engine, which ends all that the engine started.
//!
//! An engine's pipes are the runner's own; the supervisor copies nothing and only waits. It ends the
//! engine's process group and, on Linux, everything that descends from it when
//!
//! - the engine ends by itself, so that what it left behind does not outlive it;
//! - the runner closes the engine's input, or dies, even by SIGKILL: the system closes the pipe then.
//!
//! On Linux the supervisor is the "subreaper" of its descendants (prctl(2)): a process whose parent is
//! gone becomes its child, whatever session, group or environment that process gave itself. If the
//! supervisor itself is killed, the system kills the engine (the parent-death signal), but not what
//! the engine started. A parent-death signal of the engine alone, without a supervisor, would not reach
//! the engine behind a shell script, and it is sent when the thread that started the engine ends, not
//! the process. Elsewhere only the process group is ended, which a process can leave.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus, getpid, kill_process,
    kill_process_group, setrlimit, wait,
};

/// How long descendants are looked for and killed; those in an uninterruptible wait cannot be.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Most that is read of why an engine was not started, in bytes.
const MAX_COMPLAINT: u64 = 4096;

/// The command that starts a supervisor: a program that calls [`supervise`] with the arguments that it is
/// given after these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SupervisorCommand {
    /// The program.
    pub program: PathBuf,
    /// Its first arguments.
    pub args: Vec<OsString>,
}

impl SupervisorCommand {
    /// The hidden subcommand of this very program, which must be `tuzdik`.
    ///
    /// # Errors
    /// If the system does not say where the program lies.
    pub fn this_program() -> io::Result<SupervisorCommand> {
        // The path of a program that was replaced or removed while it runs leads nowhere.
        let program = if cfg!(target_os = "linux") {
            PathBuf::from("/proc/self/exe")
        } else {
            std::env::current_exe()?
        };
        Ok(SupervisorCommand {
            program,
            args: vec!["supervise".into()],
        })
    }

    /// Starts a program under supervision, with pipes for its input and output, in a folder, and with its
    /// error output appended to a file or thrown away. When the input of the process that is returned
    /// is closed it ends, and all that was started with it.
    ///
    /// # Errors
    /// If the program or the supervisor cannot be started.
    pub fn spawn(
        &self,
        program: &Path,
        args: &[String],
        dir: Option<&Path>,
        stderr: Option<&Path>,
    ) -> io::Result<Child> {
        let stderr = match stderr {
            Some(path) => std::path::absolute(path)?.into_os_string(),
            None => OsString::new(),
        };
        let mut command = Command::new(&self.program);
        command
            .args(&self.args)
            .arg(stderr)
            .arg(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C is for the runner.
            .process_group(0);
        if let Some(dir) = dir {
            command.current_dir(dir);
        }
        let mut child = command.spawn()?;
        match complaint(&mut child) {
            Ok(()) => Ok(child),
            Err(error) => {
                // Closes its input, on which it ends.
                let _ = child.wait();
                Err(error)
            }
        }
    }
}

/// Waits until a supervisor has started its program, when it closes its error output, or has said why not.
fn complaint(supervisor: &mut Child) -> io::Result<()> {
    let mut text = String::new();
    if let Some(stderr) = supervisor.stderr.take() {
        stderr.take(MAX_COMPLAINT).read_to_string(&mut text)?;
    }
    match text.lines().next() {
        None => Ok(()),
        Some(line) => Err(match line.parse() {
            Ok(number) => io::Error::from_raw_os_error(number),
            Err(_) => io::Error::other(line),
        }),
    }
}

/// The supervisor's own work: starts a program with stdin and stdout of this process, and returns when it
/// and all that it started have ended, with its exit status. A program that cannot be started is told on
/// stderr, which is closed otherwise.
///
/// The arguments are the file to which the program's error output is appended (nowhere if it is empty),
/// the program, and its arguments.
#[must_use]
pub fn supervise(arguments: &[OsString]) -> ExitCode {
    let [stderr, program, args @ ..] = arguments else {
        let _ = writeln!(io::stderr(), "expected a file, a program and its arguments");
        return ExitCode::FAILURE;
    };
    match start(stderr, program, args) {
        Ok((engine, null)) => watch(engine, &null),
        Err(error) => {
            let _ = match error.raw_os_error() {
                Some(number) => writeln!(io::stderr(), "{number}"),
                None => writeln!(io::stderr(), "{error}"),
            };
            ExitCode::FAILURE
        }
    }
}

fn start(stderr: &OsStr, program: &OsStr, args: &[OsString]) -> io::Result<(Pid, File)> {
    let null = File::options().read(true).write(true).open("/dev/null")?;
    let mut command = Command::new(program);
    command.args(args).process_group(0);
    command.stderr(if stderr.is_empty() {
        null.try_clone()?
    } else {
        File::options().append(true).create(true).open(stderr)?
    });
    #[cfg(target_os = "linux")]
    {
        rustix::process::set_child_subreaper(Some(getpid()))?;
        die_with_us(&mut command);
    }
    let child = command.spawn()?;
    let pid = Pid::from_raw(i32::try_from(child.id()).unwrap_or(0));
    Ok((pid.ok_or(io::ErrorKind::Other)?, null))
}

/// Lets the system kill the process to be started when the thread that starts it ends: the supervisor's
/// main thread, which ends with the supervisor.
#[cfg(target_os = "linux")]
fn die_with_us(command: &mut Command) {
    use rustix::process::{getppid, set_parent_process_death_signal};

    let supervisor = getpid();
    let set = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        match getppid() == Some(supervisor) {
            true => Ok(()),
            // It has ended meanwhile.
            false => Err(io::ErrorKind::BrokenPipe.into()),
        }
    };
    // SAFETY: in the child of a fork only what is async-signal-safe may be done. The closure makes two
    // system calls and allocates nothing.
    unsafe {
        command.pre_exec(set);
    }
}

/// Waits for the end of the engine or of the runner, and sees to it that nothing is left.
fn watch(engine: Pid, null: &File) -> ExitCode {
    // The engine alone holds its output from now on, so that the runner notices when it closes it.
    let _ = rustix::stdio::dup2_stdout(null);
    let _ = rustix::stdio::dup2_stderr(null);
    let status = match io::pipe() {
        Err(_) => None,
        Ok((ended, writer)) => {
            let waiter = thread::spawn(move || {
                let status = reap(engine);
                drop(writer);
                status
            });
            let stdin = io::stdin();
            if wait_for_end(stdin.as_fd(), ended.as_fd()) {
                waiter.join().ok().flatten()
            } else {
                None
            }
        }
    };
    kill_all(engine);
    match status {
        Some(status) => end_like(status),
        None => ExitCode::FAILURE,
    }
}

/// Waits until one of two pipes has no writer any more; true if it is the second.
fn wait_for_end(input: BorrowedFd<'_>, ended: BorrowedFd<'_>) -> bool {
    let mut fds = [input, ended].map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::empty()));
    loop {
        match poll(&mut fds, None) {
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_) => return !fds[1].revents().is_empty(),
            Err(_) => return false,
        }
    }
}

/// Waits for the end of the engine. Orphans that end meanwhile would stay in the table of processes
/// otherwise.
fn reap(engine: Pid) -> Option<WaitStatus> {
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid == engine => return Some(status),
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => return None,
        }
    }
}

/// Kills the engine's process group, then the children of this process and those that become its children
/// by that, until there is none.
fn kill_all(engine: Pid) {
    let _ = kill_process_group(engine, Signal::KILL);
    let begin = Instant::now();
    while begin.elapsed() < TIMEOUT {
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        let children = children_of(getpid());
        if children.is_empty() {
            return;
        }
        for child in children {
            let _ = kill_process(child, Signal::KILL);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// The children of a process. Linux has a list of them only if it was built with it, so that all processes
/// are looked through, once an engine; other systems do not adopt orphans, and none are looked for.
fn children_of(parent: Pid) -> Vec<Pid> {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter_map(|entry| {
            let number: i32 = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read(entry.path().join("stat")).ok()?;
            (parent_in(&stat)? == parent.as_raw_nonzero().get()).then(|| Pid::from_raw(number))?
        })
        .collect()
}

/// The fourth field of `/proc/PID/stat`. The second, a name in parentheses, may contain anything.
fn parent_in(stat: &[u8]) -> Option<i32> {
    let end = stat.iter().rposition(|&byte| byte == b')')?;
    let rest = std::str::from_utf8(stat.get(end + 1..)?).ok()?;
    rest.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// Ends this process as another one has ended, so that the runner can tell an exit from a crash.
fn end_like(status: WaitStatus) -> ExitCode {
    let Some(signal) = status.terminating_signal() else {
        let code = status.exit_status().unwrap_or(1);
        return ExitCode::from(u8::try_from(code).unwrap_or(1));
    };
    // The engine has left its core dump where it is wanted.
    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    let _ = setrlimit(Resource::Core, none);
    if let Some(signal) = Signal::from_named_raw(signal) {
        // Of some signals this process has a handler, which takes itself away at the first.
        for _ in 0..2 {
            let _ = kill_process(getpid(), signal);
        }
    }
    ExitCode::from(u8::try_from(128 + signal).unwrap_or(u8::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_are_read_whatever_the_name() {
        assert_eq!(parent_in(b"17 (a b) S 4 17 17 0"), Some(4));
        assert_eq!(parent_in(b"17 (a) R 1 (b)) S 4 17"), Some(4));
        assert_eq!(parent_in(b"17 (\xff\n) Z 4 17"), Some(4));
        assert_eq!(parent_in(b""), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn children_are_found() {
        let mut child = Command::new("/bin/sh")
            .args(["-c", "read line"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let pid = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
        assert!(children_of(getpid()).contains(&pid));
        child.wait().unwrap();
        assert!(!children_of(getpid()).contains(&pid));
    }
}
