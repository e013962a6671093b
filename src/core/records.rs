//! Files of game records: read, listed, searched, written.

mod files;
mod search;
mod tree;
mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::Board;
use crate::notation::fen;
use crate::notation::records::{Format, GameResult, ParsedRecord};

use super::Core;
use super::error::CallError;
use tree::TreeView;

pub use files::{
    MOST_FILES, MOST_UPLOADS, OpenFile, ReadArgs, ReadFile, Upload, UploadArgs, Uploaded, read,
    upload,
};
pub use search::{Found, SearchArgs, has_player, search};
pub use write::{WriteArgs, Written, write};

/// A game of a file in a list.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameHead {
    /// Its place in the file, from 0.
    pub index: usize,
    /// Where and when it was played, as far as the tags tell.
    pub title: String,
    /// The players, South and North.
    pub players: [Option<String>; 2],
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The name of the rule set.
    pub variant: &'static str,
    /// Moves of its main line.
    pub plies: usize,
    /// How many faults it has.
    pub errors: usize,
}

impl GameHead {
    /// What stands at the head of a game.
    pub fn of(parsed: &ParsedRecord) -> GameHead {
        let record = &parsed.record;
        let tags = ["Event", "Site", "Date", "Round"].map(|name| record.tag(name));
        let known: Vec<&str> = tags.into_iter().flatten().collect();
        GameHead {
            index: parsed.number.saturating_sub(1),
            title: known.join(", "),
            players: players(parsed).map(|name| name.map(str::to_owned)),
            result: record.result().to_string(),
            variant: record.game().variant().rules().name,
            plies: record.game().moves().len(),
            errors: parsed.errors.len(),
        }
    }
}

/// The names of South's and North's player.
pub fn players(parsed: &ParsedRecord) -> [Option<&str>; 2] {
    ["White", "Black"].map(|name| parsed.record.tag(name))
}

/// A game of an open file.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameArgs {
    /// What `records.read` answered.
    pub handle: u32,
    /// The place of the game in the file, from 0.
    pub index: usize,
}

/// A game with everything that the file says of it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameView {
    /// What stands at its head.
    pub head: GameHead,
    /// Its tags, without result, rule set and start.
    pub tags: BTreeMap<String, String>,
    /// The FEN that it began with; null for the start position.
    pub start: Option<String>,
    /// Its moves with variations, comments and marks.
    pub tree: TreeView,
    /// What is wrong with it.
    pub errors: Vec<String>,
}

/// An open file.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HandleArgs {
    /// What `records.read` answered.
    pub handle: u32,
}

/// Nothing is answered but that it was done.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Done {}

/// `records.game`.
pub fn game(core: &mut Core, args: GameArgs) -> Result<GameView, CallError> {
    let parsed = core.files.get(args.handle)?.game(args.index)?;
    let record = &parsed.record;
    let variant = record.game().variant();
    let start = record.game().start();
    let begins = start != Board::start(variant) || record.first_move() != 1;
    let tags = record.tags().iter();
    Ok(GameView {
        head: GameHead::of(parsed),
        tags: tags
            .map(|tag| (tag.name().to_owned(), tag.value().to_owned()))
            .collect(),
        start: begins.then(|| fen::format(&start, record.first_move())),
        tree: TreeView::of(record.tree()),
        errors: parsed.errors.iter().map(ToString::to_string).collect(),
    })
}

/// `records.close`.
pub fn close(core: &mut Core, args: HandleArgs) -> Result<Done, CallError> {
    core.files.take(args.handle)?;
    Ok(Done {})
}

/// A format of game records.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum FormatName {
    /// TGK.
    Tgk,
    /// PlayOK's export.
    PlayOk,
}

impl From<Format> for FormatName {
    fn from(format: Format) -> FormatName {
        match format {
            Format::Tgk => FormatName::Tgk,
            Format::PlayOk => FormatName::PlayOk,
        }
    }
}

impl From<FormatName> for Format {
    fn from(format: FormatName) -> Format {
        match format {
            FormatName::Tgk => Format::Tgk,
            FormatName::PlayOk => Format::PlayOk,
        }
    }
}

/// The result with this spelling.
fn result(text: &str) -> Result<GameResult, CallError> {
    GameResult::parse(text).ok_or_else(|| {
        CallError::new(format_args!(
            "{} is no result; expected 1-0, 0-1, 1/2-1/2 or *",
            crate::notation::quote::quote(text)
        ))
    })
}
