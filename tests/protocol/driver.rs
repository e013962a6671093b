//! The engine as a child process, its answers checked line by line.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::grammar;

/// How long a test waits for an answer before it fails; generous, as the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// South's only move, 91, wins at once.
pub const SOLVED: &str = "8,1S/8,1S 80 80 S 1";

/// The shortest game; South has won.
pub const WON: &str = "54 11 32 55x 89 35 78 47 67 51 46";

pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Everything said so far, for failure messages.
    transcript: Vec<String>,
    /// Whether lines for people may come.
    people: bool,
}

impl Engine {
    /// Starts the binary without arguments; nothing is sent.
    pub fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tuzdik"))
            .env_remove("TUZDIK_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let stdin = child.stdin.take();
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            while stdout
                .read_until(b'\n', &mut bytes)
                .is_ok_and(|read| read > 0)
            {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                bytes.clear();
                if sender.send(text).is_err() {
                    break;
                }
            }
        });
        Engine {
            child,
            stdin,
            lines,
            transcript: Vec::new(),
            people: false,
        }
    }

    /// Starts the binary and does the handshake. It plays by the book.
    pub fn with_book(dialect: &str) -> Engine {
        let mut engine = Engine::start();
        engine.send(dialect);
        engine.until(&format!("{dialect}ok"));
        engine
    }

    /// Starts the binary and does the handshake. It has no book, so that every `go` is a search.
    pub fn greeted(dialect: &str) -> Engine {
        let mut engine = Engine::with_book(dialect);
        engine.send("setoption name OwnBook value false");
        engine
    }

    /// A session in UGI mode.
    pub fn ugi() -> Engine {
        Engine::greeted("ugi")
    }

    /// Allows lines that are not protocol, the answers to commands for people.
    pub fn for_people(mut self) -> Engine {
        self.people = true;
        self
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
        self.transcript.push(format!("> {shown:?}"));
        let stdin = self.stdin.as_mut().expect("the input is open");
        stdin
            .write_all(bytes)
            .and_then(|()| stdin.flush())
            .unwrap_or_else(|error| panic!("{error} after {:#?}", self.transcript));
    }

    /// Sends bytes that the engine may no longer want to read.
    pub fn try_send(&mut self, bytes: &[u8]) -> bool {
        let stdin = self.stdin.as_mut().expect("the input is open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).is_ok()
    }

    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Closes the reading end of the engine's stdout.
    pub fn close_output(&mut self) {
        // The reading thread ends at its next line, and the pipe with it.
        self.lines = mpsc::channel().1;
    }

    /// The next line, or `None` if none comes in this time or the output has ended.
    pub fn line_within(&mut self, time: Duration) -> Option<String> {
        self.receive(time).ok()
    }

    fn receive(&mut self, time: Duration) -> Result<String, RecvTimeoutError> {
        let text = self.lines.recv_timeout(time)?;
        let Some(line) = text.strip_suffix('\n') else {
            panic!("a line without end: {text:?} after {:#?}", self.transcript);
        };
        self.transcript.push(format!("< {line}"));
        if !self.people
            && let Err(fault) = grammar::check(line)
        {
            panic!("{fault}: {line:?} after {:#?}", self.transcript);
        }
        Ok(line.to_owned())
    }

    pub fn line(&mut self) -> String {
        self.line_within(PATIENCE)
            .unwrap_or_else(|| panic!("no answer after {:#?}", self.transcript))
    }

    /// All lines up to the first that begins with these words, which is the last one.
    pub fn until(&mut self, words: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let found = line == words || line.starts_with(&format!("{words} "));
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// The move of the next `bestmove`, after at least one line of thought.
    pub fn bestmove(&mut self) -> String {
        let lines = self.until("bestmove");
        assert!(
            lines.iter().any(|line| line.starts_with("info depth ")),
            "no info before {lines:?} in {:#?}",
            self.transcript
        );
        let last = lines.last().expect("until gives the line it found");
        last["bestmove ".len()..].to_owned()
    }

    /// The next line, which must be a note that contains this.
    pub fn note(&mut self, part: &str) -> String {
        let line = self.line();
        assert!(
            line.starts_with("info string ") && line.contains(part),
            "expected a note with {part:?}, got {line:?} in {:#?}",
            self.transcript
        );
        line
    }

    /// Waits for `readyok`; gives what came before it.
    pub fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Waits for `readyok` and asserts that nothing else was said.
    pub fn quiet(&mut self) {
        let before = self.ready();
        assert!(before.is_empty(), "{before:?} in {:#?}", self.transcript);
    }

    /// Asserts that no line comes for a while, and that the engine lives.
    pub fn silent_for(&mut self, time: Duration) {
        match self.receive(time) {
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => panic!("its end after {:#?}", self.transcript),
            Ok(line) => panic!("{line:?} in {:#?}", self.transcript),
        }
    }

    /// The answer to a query. Lines of thought may come before it.
    pub fn query(&mut self, what: &str) -> String {
        self.send(&format!("query {what}"));
        let lines = self.until("response");
        let (_, before) = lines.split_last().expect("until gives the line it found");
        assert!(
            before.iter().all(|line| line.starts_with("info depth ")),
            "{before:?} in {:#?}",
            self.transcript
        );
        let last = lines.last().expect("until gives the line it found");
        last["response ".len()..].to_owned()
    }

    /// `gameover`, `p1turn` and `result` together.
    pub fn verdict(&mut self) -> [String; 3] {
        ["gameover", "p1turn", "result"].map(|what| self.query(what))
    }

    /// Starts an endless search from the start position and waits until it is under way.
    pub fn search(&mut self) {
        self.send("position startpos");
        self.send("go infinite");
        self.until("info depth 2");
    }

    /// Waits for the end of the process; gives all lines not yet read, and asserts that it ended
    /// with exit code 0, said nothing on stderr and took no longer than this.
    pub fn ends_within(mut self, time: Duration) -> Vec<String> {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("the child can be waited for") {
                break status;
            }
            assert!(
                start.elapsed() < time,
                "still running {:#?}",
                self.transcript
            );
            thread::sleep(Duration::from_millis(2));
        };
        assert_eq!(status.code(), Some(0), "{:#?}", self.transcript);
        let mut complaint = String::new();
        let mut stderr = self.child.stderr.take().expect("stderr is a pipe");
        stderr
            .read_to_string(&mut complaint)
            .expect("stderr can be read");
        assert_eq!(complaint, "", "{:#?}", self.transcript);
        let mut lines = Vec::new();
        while let Some(line) = self.line_within(Duration::from_secs(1)) {
            lines.push(line);
        }
        lines
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asserts that something takes no longer than this at least once in many tries, as other processes
/// may get in its way.
pub fn assert_once_within(limit: Duration, mut measure: impl FnMut() -> Duration) {
    let mut times = Vec::new();
    for _ in 0..50 {
        let time = measure();
        if time <= limit {
            return;
        }
        times.push(time);
        thread::sleep(Duration::from_millis(100));
    }
    panic!("more than {limit:?} in each of {times:?}");
}
