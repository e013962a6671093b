//! The session with a search thread: lines are read and answered at once while the thread does one job
//! after another.

use std::io::{self, BufRead, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::event::Event;
use super::input::{Line, LineReader, MAX_LINE};
use super::jobs::{JobQueue, Task};
use super::output::Output;
use super::runner::Runner;
use super::session::{Action, Session};
use super::settings::Settings;

/// Speaks the protocol until `quit` or the end of the input.
///
/// At `quit` running work is stopped and waiting work dropped; at the end of the input work that has an end
/// is finished first. A line of input may hold any bytes and be of any length.
///
/// # Errors
/// If the input cannot be read, or the output not be written, which is noticed at the next line of input;
/// if the search thread cannot be started or ends by a fault.
///
/// ```
/// let mut output = Vec::new();
/// tuzdik::protocol::run(&b"position startpos moves 76\nquery p1turn\n"[..], &mut output)?;
/// assert_eq!(output, b"response false\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn run(input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Output::new(output);
    let shared = Shared::new();
    thread::scope(|scope| {
        let search = thread::Builder::new()
            .name("search".to_owned())
            .spawn_scoped(scope, || search_thread(&shared, &output))?;
        let result = {
            // The thread must end in any case, or the scope would wait for it for ever.
            let _close = CloseOnDrop(&shared);
            read_lines(input, &shared, &output)
        };
        match search.join() {
            Ok(search) => result.and(search).and(output.finish()),
            Err(_) => Err(io::Error::other("the search thread ended by a fault")),
        }
    })
}

fn read_lines<W: Write>(
    input: impl BufRead,
    shared: &Shared,
    output: &Output<W>,
) -> io::Result<()> {
    let mut session = Session::new();
    let mut lines = LineReader::new(input, MAX_LINE);
    while let Some(line) = lines.next_line()? {
        if let Line::Whole(text) = &line {
            log::debug!("> {}", text.trim_end());
        }
        if let Some((wanted, kept)) = shared.take_refusal() {
            session.take_back(&wanted, &kept);
        }
        for action in session.handle(&line) {
            match action {
                Action::Print(event) => output.line(event),
                Action::Configure(settings) => shared.change(|queue| queue.configure(settings)),
                Action::Start(work) => {
                    if let Some(note) = shared.change(|queue| queue.push(work)) {
                        output.line(Event::note(note));
                    }
                }
                Action::Stop(note) => {
                    if !shared.change(|queue| queue.stop()) {
                        note.into_iter().for_each(|note| output.line(note));
                    }
                }
                Action::PonderHit(note) => {
                    if !shared.change(|queue| queue.ponderhit()) {
                        note.into_iter().for_each(|note| output.line(note));
                    }
                }
                Action::Ready => {
                    if !shared.change(|queue| queue.has_work()) {
                        shared.wait_idle();
                    }
                    output.line(Event::ReadyOk);
                }
                Action::Quit => {
                    shared.close();
                    return Ok(());
                }
            }
        }
        if output.has_failed() || shared.is_closed() {
            return Ok(());
        }
    }
    shared.change(|queue| queue.stop_endless());
    shared.wait_idle();
    Ok(())
}

fn search_thread<W: Write + Send>(shared: &Shared, output: &Output<W>) -> io::Result<()> {
    // Whoever waits for the thread must not wait for ever if it ends by a fault.
    let _close = CloseOnDrop(shared);
    let print = |event: Event<'_>| output.line(event);
    let mut runner =
        Runner::new(&print).map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
    while let Some(task) = shared.next() {
        match task {
            Task::Run(job) => runner.run(&job, &print),
            Task::Configure(wanted) => {
                if let Some(kept) = runner.configure(&wanted, &print) {
                    shared.refuse(*wanted, kept);
                }
            }
        }
    }
    Ok(())
}

struct CloseOnDrop<'a>(&'a Shared);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// What the two threads share.
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    queue: JobQueue,
    /// Whether the search thread is at work. It counts as such from the beginning, until it first asks for a
    /// task, so that its start is waited for like a change of settings.
    busy: bool,
    closed: bool,
    /// Settings that were wanted and those that were kept.
    refusal: Option<(Settings, Settings)>,
}

impl Shared {
    fn new() -> Shared {
        Shared {
            state: Mutex::new(State {
                queue: JobQueue::default(),
                busy: true,
                closed: false,
                refusal: None,
            }),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the queue or changes it.
    fn change<T>(&self, change: impl FnOnce(&mut JobQueue) -> T) -> T {
        let result = change(&mut self.lock().queue);
        self.changed.notify_all();
        result
    }

    /// For the search thread: the task before is done; waits for the next one. `None` when all is over.
    fn next(&self) -> Option<Task> {
        let mut state = self.lock();
        state.busy = false;
        loop {
            if state.closed {
                return None;
            }
            if let Some(task) = state.queue.take() {
                state.busy = true;
                return Some(task);
            }
            self.changed.notify_all();
            state = self.wait(state);
        }
    }

    /// Waits until all tasks are done.
    fn wait_idle(&self) {
        let mut state = self.lock();
        while !state.closed && (state.busy || !state.queue.is_empty()) {
            state = self.wait(state);
        }
    }

    /// Drops what waits, stops what runs and lets the search thread end.
    fn close(&self) {
        let mut state = self.lock();
        state.queue.clear();
        state.closed = true;
        self.changed.notify_all();
    }

    fn is_closed(&self) -> bool {
        self.lock().closed
    }

    fn refuse(&self, wanted: Settings, kept: Settings) {
        self.lock().refusal = Some((wanted, kept));
    }

    fn take_refusal(&self) -> Option<(Settings, Settings)> {
        self.lock().refusal.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes so many more lines.
    struct Reader(usize);

    impl Write for Reader {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(1).ok_or(io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_output_fails() {
        for lines in 0..3 {
            let input = "query p1turn\n".repeat(3);
            let error = run(input.as_bytes(), Reader(lines)).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{lines}");
        }
        let input = "query p1turn\n".repeat(3);
        assert!(run(input.as_bytes(), Reader(3)).is_ok());
        // The search says what cannot be written.
        assert!(run(&b"go depth 2"[..], Reader(0)).is_err());
    }
}
