//! Writing game records.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::game::{Board, EndReason, Move, Side, Variant};
use crate::notation::{fen, moves};

use super::nag::Nag;
use super::record::{FEN_TAG, RESULT_TAG, Record, STANDARD_TAGS, VARIANT_TAG};
use super::text::ZERO_MARKER;
use super::tree::{GameTree, NodeId};

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
    if start != Board::start(variant) || record.first_move() != 1 {
        let position = fen::format(&start, record.first_move());
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

/// The main line, each move followed by the variations that replace it.
fn write_moves(record: &Record, format: Format) -> String {
    let tree = record.tree();
    let mut lines = Lines::default();
    lines.comment(tree.comment(GameTree::ROOT));
    for nag in tree.nags(GameTree::ROOT) {
        lines.word(&nag.to_string());
    }
    let mut open = vec![Step::Line {
        after: GameTree::ROOT,
        board: tree.start().board(),
        plies: 0,
        numbered: true,
    }];
    while let Some(step) = open.pop() {
        let (node, board, plies, numbered) = match step {
            Step::Line {
                after,
                board,
                plies,
                numbered,
            } => {
                let Some(&node) = tree.children(after).first() else {
                    continue;
                };
                (node, board, plies, numbered)
            }
            Step::Variation { node, board, plies } => {
                lines.open();
                lines.comment(tree.comment_before(node));
                open.push(Step::End);
                (node, board, plies, true)
            }
            Step::End => {
                lines.close();
                continue;
            }
        };
        let Some(mv) = tree.mv(node) else {
            continue;
        };
        write_move(
            &mut lines,
            tree,
            node,
            &move_text(tree, format, &board, mv, plies, numbered),
        );
        let siblings = match step {
            Step::Line { after, .. } => tree.children(after).get(1..).unwrap_or(&[]),
            _ => &[],
        };
        open.push(Step::Line {
            after: node,
            board: board.play(mv),
            plies: plies + 1,
            numbered: !siblings.is_empty(),
        });
        for &node in siblings.iter().rev() {
            open.push(Step::Variation { node, board, plies });
        }
    }
    let outcome = record.game().outcome();
    let zero = outcome.is_some_and(|outcome| outcome.reason == EndReason::NoMoves);
    if zero && format == Format::PlayOk {
        lines.comment(ZERO_MARKER);
    }
    lines.word(&record.result().to_string());
    lines.finish()
}

/// What is still to be written.
enum Step {
    /// The moves after a place.
    Line {
        after: NodeId,
        board: Board,
        plies: usize,
        /// Whether a move of North needs its number.
        numbered: bool,
    },
    /// A variation that begins with this move.
    Variation {
        node: NodeId,
        board: Board,
        plies: usize,
    },
    /// The end of a variation.
    End,
}

/// A move with the number that it needs.
fn move_text(
    tree: &GameTree,
    format: Format,
    board: &Board,
    mv: Move,
    plies: usize,
    numbered: bool,
) -> String {
    let text = match format {
        Format::Tgk => moves::format_tgk(board, mv),
        Format::PlayOk => moves::format_playok(board, mv),
    };
    let (number, side) = tree.move_number(plies);
    // The choice of sides shares its number with South's first move.
    let shares = plies == 1 && tree.start().position().is_choice();
    match side {
        Side::South if shares && !numbered => text,
        Side::South => format!("{number}. {text}"),
        Side::North if numbered => format!("{number}... {text}"),
        Side::North => text,
    }
}

/// A move with its marks and comment.
fn write_move(lines: &mut Lines, tree: &GameTree, node: NodeId, text: &str) {
    // Two glyphs in a row could be read as another one.
    let nags = tree.nags(node);
    let suffix = nags.iter().copied().find(|nag| nag.suffix().is_some());
    let glyph = suffix.and_then(Nag::suffix).unwrap_or("");
    lines.word(&format!("{text}{glyph}"));
    for nag in nags.iter().filter(|&&nag| Some(nag) != suffix) {
        lines.word(&nag.to_string());
    }
    lines.comment(tree.comment(node));
}

/// Words filled into lines.
#[derive(Default)]
struct Lines {
    text: String,
    /// Characters in the last line.
    width: usize,
    /// The last word, to which brackets may still be added.
    last: String,
    /// Brackets before the next word.
    brackets: String,
}

impl Lines {
    fn word(&mut self, word: &str) {
        self.flush();
        self.last = std::mem::take(&mut self.brackets) + word;
    }

    fn open(&mut self) {
        self.brackets.push('(');
    }

    fn close(&mut self) {
        self.last.push(')');
    }

    fn flush(&mut self) {
        let word = std::mem::take(&mut self.last);
        let width = word.chars().count();
        if self.width > 0 && self.width + 1 + width > LINE_LENGTH {
            self.text.push('\n');
            self.width = 0;
        } else if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(&word);
        self.width += width;
    }

    fn comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        for word in format!("{{{comment}}}").split(' ') {
            if word.starts_with('[') {
                // At the beginning of a line it would look like the tags of the next game.
                self.last.push(' ');
                self.last.push_str(word);
            } else {
                self.word(word);
            }
        }
    }

    fn finish(mut self) -> String {
        self.flush();
        self.text + "\n"
    }
}
