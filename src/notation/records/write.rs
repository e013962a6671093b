//! Writing game records.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::game::{EndReason, Side, Variant};
use crate::notation::{fen, moves};

use super::record::{FEN_TAG, RESULT_TAG, Record, STANDARD_TAGS, VARIANT_TAG, ZERO_MARKER};

/// Longest line of moves.
const LINE_LENGTH: usize = 80;

/// A format of game records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// TGK.
    Tgk,
    /// PlayOK's export.
    PlayOk,
}

impl Format {
    /// Both formats.
    pub const ALL: [Format; 2] = [Format::Tgk, Format::PlayOk];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Tgk => "tgk",
            Format::PlayOk => "playok",
        }
    }

    /// The other format.
    #[must_use]
    pub const fn other(self) -> Format {
        match self {
            Format::Tgk => Format::PlayOk,
            Format::PlayOk => Format::Tgk,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is not a format's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownFormat;

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such format; expected tgk or playok")
    }
}

impl std::error::Error for UnknownFormat {}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        let format = Format::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(name));
        format.ok_or(UnknownFormat)
    }
}

/// The text of a record: tags, a blank line, numbered moves in lines of at most 80 characters with
/// the comments in braces, the result, a blank line. Texts of several records one after another make
/// a file.
#[must_use]
pub fn write(record: &Record, format: Format) -> String {
    let mut text = String::new();
    for (name, unknown) in STANDARD_TAGS {
        write_tag(&mut text, name, record.tag(name).unwrap_or(unknown));
    }
    write_tag(&mut text, RESULT_TAG, &record.result().to_string());
    let game = record.game();
    let variant = game.variant();
    let start = game.start();
    if variant != Variant::default() {
        write_tag(&mut text, VARIANT_TAG, variant.rules().name);
    }
    if *start != variant.start() || record.first_move() != 1 {
        let position = fen::format(variant, start, record.first_move());
        write_tag(&mut text, FEN_TAG, &position);
    }
    let is_standard = |name| STANDARD_TAGS.iter().any(|&(standard, _)| standard == name);
    for tag in record.tags().iter().filter(|t| !is_standard(t.name())) {
        write_tag(&mut text, tag.name(), tag.value());
    }
    text.push('\n');
    text.push_str(&write_moves(record, format));
    text.push('\n');
    text
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', r"\\").replace('"', "\\\"");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

fn write_moves(record: &Record, format: Format) -> String {
    let game = record.game();
    let variant = game.variant();
    let mut lines = Lines::default();
    lines.comment(record.comment(0));
    for (ply, (position, &mv)) in game.positions().iter().zip(game.moves()).enumerate() {
        let (number, side) = record.move_number(ply);
        let mv = match format {
            Format::Tgk => moves::format_tgk(variant, position, mv),
            Format::PlayOk => moves::format_playok(variant, position, mv),
        };
        // The choice of sides shares its number with South's first move.
        let numbered = ply == 0 || !game.positions()[ply - 1].is_choice();
        lines.word(&match side {
            Side::South if !numbered => mv,
            Side::South => format!("{number}. {mv}"),
            Side::North if ply == 0 => format!("{number}... {mv}"),
            Side::North => mv,
        });
        lines.comment(record.comment(ply + 1));
    }
    let zero = game
        .outcome()
        .is_some_and(|outcome| outcome.reason == EndReason::NoMoves);
    if zero && format == Format::PlayOk {
        lines.comment(ZERO_MARKER);
    }
    lines.word(&record.result().to_string());
    lines.text + "\n"
}

/// Words filled into lines.
#[derive(Default)]
struct Lines {
    text: String,
    /// Characters in the last line.
    width: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        if self.width > 0 && self.width + 1 + width > LINE_LENGTH {
            self.text.push('\n');
            self.width = 0;
        } else if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(word);
        self.width += width;
    }

    fn comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        for word in format!("{{{comment}}}").split(' ') {
            self.word(word);
        }
    }
}
