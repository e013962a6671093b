//! A game with what is told about it.

use std::fmt;

use crate::game::{Game, IllegalMove, Move, MoveEffect, Outcome, Position, Side, Variant};

/// Tags that a file of either format should have, in their order, with the value that stands for
/// "not known".
pub(super) const STANDARD_TAGS: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// Tags that hold what a [`Record`] keeps in fields of its own.
pub(super) const RESULT_TAG: &str = "Result";
pub(super) const FEN_TAG: &str = "FEN";
pub(super) const VARIANT_TAG: &str = "Variant";

/// Most tags that a record keeps.
const MAX_TAGS: usize = 1000;

/// The word for "the player to move has no ball" in a PlayOK record, not a comment.
pub(super) const ZERO_MARKER: &str = "zero";

/// The result of a game, by the rules or by agreement, resignation or the clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// One side won.
    Win(Side),
    /// Nobody won.
    Draw,
    /// Unfinished or not known.
    Unknown,
}

impl GameResult {
    /// The result with this spelling, if it is one.
    ///
    /// ```
    /// use tuzdik::game::Side;
    /// use tuzdik::notation::records::GameResult;
    /// assert_eq!(GameResult::parse("0-1"), Some(GameResult::Win(Side::North)));
    /// assert_eq!(GameResult::parse("76"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<GameResult> {
        match text {
            "1-0" => Some(GameResult::Win(Side::South)),
            "0-1" => Some(GameResult::Win(Side::North)),
            "1/2-1/2" | "½-½" => Some(GameResult::Draw),
            "*" => Some(GameResult::Unknown),
            _ => None,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        outcome.winner.map_or(GameResult::Draw, GameResult::Win)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Win(Side::South) => "1-0",
            GameResult::Win(Side::North) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}

/// A named value at the head of a record, such as `[Site "Astana"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    name: String,
    value: String,
}

impl Tag {
    /// The name: ASCII letters, digits and underscores.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value: one line, never empty.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }
}

/// A game, its tags, comments and result. Whatever it holds survives being written and read again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    tags: Vec<Tag>,
    game: Game,
    first_move: u32,
    /// One comment more than there are moves; the first stands before the first move.
    comments: Vec<String>,
    result: GameResult,
}

impl Record {
    /// A record without moves that begins at the start position.
    #[must_use]
    pub fn new(variant: Variant) -> Record {
        Record::from_position(variant, variant.start(), 1)
    }

    /// A record without moves that begins at any position, whose first move has this number (at
    /// least 1).
    #[must_use]
    pub fn from_position(variant: Variant, start: Position, first_move: u32) -> Record {
        let game = Game::from_position(variant, start);
        let result = game.outcome().map_or(GameResult::Unknown, GameResult::from);
        Record {
            tags: Vec::new(),
            game,
            first_move: first_move.max(1),
            comments: vec![String::new()],
            result,
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is illegal; the record is then as before.
    pub fn play(&mut self, mv: Move) -> Result<MoveEffect, IllegalMove> {
        let effect = self.game.play(mv)?;
        self.comments.push(String::new());
        if let Some(outcome) = self.game.outcome() {
            self.result = outcome.into();
        }
        Ok(effect)
    }

    /// The moves and positions.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The number of the first move: 1, or that of the position at which the record begins.
    #[must_use]
    pub fn first_move(&self) -> u32 {
        self.first_move
    }

    /// The number of the move that follows after `plies` moves of the record, and who plays it.
    #[must_use]
    pub fn move_number(&self, plies: usize) -> (u32, Side) {
        let start = self.game.start().side();
        let from_south = self.game.turns(plies) + start.index();
        let side = Side::BOTH[from_south % 2];
        (self.game.move_number(self.first_move, plies), side)
    }

    /// The result. A game that ended by the rules has the result that they give.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// Sets the result of a game that did not end by the rules; otherwise the rules prevail and
    /// nothing changes.
    pub fn set_result(&mut self, result: GameResult) {
        if self.game.outcome().is_none() {
            self.result = result;
        }
    }

    /// The tags, those that every file should have first. Result, rule set and start position are
    /// not among them.
    #[must_use]
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// The value of a tag, whose name may be written in any letter case.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|t| t.name.eq_ignore_ascii_case(name));
        tag.map(|t| t.value.as_str())
    }

    /// Sets a tag. Line breaks and other control characters in the value become blanks; an empty
    /// value or `?` removes the tag. Characters that a name cannot have are left out. `Result`,
    /// `FEN` and `Variant` are ignored, as the record has them from its game; so is a tag beyond the
    /// thousandth.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let mut name: String = name.chars().filter(|&c| is_tag_char(c)).collect();
        if name.is_empty()
            || [RESULT_TAG, FEN_TAG, VARIANT_TAG]
                .iter()
                .any(|own| own.eq_ignore_ascii_case(&name))
        {
            return;
        }
        if let Some((standard, _)) = standard_tag(&name) {
            name = standard.to_owned();
        }
        self.tags.retain(|t| !t.name.eq_ignore_ascii_case(&name));
        let value: String = value
            .chars()
            .map(|c| if is_blank(c) { ' ' } else { c })
            .collect();
        let value = value.trim();
        let unknown = standard_tag(&name).map_or("?", |(_, unknown)| unknown);
        if value.is_empty() || value == "?" || value == unknown || self.tags.len() >= MAX_TAGS {
            return;
        }
        let place = self.tags.partition_point(|t| rank(&t.name) <= rank(&name));
        let value = value.to_owned();
        self.tags.insert(place, Tag { name, value });
    }

    /// The comment after so many moves, empty if there is none; 0 asks for the one before the first
    /// move.
    #[must_use]
    pub fn comment(&self, plies: usize) -> &str {
        self.comments.get(plies).map_or("", String::as_str)
    }

    /// Sets the comment after so many moves, which must have been played. Line breaks and runs of
    /// blanks become one blank, a closing brace a bracket; the bare word `zero` is a mark of the
    /// PlayOK format and cannot be a comment.
    pub fn set_comment(&mut self, plies: usize, text: &str) {
        let Some(comment) = self.comments.get_mut(plies) else {
            return;
        };
        let text = text.replace('}', ")");
        let words: Vec<&str> = text.split(is_blank).filter(|w| !w.is_empty()).collect();
        *comment = words.join(" ");
        if comment.eq_ignore_ascii_case(ZERO_MARKER) {
            comment.clear();
        }
    }
}

/// Characters between words: white space, control characters and a byte-order mark.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}'
}

pub(super) fn is_tag_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn standard_tag(name: &str) -> Option<(&'static str, &'static str)> {
    STANDARD_TAGS
        .into_iter()
        .find(|(standard, _)| standard.eq_ignore_ascii_case(name))
}

fn rank(name: &str) -> usize {
    STANDARD_TAGS
        .iter()
        .position(|&(standard, _)| standard == name)
        .unwrap_or(STANDARD_TAGS.len())
}
