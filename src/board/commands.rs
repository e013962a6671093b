//! What the page may say to an engine.
//!
//! An engine can write files and read any, by options that name one and by commands of its own. A page
//! needs neither, so that only the commands of the protocol pass, and only options that hold a number, a
//! choice or nothing. Options that hold a text are set on the command line that starts the board.

use std::collections::HashMap;
use std::fmt;

use crate::notation::quote::quote;

/// The commands that pass.
const COMMANDS: [&str; 14] = [
    "uci",
    "ugi",
    "isready",
    "setoption",
    "ucinewgame",
    "uginewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "debug",
    "query",
    "d",
    "eval",
];

/// Why a line does not pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// More than one line, or what a line cannot hold.
    NotALine,
    /// A command that the board has no use for.
    Command(String),
    /// Not of the form `setoption name N value V`.
    Form,
    /// The engine has not announced such an option.
    Unknown(String),
    /// An option that holds a text, which may name a file.
    Text(String),
    /// A value that the option does not take.
    Value(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotALine => f.write_str("a message is one line without control characters"),
            Refusal::Command(word) => write!(
                f,
                "{} is no command for a board; expected one of: {}",
                quote(word),
                COMMANDS.join(" ")
            ),
            Refusal::Form => f.write_str("expected setoption name NAME value VALUE"),
            Refusal::Unknown(name) => write!(f, "the engine has no option {}", quote(name)),
            Refusal::Text(name) => write!(
                f,
                "the option {} holds a text, which may name a file; it can only be set with --engine",
                quote(name)
            ),
            Refusal::Value(name) => write!(f, "this is no value for the option {}", quote(name)),
        }
    }
}

/// What an announced option holds.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Check,
    Spin,
    Combo(Vec<String>),
    Button,
    Text,
}

/// The options that an engine has announced.
#[derive(Default, Debug)]
pub struct Options(HashMap<String, Kind>);

/// Most options of an engine that are known.
const MOST_OPTIONS: usize = 1000;

impl Options {
    /// Takes note of a line of the engine that announces an option.
    pub fn note_announced(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(rest) = words.strip_prefix(&["option", "name"]) else {
            return;
        };
        let Some(at) = rest.iter().position(|word| *word == "type") else {
            return;
        };
        let (name, rest) = rest.split_at(at);
        let kind = match rest.get(1) {
            Some(&"check") => Kind::Check,
            Some(&"spin") => Kind::Spin,
            Some(&"button") => Kind::Button,
            Some(&"combo") => Kind::Combo(choices(rest)),
            _ => Kind::Text,
        };
        if self.0.len() < MOST_OPTIONS {
            self.0.insert(key(name), kind);
        }
    }

    /// Whether a line of the page may pass to the engine; if so, as it passes.
    pub fn check(&self, line: &str) -> Result<String, Refusal> {
        if line.chars().any(char::is_control) {
            return Err(Refusal::NotALine);
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.split_first() {
            // Engines look for the first word that they know, so that it has to be the first of all.
            Some((&"setoption", rest)) => self.check_option(rest)?,
            Some((word, _)) if COMMANDS.contains(word) => {}
            Some((word, _)) => return Err(Refusal::Command((*word).to_owned())),
            None => return Err(Refusal::Command(String::new())),
        }
        Ok(words.join(" "))
    }

    fn check_option(&self, words: &[&str]) -> Result<(), Refusal> {
        let Some(("name", rest)) = words.split_first().map(|(first, rest)| (*first, rest)) else {
            return Err(Refusal::Form);
        };
        let (name, value) = match rest.iter().position(|word| *word == "value") {
            Some(at) => {
                let (name, value) = rest.split_at(at);
                (name, value.get(1..).unwrap_or_default())
            }
            None => (rest, [].as_slice()),
        };
        if name.is_empty() {
            return Err(Refusal::Form);
        }
        let told = name.join(" ");
        let Some(kind) = self.0.get(&key(name)) else {
            return Err(Refusal::Unknown(told));
        };
        // A value that is checked can hide no second option.
        let fits = match (kind, value) {
            (Kind::Text, _) => return Err(Refusal::Text(told)),
            (Kind::Button, []) | (Kind::Check, ["true" | "false"]) => true,
            (Kind::Spin, [number]) => number.parse::<i64>().is_ok(),
            (Kind::Combo(choices), _) => choices.contains(&value.join(" ")),
            _ => false,
        };
        if fits {
            Ok(())
        } else {
            Err(Refusal::Value(told))
        }
    }
}

/// The words after each `var`.
fn choices(words: &[&str]) -> Vec<String> {
    let mut parts = words.split(|word| *word == "var");
    parts.next();
    parts.map(|part| part.join(" ")).collect()
}

/// Names of options are compared without regard to case.
fn key(name: &[&str]) -> String {
    name.join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        let mut options = Options::default();
        for line in [
            "option name Hash type spin default 64 min 1 max 1024",
            "option name EvalFile type string default <embedded>",
            "option name Debug Log File type string default",
            "option name OwnBook type check default true",
            "option name UGI_Variant type combo default a var a var two words",
            "option name Clear Hash type button",
            "option name Odd type filename",
            "option without a name",
            "option name only",
            "info string option name X type spin",
        ] {
            options.note_announced(line);
        }
        options
    }

    #[test]
    fn the_protocol_passes() {
        for line in [
            "uci",
            "isready",
            "position startpos moves 76 98",
            "go infinite",
            "stop",
            "setoption name Hash value 128",
            "setoption name hash value 128",
            "setoption name OwnBook value false",
            "setoption name UGI_Variant value two words",
            "setoption name Clear Hash",
        ] {
            assert_eq!(options().check(line), Ok(line.to_owned()));
        }
        assert_eq!(
            options().check("  go   depth 3 "),
            Ok("go depth 3".to_owned())
        );
    }

    #[test]
    fn nothing_that_names_a_file_does() {
        for line in [
            "setoption name EvalFile value /etc/passwd",
            "setoption name evalfile value x",
            "setoption name  EvalFile  value x",
            "setoption name Debug Log File value /tmp/x",
            "setoption name Odd value x",
            "setoption name Hidden value 1",
            "setoption name Hash value 1 name EvalFile value x",
            "setoption name OwnBook value true setoption name EvalFile value x",
            "setoption name Clear Hash value x",
            "setoption name UGI_Variant value b",
            "setoption EvalFile x",
            "setoption name",
            "setoption",
            "nonsense setoption name EvalFile value x",
            "quit",
            "export_net x",
            "bench",
            "",
            " ",
            "go\nsetoption name EvalFile value x",
            "go\rsetoption name EvalFile value x",
            "go\u{0}",
        ] {
            assert!(options().check(line).is_err(), "{line:?}");
        }
    }
}
