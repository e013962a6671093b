//! The session without threads: lines are heard between two jobs and, while one runs, whenever the search
//! looks at the clock.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::platform::Instant;
use crate::search::{EngineError, SearchPhase, Slices};

use super::event::Event;
use super::input::{Line, LineReader, MAX_LINE};
use super::jobs::{Job, JobQueue, Task, Work};
use super::runner::Runner;
use super::session::{Action, Session};

/// How often a search lets the embedder in.
const PAUSE_EVERY: Duration = Duration::from_millis(10);

/// The engine and what it is to do, for the only thread there is.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use tuzdik::protocol::SingleThread;
///
/// let answers = Arc::new(Mutex::new(Vec::new()));
/// let heard = Arc::clone(&answers);
/// let mut engine = SingleThread::new(
///     move |event| heard.lock().unwrap().push(event.to_string()),
///     // Here the embedder would look for input and hand it to `hear`.
///     |dialogue, _| dialogue.feed(b"stop\n"),
/// )?;
/// engine.dialogue().feed(b"position startpos\ngo infinite\n");
/// engine.work(None);
/// assert!(answers.lock().unwrap().last().unwrap().starts_with("bestmove "));
/// # Ok::<(), tuzdik::search::EngineError>(())
/// ```
pub struct SingleThread {
    dialogue: Dialogue,
    runner: Runner,
    /// A search that was paused.
    paused: Option<(Box<Job>, Slices)>,
}

/// The side of the client: hears its lines, at any time. Clones are the same dialogue.
#[derive(Clone)]
pub struct Dialogue(Arc<Shared>);

/// Where the answers go.
type Print = Box<dyn Fn(Event<'_>) + Send + Sync>;
/// What lets the embedder in.
type Pause = Box<dyn Fn(&Dialogue, SearchPhase) + Send + Sync>;

struct Shared {
    state: Mutex<State>,
    print: Print,
    pause: Pause,
}

struct State {
    session: Session,
    queue: JobQueue,
    /// Lines that are not handled yet: those after an `isready` that waits for the end of all work.
    held: VecDeque<Line>,
    /// Whether an `isready` waits.
    is_awaited: bool,
    is_closed: bool,
    last_pause: Instant,
    /// When the search that runs is to be paused.
    slice_end: Option<Instant>,
}

impl SingleThread {
    /// An engine with the default settings that prints by `print`. While a job runs it calls `pause` every ten
    /// milliseconds, and all the time while a search only waits to be stopped; that is the place to look
    /// for input and to [feed](Dialogue::feed) it.
    ///
    /// # Errors
    /// If there is no memory for the smallest table.
    pub fn new(
        print: impl Fn(Event<'_>) + Send + Sync + 'static,
        pause: impl Fn(&Dialogue, SearchPhase) + Send + Sync + 'static,
    ) -> Result<SingleThread, EngineError> {
        let runner = Runner::new(&print)?;
        let state = State {
            session: Session::new(),
            queue: JobQueue::default(),
            held: VecDeque::new(),
            is_awaited: false,
            is_closed: false,
            last_pause: Instant::now(),
            slice_end: None,
        };
        let dialogue = Dialogue(Arc::new(Shared {
            state: Mutex::new(state),
            print: Box::new(print),
            pause: Box::new(pause),
        }));
        Ok(SingleThread {
            dialogue,
            runner,
            paused: None,
        })
    }

    /// The side of the client.
    #[must_use]
    pub fn dialogue(&self) -> Dialogue {
        self.dialogue.clone()
    }

    /// Does what was asked for so far, and what is asked for meanwhile. With a `slice` it comes back after about
    /// that time, for an embedder that cannot let lines in by `pause`: searches are paused, other jobs come to
    /// their ends. Says whether there is more to do.
    pub fn work(&mut self, slice: Option<Duration>) -> bool {
        let dialogue = &self.dialogue;
        let print = |event: Event<'_>| dialogue.print(event);
        dialogue.lock().slice_end = slice.map(|slice| Instant::now() + slice);
        if let Some((job, mut slices)) = self.paused.take() {
            job.stop.go_on();
            if !self.runner.run_slice(&job, &mut slices, &print) {
                self.paused = Some((job, slices));
                return true;
            }
        }
        while let Some(task) = dialogue.next() {
            match task {
                Task::Configure(wanted) => {
                    if let Some(kept) = self.runner.configure(&wanted, &print) {
                        dialogue.lock().session.take_back(&wanted, &kept);
                    }
                }
                Task::Run(job) => {
                    let listening = dialogue.clone();
                    let has_slices = matches!(job.work, Work::Search(_));
                    job.stop.listen(move |stop, phase| {
                        if has_slices && listening.is_slice_over(phase) {
                            stop.pause();
                        } else {
                            listening.pause(phase);
                        }
                    });
                    let mut slices = Slices::new();
                    if !self.runner.run_slice(&job, &mut slices, &print) {
                        self.paused = Some((job, slices));
                        return true;
                    }
                }
            }
        }
        false
    }
}

impl Dialogue {
    /// Takes in lines of the client, each as long and of any bytes as it likes. What can be answered at once
    /// is, the rest is left to [`SingleThread::work`].
    pub fn feed(&self, lines: &[u8]) {
        let mut lines = LineReader::new(lines, MAX_LINE);
        while let Ok(Some(line)) = lines.next_line() {
            self.lock().held.push_back(line);
        }
        self.handle_held();
    }

    /// Whether the client said `quit`: nothing is heard any more.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn print(&self, event: Event<'_>) {
        (self.0.print)(event);
    }

    fn handle(&self, line: &Line) {
        if self.is_closed() {
            return;
        }
        let actions = self.lock().session.handle(line);
        for action in actions {
            // Nothing is locked while it is printed: the embedder may answer with another line.
            let event = self.lock().act(action);
            event.into_iter().for_each(|event| self.print(event));
        }
    }

    /// The next task, once the lines are heard that waited for the end of the one before.
    fn next(&self) -> Option<Task> {
        loop {
            {
                let mut state = self.lock();
                if let Some(task) = state.queue.take() {
                    return Some(task);
                }
                if !state.is_awaited {
                    return None;
                }
                state.is_awaited = false;
            }
            self.print(Event::ReadyOk);
            self.handle_held();
        }
    }

    /// Handles what was heard, up to an `isready` that waits.
    fn handle_held(&self) {
        loop {
            let held = self.lock().take_held();
            let Some(line) = held else {
                return;
            };
            self.handle(&line);
        }
    }

    /// Whether a search has to be paused, if it is done in slices.
    fn is_slice_over(&self, phase: SearchPhase) -> bool {
        let end = self.lock().slice_end;
        end.is_some_and(|end| phase == SearchPhase::Waiting || Instant::now() >= end)
    }

    /// Lets the embedder in if it is time.
    fn pause(&self, phase: SearchPhase) {
        let now = Instant::now();
        {
            let mut state = self.lock();
            if phase == SearchPhase::Searching
                && now.saturating_duration_since(state.last_pause) < PAUSE_EVERY
            {
                return;
            }
            state.last_pause = now;
        }
        (self.0.pause)(self, phase);
    }
}

impl State {
    fn take_held(&mut self) -> Option<Line> {
        if self.is_awaited {
            return None;
        }
        self.held.pop_front()
    }

    /// Carries out what a line leads to; what is to be printed at once.
    fn act(&mut self, action: Action) -> Option<Event<'static>> {
        match action {
            Action::Print(event) => return Some(event),
            Action::Configure(settings) => self.queue.configure(settings),
            Action::Start(work) => return self.queue.push(work).map(Event::note),
            Action::Stop(note) => {
                let any = self.queue.stop();
                return note.filter(|_| !any);
            }
            Action::PonderHit(note) => {
                let any = self.queue.ponderhit();
                return note.filter(|_| !any);
            }
            Action::Ready if self.queue.has_work() => return Some(Event::ReadyOk),
            Action::Ready => self.is_awaited = true,
            Action::Quit => {
                self.queue.clear();
                self.held.clear();
                self.is_closed = true;
            }
        }
        None
    }
}
