//! What the user says of openings.

use std::path::PathBuf;

use crate::arena::keys::{BadSetting, KeyValues};
use crate::notation::quote::quote;

/// Random plies of an opening made on the fly, unless the user says otherwise.
pub const DEFAULT_PLIES: u32 = 8;
/// Largest score of an opening made on the fly, in hundredths of a ball, unless the user says
/// otherwise.
pub const DEFAULT_BALANCE: i32 = 200;

/// The order in which the openings of a file are used.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum OpeningOrder {
    /// As they stand in the file.
    Sequential,
    /// Shuffled by the seed.
    #[default]
    Random,
}

/// What the user says of openings: `file=…,order=random|sequential,plies=…,balance=…`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct OpeningSettings {
    /// The file; openings are made on the fly if `None`.
    pub file: Option<PathBuf>,
    /// The order in which those of a file are used.
    pub order: OpeningOrder,
    /// Random plies; for a file, most moves taken from a line.
    pub plies: Option<u32>,
    /// Largest score, in hundredths of a ball, of an opening made on the fly.
    pub balance: Option<i32>,
}

impl OpeningSettings {
    /// Takes in keys and values.
    ///
    /// # Errors
    /// If a key means nothing or has a wrong value.
    pub fn from_keys(keys: &KeyValues) -> Result<OpeningSettings, BadSetting> {
        let mut settings = OpeningSettings::default();
        for (key, value) in keys.iter() {
            settings.set(key, value)?;
        }
        let given = |key| keys.iter().any(|(k, _)| k == key);
        if settings.file.is_some() && given("balance") {
            return Err(BadSetting(
                "openings: balance is for those made on the fly; those of a file are played as they are"
                    .to_owned(),
            ));
        }
        if settings.file.is_none() && given("order") {
            return Err(BadSetting(
                "openings: order is for those of a file; expected file=… with it".to_owned(),
            ));
        }
        Ok(settings)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), BadSetting> {
        let bad = |expected: &str| {
            BadSetting(format!(
                "openings: {} is no {key}; {expected}",
                quote(value)
            ))
        };
        match key {
            "file" if !value.is_empty() => self.file = Some(PathBuf::from(value)),
            "file" => return Err(bad("expected the name of a file")),
            "order" => {
                self.order = match value {
                    "random" => OpeningOrder::Random,
                    "sequential" => OpeningOrder::Sequential,
                    _ => return Err(bad("expected random or sequential")),
                }
            }
            "plies" => match value.parse() {
                Ok(plies) if plies <= 100 => self.plies = Some(plies),
                _ => return Err(bad("expected a number from 0 to 100")),
            },
            "balance" => match value.parse() {
                Ok(balance) if balance >= 0 => self.balance = Some(balance),
                _ => return Err(bad("expected hundredths of a ball, 0 or more")),
            },
            _ => {
                return Err(BadSetting(format!(
                    "unknown openings setting {}; expected file, order, plies or balance",
                    quote(key)
                )));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_mean_nothing() {
        for text in [
            "files=x",
            "order=up",
            "plies=-1",
            "plies=1000",
            "balance=x",
            "file=",
            "file=x,balance=100",
            "order=random",
        ] {
            let keys = text.parse().unwrap();
            assert!(OpeningSettings::from_keys(&keys).is_err(), "{text}");
        }
    }
}
