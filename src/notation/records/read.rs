//! Reading files of game records.

use crate::game::Variant;

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
    pub games: Vec<Parsed>,
    /// The format in which the moves are written.
    pub format: Format,
}

/// A game as far as it could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The game, up to the first move that contradicts the rules. Variations end at such a move, too.
    pub record: Record,
    /// What was wrong; empty for a sound game.
    pub errors: Vec<RecordError>,
}

impl Parsed {
    /// Whether every move of the game was played, whatever else may be wrong.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.errors.iter().any(RecordError::costs_moves)
    }
}

/// Reads a file of game records in either format and replays every game.
///
/// UTF-8 is expected and UTF-16 understood by its byte-order mark; in any other encoding the moves
/// are read and foreign letters in tags and comments are lost. A game without a `Variant` tag is
/// played by the rules of `variant`. Nothing in a file makes this fail: what is wrong is told in
/// [`Parsed::errors`].
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
    let text = decode(bytes);
    let raw = split(&text);
    let format = detect(&raw);
    let games = raw
        .into_iter()
        .enumerate()
        .map(|(index, raw)| Replay::new(index + 1, variant, &raw).finish(&raw))
        .collect();
    RecordFile { games, format }
}

/// The text of a file: UTF-8, or UTF-16 with a byte-order mark; bytes of other encodings are replaced.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes
            .chunks_exact(2)
            .map(|pair| unit([pair[0], pair[1]]))
            .collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => String::from_utf8_lossy(bytes).into_owned(),
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
