//! Reading game records and replaying them by the rules.

use crate::game::Variant;
use crate::notation::quote::quote;
use crate::notation::{fen, moves};

use super::error::{RecordError, RecordErrorKind};
use super::lex::{RawGame, Token, split};
use super::record::{FEN_TAG, GameResult, RESULT_TAG, Record, VARIANT_TAG, ZERO_MARKER};
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
    /// The game, up to the first move that contradicts the rules.
    pub record: Record,
    /// What was wrong; empty for a sound game.
    pub errors: Vec<RecordError>,
}

impl Parsed {
    /// Whether every move was played, whatever else may be wrong.
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

fn decode(bytes: &[u8]) -> String {
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

fn is_zero(comment: &str) -> bool {
    comment.trim().eq_ignore_ascii_case(ZERO_MARKER)
}

/// A game while it is replayed.
struct Replay<'a> {
    number: usize,
    record: Record,
    errors: Vec<RecordError>,
    /// Comments since the last move.
    comments: Vec<&'a str>,
    /// Whether moves are still played: not after the first that cannot be.
    sound: bool,
}

impl<'a> Replay<'a> {
    /// Sets up the start position that the tags name.
    fn new(number: usize, default_variant: Variant, raw: &RawGame<'_>) -> Replay<'a> {
        let tag = |name: &str| {
            raw.tags
                .iter()
                .find(|(_, n, _)| n.eq_ignore_ascii_case(name))
        };
        let mut replay = Replay {
            number,
            record: Record::new(default_variant),
            errors: Vec::new(),
            comments: Vec::new(),
            sound: true,
        };
        let mut variant = default_variant;
        if let Some((line, _, value)) = tag(VARIANT_TAG) {
            match value.parse() {
                Ok(named) => variant = named,
                Err(error) => replay.fail(*line, RecordErrorKind::Variant(error)),
            }
        }
        replay.record = Record::new(variant);
        if let Some((line, _, value)) = tag(FEN_TAG)
            && replay.sound
        {
            match fen::parse(value, variant) {
                Ok((start, first)) => {
                    replay.record = Record::from_position(variant, start, first);
                }
                Err(error) => replay.fail(*line, RecordErrorKind::Fen(error)),
            }
        }
        replay
    }

    fn finish(mut self, raw: &RawGame<'a>) -> Parsed {
        for (_, name, value) in &raw.tags {
            self.record.set_tag(name, value);
        }
        for (line, token) in &raw.items {
            match token {
                Token::Word(word) if self.sound => self.play(*line, word),
                Token::Comment(text) if self.sound => self.comment(*line, text),
                Token::OpenComment(text) => {
                    self.report(*line, RecordErrorKind::Comment);
                    if self.sound {
                        self.comment(*line, text);
                    }
                }
                Token::BadTag(text) => self.report(*line, RecordErrorKind::Tag(quote(text))),
                _ => {}
            }
        }
        self.keep_comments();
        self.results(raw);
        Parsed {
            number: self.number,
            record: self.record,
            errors: self.errors,
        }
    }

    fn report(&mut self, line: usize, kind: RecordErrorKind) {
        self.errors.push(RecordError {
            game: self.number,
            line,
            at: None,
            kind,
        });
    }

    /// Reports an error after which no moves can be played.
    fn fail(&mut self, line: usize, kind: RecordErrorKind) {
        self.report(line, kind);
        self.sound = false;
    }

    fn play(&mut self, line: usize, word: &str) {
        self.keep_comments();
        let game = self.record.game();
        let at = self.record.move_number(game.moves().len());
        let played = match game.outcome() {
            Some(outcome) => Err(RecordErrorKind::AfterEnd {
                token: quote(word),
                outcome,
            }),
            None => moves::parse(word, game.variant(), game.position())
                .map_err(RecordErrorKind::Move)
                .and_then(|mv| self.record.play(mv).map_err(RecordErrorKind::Illegal)),
        };
        if let Err(kind) = played {
            self.fail(line, kind);
            if let Some(error) = self.errors.last_mut() {
                error.at = Some(at);
            }
        }
    }

    fn comment(&mut self, line: usize, text: &'a str) {
        let position = self.record.game().position();
        if is_zero(text) {
            let side = position.side();
            let balls = position.row_total(side);
            if balls > 0 {
                self.report(line, RecordErrorKind::Zero { side, balls });
            }
            return;
        }
        self.comments.push(text);
    }

    /// Gives the comments since the last move to that move.
    fn keep_comments(&mut self) {
        let plies = self.record.game().moves().len();
        self.record.set_comment(plies, &self.comments.join(" "));
        self.comments.clear();
    }

    /// Compares the results that the file states with each other and with the rules.
    fn results(&mut self, raw: &RawGame<'_>) {
        let mut stated = raw.results.clone();
        if let Some((line, _, value)) = raw
            .tags
            .iter()
            .find(|(_, name, _)| name.eq_ignore_ascii_case(RESULT_TAG))
        {
            match GameResult::parse(value.trim()) {
                Some(result) => stated.insert(0, (*line, result)),
                None if matches!(value.trim(), "" | "?") => {}
                None => self.report(*line, RecordErrorKind::UnknownResult(quote(value))),
            }
        }
        stated.retain(|&(_, result)| result != GameResult::Unknown);
        let Some(&(first_line, first)) = stated.first() else {
            return;
        };
        if let Some(&(line, second)) = stated.iter().find(|&&(_, result)| result != first) {
            self.report(line, RecordErrorKind::TwoResults { first, second });
        }
        self.record.set_result(first);
        if let Some(outcome) = self.record.game().outcome()
            && self.sound
            && first != outcome.into()
        {
            let stated = first;
            self.report(first_line, RecordErrorKind::Result { stated, outcome });
        }
    }
}
