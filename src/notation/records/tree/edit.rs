//! Rearranging a tree.

use super::{GameTree, NodeId};
use crate::notation::records::text::join_comments;

impl GameTree {
    /// Deletes a move with everything that follows it; at the start, all moves. Returns whether there was
    /// anything to delete. If it was the main continuation, the next one takes its place.
    pub fn delete(&mut self, node: NodeId) -> bool {
        if node == GameTree::ROOT {
            let moves = std::mem::take(&mut self.nodes[0].children);
            self.clear_subtrees(moves.clone());
            return !moves.is_empty();
        }
        let Some(parent) = self.parent(node) else {
            return false;
        };
        self.nodes[parent.0 as usize]
            .children
            .retain(|&child| child != node);
        self.clear_subtrees(vec![node]);
        self.settle_first(parent);
        true
    }

    /// Moves the variation that a move belongs to one place up among its siblings: the second
    /// continuation becomes the first one. Returns `false` if the move is in the main line.
    pub fn promote(&mut self, node: NodeId) -> bool {
        let Some((parent, place)) = self.last_fork(node) else {
            return false;
        };
        self.nodes[parent.0 as usize]
            .children
            .swap(place - 1, place);
        self.settle_first(parent);
        true
    }

    /// Makes the line from the start to a move the main line. What was before it in the order follows it.
    /// Returns `false` if the move is in the main line.
    pub fn make_main(&mut self, node: NodeId) -> bool {
        let mut changed = false;
        while let Some((parent, place)) = self.last_fork(node) {
            self.nodes[parent.0 as usize].children[..=place].rotate_right(1);
            self.settle_first(parent);
            changed = true;
        }
        changed
    }

    /// Whether a place is the start or in the main line.
    #[must_use]
    pub fn is_main(&self, node: NodeId) -> bool {
        self.contains(node) && self.last_fork(node).is_none()
    }

    /// The last place before a move at which its line is not the first continuation, and which it is.
    fn last_fork(&self, node: NodeId) -> Option<(NodeId, usize)> {
        let mut node = node;
        while let Some(parent) = self.parent(node) {
            match self
                .children(parent)
                .iter()
                .position(|&child| child == node)
            {
                Some(0) | None => node = parent,
                Some(place) => return Some((parent, place)),
            }
        }
        None
    }

    /// A move that no longer begins a variation has no place before it for a comment.
    fn settle_first(&mut self, parent: NodeId) {
        let first = self.children(parent).first().copied();
        if let Some(node) = first.and_then(|first| self.get_mut(first)) {
            let before = std::mem::take(&mut node.comment_before);
            node.comment = join_comments(&before, &node.comment);
        }
    }

    /// Clears subtrees that no place has as a continuation any more.
    fn clear_subtrees(&mut self, mut nodes: Vec<NodeId>) {
        while let Some(node) = nodes.pop() {
            let dead = std::mem::take(&mut self.nodes[node.0 as usize]);
            nodes.extend(dead.children);
        }
    }

    /// Adds to the comment on a move.
    pub(in crate::notation::records) fn add_comment(&mut self, node: NodeId, text: &str) {
        if let Some(node) = self.get_mut(node) {
            node.comment = join_comments(&node.comment, text);
        }
    }

    /// Makes one of continuations with the same move, the later ones behind the first.
    pub(in crate::notation::records) fn merge_duplicates(&mut self) {
        let mut open = vec![GameTree::ROOT];
        while let Some(parent) = open.pop() {
            let mut kept: Vec<NodeId> = Vec::new();
            for child in std::mem::take(&mut self.nodes[parent.0 as usize].children) {
                match kept.iter().find(|&&k| self.mv(k) == self.mv(child)) {
                    Some(&same) => self.absorb(same, child),
                    None => kept.push(child),
                }
            }
            open.extend(&kept);
            self.nodes[parent.0 as usize].children = kept;
        }
    }

    /// Gives a place all that another one has, which then is no more.
    fn absorb(&mut self, into: NodeId, from: NodeId) {
        let from = std::mem::take(&mut self.nodes[from.0 as usize]);
        for &child in &from.children {
            self.nodes[child.0 as usize].parent = Some(into);
        }
        let node = &mut self.nodes[into.0 as usize];
        node.children.extend(from.children);
        for text in [&from.comment_before, &from.comment] {
            node.comment = join_comments(&node.comment, text);
        }
        node.nags.extend(from.nags);
        node.nags.sort_unstable();
        node.nags.dedup();
    }
}

impl PartialEq for GameTree {
    /// Whether both hold the same moves, comments and marks in the same order.
    fn eq(&self, other: &GameTree) -> bool {
        if self.start != other.start || self.first_move != other.first_move {
            return false;
        }
        let mut open = vec![(GameTree::ROOT, GameTree::ROOT)];
        while let Some((one, two)) = open.pop() {
            let (one, two) = (&self.nodes[one.0 as usize], &other.nodes[two.0 as usize]);
            let is_same = one.mv == two.mv
                && one.comment_before == two.comment_before
                && one.comment == two.comment
                && one.nags == two.nags
                && one.children.len() == two.children.len();
            if !is_same {
                return false;
            }
            open.extend(
                one.children
                    .iter()
                    .copied()
                    .zip(two.children.iter().copied()),
            );
        }
        true
    }
}

impl Eq for GameTree {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Move, Pit, Variant};
    use crate::notation::records::{Nag, TreeError};

    fn pit(number: u8) -> Move {
        Move::sow(Pit::new(number).unwrap())
    }

    /// 7 9 6, with 8 and 5 instead of 9, and after 8 the move 1.
    fn tree() -> (GameTree, [NodeId; 6]) {
        let mut tree = GameTree::new(Game::new(Variant::TogyzKumalak), 1);
        let mut add = |parent, number| tree.add_move(parent, pit(number)).unwrap();
        let seven = add(GameTree::ROOT, 7);
        let nine = add(seven, 9);
        let six = add(nine, 6);
        let eight = add(seven, 8);
        let one = add(eight, 1);
        let five = add(seven, 5);
        (tree, [seven, nine, six, eight, one, five])
    }

    #[test]
    fn moves_are_added_once_and_only_if_legal() {
        let (mut tree, [seven, nine, six, ..]) = tree();
        let before = tree.clone();
        assert_eq!(tree.add_move(seven, pit(9)), Ok(nine));
        assert!(matches!(
            tree.add_move(GameTree::ROOT, Move::PASS),
            Err(TreeError::Illegal(_))
        ));
        assert_eq!(tree, before);
        assert_eq!(tree.main_line().collect::<Vec<_>>(), [seven, nine, six]);
        assert_eq!(tree.path(six), [seven, nine, six]);
        assert_eq!(tree.game(six).unwrap().moves(), [pit(7), pit(9), pit(6)]);
        let from_game = GameTree::new(tree.game(six).unwrap(), 1);
        assert_ne!(from_game, tree);
        assert_eq!(
            from_game.game(from_game.main_line().last().unwrap()),
            tree.game(six)
        );
    }

    #[test]
    fn what_is_deleted_is_gone_with_all_that_follows() {
        let (mut tree, [seven, nine, six, eight, one, five]) = tree();
        assert!(tree.delete(nine));
        assert_eq!(tree.children(seven), [eight, five]);
        assert!(!tree.contains(six) && !tree.contains(nine) && tree.is_main(one));
        assert!(!tree.delete(six));
        assert_eq!(tree.add_move(six, pit(1)), Err(TreeError::NoSuchNode));
        tree.set_comment(six, "nothing");
        assert_eq!((tree.comment(six), tree.game(six)), ("", None));
        assert!(tree.delete(GameTree::ROOT));
        assert!(tree.is_empty() && !tree.delete(GameTree::ROOT));
        assert_eq!(tree, GameTree::new(Game::new(Variant::TogyzKumalak), 1));
    }

    #[test]
    fn a_variation_is_promoted_step_by_step() {
        let (mut tree, [seven, nine, six, eight, one, five]) = tree();
        tree.set_comment_before(five, "or");
        tree.set_comment(five, "quiet");
        assert!(tree.promote(five));
        assert_eq!(tree.children(seven), [nine, five, eight]);
        assert_eq!(tree.comment_before(five), "or");
        assert!(tree.promote(five) && !tree.promote(five) && !tree.promote(seven));
        assert_eq!(tree.children(seven), [five, nine, eight]);
        assert_eq!(
            (tree.comment_before(five), tree.comment(five)),
            ("", "or quiet")
        );
        // A move further on takes its variation along.
        assert!(tree.promote(one));
        assert_eq!(tree.children(seven), [five, eight, nine]);
        assert!(!tree.is_main(six) && tree.is_main(five));
    }

    #[test]
    fn any_line_can_become_the_main_one() {
        let (mut tree, [seven, nine, _, eight, one, five]) = tree();
        assert!(tree.make_main(five));
        assert_eq!(tree.children(seven), [five, nine, eight]);
        assert!(tree.make_main(one) && !tree.make_main(one));
        assert_eq!(tree.children(seven), [eight, five, nine]);
        assert_eq!(tree.main_line().collect::<Vec<_>>(), [seven, eight, one]);
    }

    #[test]
    fn comments_and_marks_are_tidied() {
        let (mut tree, [seven, nine, _, eight, ..]) = tree();
        tree.set_comment(seven, " a\n{b} ");
        assert_eq!(tree.comment(seven), "a (b)");
        tree.set_comment(seven, "Zero");
        assert_eq!(tree.comment(seven), "");
        for main in [GameTree::ROOT, seven, nine] {
            tree.set_comment_before(main, "here it has no place");
            assert_eq!(tree.comment_before(main), "");
        }
        tree.set_comment_before(eight, "instead");
        assert_eq!(tree.comment_before(eight), "instead");
        let nags = [16, 1, 16].map(|n| Nag::new(n).unwrap());
        tree.set_nags(seven, &nags);
        assert_eq!(tree.nags(seven), [nags[1], nags[0]]);
    }

    #[test]
    fn the_same_move_twice_becomes_one() {
        let (mut tree, [seven, nine, six, ..]) = tree();
        let again = tree.push(seven, pit(9));
        tree.set_comment(again, "again");
        tree.set_nags(again, &[Nag::new(1).unwrap()]);
        let last = tree.push(again, pit(6));
        let twelve = tree.push(last, pit(1));
        let other = tree.push(again, pit(2));
        tree.merge_duplicates();
        assert!(!tree.contains(again) && !tree.contains(last));
        assert_eq!(tree.children(nine), [six, other]);
        assert_eq!(tree.children(six), [twelve]);
        assert_eq!((tree.comment(nine), tree.nags(nine).len()), ("again", 1));
        assert_eq!(tree.path(twelve), [seven, nine, six, twelve]);
    }
}
