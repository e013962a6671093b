//! A game with its variations, as a list.

use serde::{Deserialize, Serialize};

use crate::notation::moves;
use crate::notation::records::{GameTree, Nag, NodeId};

use crate::core::error::CallError;

/// A game with its variations, comments and marks. The first node is the start of the game, and every
/// other one names the node before it, which stands before it in the list. Of the nodes that follow one
/// and the same, the first in the list goes on in its line, the others begin variations.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Tree"))]
pub struct TreeView {
    /// The start and the moves.
    pub nodes: Vec<TreeNode>,
}

/// The start of a game, or a move.
#[derive(Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default)]
pub struct TreeNode {
    /// The place of the node before it in the list; null for the start.
    pub parent: Option<usize>,
    /// The move; empty for the start.
    pub r#move: String,
    /// Its text in game records.
    pub mark: String,
    /// The comment on the move, or at the start of the game.
    pub comment: String,
    /// The comment before a move that begins a variation.
    pub before: String,
    /// Marks by their numbers in PGN: 1 is `!`, 6 is `?!`.
    pub nags: Vec<u8>,
    /// Marks as annotators write them; not read.
    pub glyphs: Vec<String>,
}

impl TreeView {
    /// Lists a game.
    pub fn of(tree: &GameTree) -> TreeView {
        let mut nodes: Vec<TreeNode> = Vec::new();
        // Lines are followed before their alternatives; a stack bounds how deep a list nests nothing.
        let mut left = vec![(GameTree::ROOT, None, tree.start().clone())];
        while let Some((node, parent, mut game)) = left.pop() {
            let mut view = TreeNode {
                parent,
                comment: tree.comment(node).to_owned(),
                before: tree.comment_before(node).to_owned(),
                nags: tree.nags(node).iter().map(|nag| nag.number()).collect(),
                glyphs: tree.nags(node).iter().map(|&nag| glyph(nag)).collect(),
                ..TreeNode::default()
            };
            if let Some(mv) = tree.mv(node) {
                let shown = game.board().show(mv);
                view.r#move = shown.to_string();
                view.mark = shown.marked().to_string();
                // The tree has only legal moves.
                if game.play(mv).is_err() {
                    continue;
                }
            }
            let index = nodes.len();
            nodes.push(view);
            for &child in tree.children(node).iter().rev() {
                left.push((child, Some(index), game.clone()));
            }
        }
        TreeView { nodes }
    }

    /// Fills a game that has nothing but its start.
    pub fn fill(&self, tree: &mut GameTree) -> Result<(), CallError> {
        let mut places: Vec<NodeId> = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            let bad = |what: &str| CallError::new(format_args!("node {index} of the tree: {what}"));
            let place = match (index, node.parent) {
                (0, None) => GameTree::ROOT,
                (0, Some(_)) | (_, None) => return Err(bad("only the first has no parent")),
                (_, Some(parent)) => {
                    let parent = places.get(parent).copied();
                    let parent = parent.ok_or_else(|| bad("its parent stands behind it"))?;
                    let game = tree.game(parent).ok_or_else(|| bad("no such place"))?;
                    let mv = moves::parse(&node.r#move, &game.board())
                        .map_err(|error| bad(&error.to_string()))?;
                    tree.add_move(parent, mv)
                        .map_err(|error| bad(&error.to_string()))?
                }
            };
            places.push(place);
            tree.set_comment(place, &node.comment);
            tree.set_comment_before(place, &node.before);
            let nags: Vec<Nag> = node.nags.iter().filter_map(|&n| Nag::new(n)).collect();
            tree.set_nags(place, &nags);
        }
        Ok(())
    }
}

fn glyph(nag: Nag) -> String {
    nag.glyph().map_or_else(|| nag.to_string(), str::to_owned)
}
