//! An engine's process: its pipes, read and written with deadlines and in bounded memory.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use super::spec::EngineCommand;
use super::supervisor::SupervisorCommand;

/// Longest line that is read, in bytes.
const MAX_LINE: usize = 1 << 20;
/// Most output between two commands, in bytes.
const MAX_OUTPUT: usize = 64 << 20;
/// Most output that may lie about when a command is sent, in bytes; a pipe holds far less.
const MAX_STALE: usize = 1 << 20;
/// How long an engine may leave its input unread once the pipe is full.
const WRITE_TIMEOUT: Duration = Duration::from_secs(1);
/// How long the exit status of a process that has closed its pipe may be out, while what it left behind
/// is ended.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);
/// How often a wait looks whether the match was broken off.
const SLICE: Duration = Duration::from_millis(50);

/// Why there was no line.
#[derive(Debug)]
pub enum PipeError {
    /// The deadline passed.
    Timeout,
    /// The process closed its pipe or ended; says how.
    Closed(String),
    /// A line without end, or output without end.
    Flood(&'static str),
    /// The process does not read its input.
    Blocked,
    /// The match was broken off.
    Aborted,
    /// The operating system failed us.
    Io(io::Error),
}

impl fmt::Display for PipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PipeError::Timeout => f.write_str("no answer"),
            PipeError::Closed(how) => f.write_str(how),
            PipeError::Flood(what) => f.write_str(what),
            PipeError::Blocked => f.write_str("does not read its input"),
            PipeError::Aborted => f.write_str("interrupted"),
            PipeError::Io(error) => write!(f, "{error}"),
        }
    }
}

/// A running engine's process, which is killed with all that it started when this value is dropped, or
/// when this process ends (see [`supervisor`](super::supervisor)).
#[derive(Debug)]
pub struct EngineProcess {
    /// Holds the engine's input, on whose closing all is ended.
    supervisor: Child,
    output: ChildStdout,
    /// Bytes read and not yet handed out; those before `begin` are done with.
    buffer: Vec<u8>,
    begin: usize,
    /// Bytes read since the last command.
    received: usize,
}

impl EngineProcess {
    /// Starts an engine's process under a supervisor.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(
        command: &EngineCommand,
        supervisor: &SupervisorCommand,
    ) -> io::Result<EngineProcess> {
        let named = |what: &str, path: &Path, error: io::Error| {
            io::Error::new(error.kind(), format!("{what} {}: {error}", path.display()))
        };
        // Otherwise the system does not say which of file, folder and program is missing.
        if let Some(path) = &command.stderr {
            let file = File::options().append(true).create(true).open(path);
            file.map_err(|e| named("error output to", path, e))?;
        }
        if let Some(dir) = &command.dir {
            let found = fs::metadata(dir).map_err(|e| named("working directory", dir, e))?;
            if !found.is_dir() {
                let error = io::ErrorKind::NotADirectory.into();
                return Err(named("working directory", dir, error));
            }
        }
        let child = supervisor.spawn(
            &command.program,
            &command.args,
            command.dir.as_deref(),
            command.stderr.as_deref(),
        );
        let mut child = child.map_err(|e| named("program", &command.program, e))?;
        let Some(output) = child.stdout.take() else {
            let _ = child.wait();
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let process = EngineProcess {
            supervisor: child,
            output,
            buffer: Vec::new(),
            begin: 0,
            received: 0,
        };
        // From here on an error drops the process, which kills it.
        set_nonblocking(process.output.as_fd())?;
        set_nonblocking(process.input()?.as_fd())?;
        Ok(process)
    }

    /// Discards all output that was not read yet and sends the text, which should end with a line feed.
    /// Here and below `give_up` is asked every 50 ms while waiting, and ends the wait.
    ///
    /// # Errors
    /// If the process is gone, does not read, or never stops talking.
    pub fn send(&mut self, text: &str, give_up: &dyn Fn() -> bool) -> Result<(), PipeError> {
        self.received = 0;
        self.buffer.clear();
        self.begin = 0;
        while self.fill()? {
            self.buffer.clear();
            if self.received > MAX_STALE {
                return Err(PipeError::Flood("output without end"));
            }
        }
        self.buffer.clear();
        self.received = 0;
        self.write(text, give_up)
    }

    /// Sends the text and keeps the output that was not read yet.
    ///
    /// # Errors
    /// If the process is gone or does not read.
    pub fn write(&mut self, text: &str, give_up: &dyn Fn() -> bool) -> Result<(), PipeError> {
        let deadline = Instant::now() + WRITE_TIMEOUT;
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            match self.input().and_then(|mut input| input.write(rest)) {
                Ok(0) => return Err(self.closed()),
                Ok(n) => rest = rest.get(n..).unwrap_or_default(),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                    if give_up() {
                        return Err(PipeError::Aborted);
                    }
                    if Instant::now() >= deadline {
                        return Err(PipeError::Blocked);
                    }
                    let input = self.input().map_err(PipeError::Io)?;
                    wait(input.as_fd(), PollFlags::OUT, SLICE)?;
                }
                Err(e) if e.kind() == io::ErrorKind::BrokenPipe => return Err(self.closed()),
                Err(e) => return Err(PipeError::Io(e)),
            }
        }
        Ok(())
    }

    fn input(&self) -> io::Result<&ChildStdin> {
        let input = self.supervisor.stdin.as_ref();
        input.ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }

    /// The next line, without its end; bytes that are not UTF-8 are replaced. Waits until the
    /// deadline.
    ///
    /// # Errors
    /// See [`PipeError`].
    pub fn line(
        &mut self,
        deadline: Instant,
        give_up: &dyn Fn() -> bool,
    ) -> Result<String, PipeError> {
        let mut searched = self.begin;
        loop {
            let unread = self.buffer.get(searched..).unwrap_or_default();
            if let Some(at) = unread.iter().position(|&b| b == b'\n') {
                let line = self
                    .buffer
                    .get(self.begin..searched + at)
                    .unwrap_or_default();
                let line = String::from_utf8_lossy(line).trim().to_owned();
                self.begin = searched + at + 1;
                return Ok(line);
            }
            self.buffer.drain(..self.begin);
            self.begin = 0;
            searched = self.buffer.len();
            if searched > MAX_LINE {
                return Err(PipeError::Flood("a line without end"));
            }
            if self.received > MAX_OUTPUT {
                return Err(PipeError::Flood("output without end"));
            }
            if self.fill()? {
                continue;
            }
            if give_up() {
                return Err(PipeError::Aborted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(PipeError::Timeout);
            }
            wait(self.output.as_fd(), PollFlags::IN, left.min(SLICE))?;
        }
    }

    /// Reads what is there; false if nothing is.
    fn fill(&mut self) -> Result<bool, PipeError> {
        let mut chunk = [0; 1 << 14];
        match self.output.read(&mut chunk) {
            Ok(0) => Err(self.closed()),
            Ok(n) => {
                self.received += n;
                self.buffer
                    .extend_from_slice(chunk.get(..n).unwrap_or_default());
                Ok(true)
            }
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => Ok(false),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => Ok(true),
            Err(e) => Err(PipeError::Io(e)),
        }
    }

    /// Says how the process closed its pipe.
    fn closed(&mut self) -> PipeError {
        let how = match self.ended(EXIT_TIMEOUT) {
            None => "closed its pipe".to_owned(),
            Some(status) => match (status.code(), status.signal()) {
                (Some(code), _) => format!("exited with code {code}"),
                (None, Some(signal)) => format!("was killed by signal {signal}"),
                (None, None) => "exited".to_owned(),
            },
        };
        PipeError::Closed(how)
    }

    /// The exit status if the process ends within this time. Its supervisor ends as it has ended.
    fn ended(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + timeout;
        loop {
            if let Ok(Some(status)) = self.supervisor.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Sends a text on which the process should end; true if it ended within the time.
    pub fn finish(mut self, text: &str, timeout: Duration) -> bool {
        let _ = self.write(text, &|| false);
        let deadline = Instant::now() + timeout;
        // Its output is still read: a full pipe would keep it from ending.
        while Instant::now() < deadline {
            match self.line(deadline.min(Instant::now() + SLICE), &|| false) {
                Ok(_) => {}
                Err(PipeError::Flood(_)) => {
                    self.buffer.clear();
                    self.begin = 0;
                    self.received = 0;
                }
                // Something that it started may hold the pipe open.
                Err(PipeError::Timeout) if self.ended(Duration::ZERO).is_none() => {}
                Err(_) => break,
            }
        }
        self.ended(deadline.saturating_duration_since(Instant::now()))
            .is_some()
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // Closes its input first, on which it kills the engine.
        let _ = self.supervisor.wait();
    }
}

fn set_nonblocking(fd: BorrowedFd<'_>) -> io::Result<()> {
    let flags = fcntl_getfl(fd)?;
    fcntl_setfl(fd, flags | OFlags::NONBLOCK)?;
    Ok(())
}

/// Sleeps until the pipe is ready or the time is over.
fn wait(fd: BorrowedFd<'_>, flags: PollFlags, time: Duration) -> Result<(), PipeError> {
    let mut fds = [PollFd::from_borrowed_fd(fd, flags)];
    let timeout = Timespec::try_from(time).map_err(|e| PipeError::Io(io::Error::other(e)))?;
    match poll(&mut fds, Some(&timeout)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(e) => Err(PipeError::Io(e.into())),
    }
}
