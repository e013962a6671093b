//! Scores backed up from the leaves: negamax over the graph.
//!
//! Where moves can lead back to a position that was there before, play that goes round for ever is a
//! draw. Such positions form strongly connected parts of the graph, which are solved one after another,
//! those that others lead to first.

use rustc_hash::FxHashSet;

use crate::game::Move;

use super::components::strongly_connected;
use super::tree::{BookTree, Successor};
use crate::score::Score;

/// The backed-up scores of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backup {
    scores: Vec<Score>,
}

/// A move and what the book says of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rated {
    /// The move.
    pub mv: Move,
    /// Its score for the player who makes it.
    pub score: Score,
    /// Where it leads.
    pub child: Successor,
}

impl BookTree {
    /// The scores of all positions, backed up from the leaves.
    #[must_use]
    pub fn back_up(&self) -> Backup {
        let mut backup = Backup {
            scores: self
                .nodes()
                .iter()
                .map(|node| node.searched.score)
                .collect(),
        };
        let expanded = |&(_, child): &(Move, Successor)| match child {
            Successor::Node(child) if self.nodes()[child].is_expanded() => Some(child),
            Successor::Node(_) | Successor::Over(_) => None,
        };
        let successors: Vec<Vec<usize>> = self
            .nodes()
            .iter()
            .map(|node| node.moves.iter().filter_map(expanded).collect())
            .collect();
        // What others lead to comes first.
        for part in strongly_connected(&successors) {
            match part[..] {
                [one] if !self.nodes()[one].is_expanded() => {}
                [one] if !self.leads_to(one, one) => {
                    let best = self.rated(&backup, one).first().map(|best| best.score);
                    backup.scores[one] = best.unwrap_or(Score::DRAW);
                }
                _ => self.solve(&mut backup, &part),
            }
        }
        backup
    }

    fn leads_to(&self, from: usize, to: usize) -> bool {
        let mut moves = self.nodes()[from].moves.iter();
        moves.any(|&(_, child)| child == Successor::Node(to))
    }

    /// Scores positions among which play can go round. From the largest score that a move out of them
    /// has down to the smallest, it is found out who can force so much for themselves; nobody can
    /// where all that is left is to go round.
    fn solve(&self, backup: &mut Backup, part: &[usize]) {
        let part_of: FxHashSet<usize> = part.iter().copied().collect();
        let inside =
            |child: Successor| matches!(child, Successor::Node(at) if part_of.contains(&at));
        let mut sizes: Vec<i32> = part
            .iter()
            .flat_map(|&at| &self.nodes()[at].moves)
            .filter(|(_, child)| !inside(*child))
            .map(|&(_, child)| backup.of(child).value().abs())
            .filter(|&size| size > 0)
            .collect();
        sizes.sort_unstable_by_key(|&size| -size);
        sizes.dedup();
        let mut open = part.to_vec();
        for &at in part {
            backup.scores[at] = Score::DRAW;
        }
        for size in sizes {
            loop {
                let before = open.len();
                open.retain(|&at| {
                    // What is still open inside counts as less than the size for either side.
                    let moves = self.nodes()[at].moves.iter();
                    let best = moves
                        .map(|&(_, child)| match child {
                            // Forced results keep their distance on the way round, so that all sizes
                            // are those of moves out.
                            Successor::Node(at) if inside(child) => -backup.score(at).value(),
                            _ => backup.of(child).value(),
                        })
                        .max()
                        .unwrap_or(0);
                    if best >= size {
                        backup.scores[at] = Score::new(size);
                    } else if best <= -size {
                        backup.scores[at] = Score::new(-size);
                    } else {
                        return true;
                    }
                    false
                });
                if open.len() == before {
                    break;
                }
            }
        }
    }

    /// The moves of an expanded position with their scores, the best first; of moves that are as good
    /// the one in the lower pit. Empty for a leaf.
    #[must_use]
    pub fn rated(&self, backup: &Backup, index: usize) -> Vec<Rated> {
        let mut moves: Vec<Rated> = self.nodes()[index]
            .moves
            .iter()
            .map(|&(mv, child)| Rated {
                mv,
                score: backup.of(child),
                child,
            })
            .collect();
        moves.sort_by_key(|rated| -rated.score.value());
        moves
    }

    /// The line that the book expects from a position, with the move that the search of its last
    /// position found best, and the depth of that search.
    #[must_use]
    pub fn main_line(&self, backup: &Backup, index: usize) -> (Vec<Move>, u8) {
        let mut line = Vec::new();
        let mut visited = Vec::new();
        let mut at = index;
        loop {
            let Some(best) = self.rated(backup, at).first().copied() else {
                let searched = &self.nodes()[at].searched;
                line.extend(searched.best);
                return (line, searched.depth);
            };
            line.push(best.mv);
            visited.push(at);
            match best.child {
                Successor::Node(child) if !visited.contains(&child) => at = child,
                _ => return (line, 0),
            }
        }
    }

    /// How many positions of the book lie at or behind each one.
    #[must_use]
    pub fn counts(&self) -> Vec<u32> {
        let mut seen = vec![usize::MAX; self.nodes().len()];
        let mut stack = Vec::new();
        (0..self.nodes().len())
            .map(|root| {
                let mut count = 0;
                stack.push(root);
                seen[root] = root;
                while let Some(at) = stack.pop() {
                    count += 1;
                    for &(_, child) in &self.nodes()[at].moves {
                        if let Successor::Node(child) = child
                            && seen[child] != root
                        {
                            seen[child] = root;
                            stack.push(child);
                        }
                    }
                }
                count
            })
            .collect()
    }
}

impl Backup {
    /// The score of a position for its side to move.
    #[must_use]
    pub fn score(&self, index: usize) -> Score {
        self.scores[index]
    }

    /// The score of a move that leads there, for the player who makes it.
    fn of(&self, child: Successor) -> Score {
        match child {
            Successor::Node(index) => self.scores[index].before_move(),
            Successor::Over(score) => score,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::About;
    use crate::book::tree::Searched;
    use crate::eval::EvalSource;
    use crate::game::{Board, Parts, Pit, Position, Side, Variant};
    use crate::provenance::Provenance;

    /// The pits of moves that lead two balls a side once round the board.
    const ROUND: [u8; 10] = [5, 5, 1, 1, 2, 2, 3, 3, 4, 4];

    /// A book of positions that go round and of leaves where South or North did not go on so, which have
    /// these scores; also the indices of the former.
    fn round(left_by: [Score; 2]) -> (BookTree, Vec<usize>) {
        let variant = Variant::Bestemshe;
        let made = Provenance::of(variant, &EvalSource::Handcrafted, 1, 1, 1);
        let searched = |score| Searched {
            score,
            depth: 1,
            best: None,
            nodes: 1,
        };
        // The scores of these searches count for nothing.
        let inside = searched(Score::new(999));
        let mut tree = BookTree::new(About { made, cover: 0 }, inside);
        let two_in_five = [0, 0, 0, 0, 2, 0, 0, 0, 0];
        let parts = Parts {
            pits: [two_in_five; 2],
            kazans: [23; 2],
            tuzdiks: [None; 2],
            side: Side::South,
        };
        let begin = Position::from_parts(variant.rules(), &parts).unwrap();
        let mut position = begin;
        let mut indices = Vec::new();
        for pit in ROUND {
            indices.push(tree.add(position, inside));
            let board = Board::new(variant, position).play(Move::sow(Pit::new(pit).unwrap()));
            position = *board.position();
        }
        assert_eq!(position, begin);
        for &at in &indices {
            let leaf = searched(left_by[tree.nodes()[at].position.side().index()]);
            for (_, position) in tree.missing(at) {
                tree.add(position, leaf);
            }
            tree.expand(at).unwrap();
        }
        (tree, indices)
    }

    #[test]
    fn going_round_is_a_draw_that_either_side_may_leave() {
        for (left_by, expected) in [
            // Whoever leaves loses by it, so nobody does.
            (["+1.00", "+0.01"], ["+0.00", "+0.00"]),
            (["win4", "win9"], ["+0.00", "+0.00"]),
            // One side gains by leaving, and the other cannot help it.
            (["-1.50", "+3.00"], ["+1.50", "-1.50"]),
            (["win4", "-0.70"], ["-0.70", "+0.70"]),
            (["loss4", "+3.00"], ["win5", "-3.00"]),
            // It can at least leave for less before.
            (["-1.50", "+1.00"], ["+1.50", "-1.00"]),
            // Both hurry.
            (["-1.50", "-2.00"], ["+1.50", "+2.00"]),
        ] {
            let (tree, indices) = round(left_by.map(|score| score.parse().unwrap()));
            let backup = tree.back_up();
            let mut choices = 0;
            for &at in &indices {
                let node = &tree.nodes()[at];
                if node.moves.len() > 1 {
                    let expected = expected[node.position.side().index()];
                    assert_eq!(backup.score(at).to_string(), expected, "{left_by:?}");
                    choices += 1;
                }
            }
            assert_eq!(choices, 9);
            if expected == ["+0.00"; 2] {
                let round = ROUND.map(|pit| Move::sow(Pit::new(pit).unwrap()));
                let line = tree.main_line(&backup, indices[0]);
                assert_eq!(line, (round.to_vec(), 0));
            }
        }
    }
}
