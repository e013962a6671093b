//! What an engine can do wrong.

use std::fmt;
use std::io;

/// What an engine did wrong.
#[derive(Debug)]
pub enum EngineFault {
    /// It cannot be started.
    Start(io::Error),
    /// It does not take part in the dialogue, or lacks something that the match needs; says what.
    Unfit(String),
    /// It was to have an option set to a value that the option cannot have; says what was expected.
    Option(String),
    /// It ended or closed its pipe; says how.
    Crash(String),
    /// It does not answer at all.
    Silence(&'static str),
    /// It does not stop talking.
    Flood(&'static str),
    /// It used up its time; whether it at least obeyed `stop`.
    Late {
        /// Whether it answered `stop`, and may go on.
        stopped: bool,
    },
    /// The match was broken off; nobody is to blame.
    Aborted,
    /// The operating system failed us.
    System(io::Error),
}

impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineFault::Start(error) => write!(f, "cannot be started: {error}"),
            EngineFault::Unfit(why) => f.write_str(why),
            EngineFault::Option(why) => write!(f, "is given a wrong value: {why}"),
            EngineFault::Crash(how) => f.write_str(how),
            EngineFault::Silence(what) => write!(f, "does not answer {what}"),
            EngineFault::Flood(what) => write!(f, "writes without end: {what}"),
            EngineFault::Late { stopped: true } => f.write_str("loses on time"),
            EngineFault::Late { stopped: false } => f.write_str("loses on time and ignores stop"),
            EngineFault::Aborted => f.write_str("interrupted"),
            EngineFault::System(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for EngineFault {}
