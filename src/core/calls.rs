//! The table of the calls.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Core;
use super::error::CallError;
use super::{about, edit, explorer, grade, info, line, position, records, ritual};

/// Defines the calls: how each is answered, and for the tests its types.
macro_rules! calls {
    ($($(#[doc = $doc:literal])+ $name:literal($args:ty) -> $result:ty = $answer:path;)+) => {
        /// Answers a call with this name, whose arguments stand in the request.
        pub fn answer(core: &mut Core, name: &str, request: &str) -> Result<String, CallError> {
            match name {
                $($name => {
                    let args: $args = read(request)?;
                    let result: $result = $answer(core, args)?;
                    write(&result)
                })+
                _ => Err(CallError::new(format_args!(
                    "there is no call {}; expected one of: {}",
                    crate::notation::quote::quote(name),
                    [$($name),+].join(" "),
                ))),
            }
        }

        /// Hands each call with its types to a collector of type declarations.
        #[cfg(test)]
        pub fn declare(types: &mut super::typescript::Types) {
            $(types.call::<$args, $result>($name, concat!($($doc),+));)+
        }
    };
}

calls! {
    /// What the program has: rule sets, engines, languages, files.
    "hello"(about::NoArgs) -> about::Hello = about::hello;
    /// Every text in the language of the request.
    "texts"(about::NoArgs) -> std::collections::BTreeMap<&'static str, &'static str> = about::texts;
    /// The levels of play.
    "levels"(about::NoArgs) -> Vec<about::LevelView> = about::levels;
    /// A position with its legal moves.
    "position"(position::PositionArgs) -> position::PositionView = position::position;
    /// Plays a line as far as it is legal.
    "line"(line::LineArgs) -> line::LineView = line::line;
    /// Reads a move that a person typed.
    "parse_move"(line::ParseArgs) -> line::NamedMove = line::parse_move;
    /// Reads a line of an engine.
    "info"(info::InfoArgs) -> info::Said = info::info;
    /// Reads many lines of an engine.
    "infos"(info::InfosArgs) -> Vec<info::Said> = info::infos;
    /// Grades the moves of a game.
    "grade"(grade::GradeArgs) -> grade::Graded = grade::grade;
    /// Checks a position that is being set up.
    "edit"(edit::EditArgs) -> edit::Edited = edit::edit;
    /// Reads a FEN.
    "fen"(edit::FenArgs) -> edit::FenView = edit::fen;
    /// The position with the other side to move, to see what that side would do.
    "threat"(position::PositionArgs) -> Option<edit::FenView> = edit::threat;
    /// A random set-up of a relay game.
    "setup"(edit::SetupArgs) -> edit::Setup = edit::setup;
    /// Hides a number for the ritual.
    "ritual.hide"(about::NoArgs) -> ritual::Hidden = ritual::hide;
    /// Calls odd or even in the ritual.
    "ritual.call"(ritual::RitualArgs) -> ritual::Opened = ritual::call;
    /// Takes in a piece of a large file.
    "records.upload"(records::UploadArgs) -> records::Uploaded = records::upload;
    /// Reads a file of game records and keeps it.
    "records.read"(records::ReadArgs) -> records::ReadFile = records::read;
    /// A game of an open file.
    "records.game"(records::GameArgs) -> records::GameView = records::game;
    /// Searches the games of an open file.
    "records.search"(records::SearchArgs) -> records::Found = records::search;
    /// Writes games as text.
    "records.write"(records::WriteArgs) -> records::Written = records::write;
    /// Keeps a file no longer.
    "records.close"(records::HandleArgs) -> records::Done = records::close;
    /// What the games of an open file played in a position.
    "explorer"(explorer::ExplorerArgs) -> explorer::Explored = explorer::explorer;
    /// What the book says of a position.
    "book"(position::PositionArgs) -> Option<explorer::BookView> = explorer::book;
}

fn read<T: DeserializeOwned>(request: &str) -> Result<T, CallError> {
    serde_json::from_str(request).map_err(|error| CallError::request(&error))
}

fn write(result: &impl Serialize) -> Result<String, CallError> {
    serde_json::to_string(result).map_err(CallError::new)
}
