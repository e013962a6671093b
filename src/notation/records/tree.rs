//! A game with its variations.

mod edit;

use std::fmt;

use crate::game::{Game, IllegalMove, Move, Side, Variant};

use super::nag::Nag;
use super::text::tidy_comment;

/// A place in a [`GameTree`]: the start, or a move. It stays the same while moves are added, moved and
/// deleted elsewhere in the tree, and means nothing in another tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// A place in a tree with what is known of it.
#[derive(Clone, Default, Debug)]
struct Node {
    /// `None` for the start and for what was deleted.
    mv: Option<Move>,
    parent: Option<NodeId>,
    comment_before: String,
    comment: String,
    nags: Vec<Nag>,
    children: Vec<NodeId>,
}

/// A game with its variations, comments and marks: what an analysis board edits and a game file holds.
///
/// Every place has its continuations in order; the first one, from the start on, is the main line. All
/// moves are legal, and no place has a continuation twice. A place that was deleted, or is of another
/// tree, has no comments, marks or continuations, and editing there changes nothing.
///
/// ```
/// use tuzdik::game::{Game, Move, Pit, Variant};
/// use tuzdik::notation::records::GameTree;
/// let pit = |n| Move::sow(Pit::new(n).unwrap());
/// let mut tree = GameTree::new(Game::new(Variant::TogyzKumalak), 1);
/// let first = tree.add_move(GameTree::ROOT, pit(7))?;
/// let other = tree.add_move(GameTree::ROOT, pit(9))?;
/// tree.set_comment(other, "slower");
/// assert_eq!(tree.children(GameTree::ROOT), [first, other]);
/// tree.promote(other);
/// assert_eq!(tree.main_line().collect::<Vec<_>>(), [other]);
/// # Ok::<(), tuzdik::notation::records::TreeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    start: Game,
    first_move: u32,
    nodes: Vec<Node>,
}

/// Why a move was not added to a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeError {
    /// The tree has no such place, or no more.
    NoSuchNode,
    /// The rules do not allow the move there.
    Illegal(IllegalMove),
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::NoSuchNode => f.write_str("the game has no such place"),
            TreeError::Illegal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TreeError {}

impl GameTree {
    /// The start of the game.
    pub const ROOT: NodeId = NodeId(0);

    /// A tree whose main line is the game, the first move of which has this number (at least 1).
    #[must_use]
    pub fn new(mut game: Game, first_move: u32) -> GameTree {
        let moves = game.moves().to_vec();
        while game.undo().is_some() {}
        let mut tree = GameTree {
            start: game,
            first_move: first_move.max(1),
            nodes: vec![Node::default()],
        };
        let mut last = GameTree::ROOT;
        for mv in moves {
            last = tree.push(last, mv);
        }
        tree
    }

    /// The rule set.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.start.variant()
    }

    /// The game before its first move.
    #[must_use]
    pub fn start(&self) -> &Game {
        &self.start
    }

    /// The number of the first move, at least 1.
    #[must_use]
    pub fn first_move(&self) -> u32 {
        self.first_move
    }

    /// The number of the move that follows after `plies` moves, and who plays it.
    #[must_use]
    pub fn move_number(&self, plies: usize) -> (u32, Side) {
        let from_south = self.start.turns(plies) + self.start.start().side().index();
        let number = self.start.move_number(self.first_move, plies);
        (number, Side::BOTH[from_south % 2])
    }

    /// The move that leads to this place; none to the start.
    #[must_use]
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        self.get(node)?.mv
    }

    /// The place before this move; none before the start.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.get(node)?.parent
    }

    /// The continuations, that of the main line or the variation first.
    #[must_use]
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        self.get(node).map_or(&[], |node| &node.children)
    }

    /// The comment on the move, or at the start of the game.
    #[must_use]
    pub fn comment(&self, node: NodeId) -> &str {
        self.get(node).map_or("", |node| &node.comment)
    }

    /// The comment before a move that begins a variation, empty elsewhere.
    #[must_use]
    pub fn comment_before(&self, node: NodeId) -> &str {
        self.get(node).map_or("", |node| &node.comment_before)
    }

    /// The marks of the move, in the order of their numbers, each once.
    #[must_use]
    pub fn nags(&self, node: NodeId) -> &[Nag] {
        self.get(node).map_or(&[], |node| &node.nags)
    }

    /// Whether the tree has this place.
    #[must_use]
    pub fn contains(&self, node: NodeId) -> bool {
        self.get(node).is_some()
    }

    /// Whether there is nothing but the start, without a comment or mark.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let root = &self.nodes[0];
        root.children.is_empty() && root.comment.is_empty() && root.nags.is_empty()
    }

    /// Whether any place has more than one continuation.
    #[must_use]
    pub fn has_variations(&self) -> bool {
        self.nodes.iter().any(|node| node.children.len() > 1)
    }

    /// The places of the main line after the start.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_from(GameTree::ROOT)
    }

    /// The places that follow a place in its line.
    pub fn line_from(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let first = |node: NodeId| self.children(node).first().copied();
        std::iter::successors(first(node), move |&node| first(node))
    }

    /// The places from the start, which is left out, to this one.
    #[must_use]
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(node), |&node| self.parent(node));
        let mut path: Vec<NodeId> = up.filter(|&node| self.mv(node).is_some()).collect();
        path.reverse();
        path
    }

    /// The game up to a place, or `None` if the tree does not have it.
    #[must_use]
    pub fn game(&self, node: NodeId) -> Option<Game> {
        self.get(node)?;
        let mut game = self.start.clone();
        for mv in self.path(node).into_iter().filter_map(|n| self.mv(n)) {
            // Only legal moves are in the tree.
            game.play(mv).ok()?;
        }
        Some(game)
    }

    /// Adds a continuation behind those that are there. One that is there already is returned.
    ///
    /// # Errors
    /// If the rules do not allow the move or there is no such place; the tree is then as before.
    pub fn add_move(&mut self, node: NodeId, mv: Move) -> Result<NodeId, TreeError> {
        let mut game = self.game(node).ok_or(TreeError::NoSuchNode)?;
        let known = self.children(node).iter().copied();
        if let Some(child) = known.into_iter().find(|&child| self.mv(child) == Some(mv)) {
            return Ok(child);
        }
        game.play(mv).map_err(TreeError::Illegal)?;
        Ok(self.push(node, mv))
    }

    /// Sets the comment on a move, or at the start of the game. Line breaks and runs of blanks become one
    /// blank, braces round brackets; the bare word `zero` is a mark of the PlayOK format and cannot be
    /// a comment.
    pub fn set_comment(&mut self, node: NodeId, text: &str) {
        if let Some(node) = self.get_mut(node) {
            node.comment = tidy_comment(text);
        }
    }

    /// Sets the comment before a move that begins a variation, tidied in the same way. Any other move
    /// has none: what could be said there, the comment on the move before it says.
    pub fn set_comment_before(&mut self, node: NodeId, text: &str) {
        let parent = self.parent(node);
        let first = parent.and_then(|parent| self.children(parent).first().copied());
        if first != Some(node)
            && parent.is_some()
            && let Some(node) = self.get_mut(node)
        {
            node.comment_before = tidy_comment(text);
        }
    }

    /// Sets the marks of a move, or of the position at the start of the game.
    pub fn set_nags(&mut self, node: NodeId, nags: &[Nag]) {
        if let Some(node) = self.get_mut(node) {
            node.nags = nags.to_vec();
            node.nags.sort_unstable();
            node.nags.dedup();
        }
    }

    fn get(&self, node: NodeId) -> Option<&Node> {
        let alive = |n: &&Node| n.mv.is_some() || node == GameTree::ROOT;
        self.nodes.get(node.0 as usize).filter(alive)
    }

    fn get_mut(&mut self, node: NodeId) -> Option<&mut Node> {
        let alive = |n: &&mut Node| n.mv.is_some() || node == GameTree::ROOT;
        self.nodes.get_mut(node.0 as usize).filter(alive)
    }

    /// Adds a legal move, even one that the place has already.
    pub(super) fn push(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a tree of less than 2^32 moves"));
        self.nodes.push(Node {
            mv: Some(mv),
            parent: Some(parent),
            ..Node::default()
        });
        self.nodes[parent.0 as usize].children.push(id);
        id
    }
}
