//! Reading files of game records.

use crate::game::Variant;
use crate::notation::encoding::{Decoded, EncodingNote, decode};

use super::error::RecordError;
use super::lex::Token;
use super::record::Record;
use super::replay::Replay;
use super::split::{RawGame, split};
use super::text::ZERO_MARKER;
use super::write::Format;

/// A file of game records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordFile {
    /// The games in their order.
    pub games: Vec<ParsedRecord>,
    /// The format in which the moves are written.
    pub format: Format,
    /// What was assumed of the letters in it, if the file does not say it.
    pub encoding: Option<EncodingNote>,
}

/// A game as far as it could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedRecord {
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The game, up to the first move that contradicts the rules. Variations end at such a move, too.
    pub record: Record,
    /// What was wrong; empty for a sound game.
    pub errors: Vec<RecordError>,
}

impl ParsedRecord {
    /// Whether every move of the game was played, whatever else may be wrong.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.errors.iter().any(RecordError::costs_moves)
    }
}

/// Reads a file of game records in either format and replays every game.
///
/// The bytes are decoded by [`decode`]. A game without a `Variant` tag is played by the rules of
/// `variant`. Nothing in a file makes this fail: what is wrong is told in [`ParsedRecord::errors`].
///
/// ```
/// use tuzdik::game::Variant;
/// use tuzdik::notation::records::{Format, read};
/// let file = read(b"1. 76(10) 98 2. 65 *", Variant::TogyzKumalak);
/// assert_eq!(file.format, Format::PlayOk);
/// let game = &file.games[0];
/// assert_eq!(game.record.game().moves().len(), 2);
/// assert!(game.errors[0].to_string().starts_with("game 1, move 2 of South, line 1: "));
/// ```
#[must_use]
pub fn read(bytes: &[u8], variant: Variant) -> RecordFile {
    let Decoded { text, note } = decode(bytes);
    let raw = split(&text);
    let format = detect(&raw);
    let games = raw
        .into_iter()
        .enumerate()
        .map(|(index, raw)| Replay::new(index + 1, variant, &raw).finish(&raw))
        .collect();
    RecordFile {
        games,
        format,
        encoding: note,
    }
}

/// PlayOK's format is known by its marks; a file that has none may be either and counts as TGK.
fn detect(games: &[RawGame<'_>]) -> Format {
    let playok = games.iter().flat_map(|g| &g.items).any(|(_, t)| match t {
        Token::Word(word) => word.contains('(') || word.ends_with('X'),
        Token::Comment(text) => is_zero(text),
        _ => false,
    });
    if playok { Format::PlayOk } else { Format::Tgk }
}

pub(super) fn is_zero(comment: &str) -> bool {
    comment.trim().eq_ignore_ascii_case(ZERO_MARKER)
}
