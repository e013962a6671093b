//! A tournament manager that knows nothing of the rules: UGI's generic mode.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use libtest_mimic::{Failed, Trial};

use crate::util::{Outcome, check};

pub fn tests() -> Vec<Trial> {
    vec![Trial::test("generic_manager", generic_manager)]
}

struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Client {
    fn start() -> Result<Client, Failed> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tuzdik"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let mut client = Client {
            child,
            input,
            output,
        };
        client.say("ugi")?;
        client.until(|line| line == "ugiok")?;
        Ok(client)
    }

    fn say(&mut self, line: &str) -> Outcome {
        writeln!(self.input, "{line}")?;
        Ok(self.input.flush()?)
    }

    fn until(&mut self, wanted: impl Fn(&str) -> bool) -> Result<String, Failed> {
        loop {
            let mut line = String::new();
            check(self.output.read_line(&mut line)? > 0, || {
                "the engine closed its pipe".to_owned()
            })?;
            let line = line.trim_end();
            if wanted(line) {
                return Ok(line.to_owned());
            }
        }
    }

    fn ready(&mut self) -> Outcome {
        self.say("isready")?;
        self.until(|line| line == "readyok")?;
        Ok(())
    }

    /// The first line after the query must be its response.
    fn query(&mut self, what: &str) -> Result<String, Failed> {
        self.say(&format!("query {what}"))?;
        let line = self.until(|_| true)?;
        let response = line.strip_prefix("response ");
        Ok(response
            .ok_or_else(|| format!("query {what} was answered by '{line}'"))?
            .to_owned())
    }

    fn quit(mut self) -> Outcome {
        self.say("quit")?;
        let status = self.child.wait()?;
        check(status.success(), || format!("quit ended with {status}"))
    }
}

/// Two games with colours reversed, driven by queries alone; both engines must agree at every step.
fn generic_manager() -> Outcome {
    let mut engines = [Client::start()?, Client::start()?];
    for first in [0, 1] {
        for engine in &mut engines {
            engine.ready()?;
            engine.say("uginewgame")?;
            engine.ready()?;
        }
        let mut moves: Vec<String> = Vec::new();
        let mut clocks = [2000i64; 2];
        loop {
            let position = if moves.is_empty() {
                "position startpos".to_owned()
            } else {
                format!("position startpos moves {}", moves.join(" "))
            };
            let mut answers = Vec::new();
            for engine in &mut engines {
                engine.say(&position)?;
                let over = engine.query("gameover")?;
                let p1 = engine.query("p1turn")?;
                answers.push((over, p1));
            }
            check(answers[0] == answers[1], || {
                format!("{position}: {answers:?}")
            })?;
            let (over, p1turn) = &answers[0];
            if over == "true" {
                break;
            }
            check((p1turn == "true") == (moves.len() % 2 == 0), || {
                format!("p1turn {p1turn} after {} moves", moves.len())
            })?;
            check(moves.len() < 1000, || "the game does not end".to_owned())?;
            let player = moves.len() % 2;
            let engine = &mut engines[(first + player) % 2];
            engine.ready()?;
            let [p1, p2] = clocks;
            let start = std::time::Instant::now();
            engine.say(&format!("go p1time {p1} p2time {p2} p1inc 20 p2inc 20"))?;
            let best = engine.until(|line| line.starts_with("bestmove"))?;
            let used = i64::try_from(start.elapsed().as_millis())?;
            // What the clock shows is the manager's own affair; it stays positive on a busy machine.
            clocks[player] = (clocks[player] - used + 20).max(100);
            let words: Vec<&str> = best.split(' ').collect();
            let [_, mv] = words.as_slice() else {
                return Err(format!("'{best}' is not a bestmove and a move").into());
            };
            moves.push((*mv).to_owned());
        }
        let results = [engines[0].query("result")?, engines[1].query("result")?];
        check(results[0] == results[1], || format!("{results:?}"))?;
        check(
            ["p1win", "p2win", "draw"].contains(&results[0].as_str()),
            || format!("the result is {}", results[0]),
        )?;
    }
    let [one, two] = engines;
    one.quit()?;
    two.quit()
}
