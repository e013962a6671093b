//! Settings as keys and values: `key=value,key=value` on the command line, tables in a TOML file.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error as _};

use crate::notation::quote::quote;

/// Keys with their values, in the order given.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct KeyValues(Vec<(String, String)>);

/// A setting that cannot be used; its text says what was wrong and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadSetting(pub String);

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadSetting {}

impl KeyValues {
    /// The keys and values, in the order given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(k, v)| (k.as_str(), v.as_str()))
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds others at the end, where they win over the same keys.
    pub fn extend(&mut self, others: KeyValues) {
        self.0.extend(others.0);
    }
}

impl FromStr for KeyValues {
    type Err = BadSetting;

    /// A comma within a value is written `\,`.
    ///
    /// ```
    /// use tuzdik::arena::keys::KeyValues;
    /// let keys: KeyValues = r"name=A,args=-x 1\,2".parse().unwrap();
    /// assert_eq!(keys.iter().last(), Some(("args", "-x 1,2")));
    /// assert!("name".parse::<KeyValues>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<KeyValues, BadSetting> {
        let mut keys = Vec::new();
        for part in split_commas(text) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(BadSetting(format!(
                    "{} is not of the form key=value",
                    quote(part.trim())
                )));
            };
            keys.push((key.trim().to_owned(), value.to_owned()));
        }
        Ok(KeyValues(keys))
    }
}

/// Parts between commas that no backslash precedes.
fn split_commas(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.next_if_eq(&',').is_some() => part.push(','),
            ',' => parts.push(std::mem::take(&mut part)),
            c => part.push(c),
        }
    }
    parts.push(part);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

impl<'de> Deserialize<'de> for KeyValues {
    /// From a table, in which a table within stands for keys with dots, or from the text form.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KeyValues, D::Error> {
        match toml::Value::deserialize(deserializer)? {
            toml::Value::String(text) => text.parse().map_err(D::Error::custom),
            toml::Value::Table(table) => {
                let mut keys = KeyValues::default();
                flatten("", &table, &mut keys).map_err(D::Error::custom)?;
                Ok(keys)
            }
            other => Err(D::Error::custom(format!(
                "expected a table or a text of key=value, found {}",
                other.type_str()
            ))),
        }
    }
}

fn flatten(prefix: &str, table: &toml::Table, keys: &mut KeyValues) -> Result<(), BadSetting> {
    for (key, value) in table {
        let key = format!("{prefix}{key}");
        let text = match value {
            toml::Value::String(text) => text.clone(),
            toml::Value::Integer(n) => n.to_string(),
            toml::Value::Float(x) => x.to_string(),
            toml::Value::Boolean(b) => b.to_string(),
            toml::Value::Table(inner) => {
                flatten(&format!("{key}."), inner, keys)?;
                continue;
            }
            other => {
                return Err(BadSetting(format!(
                    "{key} is a text, number or true/false, not {}",
                    other.type_str()
                )));
            }
        };
        keys.0.push((key, text));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_texts_mean_the_same() {
        #[derive(serde::Deserialize)]
        struct File {
            a: KeyValues,
            b: KeyValues,
        }
        let file: File =
            toml::from_str("b = 'st=0.1,option.Hash=16'\n[a]\nst = 0.1\noption.Hash = 16\n")
                .unwrap();
        let sorted = |keys: &KeyValues| {
            let mut list = keys.0.clone();
            list.sort();
            list
        };
        assert_eq!(sorted(&file.a), sorted(&file.b));
        assert!(toml::from_str::<File>("a = 3\nb = ''").is_err());
        assert!(toml::from_str::<File>("b = ''\n[a]\nx = [1]").is_err());
    }
}
