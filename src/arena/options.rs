//! The options that an engine offers in its handshake, and the values that they can have.

use std::fmt;

use crate::notation::quote::quote;

/// Most values of a choice that are remembered.
const MAX_CHOICES: usize = 1000;

/// What kind of value an option has.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Check,
    Spin {
        least: Option<i64>,
        most: Option<i64>,
    },
    Combo(Vec<String>),
    Button,
    /// Any text; also what says nothing of itself that is understood.
    Text,
}

/// An option as an engine announces it: `NAME type KIND …`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredOption {
    name: String,
    kind: Kind,
}

/// A value that an option cannot have; its text says what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadOptionValue(String);

impl fmt::Display for BadOptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadOptionValue {}

impl DeclaredOption {
    /// Reads what follows `option name`. Whatever is missing or odd sets no bounds.
    #[must_use]
    pub fn parse(text: &str) -> DeclaredOption {
        let text = text.strip_suffix(" type").unwrap_or(text);
        let (name, rest) = text.split_once(" type ").unwrap_or((text, ""));
        let mut words = rest.split_ascii_whitespace();
        let kind = match words.next().unwrap_or("") {
            "check" => Kind::Check,
            "button" => Kind::Button,
            "spin" => {
                let words: Vec<&str> = words.collect();
                let bound = |key: &str| {
                    let at = words.iter().position(|&word| word == key)?;
                    words.get(at + 1)?.parse().ok()
                };
                Kind::Spin {
                    least: bound("min"),
                    most: bound("max"),
                }
            }
            "combo" => Kind::Combo(choices(words)),
            _ => Kind::Text,
        };
        DeclaredOption {
            name: name.trim().to_owned(),
            kind,
        }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether this is the option of that name, in any letter case.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Whether it is a command rather than a value.
    #[must_use]
    pub fn is_button(&self) -> bool {
        self.kind == Kind::Button
    }

    /// Whether it can have this value.
    ///
    /// # Errors
    /// If it cannot.
    pub fn check(&self, value: &str) -> Result<(), BadOptionValue> {
        let (holds, expected) = match &self.kind {
            Kind::Text => (true, String::new()),
            Kind::Button => (value.is_empty(), "no value, as it is a button".to_owned()),
            Kind::Check => {
                let holds = ["true", "false"]
                    .iter()
                    .any(|v| v.eq_ignore_ascii_case(value));
                (holds, "true or false".to_owned())
            }
            Kind::Spin { least, most } => {
                let within = |n: i64| {
                    least.is_none_or(|least| n >= least) && most.is_none_or(|most| n <= most)
                };
                let range = match (least, most) {
                    (Some(least), Some(most)) => format!(" from {least} to {most}"),
                    (Some(least), None) => format!(" of {least} or more"),
                    (None, Some(most)) => format!(" of {most} or less"),
                    (None, None) => String::new(),
                };
                let holds = value.trim().parse().is_ok_and(within);
                (holds, format!("a whole number{range}"))
            }
            Kind::Combo(choices) => {
                let holds = choices.is_empty()
                    || choices
                        .iter()
                        .any(|choice| choice.eq_ignore_ascii_case(value));
                (holds, format!("one of {}", choices.join(", ")))
            }
        };
        if holds {
            return Ok(());
        }
        Err(BadOptionValue(format!(
            "option.{} cannot be {}; expected {expected}",
            self.name,
            quote(value)
        )))
    }
}

/// The values after each `var`, which may have blanks within.
fn choices<'a>(words: impl Iterator<Item = &'a str>) -> Vec<String> {
    let words: Vec<&str> = words.skip_while(|word| *word != "var").collect();
    words
        .split(|word| *word == "var")
        .skip(1)
        .take(MAX_CHOICES)
        .map(|words| words.join(" "))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_against_what_was_announced() {
        for (option, good, bad, expected) in [
            (
                "Hash type spin default 64 min 1 max 33554432",
                ["1", "64"],
                ["abc", "0"],
                "a whole number from 1 to 33554432",
            ),
            (
                "Own Book type check default true",
                ["true", "False"],
                ["yes", ""],
                "true or false",
            ),
            (
                "Style type combo default Very Solid var Very Solid var Normal",
                ["very solid", "Normal"],
                ["Solid", "var"],
                "one of Very Solid, Normal",
            ),
        ] {
            let read = DeclaredOption::parse(option);
            for value in good {
                assert_eq!(read.check(value), Ok(()), "{option}: {value}");
            }
            for value in bad {
                let error = read.check(value).unwrap_err().to_string();
                assert!(error.contains(expected), "{error}");
                assert!(
                    error.contains(&format!("option.{}", read.name())),
                    "{error}"
                );
            }
        }
        let button = DeclaredOption::parse("Clear Hash type button");
        assert!(button.is("clear hash") && button.is_button());
        assert!(button.check("").is_ok() && button.check("1").is_err());
    }

    #[test]
    fn odd_announcements_bound_nothing() {
        for option in [
            "Name",
            "Name type",
            "Name type string default <empty>",
            "Name type matrix min 3",
            "Name type combo default a",
        ] {
            let read = DeclaredOption::parse(option);
            assert_eq!(read.check("anything"), Ok(()), "{option}");
            assert!(read.is("name"), "{option}");
        }
        let spin = DeclaredOption::parse("N type spin min x max");
        assert!(spin.check("-5").is_ok() && spin.check("x").is_err());
    }
}
