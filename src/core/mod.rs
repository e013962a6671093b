//! The calls of a board: JSON in, JSON out.
//!
//! A board that shows games, in a browser or anywhere else, knows no rules; it asks for what they
//! say. A request is one object, `{"id": 1, "call": "position", "language": "kk", …}` with the
//! arguments of the call beside these; the reply is `{"id": 1, "result": …}` or
//! `{"id": 1, "error": "one line"}`. `calls.rs` has the table of them. Nothing that a request says makes
//! a call fail in any other way.
//!
//! Beside this a board speaks to engines, in their own protocol.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod about;
mod calls;
mod edit;
mod error;
mod explorer;
mod grade;
mod graded;
mod handles;
mod info;
mod line;
mod position;
mod records;
mod ritual;
mod table;
#[cfg(test)]
mod typescript;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use serde_json::Value;

pub use graded::{ChoiceGrade, GameGrade, LineGrade, MoveGrade, SideGrade};
pub use info::ScoreView;

use crate::texts::{Language, Texts};
use error::CallError;
use handles::Handles;

/// What a core is told of its surroundings.
#[derive(Clone, Default, Debug)]
pub struct CoreConfig {
    /// The engines that the board can speak to.
    pub engines: Vec<EngineName>,
    /// Files of game records that the board opens with.
    pub files: Vec<GivenFile>,
    /// What random choices follow from.
    pub seed: [u8; 32],
}

/// An engine that the board can speak to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineName {
    /// Its name, by which the board asks for it.
    pub name: String,
    /// Whether it is this program.
    pub builtin: bool,
}

/// A file that the board opens with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenFile {
    /// Its name, without folders.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// What answers the calls of one board. It keeps the files that the board opened, and nothing of the
/// game on the board: every call says all that it needs.
#[derive(Debug)]
pub struct Core {
    config: CoreConfig,
    rng: ChaCha8Rng,
    files: Handles<records::OpenFile>,
    uploads: Handles<records::Upload>,
    rituals: Handles<ritual::Seal>,
    /// The language of the request that is being answered.
    language: Language,
}

/// What every request has.
#[derive(Deserialize)]
struct Request {
    #[serde(default)]
    id: Value,
    call: String,
    #[serde(default)]
    language: Option<String>,
}

impl Core {
    /// A core with nothing opened.
    #[must_use]
    pub fn new(config: CoreConfig) -> Core {
        Core {
            rng: ChaCha8Rng::from_seed(config.seed),
            config,
            files: Handles::new(records::MOST_FILES),
            uploads: Handles::new(records::MOST_UPLOADS),
            rituals: Handles::new(ritual::MOST),
            language: Language::default(),
        }
    }

    /// Answers one request.
    ///
    /// ```
    /// use tuzdik::core::{CoreConfig, Core};
    /// let mut core = Core::new(CoreConfig::default());
    /// let request = r#"{"id": 7, "call": "fen", "variant": "bestemshe",
    ///     "text": "5S,5S,5S,5S,5S/5S,5S,5S,5S,5S 0 0 S 1"}"#;
    /// assert!(core.call(request).starts_with(r#"{"id":7,"result":{"#));
    /// assert!(core.call("{").starts_with(r#"{"id":null,"error":"#));
    /// ```
    pub fn call(&mut self, request: &str) -> String {
        let (id, result) = match serde_json::from_str::<Request>(request) {
            Ok(read) => {
                let result = self.answer(&read, request);
                (read.id, result)
            }
            Err(error) => (Value::Null, Err(CallError::request(&error))),
        };
        match result {
            Ok(result) => format!("{{\"id\":{id},\"result\":{result}}}"),
            Err(error) => format!(
                "{{\"id\":{id},\"error\":{}}}",
                Value::from(error.to_string())
            ),
        }
    }

    fn answer(&mut self, read: &Request, request: &str) -> Result<String, CallError> {
        self.language = match &read.language {
            Some(code) => code.parse().map_err(CallError::new)?,
            None => Language::default(),
        };
        calls::answer(self, &read.call, request)
    }

    fn texts(&self) -> &'static Texts {
        self.language.texts()
    }
}
