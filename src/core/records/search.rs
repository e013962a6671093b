//! Games of a file are searched.

use serde::{Deserialize, Serialize};

use crate::core::Core;
use crate::core::error::CallError;
use crate::notation::records::ParsedRecord;

use super::{GameHead, players, result};

/// Most games that are listed at once.
const MOST: usize = 500;

/// Which games of a file are wanted.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct SearchArgs {
    /// What `records.read` answered.
    pub handle: u32,
    /// Words that all stand in the tags, in any letter case.
    #[serde(default)]
    pub text: Option<String>,
    /// A player of the game, by the whole name.
    #[serde(default)]
    pub player: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(default)]
    pub result: Option<String>,
    /// How many games to pass over.
    #[serde(default)]
    pub from: Option<usize>,
    /// How many games to list at most; 500 and no more.
    #[serde(default)]
    pub count: Option<usize>,
}

/// The games that were found.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Found {
    /// How many there are.
    pub total: usize,
    /// Those that are listed.
    pub games: Vec<GameHead>,
}

/// `records.search`.
pub fn search(core: &mut Core, args: SearchArgs) -> Result<Found, CallError> {
    let file = core.files.get(args.handle)?;
    let text = args.text.unwrap_or_default().to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let wanted = args.result.as_deref().map(result).transpose()?;
    let fits = |game: &&ParsedRecord| {
        wanted.is_none_or(|wanted| game.record.result() == wanted)
            && args
                .player
                .as_deref()
                .is_none_or(|name| has_player(game, name))
            && has_words(game, &words)
    };
    let found: Vec<&ParsedRecord> = file.games().iter().filter(fits).collect();
    let listed = found.iter().skip(args.from.unwrap_or(0));
    Ok(Found {
        total: found.len(),
        games: listed
            .take(args.count.unwrap_or(MOST).min(MOST))
            .map(|game| GameHead::of(game))
            .collect(),
    })
}

/// Whether somebody of this name played the game.
pub fn has_player(game: &ParsedRecord, name: &str) -> bool {
    players(game).contains(&Some(name))
}

fn has_words(game: &ParsedRecord, words: &[&str]) -> bool {
    if words.is_empty() {
        return true;
    }
    let tags = game
        .record
        .tags()
        .iter()
        .map(|tag| tag.value().to_lowercase());
    let all: String = tags.collect::<Vec<_>>().join("\n");
    words.iter().all(|word| all.contains(word))
}
