//! An engine's process, read and written without waiting for it.

use std::io;
use std::pin::pin;
use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::task;
use tokio::time::timeout;

use crate::arena::spec::EngineCommand;
use crate::arena::supervisor::SupervisorCommand;

use super::limits::{MAX_LINE, WRITE_TIME};

/// How long the exit status of an engine that closed its output may be out.
const EXIT_TIME: Duration = Duration::from_secs(2);

/// A running engine. It is ended with all that it started when this is dropped, or when this process
/// ends, as [`supervisor`](crate::arena::supervisor) does it.
pub struct BridgedEngine {
    input: Option<ChildStdin>,
    output: ChildStdout,
    supervisor: Option<Child>,
    /// Bytes read and not yet handed out.
    buffer: Vec<u8>,
    /// How many of them hold no line feed.
    searched: usize,
}

impl BridgedEngine {
    /// Starts an engine.
    pub async fn start(
        command: EngineCommand,
        supervisor: SupervisorCommand,
    ) -> io::Result<BridgedEngine> {
        let spawn = move || {
            supervisor.spawn(
                &command.program,
                &command.args,
                command.dir.as_deref(),
                command.stderr.as_deref(),
            )
        };
        let mut child = task::spawn_blocking(spawn)
            .await
            .map_err(io::Error::other)??;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(input), Some(output)) => Ok(BridgedEngine {
                input: Some(ChildStdin::from_std(input)?),
                output: ChildStdout::from_std(output)?,
                supervisor: Some(child),
                buffer: Vec::new(),
                searched: 0,
            }),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Sends a line. An engine that does not read before it has said what it has to say is heard
    /// meanwhile.
    pub async fn send(&mut self, line: &str) -> io::Result<()> {
        let Some(input) = &mut self.input else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let text = format!("{line}\n");
        let mut write = pin!(timeout(WRITE_TIME, input.write_all(text.as_bytes())));
        let mut open = true;
        loop {
            tokio::select! {
                written = &mut write => return match written {
                    Ok(written) => written,
                    Err(_) => Err(io::Error::other("does not read its input")),
                },
                read = self.output.read_buf(&mut self.buffer),
                    if open && self.buffer.len() <= MAX_LINE =>
                {
                    open = read? > 0;
                }
            }
        }
    }

    /// The next line without its end; `None` at the end of the output. Bytes that are not UTF-8 are
    /// replaced. Nothing is lost if this is dropped while it waits.
    pub async fn line(&mut self) -> io::Result<Option<String>> {
        loop {
            let unread = self.buffer.get(self.searched..).unwrap_or_default();
            if let Some(at) = unread.iter().position(|&byte| byte == b'\n') {
                let rest = self.buffer.split_off(self.searched + at + 1);
                let line = std::mem::replace(&mut self.buffer, rest);
                self.searched = 0;
                return Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()));
            }
            self.searched = self.buffer.len();
            if self.searched > MAX_LINE {
                return Err(io::Error::other("said a line without end"));
            }
            if self.output.read_buf(&mut self.buffer).await? == 0 {
                return Ok(None);
            }
        }
    }

    /// How the engine ended, where it has by itself; it is ended otherwise.
    pub async fn end(mut self) -> String {
        let input = self.input.take();
        let Some(mut child) = self.supervisor.take() else {
            return "ended".to_owned();
        };
        let waiting = task::spawn_blocking(move || {
            let begin = Instant::now();
            // The supervisor ends as the engine has ended.
            while begin.elapsed() < EXIT_TIME {
                if let Ok(Some(status)) = child.try_wait() {
                    return Some(status);
                }
                thread::sleep(Duration::from_millis(5));
            }
            drop(input);
            let _ = child.wait();
            None
        });
        match waiting.await {
            Ok(Some(status)) => describe(status),
            _ => "closed its output".to_owned(),
        }
    }

    /// Ends the engine.
    pub async fn kill(mut self) {
        drop(self.input.take());
        if let Some(mut child) = self.supervisor.take() {
            let _ = task::spawn_blocking(move || child.wait()).await;
        }
    }
}

impl Drop for BridgedEngine {
    fn drop(&mut self) {
        // On this the supervisor ends the engine.
        drop(self.input.take());
        if let Some(mut child) = self.supervisor.take() {
            thread::spawn(move || child.wait());
        }
    }
}

fn describe(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;

    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exited with code {code}"),
        (None, Some(signal)) => format!("was killed by signal {signal}"),
        (None, None) => "exited".to_owned(),
    }
}
