//! The engine options: one table, which says how each is announced and which field of the settings
//! `setoption` changes by it.

use std::fmt;
use std::time::Duration;

use crate::book::{self, BookSource};
use crate::eval::EvalSource;
use crate::game::{MAX_PITS, Variant};
use crate::notation::quote::quote;
#[cfg(feature = "tune")]
use crate::search::tune;
use crate::search::{Engine, Strength};
use crate::table::source::TableSource;

use super::number;
use super::settings::Settings;

/// One option: a row of the table.
#[derive(Clone, Copy)]
pub struct EngineOption {
    name: &'static str,
    kind: Kind,
}

/// The values that an option takes, and the field of the settings that holds its value. Its default is
/// that of the settings.
#[derive(Clone, Copy)]
enum Kind {
    /// A number from `min` to `max`; `set` gets no other.
    Spin {
        min: i64,
        max: i64,
        get: fn(&Settings) -> i64,
        set: fn(&mut Settings, i64),
    },
    Check {
        get: fn(&Settings) -> bool,
        set: fn(&mut Settings, bool),
    },
    Button(fn(&mut Settings)),
    /// The name of a rule set.
    Variant,
    /// A file, or a name with a meaning of its own. `set` may refuse it with a message.
    File {
        default: &'static str,
        set: fn(&mut Settings, &str) -> Result<(), String>,
    },
    /// A constant of the search, by its index.
    #[cfg(feature = "tune")]
    Parameter(usize),
}

/// The row of a number that a field holds, of whatever type: its range fits into the type.
macro_rules! spin {
    ($name:literal, $min:expr, $max:expr, $field:ident) => {
        EngineOption {
            name: $name,
            kind: Kind::Spin {
                min: $min as i64,
                max: $max as i64,
                get: |settings| settings.$field as i64,
                set: |settings, value| settings.$field = value as _,
            },
        }
    };
}

macro_rules! check {
    ($name:literal, $field:ident) => {
        EngineOption {
            name: $name,
            kind: Kind::Check {
                get: |settings| settings.$field,
                set: |settings, on| settings.$field = on,
            },
        }
    };
}

const fn row(name: &'static str, kind: Kind) -> EngineOption {
    EngineOption { name, kind }
}

/// Every option but the constants of the search, in the order in which they are announced.
const TABLE: [EngineOption; 21] = [
    spin!("Hash", Engine::HASH_MB.0, Engine::HASH_MB.2, hash_mb),
    spin!("Threads", 1, Engine::MAX_THREADS, threads),
    spin!("MultiPV", 1, MAX_PITS, multipv),
    check!("Ponder", ponder),
    row(
        "Move Overhead",
        Kind::Spin {
            min: 0,
            max: 5000,
            get: |settings| settings.move_overhead.as_millis() as i64,
            set: |settings, value| {
                settings.move_overhead = Duration::from_millis(value.unsigned_abs());
            },
        },
    ),
    row("Clear Hash", Kind::Button(|settings| settings.clears += 1)),
    check!("UCI_ShowWDL", show_wdl),
    row("UGI_Variant", Kind::Variant),
    row("UCI_Variant", Kind::Variant),
    spin!("Skill Level", Strength::LEVELS.0, Strength::LEVELS.1, level),
    check!("UCI_LimitStrength", limit_strength),
    spin!("UCI_Elo", Strength::ELO.0, Strength::ELO.1, elo),
    row(
        "EvalFile",
        Kind::File {
            default: EvalSource::EMBEDDED,
            set: |settings, name| {
                settings.eval_source = EvalSource::open(name).map_err(|error| {
                    format!(
                        "{error}; expected a network file, {} or {}; the evaluation stays",
                        EvalSource::EMBEDDED,
                        EvalSource::NONE
                    )
                })?;
                Ok(())
            },
        },
    ),
    row(
        "TablePath",
        Kind::File {
            default: EMPTY,
            set: |settings, name| {
                settings.table_source = TableSource::open(name).map_err(|error| {
                    format!(
                        "{error}; expected a folder of `tuzdik table build`; the tables before stay"
                    )
                })?;
                Ok(())
            },
        },
    ),
    spin!("TableLimit", 0, 162, table_limit),
    check!("UCI_AnalyseMode", analyse_mode),
    check!("OwnBook", own_book),
    row(
        "BookFile",
        Kind::File {
            default: BookSource::EMBEDDED,
            set: |settings, name| {
                settings.book_source = BookSource::open(name).map_err(|error| {
                    format!(
                        "{error}; expected a book in binary or text form or {}; the book before stays",
                        BookSource::EMBEDDED
                    )
                })?;
                Ok(())
            },
        },
    ),
    spin!(
        "Book Depth",
        book::Selection::DEPTH.0,
        book::Selection::DEPTH.2,
        book_depth
    ),
    spin!(
        "Book Variety",
        0,
        book::Selection::MAX_VARIETY,
        book_variety
    ),
    spin!("Book Seed", 0, u32::MAX, book_seed),
];

/// Every option, in the order in which they are announced.
pub fn all() -> impl Iterator<Item = EngineOption> {
    #[cfg(feature = "tune")]
    let parameters = tune::ALL
        .iter()
        .enumerate()
        .map(|(index, parameter)| row(parameter.name, Kind::Parameter(index)));
    #[cfg(not(feature = "tune"))]
    let parameters = std::iter::empty();
    TABLE.into_iter().chain(parameters)
}

/// How UCI writes a text without characters.
const EMPTY: &str = "<empty>";

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
    /// A file that cannot be used.
    File {
        /// The option.
        name: &'static str,
        /// What is wrong with it and what was expected.
        reason: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown(name) => {
                let names: Vec<&str> = all().map(|option| option.name).collect();
                let names = names.join(", ");
                write!(
                    f,
                    "unknown option {}; expected one of: {names}",
                    quote(name)
                )
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
            OptionError::File { name, reason } => write!(f, "{name}: {reason}"),
        }
    }
}

impl std::error::Error for OptionError {}

/// The announcement without the leading word `option`.
impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let defaults = Settings::default();
        write!(f, "name {} type ", self.name)?;
        match self.kind {
            Kind::Spin { min, max, get, .. } => {
                write!(f, "spin default {} min {min} max {max}", get(&defaults))
            }
            Kind::Check { get, .. } => write!(f, "check default {}", get(&defaults)),
            Kind::Button(_) => f.write_str("button"),
            Kind::File { default, .. } => write!(f, "string default {default}"),
            Kind::Variant => {
                write!(f, "combo default {}", defaults.variant)?;
                Variant::ALL.iter().try_for_each(|v| write!(f, " var {v}"))
            }
            #[cfg(feature = "tune")]
            Kind::Parameter(index) => tune::ALL.get(index).map_or(Ok(()), |parameter| {
                let tune::Parameter {
                    default,
                    least,
                    most,
                    ..
                } = parameter;
                write!(f, "spin default {default} min {least} max {most}")
            }),
        }
    }
}

/// Changes the settings as `setoption` asks. A number out of range is brought into it, which the answer
/// tells.
///
/// # Errors
/// If there is no such option or it cannot have this value; the settings are then as before.
pub fn set(
    settings: &mut Settings,
    name: &str,
    value: Option<&str>,
) -> Result<Option<String>, OptionError> {
    let option = all()
        .find(|option| option.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
    match option.kind {
        Kind::Spin { min, max, set, .. } => {
            let (used, note) = option.number(value, min, max)?;
            set(settings, used);
            return Ok(note);
        }
        Kind::Check { set, .. } => match value {
            Some(text) if text.eq_ignore_ascii_case("true") => set(settings, true),
            Some(text) if text.eq_ignore_ascii_case("false") => set(settings, false),
            _ => return Err(option.bad_value(value, "true or false".to_owned())),
        },
        Kind::Button(press) => press(settings),
        Kind::File { set, .. } => {
            let text = value.filter(|&text| text != EMPTY).unwrap_or_default();
            set(settings, text).map_err(|reason| OptionError::File {
                name: option.name,
                reason,
            })?;
        }
        Kind::Variant => {
            settings.variant = value.and_then(|text| text.parse().ok()).ok_or_else(|| {
                let names: Vec<&str> = Variant::ALL.iter().map(|v| v.rules().name).collect();
                option.bad_value(value, names.join(", "))
            })?;
        }
        #[cfg(feature = "tune")]
        Kind::Parameter(index) => {
            if let (Some(parameter), Some(field)) =
                (tune::ALL.get(index), settings.parameters.get_mut(index))
            {
                let (least, most) = (parameter.least.into(), parameter.most.into());
                let (used, note) = option.number(value, least, most)?;
                *field = used as i32;
                return Ok(note);
            }
        }
    }
    Ok(None)
}

impl EngineOption {
    /// The number that a value means, and a note if it had to be brought into the range.
    fn number(
        &self,
        value: Option<&str>,
        min: i64,
        max: i64,
    ) -> Result<(i64, Option<String>), OptionError> {
        let asked = value
            .and_then(number::parse)
            .ok_or_else(|| self.bad_value(value, format!("a number from {min} to {max}")))?;
        let used = asked.clamp(min, max);
        let note = (used != asked).then(|| {
            let shown = quote(value.unwrap_or_default());
            format!(
                "{} takes {min} to {max}; {shown} is taken as {used}",
                self.name
            )
        });
        Ok((used, note))
    }

    fn bad_value(&self, value: Option<&str>, expected: String) -> OptionError {
        OptionError::Value {
            name: self.name,
            value: value.map(str::to_owned),
            expected,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The settings after one `setoption`, and the note about it.
    fn changed(name: &str, value: Option<&str>) -> (Settings, Option<String>) {
        let mut settings = Settings::default();
        let note = set(&mut settings, name, value).expect(name);
        (settings, note)
    }

    #[test]
    fn each_option_changes_its_own_field_alone() {
        let defaults = Settings::default;
        #[rustfmt::skip]
        let cases = [
            ("hash", "16", Settings { hash_mb: 16, ..defaults() }),
            ("THREADS", "2", Settings { threads: 2, ..defaults() }),
            ("MultiPV", "3", Settings { multipv: 3, ..defaults() }),
            ("ponder", "TRUE", Settings { ponder: true, ..defaults() }),
            ("move overhead", "25", Settings { move_overhead: Duration::from_millis(25), ..defaults() }),
            ("clear hash", "", Settings { clears: 1, ..defaults() }),
            ("uci_showwdl", "false", Settings { show_wdl: false, ..defaults() }),
            ("UGI_Variant", "bestemshe", Settings { variant: Variant::Bestemshe, ..defaults() }),
            ("UCI_Variant", "bestemshe", Settings { variant: Variant::Bestemshe, ..defaults() }),
            ("Skill Level", "3", Settings { level: 3, ..defaults() }),
            ("UCI_LimitStrength", "true", Settings { limit_strength: true, ..defaults() }),
            ("UCI_Elo", "1000", Settings { elo: 1000, ..defaults() }),
            ("EvalFile", "none", Settings { eval_source: EvalSource::Handcrafted, ..defaults() }),
            ("TableLimit", "12", Settings { table_limit: 12, ..defaults() }),
            ("UCI_AnalyseMode", "true", Settings { analyse_mode: true, ..defaults() }),
            ("OwnBook", "false", Settings { own_book: false, ..defaults() }),
            ("Book Depth", "7", Settings { book_depth: 7, ..defaults() }),
            ("Book Variety", "50", Settings { book_variety: 50, ..defaults() }),
            ("Book Seed", "9", Settings { book_seed: 9, ..defaults() }),
        ];
        for (name, value, expected) in cases {
            assert_eq!(changed(name, Some(value)), (expected, None), "{name}");
        }
    }

    #[test]
    fn no_text_means_what_is_in_the_program() {
        for nothing in [None, Some(""), Some("<empty>"), Some("<embedded>")] {
            let mut settings = Settings {
                eval_source: EvalSource::Handcrafted,
                ..Settings::default()
            };
            assert_eq!(set(&mut settings, "EvalFile", nothing), Ok(None));
            assert_eq!(set(&mut settings, "BookFile", nothing), Ok(None));
            assert_eq!(settings, Settings::default());
        }
    }

    #[test]
    fn numbers_out_of_range_are_brought_into_it_with_a_note() {
        for (name, value, used) in [
            ("Hash", "0", "1".to_owned()),
            (
                "Hash",
                "99999999999999999999",
                Engine::HASH_MB.2.to_string(),
            ),
            ("Threads", "0", "1".to_owned()),
            ("Threads", "9999", Engine::MAX_THREADS.to_string()),
            ("MultiPV", "0", "1".to_owned()),
            ("MultiPV", "50", MAX_PITS.to_string()),
            ("Move Overhead", "-1", "0".to_owned()),
            ("Skill Level", "0", "1".to_owned()),
            ("skill level", "20", "10".to_owned()),
            ("UCI_Elo", "1", Strength::ELO.0.to_string()),
            ("UCI_Elo", "70000", Strength::ELO.1.to_string()),
            ("Book Depth", "-1", "0".to_owned()),
            ("book variety", "101", "100".to_owned()),
            ("Book Seed", "9999999999", u32::MAX.to_string()),
        ] {
            let (settings, note) = changed(name, Some(value));
            assert_eq!(settings, changed(name, Some(&used)).0, "{name} {value}");
            let expected = format!("'{value}' is taken as {used}");
            assert!(note.unwrap().contains(&expected), "{name} {value}");
        }
    }

    #[test]
    fn other_values_change_nothing_and_say_what_was_expected() {
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
            ("EvalFile", Some("/no/such"), "EvalFile: /no/such: "),
            ("BookFile", Some("/no/such"), "the book before stays"),
        ] {
            let mut settings = Settings::default();
            let message = set(&mut settings, name, value).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
            assert_eq!(settings, Settings::default());
        }
    }

    /// The rows of the table of options in protocol.md: name, type and default.
    fn documented() -> Vec<[String; 3]> {
        let text = include_str!("../../protocol.md");
        let (_, table) = text
            .split_once("\n| option | type | default |")
            .expect("a table");
        let mut rows = Vec::new();
        for line in table
            .lines()
            .skip(2)
            .take_while(|line| line.starts_with('|'))
        {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            for name in cells[1].split(", ") {
                let plain = |text: &str| text.trim_matches('`').to_owned();
                rows.push([plain(name), plain(cells[2]), plain(cells[3])]);
            }
        }
        rows
    }

    /// The same of the announcements.
    fn announced() -> Vec<[String; 3]> {
        let row = |line: String| {
            let (name, rest) = line.strip_prefix("name ")?.split_once(" type ")?;
            let word = |key: &str| {
                let mut words = rest.split(' ').skip_while(|word| *word != key);
                words.nth(1).unwrap_or_default()
            };
            let kind = match rest.split(' ').next()? {
                "spin" => format!("spin {}..{}", word("min"), word("max")),
                kind => kind.to_owned(),
            };
            Some([name.to_owned(), kind, word("default").to_owned()])
        };
        let rows = TABLE.map(|option| row(option.to_string()));
        rows.into_iter()
            .map(|row| row.expect("an announcement"))
            .collect()
    }

    #[test]
    fn the_description_of_the_protocol_has_every_option() {
        assert_eq!(documented(), announced());
    }

    #[test]
    fn combos_list_every_value() {
        let line = TABLE[7].to_string();
        let (head, values) = line.split_once(" var ").expect("values");
        assert_eq!(head, "name UGI_Variant type combo default togyzkumalak");
        assert_eq!(values.split(" var ").count(), Variant::ALL.len());
    }
}
