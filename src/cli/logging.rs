//! The log on stderr, which never holds up what is logged.

use std::env;
use std::io::{self, Write};
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The variable of the environment that says what is logged.
const VARIABLE: &str = "TUZDIK_LOG";

/// Most bytes of the log that wait to be written; lines beyond them are dropped. A line of the protocol,
/// which is logged whole, has 2 MiB at most.
const MAX_WAITING: usize = 4 << 20;

/// How long the end of the program waits for a reader of the log.
const PATIENCE: Duration = Duration::from_millis(200);

/// Starts the log that the environment asks for, if any.
pub fn start() -> Log {
    if env::var_os(VARIABLE).is_none_or(|value| value.is_empty()) {
        return Log(None);
    }
    let pending = Arc::new(Pending::default());
    let writer = Arc::clone(&pending);
    let started = thread::Builder::new()
        .name("log".to_owned())
        .spawn(move || writer.write_to(io::stderr()));
    if started.is_err() {
        return Log(None);
    }
    let pipe = Box::new(Pipe(Arc::clone(&pending)));
    env_logger::Builder::new()
        .filter_level(log::LevelFilter::Off)
        .parse_env(VARIABLE)
        .target(env_logger::Target::Pipe(pipe))
        .init();
    Log(Some(pending))
}

/// The log; at its end the last lines are written, as far as somebody reads them.
pub struct Log(Option<Arc<Pending>>);

impl Drop for Log {
    fn drop(&mut self) {
        if let Some(pending) = &self.0 {
            pending.wait_written(PATIENCE);
        }
    }
}

/// Where the logger writes.
struct Pipe(Arc<Pending>);

impl Write for Pipe {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.add(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Lines that wait to be written by a thread of their own: whoever reads stderr may do so late or never, and
/// a write into a full pipe waits for it.
#[derive(Default)]
struct Pending {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    text: Vec<u8>,
    /// Lines that found no room.
    dropped: usize,
    /// Whether some text is being written.
    writing: bool,
}

impl Pending {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line, if there is room for it.
    fn add(&self, line: &[u8]) {
        let mut state = self.lock();
        if state.text.len() + line.len() > MAX_WAITING {
            state.dropped += 1;
            return;
        }
        let dropped = mem::take(&mut state.dropped);
        if dropped > 0 {
            let note = format!("[{dropped} lines of the log were dropped, as nobody read it]\n");
            state.text.extend_from_slice(note.as_bytes());
        }
        state.text.extend_from_slice(line);
        self.changed.notify_all();
    }

    /// Writes what is added, for ever.
    fn write_to(&self, mut writer: impl Write) {
        loop {
            let mut state = self.lock();
            state.writing = false;
            self.changed.notify_all();
            while state.text.is_empty() {
                state = self
                    .changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            let text = mem::take(&mut state.text);
            state.writing = true;
            drop(state);
            // There is nobody to tell that the log cannot be written.
            let _ = writer.write_all(&text).and_then(|()| writer.flush());
        }
    }

    fn wait_written(&self, timeout: Duration) {
        let unwritten = |state: &mut State| state.writing || !state.text.is_empty();
        let _ = self
            .changed
            .wait_timeout_while(self.lock(), timeout, unwritten);
    }
}
