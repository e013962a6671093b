//! What the user says of an engine: `name=A,cmd=./a,tc=8+0.08,option.Hash=16`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::notation::quote::quote;

use super::clock::{BadTimeControl, ThinkLimit, seconds};
use super::keys::KeyValues;

/// Time by which a limit may be exceeded unpunished, unless the user says otherwise.
pub const DEFAULT_MARGIN: Duration = Duration::from_millis(20);
/// Time after which a move without a clock is a hang, unless the user says otherwise.
pub const DEFAULT_HANG: Duration = Duration::from_secs(60);

/// The largest margin that may be given.
const MAX_MARGIN: Duration = Duration::from_secs(24 * 60 * 60);
/// Engines are told times in milliseconds.
const MIN_TIME: Duration = Duration::from_millis(1);
/// Most characters of a name.
const MAX_NAME: usize = 100;

/// The language an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The Universal Game Interface.
    Ugi,
    /// The Universal Chess Interface, with moves of this game.
    Uci,
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Protocol::Ugi => "ugi",
            Protocol::Uci => "uci",
        })
    }
}

/// How to start an engine's program.
#[derive(Clone, Debug)]
pub struct EngineCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory; ours if `None`.
    pub dir: Option<PathBuf>,
    /// Where its error output is appended; thrown away if `None`.
    pub stderr: Option<PathBuf>,
}

/// One engine of a tournament.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    /// The name in tables and records.
    pub name: String,
    /// How to start it.
    pub command: EngineCommand,
    /// What it speaks; tried out if `None`.
    pub protocol: Option<Protocol>,
    /// What bounds its thinking.
    pub limit: ThinkLimit,
    /// Time by which a limit may be exceeded unpunished.
    pub margin: Duration,
    /// Time after which a move without a clock is a hang.
    pub hang: Duration,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
}

/// EngineSettings of an engine as keys and values, before they are checked; a later value of a key
/// replaces an earlier one, options excepted, which are keys of their own.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct EngineSettings(BTreeMap<String, String>);

/// Why a text does not describe an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// A key that means nothing.
    UnknownKey(String),
    /// A value that the key cannot have; says what was expected.
    BadValue(String, String, &'static str),
    /// A bad `tc`.
    Clock(BadTimeControl),
    /// No `cmd`.
    NoCommand(String),
    /// No limit at all.
    Unlimited(String),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::UnknownKey(key) => write!(
                f,
                "unknown engine setting {}; expected {} or option.NAME",
                quote(key),
                KEYS.join(", ")
            ),
            SpecError::BadValue(key, value, expected) => {
                let value = quote(value);
                write!(f, "{value} is no value for {key}; expected {expected}")
            }
            SpecError::Clock(error) => write!(f, "{error}"),
            SpecError::NoCommand(name) => write!(f, "engine {} has no cmd=…", quote(name)),
            SpecError::Unlimited(name) => write!(
                f,
                "nothing bounds the thinking of {}; give tc=…, st=…, nodes=… or depth=…",
                quote(name)
            ),
        }
    }
}

impl std::error::Error for SpecError {}

const KEYS: [&str; 12] = [
    "name",
    "cmd",
    "args",
    "dir",
    "proto",
    "tc",
    "st",
    "nodes",
    "depth",
    "timemargin",
    "hang",
    "stderr",
];

impl EngineSettings {
    /// Takes in keys and values.
    ///
    /// # Errors
    /// If a key means nothing.
    pub fn from_keys(keys: &KeyValues) -> Result<EngineSettings, SpecError> {
        let mut settings = EngineSettings::default();
        for (key, value) in keys.iter() {
            settings.set(key, value)?;
        }
        Ok(settings)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let is_option = key
            .strip_prefix("option.")
            .is_some_and(|name| !name.is_empty());
        if !is_option && !KEYS.contains(&key) {
            return Err(SpecError::UnknownKey(key.to_owned()));
        }
        self.0.insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    /// Adds what is not set yet.
    pub fn fill_from(&mut self, defaults: &EngineSettings) {
        // An engine's own limit replaces a common one as a whole: `nodes` of its own and the
        // clock of all others would not go together.
        let limits = ["tc", "st", "nodes", "depth"];
        let own_limit = limits.iter().any(|key| self.0.contains_key(*key));
        for (key, value) in &defaults.0 {
            if !(own_limit && limits.contains(&key.as_str())) {
                self.0.entry(key.clone()).or_insert_with(|| value.clone());
            }
        }
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// The name of the engine and how to start it, for those who do not ask what bounds its thinking.
    ///
    /// # Errors
    /// See [`SpecError`].
    pub fn command(&self) -> Result<(String, EngineCommand), SpecError> {
        let cmd = self.get("cmd");
        let file = cmd.map(Path::new).and_then(Path::file_name);
        let fallback = file.map(|f| f.to_string_lossy().into_owned());
        let name = self.get("name").map(str::to_owned).or(fallback);
        let name = name.unwrap_or_default().trim().to_owned();
        let cmd = cmd
            .filter(|c| !c.is_empty())
            .ok_or_else(|| SpecError::NoCommand(name.clone()))?;
        if !is_name(&name) {
            let expected =
                "1 to 100 characters other than quotes and control characters, not ? alone";
            return Err(bad("name", &name, expected));
        }
        let args = match self.get("args") {
            None => Vec::new(),
            Some(text) => shell_words::split(text)
                .map_err(|_| bad("args", text, "words with closed quotes"))?,
        };
        let dir = self.get("dir").map(PathBuf::from);
        let command = EngineCommand {
            program: locate(Path::new(cmd), dir.as_deref()),
            args,
            dir,
            stderr: self.get("stderr").map(PathBuf::from),
        };
        Ok((name, command))
    }

    /// Options to set, in the order of their names.
    #[must_use]
    pub fn options(&self) -> Vec<(String, String)> {
        self.0
            .iter()
            .filter_map(|(key, value)| Some((key.strip_prefix("option.")?, value)))
            .map(|(name, value)| (name.to_owned(), value.clone()))
            .collect()
    }

    /// Time after which the engine counts as hanging, if it is given.
    ///
    /// # Errors
    /// See [`SpecError`].
    pub fn hang(&self) -> Result<Option<Duration>, SpecError> {
        self.time("hang")
    }

    fn time(&self, key: &str) -> Result<Option<Duration>, SpecError> {
        match self.get(key) {
            None => Ok(None),
            Some(text) => seconds(text)
                .filter(|t| *t >= MIN_TIME)
                .map(Some)
                .ok_or_else(|| bad(key, text, "seconds, 0.001 to a year")),
        }
    }

    /// The engine that these settings describe.
    ///
    /// # Errors
    /// See [`SpecError`].
    pub fn build(&self) -> Result<EngineSpec, SpecError> {
        let get = |key: &str| self.get(key);
        let (name, command) = self.command()?;
        let protocol = match get("proto") {
            None | Some("auto") => None,
            Some("ugi") => Some(Protocol::Ugi),
            Some("uci") => Some(Protocol::Uci),
            Some(other) => return Err(bad("proto", other, "ugi, uci or auto")),
        };
        let count = |key| match get(key) {
            None => Ok(None),
            Some(text) => match text.parse::<u64>() {
                Ok(n) if n > 0 => Ok(Some(n)),
                _ => Err(bad(key, text, "a positive whole number")),
            },
        };
        let clock = match get("tc") {
            None => None,
            Some("inf") => None,
            Some(text) => Some(text.parse().map_err(SpecError::Clock)?),
        };
        let depth = match count("depth")? {
            None => None,
            Some(n) => Some(
                u32::try_from(n).map_err(|_| bad("depth", &n.to_string(), "a number of plies"))?,
            ),
        };
        let limit = ThinkLimit {
            clock,
            movetime: self.time("st")?,
            nodes: count("nodes")?,
            depth,
        };
        if limit.is_unlimited() {
            return Err(SpecError::Unlimited(name));
        }
        let margin = match get("timemargin") {
            None => DEFAULT_MARGIN,
            Some(text) => text
                .parse()
                .ok()
                .map(Duration::from_millis)
                .filter(|t| *t <= MAX_MARGIN)
                .ok_or_else(|| bad("timemargin", text, "milliseconds, 0 to 86400000"))?,
        };
        Ok(EngineSpec {
            command,
            name,
            protocol,
            limit,
            margin,
            hang: self.hang()?.unwrap_or(DEFAULT_HANG),
            options: self.options(),
        })
    }
}

fn bad(key: &str, value: &str, expected: &'static str) -> SpecError {
    SpecError::BadValue(key.to_owned(), value.to_owned(), expected)
}

/// Whether a name can stand in tables and in the tags of records.
fn is_name(name: &str) -> bool {
    let odd = |c: char| c.is_control() || matches!(c, '"' | '\u{2028}' | '\u{2029}');
    (1..=MAX_NAME).contains(&name.chars().count()) && name != "?" && !name.chars().any(odd)
}

/// A program named with a path is looked for here first, then in its working directory; a bare
/// name is left to the search path unless such a file lies here.
fn locate(program: &Path, dir: Option<&Path>) -> PathBuf {
    let here = [Some(program.to_owned()), dir.map(|d| d.join(program))];
    here.into_iter()
        .flatten()
        .filter(|path| path.is_file())
        .find_map(|path| std::path::absolute(path).ok())
        .unwrap_or_else(|| program.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(text: &str) -> Result<EngineSpec, SpecError> {
        EngineSettings::from_keys(&text.parse().unwrap())?.build()
    }

    #[test]
    fn a_full_description() {
        let spec = build(
            r"name=A,cmd=/bin/x,args=-a 'b c' d\,e,tc=40/8+0.08,option.Move Overhead=5,option.Hash=16,proto=uci,timemargin=7",
        )
        .unwrap();
        assert_eq!(spec.name, "A");
        assert_eq!(spec.command.args, ["-a", "b c", "d,e"]);
        assert_eq!(spec.protocol, Some(Protocol::Uci));
        assert_eq!(spec.margin, Duration::from_millis(7));
        assert_eq!(spec.options.len(), 2);
        assert!(spec.limit.clock.is_some());
    }

    #[test]
    fn an_own_limit_replaces_the_common_one() {
        let mut own = EngineSettings::from_keys(&"cmd=x,nodes=5".parse().unwrap()).unwrap();
        own.fill_from(
            &EngineSettings::from_keys(&"tc=8+1,option.Hash=3".parse().unwrap()).unwrap(),
        );
        let spec = own.build().unwrap();
        assert_eq!(spec.limit.clock, None);
        assert_eq!(spec.limit.nodes, Some(5));
        assert_eq!(spec.options, [("Hash".to_owned(), "3".to_owned())]);
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (text, part) in [
            ("cmd=x,tcc=3", "unknown engine setting 'tcc'"),
            ("cmd=x", "nothing bounds"),
            ("name=A,st=1", "has no cmd"),
            ("cmd=x,st=-1", "0.001 to a year"),
            ("cmd=x,st=0.0009", "0.001 to a year"),
            ("name=,cmd=x,st=1", "1 to 100 characters"),
            ("name= ,cmd=x,st=1", "1 to 100 characters"),
            ("name=?,cmd=x,st=1", "1 to 100 characters"),
            (
                "name=a\u{1b}b,cmd=x,st=1",
                r"'a\u{1b}b' is no value for name",
            ),
            ("name=a\"b,cmd=x,st=1", "other than quotes"),
            ("cmd=x,st=1,timemargin=86400001", "0 to 86400000"),
            ("cmd=x,nodes=0", "positive whole number"),
            ("cmd=x,depth=99999999999", "number of plies"),
            ("cmd=x,tc=5/", "not a time control"),
            ("cmd=x,st=1,proto=xboard", "ugi, uci or auto"),
            ("cmd=x,st=1,args='a", "closed quotes"),
            ("cmd=x,st=1,timemargin=-4", "milliseconds"),
        ] {
            let message = build(text).unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
