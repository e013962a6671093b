//! The options: one table, how they are announced, and `setoption` values as typed settings.

use std::fmt;
use std::time::Duration;

use crate::book::{self, BookSource};
use crate::eval::EvalSource;
use crate::game::{MAX_PITS, Variant};
#[cfg(feature = "tune")]
use crate::search::tune;
use crate::search::{Engine, Options, Strength};

use super::number;
use crate::notation::quote::quote;

/// One option of the table.
pub struct OptionSpec {
    name: &'static str,
    kind: Kind,
}

/// The values that an option takes, and what is set by one of them.
enum Kind {
    Spin {
        default: i64,
        min: i64,
        max: i64,
        set: Box<dyn Fn(i64) -> Setting>,
    },
    Check {
        default: bool,
        set: fn(bool) -> Setting,
    },
    Button(Setting),
    Variants,
    Text {
        default: &'static str,
        set: fn(String) -> Setting,
    },
}

/// A setting that `setoption` asked for, within its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Table size in MB.
    Hash(usize),
    /// Search threads.
    Threads(usize),
    /// Lines to report.
    MultiPv(usize),
    /// Whether the client ponders.
    Ponder(bool),
    /// Time kept back for the transport of each move.
    MoveOverhead(Duration),
    /// Empty the table.
    ClearHash,
    /// Whether `info` tells chances.
    ShowWdl(bool),
    /// The rule set.
    Variant(Variant),
    /// The level of play.
    SkillLevel(u8),
    /// Whether the rating set decides how strong the engine plays, and not the level.
    LimitStrength(bool),
    /// The rating to play at.
    Elo(u16),
    /// A network file, or the name of another evaluation.
    EvalFile(String),
    /// Whether positions are analysed and no game is played.
    AnalyseMode(bool),
    /// Whether games are played by the book.
    OwnBook(bool),
    /// A book in a file, or the name of the embedded ones.
    BookFile(String),
    /// How many plies of a game are played by the book.
    BookDepth(usize),
    /// How far from the best a move of the book may be.
    BookVariety(u8),
    /// What the choice among several moves follows from; 0 for another in each game.
    BookSeed(u64),
    /// A constant of the search, by its index.
    #[cfg(feature = "tune")]
    Parameter(usize, i32),
}

/// Why `setoption` changed nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is no such option.
    Unknown(String),
    /// The value is not one that the option takes.
    Value {
        /// The option.
        name: &'static str,
        /// The value, `None` if it is missing.
        value: Option<String>,
        /// What was expected.
        expected: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown(name) => {
                write!(f, "unknown option {}; expected one of:", quote(name))?;
                for (index, option) in all().iter().enumerate() {
                    write!(f, "{} {}", if index > 0 { "," } else { "" }, option.name)?;
                }
                Ok(())
            }
            OptionError::Value {
                name,
                value: Some(value),
                expected,
            } => {
                let value = quote(value);
                write!(f, "{name} cannot be {value}; expected {expected}")
            }
            OptionError::Value {
                name,
                value: None,
                expected,
            } => write!(f, "{name} needs a value; expected {expected}"),
        }
    }
}

/// An option for a number. `set` gets one within the range, so that a cast to a type that holds the
/// range is safe.
fn spin(
    name: &'static str,
    (min, default, max): (usize, usize, usize),
    set: impl Fn(i64) -> Setting + 'static,
) -> OptionSpec {
    let kind = Kind::Spin {
        default: default as i64,
        min: min as i64,
        max: max as i64,
        set: Box::new(set),
    };
    OptionSpec { name, kind }
}

fn check(name: &'static str, default: bool, set: fn(bool) -> Setting) -> OptionSpec {
    let kind = Kind::Check { default, set };
    OptionSpec { name, kind }
}

fn text(name: &'static str, default: &'static str, set: fn(String) -> Setting) -> OptionSpec {
    let kind = Kind::Text { default, set };
    OptionSpec { name, kind }
}

fn variants(name: &'static str) -> OptionSpec {
    let kind = Kind::Variants;
    OptionSpec { name, kind }
}

/// How UCI writes a text without characters.
const EMPTY: &str = "<empty>";

/// Whether chances are told before the client says otherwise.
pub const DEFAULT_SHOW_WDL: bool = true;

/// The level of play before the client says otherwise.
pub const DEFAULT_LEVEL: u8 = Strength::LEVELS.1;

/// The rating to play at, once limited, before the client says otherwise.
pub const DEFAULT_ELO: u16 = Strength::ELO.1;

/// Whether games are played by the book before the client says otherwise.
pub const DEFAULT_OWN_BOOK: bool = true;

/// Largest number that the choice among moves of the book can follow from.
const MAX_SEED: usize = u32::MAX as usize;

/// Most time, in milliseconds, that can be kept back for the transport of a move.
const MAX_OVERHEAD: usize = 5000;

/// Least, default and highest level.
const LEVELS: (usize, usize, usize) = (
    Strength::LEVELS.0 as usize,
    DEFAULT_LEVEL as usize,
    Strength::LEVELS.1 as usize,
);
/// Least, default and highest rating.
const ELO: (usize, usize, usize) = (
    Strength::ELO.0 as usize,
    DEFAULT_ELO as usize,
    Strength::ELO.1 as usize,
);

/// Every option, in the order in which they are announced.
pub fn all() -> Vec<OptionSpec> {
    #[allow(unused_mut)] // parameters follow with the feature
    let mut all = vec![
        spin("Hash", Engine::HASH_MB, |mb| Setting::Hash(mb as usize)),
        spin("Threads", (1, 1, Engine::MAX_THREADS), |threads| {
            Setting::Threads(threads as usize)
        }),
        spin("MultiPV", (1, 1, MAX_PITS), |lines| {
            Setting::MultiPv(lines as usize)
        }),
        check("Ponder", false, Setting::Ponder),
        spin(
            "Move Overhead",
            (
                0,
                Options::default().move_overhead.as_millis() as usize,
                MAX_OVERHEAD,
            ),
            |millis| Setting::MoveOverhead(Duration::from_millis(millis as u64)),
        ),
        OptionSpec {
            name: "Clear Hash",
            kind: Kind::Button(Setting::ClearHash),
        },
        check("UCI_ShowWDL", DEFAULT_SHOW_WDL, Setting::ShowWdl),
        variants("UGI_Variant"),
        variants("UCI_Variant"),
        spin("Skill Level", LEVELS, |level| {
            Setting::SkillLevel(level as u8)
        }),
        check("UCI_LimitStrength", false, Setting::LimitStrength),
        spin("UCI_Elo", ELO, |elo| Setting::Elo(elo as u16)),
        text("EvalFile", EvalSource::EMBEDDED, Setting::EvalFile),
        check("UCI_AnalyseMode", false, Setting::AnalyseMode),
        check("OwnBook", DEFAULT_OWN_BOOK, Setting::OwnBook),
        text("BookFile", BookSource::EMBEDDED, Setting::BookFile),
        spin("Book Depth", book::Settings::DEPTH, |plies| {
            Setting::BookDepth(plies as usize)
        }),
        spin(
            "Book Variety",
            (0, 0, book::Settings::MAX_VARIETY as usize),
            |variety| Setting::BookVariety(variety as u8),
        ),
        spin("Book Seed", (0, 0, MAX_SEED), |seed| {
            Setting::BookSeed(seed as u64)
        }),
    ];
    #[cfg(feature = "tune")]
    all.extend(
        tune::ALL
            .iter()
            .enumerate()
            .map(|(index, parameter)| OptionSpec {
                name: parameter.name,
                kind: Kind::Spin {
                    default: parameter.default.into(),
                    min: parameter.least.into(),
                    max: parameter.most.into(),
                    set: Box::new(move |value| Setting::Parameter(index, value as i32)),
                },
            }),
    );
    all
}

/// The announcement without the leading word `option`.
impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type ", self.name)?;
        match self.kind {
            Kind::Spin {
                default, min, max, ..
            } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Kind::Check { default, .. } => write!(f, "check default {default}"),
            Kind::Button(_) => f.write_str("button"),
            Kind::Text { default, .. } => write!(f, "string default {default}"),
            Kind::Variants => {
                write!(f, "combo default {}", Variant::default())?;
                Variant::ALL.iter().try_for_each(|v| write!(f, " var {v}"))
            }
        }
    }
}

/// Reads the arguments of `setoption`. A number out of range is brought into it, which the second
/// part of the answer tells.
///
/// # Errors
/// If there is no such option or it cannot have this value.
pub fn parse(name: &str, value: Option<&str>) -> Result<(Setting, Option<String>), OptionError> {
    let spec = all()
        .into_iter()
        .find(|option| option.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
    let fault = |expected: String| OptionError::Value {
        name: spec.name,
        value: value.map(str::to_owned),
        expected,
    };
    match spec.kind {
        Kind::Spin { min, max, set, .. } => {
            let asked = value
                .and_then(number::parse)
                .ok_or_else(|| fault(format!("a number from {min} to {max}")))?;
            let used = asked.clamp(min, max);
            let note = (used != asked).then(|| {
                let shown = quote(value.unwrap_or_default());
                format!(
                    "{} takes {min} to {max}; {shown} is taken as {used}",
                    spec.name
                )
            });
            Ok((set(used), note))
        }
        Kind::Check { set, .. } => {
            let on = match value {
                Some(text) if text.eq_ignore_ascii_case("true") => true,
                Some(text) if text.eq_ignore_ascii_case("false") => false,
                _ => return Err(fault("true or false".to_owned())),
            };
            Ok((set(on), None))
        }
        Kind::Button(setting) => Ok((setting, None)),
        Kind::Text { set, .. } => {
            let text = value.filter(|&text| text != EMPTY).unwrap_or_default();
            Ok((set(text.to_owned()), None))
        }
        Kind::Variants => value
            .and_then(|text| text.parse().ok())
            .map(|variant| (Setting::Variant(variant), None))
            .ok_or_else(|| {
                let names: Vec<&str> = Variant::ALL.iter().map(|v| v.rules().name).collect();
                fault(names.join(", "))
            }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_case() {
        for name in ["Hash", "hash", "HASH"] {
            assert_eq!(parse(name, Some("16")), Ok((Setting::Hash(16), None)));
        }
        assert_eq!(
            parse("move overhead", Some("25")),
            Ok((Setting::MoveOverhead(Duration::from_millis(25)), None))
        );
        assert_eq!(parse("clear hash", None), Ok((Setting::ClearHash, None)));
        assert_eq!(
            parse("ponder", Some("true")),
            Ok((Setting::Ponder(true), None))
        );
        assert_eq!(
            parse("uci_showwdl", Some("false")),
            Ok((Setting::ShowWdl(false), None))
        );
        for name in ["UGI_Variant", "UCI_Variant"] {
            assert_eq!(
                parse(name, Some("togyzkumalak")),
                Ok((Setting::Variant(Variant::TogyzKumalak), None))
            );
        }
    }

    #[test]
    fn any_text_may_name_a_file() {
        for (value, text) in [
            (Some("/a b/c.net"), "/a b/c.net"),
            (None, ""),
            (Some(""), ""),
            (Some("<empty>"), ""),
        ] {
            let expected = Setting::EvalFile(text.to_owned());
            assert_eq!(parse("evalfile", value), Ok((expected, None)));
            let expected = Setting::BookFile(text.to_owned());
            assert_eq!(parse("bookfile", value), Ok((expected, None)));
        }
    }

    #[test]
    fn numbers_out_of_range_are_brought_into_it_with_a_note() {
        for (name, value, setting) in [
            ("Hash", "0", Setting::Hash(1)),
            (
                "Hash",
                "99999999999999999999",
                Setting::Hash(Engine::HASH_MB.2),
            ),
            ("Threads", "0", Setting::Threads(1)),
            ("Threads", "9999", Setting::Threads(Engine::MAX_THREADS)),
            ("MultiPV", "0", Setting::MultiPv(1)),
            ("MultiPV", "50", Setting::MultiPv(MAX_PITS)),
            ("Move Overhead", "-1", Setting::MoveOverhead(Duration::ZERO)),
            ("Skill Level", "0", Setting::SkillLevel(1)),
            ("skill level", "20", Setting::SkillLevel(10)),
            ("UCI_Elo", "1", Setting::Elo(Strength::ELO.0)),
            ("UCI_Elo", "70000", Setting::Elo(Strength::ELO.1)),
            ("Book Depth", "-1", Setting::BookDepth(0)),
            ("book variety", "101", Setting::BookVariety(100)),
            (
                "Book Seed",
                "9999999999",
                Setting::BookSeed(u32::MAX.into()),
            ),
        ] {
            let (got, note) = parse(name, Some(value)).unwrap();
            assert_eq!(got, setting, "{name} {value}");
            assert!(note.unwrap().contains(value), "{name} {value}");
        }
    }

    #[test]
    fn other_values_are_errors_that_say_what_was_expected() {
        for (name, value, part) in [
            ("Hash", Some("big"), "expected a number from 1 to"),
            ("Hash", None, "needs a value"),
            ("Ponder", Some("yes"), "expected true or false"),
            ("UGI_Variant", Some("chess"), "togyzkumalak"),
            (
                "Skill Level",
                Some("high"),
                "expected a number from 1 to 10",
            ),
            ("UCI_LimitStrength", None, "expected true or false"),
            ("Contempt", Some("3"), "unknown option 'Contempt'"),
        ] {
            let message = parse(name, value).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn announcements() {
        let lines: Vec<String> = all().iter().map(ToString::to_string).collect();
        assert_eq!(lines[0], "name Hash type spin default 64 min 1 max 1048576");
        assert_eq!(lines[3], "name Ponder type check default false");
        assert_eq!(lines[5], "name Clear Hash type button");
        assert!(lines[7].starts_with("name UGI_Variant type combo default togyzkumalak var "));
        assert_eq!(
            lines[9],
            "name Skill Level type spin default 10 min 1 max 10"
        );
        assert_eq!(lines[10], "name UCI_LimitStrength type check default false");
        assert!(lines[11].starts_with("name UCI_Elo type spin default "));
        assert_eq!(lines[12], "name EvalFile type string default <embedded>");
        assert_eq!(lines[13], "name UCI_AnalyseMode type check default false");
        assert_eq!(lines[14], "name OwnBook type check default true");
        assert_eq!(lines[15], "name BookFile type string default <embedded>");
        assert_eq!(
            lines[16],
            "name Book Depth type spin default 100 min 0 max 1000"
        );
        assert_eq!(
            lines[17],
            "name Book Variety type spin default 0 min 0 max 100"
        );
    }
}
