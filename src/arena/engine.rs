//! A running engine that speaks UGI or UCI: handshake, options, searches.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::game::Variant;

use super::control::MatchControl;
use super::dialogue::DialogueLog;
use super::fault::EngineFault;
use super::info::EngineInfo;
use super::options::DeclaredOption;
use super::process::{EngineProcess, PipeError};
use super::spec::{EngineSpec, Protocol};
use super::supervisor::SupervisorCommand;

/// How long an engine may take to start and to answer `isready`.
const READY_TIMEOUT: Duration = Duration::from_secs(20);
/// How long an engine of unknown language is addressed in UGI alone.
const UGI_TIMEOUT: Duration = Duration::from_secs(1);
/// How long an engine may take to answer `stop`.
const STOP_TIMEOUT: Duration = Duration::from_millis(500);
/// How long an engine may take to answer `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Most characters of a name that an engine gives itself.
const MAX_NAME: usize = 200;
/// Most characters that are read of an option.
const MAX_OPTION: usize = 10_000;
/// Most characters of a message about its options.
const MAX_MESSAGE: usize = 1000;
/// Most messages that are remembered.
const MAX_MESSAGES: usize = 20;
/// Most options of an engine that are remembered.
const MAX_OPTIONS: usize = 1000;

/// What an engine answered to `go`.
#[derive(Debug)]
pub struct EngineAnswer {
    /// The text after `bestmove`.
    pub best: String,
    /// What its last scored `info` line said.
    pub info: EngineInfo,
    /// From `go` to `bestmove`.
    pub time: Duration,
}

/// A running engine.
#[derive(Debug)]
pub struct UgiEngine {
    name: String,
    process: EngineProcess,
    protocol: Protocol,
    id: Option<String>,
    options: Vec<DeclaredOption>,
    messages: Vec<String>,
    dialogue: Arc<DialogueLog>,
    control: Arc<MatchControl>,
    /// Whether a game is under way. What comes before it is broken off when no more games are to be
    /// started.
    playing: bool,
}

impl UgiEngine {
    /// Starts an engine, shakes hands, and sets its options.
    ///
    /// # Errors
    /// If it does not start, does not answer, or does not know the game.
    pub fn start(
        spec: &EngineSpec,
        variant: Variant,
        supervisor: &SupervisorCommand,
        dialogue: &Arc<DialogueLog>,
        control: &Arc<MatchControl>,
    ) -> Result<UgiEngine, EngineFault> {
        let process =
            EngineProcess::start(&spec.command, supervisor).map_err(EngineFault::Start)?;
        let mut engine = UgiEngine {
            name: spec.name.clone(),
            process,
            protocol: spec.protocol.unwrap_or(Protocol::Ugi),
            id: None,
            options: Vec::new(),
            messages: Vec::new(),
            dialogue: Arc::clone(dialogue),
            control: Arc::clone(control),
            playing: false,
        };
        engine.shake_hands(spec.protocol)?;
        engine.set_options(variant, &spec.options)?;
        Ok(engine)
    }

    /// What the engine calls itself, with its version if it says so.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The language in use.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Sends `uginewgame` or `ucinewgame` and waits until the engine is ready.
    ///
    /// # Errors
    /// If it does not answer `isready`.
    pub fn new_game(&mut self) -> Result<(), EngineFault> {
        self.playing = false;
        self.send(match self.protocol {
            Protocol::Ugi => "uginewgame\n",
            Protocol::Uci => "ucinewgame\n",
        })?;
        self.ready(|_| {})?;
        self.playing = true;
        Ok(())
    }

    /// Runs a search. `commands` sets the position and ends with the line `go …`; an answer that takes
    /// longer than `timeout` is too late.
    ///
    /// # Errors
    /// If there is no answer in time.
    pub fn think(
        &mut self,
        commands: &str,
        timeout: Duration,
    ) -> Result<EngineAnswer, EngineFault> {
        self.dialogue.sent(&self.name, commands);
        let start = Instant::now();
        let sent = self.process.send(commands, &|| self.control.aborted());
        sent.map_err(|e| self.fault(e, "position and go"))?;
        let deadline = start + timeout;
        let mut info = EngineInfo::default();
        loop {
            let line = match self.process.line(deadline, &|| self.control.aborted()) {
                Ok(line) => line,
                Err(PipeError::Timeout) => return Err(self.late()),
                Err(error) => return Err(self.fault(error, "go")),
            };
            let time = start.elapsed();
            self.dialogue.received(&self.name, &line);
            if let Some(best) = keyword(&line, "bestmove") {
                return Ok(EngineAnswer {
                    best: best.to_owned(),
                    info,
                    time,
                });
            }
            if let Some(said) = keyword(&line, "info") {
                info.update(said);
            }
        }
    }

    /// Sends `stop` to an engine whose time is up.
    fn late(&mut self) -> EngineFault {
        let mut stopped = self.send_more("stop\n").is_ok();
        if stopped {
            let deadline = Instant::now() + STOP_TIMEOUT;
            stopped = self
                .wait_for("stop", deadline, |line| keyword(line, "bestmove").is_some())
                .is_ok();
        }
        EngineFault::Late { stopped }
    }

    /// Sends `quit` and waits; true if the engine ended by itself, false if it had to be killed.
    #[must_use]
    pub fn quit(self) -> bool {
        self.dialogue.sent(&self.name, "quit");
        let obeyed = self.process.finish("quit\n", QUIT_TIMEOUT);
        if !obeyed {
            self.dialogue
                .note(&self.name, "ignored quit and was killed");
            log::warn!("{} ignored quit and was killed", self.name);
        }
        obeyed
    }

    fn shake_hands(&mut self, wanted: Option<Protocol>) -> Result<(), EngineFault> {
        let deadline = Instant::now() + READY_TIMEOUT;
        match wanted {
            Some(Protocol::Ugi) => self.greet("ugi\n", "ugi", deadline),
            Some(Protocol::Uci) => self.greet("uci\n", "uci", deadline),
            None => match self.greet("ugi\n", "ugi", Instant::now() + UGI_TIMEOUT) {
                Err(EngineFault::Silence(_)) => self.greet("uci\n", "uci", deadline),
                other => other,
            },
        }
    }

    fn greet(
        &mut self,
        text: &str,
        what: &'static str,
        deadline: Instant,
    ) -> Result<(), EngineFault> {
        self.send_more(text)?;
        let mut id = None;
        let mut options = Vec::new();
        let mut protocol = None;
        self.wait_for(what, deadline, |line| {
            if let Some(name) = keyword(line, "id name") {
                id = Some(plain_text(name, MAX_NAME));
            } else if let Some(option) = keyword(line, "option name") {
                if options.len() < MAX_OPTIONS {
                    options.push(DeclaredOption::parse(&plain_text(option, MAX_OPTION)));
                }
            } else if line == "ugiok" {
                protocol = Some(Protocol::Ugi);
            } else if line == "uciok" {
                protocol = Some(Protocol::Uci);
            }
            protocol.is_some()
        })?;
        self.id = id;
        self.options = options;
        self.protocol = protocol.unwrap_or(self.protocol);
        Ok(())
    }

    /// Whether the engine has an option of this name, in any letter case.
    #[must_use]
    pub fn offers(&self, option: &str) -> bool {
        self.option(option).is_some()
    }

    fn option(&self, name: &str) -> Option<&DeclaredOption> {
        self.options.iter().find(|option| option.is(name))
    }

    /// The `info string` lines that the engine sent when its options were set: it may have refused some.
    #[must_use]
    pub fn messages(&self) -> &[String] {
        &self.messages
    }

    /// Chooses the game, then sets the options, and keeps what the engine says to that. A value that an
    /// option cannot have, as the engine announced it, is not sent.
    fn set_options(
        &mut self,
        variant: Variant,
        options: &[(String, String)],
    ) -> Result<(), EngineFault> {
        let mut commands = String::new();
        let variant_option = self.variant_option(variant)?;
        let game = variant_option.map(|name| (name.to_owned(), variant.to_string()));
        for (name, value) in game.iter().chain(options) {
            let announced = self.option(name);
            if let Some(option) = announced {
                let checked = option.check(value);
                checked.map_err(|error| EngineFault::Option(error.to_string()))?;
            }
            commands += &match announced.is_some_and(DeclaredOption::is_button) {
                true => format!("setoption name {name}\n"),
                false => format!("setoption name {name} value {value}\n"),
            };
        }
        self.send(&commands)?;
        let mut messages = Vec::new();
        self.ready(|line| {
            if let Some(message) = keyword(line, "info string")
                && messages.len() < MAX_MESSAGES
            {
                messages.push(plain_text(message, MAX_MESSAGE));
            }
        })?;
        self.messages = messages;
        Ok(())
    }

    /// The option that chooses the game. An engine without it plays one game only: the main one.
    fn variant_option(&self, variant: Variant) -> Result<Option<&'static str>, EngineFault> {
        let spellings = match self.protocol {
            Protocol::Ugi => ["UGI_Variant", "UCI_Variant"],
            Protocol::Uci => ["UCI_Variant", "UGI_Variant"],
        };
        match spellings.into_iter().find(|name| self.offers(name)) {
            None if variant != Variant::default() => Err(EngineFault::Unfit(format!(
                "offers no option UGI_Variant and cannot play {variant}"
            ))),
            option => Ok(option),
        }
    }

    /// Waits until the engine has carried out all commands; `on_line` gets each line until then.
    fn ready(&mut self, mut on_line: impl FnMut(&str)) -> Result<(), EngineFault> {
        self.send_more("isready\n")?;
        let deadline = Instant::now() + READY_TIMEOUT;
        self.wait_for("isready", deadline, |line| {
            on_line(line);
            line == "readyok"
        })
    }

    /// Sends commands and discards all output that was not read before.
    fn send(&mut self, text: &str) -> Result<(), EngineFault> {
        self.dialogue.sent(&self.name, text);
        let give_up = || self.control.is_cancelled(self.playing);
        let sent = self.process.send(text, &give_up);
        sent.map_err(|e| self.fault(e, "commands"))
    }

    /// Sends commands and keeps the output that was not read before.
    fn send_more(&mut self, text: &str) -> Result<(), EngineFault> {
        self.dialogue.sent(&self.name, text);
        let give_up = || self.control.is_cancelled(self.playing);
        let sent = self.process.write(text, &give_up);
        sent.map_err(|e| self.fault(e, "commands"))
    }

    fn wait_for(
        &mut self,
        what: &'static str,
        deadline: Instant,
        mut done: impl FnMut(&str) -> bool,
    ) -> Result<(), EngineFault> {
        loop {
            let give_up = || self.control.is_cancelled(self.playing);
            let line = self.process.line(deadline, &give_up);
            let line = line.map_err(|e| self.fault(e, what))?;
            self.dialogue.received(&self.name, &line);
            if done(&line) {
                return Ok(());
            }
        }
    }

    fn fault(&self, error: PipeError, what: &'static str) -> EngineFault {
        let fault = match error {
            PipeError::Timeout => EngineFault::Silence(what),
            PipeError::Closed(how) => EngineFault::Crash(how),
            PipeError::Flood(how) => EngineFault::Flood(how),
            PipeError::Blocked => EngineFault::Silence("and does not read its input"),
            PipeError::Aborted => EngineFault::Aborted,
            PipeError::Io(error) => EngineFault::System(error),
        };
        self.dialogue.note(&self.name, &fault.to_string());
        fault
    }
}

/// A text that records and terminals can hold: cut to `most` characters, control characters replaced.
fn plain_text(text: &str, most: usize) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = text.chars().take(most).map(plain).collect();
    text.trim().to_owned()
}

/// What follows a keyword at the start of a line, or `None` if the line starts otherwise.
fn keyword<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(word)?;
    if rest.is_empty() || rest.starts_with(char::is_whitespace) {
        Some(rest.trim())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_engines_are_bounded_and_plain() {
        assert_eq!(plain_text("Engine 1.0", MAX_NAME), "Engine 1.0");
        assert_eq!(plain_text("a\u{1b}[2Jb\0", MAX_NAME), "a [2Jb");
        let long = plain_text(&"ä".repeat(1_000_000), MAX_NAME);
        assert_eq!(long.chars().count(), MAX_NAME);
    }
}
