//! A game with what is told about it.

use crate::game::{Board, Game, IllegalMove, Move, MoveEffect, Side, Variant};

use super::result::GameResult;
use super::text::{is_blank, is_tag_char};
use super::tree::{GameTree, NodeId};

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

/// A game with its variations, tags, comments and result. Whatever it holds survives being written and
/// read again.
///
/// Most of its functions speak of the main line; [`tree`](Record::tree) has the rest.
#[derive(Clone, Debug)]
pub struct Record {
    tags: Vec<Tag>,
    tree: GameTree,
    /// The main line of the tree as a game and, with the start before it, as places.
    game: Game,
    line: Vec<NodeId>,
    result: GameResult,
}

impl Record {
    /// A record without moves that begins at the start position.
    #[must_use]
    pub fn new(variant: Variant) -> Record {
        Record::from_board(Board::start(variant), 1)
    }

    /// A record without moves that begins at any position, whose first move has this number (at
    /// least 1).
    #[must_use]
    pub fn from_board(start: Board, first_move: u32) -> Record {
        Record::from_tree(GameTree::new(Game::from_board(start), first_move))
    }

    /// A record of a game with its variations, without tags.
    #[must_use]
    pub fn from_tree(tree: GameTree) -> Record {
        let mut record = Record {
            tags: Vec::new(),
            game: tree.start().clone(),
            line: Vec::new(),
            tree,
            result: GameResult::Unknown,
        };
        record.follow_main_line();
        record
    }

    /// Plays a move at the end of the main line.
    ///
    /// # Errors
    /// If the move is illegal; the record is then as before.
    pub fn play(&mut self, mv: Move) -> Result<MoveEffect, IllegalMove> {
        let effect = self.game.play(mv)?;
        let last = self.line.last().copied().unwrap_or(GameTree::ROOT);
        self.line.push(self.tree.push(last, mv));
        if let Some(outcome) = self.game.outcome() {
            self.result = outcome.into();
        }
        Ok(effect)
    }

    /// The moves and positions of the main line.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game with its variations, comments and marks.
    #[must_use]
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// Edits the tree. If the main line no longer ends by the rules, the result is not known.
    pub fn edit<T>(&mut self, edit: impl FnOnce(&mut GameTree) -> T) -> T {
        let done = edit(&mut self.tree);
        self.follow_main_line();
        done
    }

    /// Brings game, places and result in line with the tree.
    fn follow_main_line(&mut self) {
        if self.game.outcome().is_some() {
            self.result = GameResult::Unknown;
        }
        self.line = vec![GameTree::ROOT];
        self.line.extend(self.tree.main_line());
        let last = self.line.last().copied().unwrap_or(GameTree::ROOT);
        if let Some(game) = self.tree.game(last) {
            self.game = game;
        }
        if let Some(outcome) = self.game.outcome() {
            self.result = outcome.into();
        }
    }

    /// The number of the first move: 1, or that of the position at which the record begins.
    #[must_use]
    pub fn first_move(&self) -> u32 {
        self.tree.first_move()
    }

    /// The number of the move that follows after `plies` moves of the record, and who plays it.
    #[must_use]
    pub fn move_number(&self, plies: usize) -> (u32, Side) {
        self.tree.move_number(plies)
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

    /// The comment after so many moves of the main line, empty if there is none; 0 asks for the one
    /// before the first move.
    #[must_use]
    pub fn comment(&self, plies: usize) -> &str {
        let node = self.line.get(plies);
        node.map_or("", |&node| self.tree.comment(node))
    }

    /// Sets the comment after so many moves of the main line, which must have been played; see
    /// [`GameTree::set_comment`].
    pub fn set_comment(&mut self, plies: usize, text: &str) {
        if let Some(&node) = self.line.get(plies) {
            self.tree.set_comment(node, text);
        }
    }
}

impl PartialEq for Record {
    /// Whether both hold the same; of the main line, the tree has everything.
    fn eq(&self, other: &Record) -> bool {
        self.tags == other.tags && self.tree == other.tree && self.result == other.result
    }
}

impl Eq for Record {}

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
