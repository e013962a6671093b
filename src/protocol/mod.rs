//! The protocol on standard input and output: the Universal Game Interface (UGI) and the UCI spellings
//! of the same commands. `protocol.md` describes it for those who write clients.
//!
//! The parts, in the order in which they build on each other: a line of [`input`] is parsed to a
//! [`command`] with the arguments of [`go`]; [`Settings`] hold what the [`options`] set; a [`Session`]
//! turns commands into typed [`Event`]s to print and into [`jobs`] to do; a [`Runner`] does these with the
//! engine. [`run`] drives all of it with a thread for the searches, so that every command is answered at
//! once.
//!
//! A program without threads drives session and runner itself:
//!
//! ```
//! use std::sync::Mutex;
//! use tuzdik::protocol::input::Line;
//! use tuzdik::protocol::jobs::{JobQueue, Task};
//! use tuzdik::protocol::{Action, Event, Runner, Session};
//!
//! let answers = Mutex::new(Vec::new());
//! let print = |event: Event<'_>| answers.lock().unwrap().push(event.to_string());
//! let mut session = Session::new();
//! let mut runner = Runner::new(&print)?;
//! let mut queue = JobQueue::default();
//! for line in ["setoption name OwnBook value false", "position startpos", "go depth 3", "isready"] {
//!     for action in session.handle(&Line::Whole(line.to_owned())) {
//!         match action {
//!             Action::Print(event) => print(event),
//!             Action::Configure(settings) => queue.configure(settings),
//!             Action::Start(work) => {
//!                 queue.push(work);
//!             }
//!             Action::Ready => print(Event::ReadyOk),
//!             Action::Stop(_) | Action::PonderHit(_) | Action::Quit => {}
//!         }
//!     }
//!     while let Some(task) = queue.take() {
//!         match task {
//!             Task::Configure(wanted) => {
//!                 if let Some(kept) = runner.configure(&wanted, &print) {
//!                     session.take_back(&wanted, &kept);
//!                 }
//!             }
//!             Task::Run(job) => runner.run(&job, &print),
//!         }
//!     }
//! }
//! let answers = answers.into_inner().unwrap();
//! assert!(answers[0].starts_with("info depth 1 "));
//! assert!(answers[answers.len() - 2].starts_with("bestmove "));
//! assert_eq!(answers.last().unwrap(), "readyok");
//! # Ok::<(), tuzdik::search::EngineError>(())
//! ```

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod book_answer;
pub mod command;
mod current_game;
pub mod event;
pub mod go;
mod help;
pub mod input;
pub mod jobs;
mod number;
pub mod options;
mod output;
mod runner;
mod session;
mod settings;
mod threads;

pub use book_answer::BookAnswer;
pub use event::Event;
pub use runner::{Print, Runner};
pub use session::{Action, Session};
pub use settings::Settings;
pub use threads::run;
