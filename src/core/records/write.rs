//! Games are written.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::core::Core;
use crate::core::error::CallError;
use crate::core::table::{GameRef, Table};
use crate::notation::records::{self, GameTree, Record};

use super::{FormatName, TreeView, result};

/// Games to be written.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WriteArgs {
    /// The games.
    pub games: Vec<GameToWrite>,
    /// The format of the moves.
    pub format: FormatName,
}

/// A game to be written.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct GameToWrite {
    /// The name of the rule set.
    pub variant: String,
    /// The FEN that it began with; the start position without one.
    #[serde(default)]
    pub start: Option<String>,
    /// Its tags.
    #[serde(default)]
    pub tags: BTreeMap<String, String>,
    /// The result of a game that did not end by the rules.
    #[serde(default)]
    pub result: Option<String>,
    /// Its moves.
    pub tree: TreeView,
}

/// Games as text.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Written {
    /// What a file of them holds.
    pub text: String,
}

/// `records.write`.
pub fn write(core: &mut Core, args: WriteArgs) -> Result<Written, CallError> {
    let mut text = String::new();
    for game in args.games {
        text += &records::write(&record(core, game)?, args.format.into());
    }
    Ok(Written { text })
}

fn record(core: &Core, game: GameToWrite) -> Result<Record, CallError> {
    let Table { game: start, first } = core.table(&GameRef {
        variant: game.variant,
        start: game.start,
        moves: Vec::new(),
    })?;
    let mut tree = GameTree::new(start, first);
    game.tree.fill(&mut tree)?;
    let mut record = Record::from_tree(tree);
    for (name, value) in &game.tags {
        record.set_tag(name, value);
    }
    if let Some(text) = &game.result {
        record.set_result(result(text)?);
    }
    Ok(record)
}
