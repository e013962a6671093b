//! Which position is expanded next: drop-out expansion (T. R. Lincke, 2000).
//!
//! The priority of a leaf is the cost of the line that leads to it, and the leaf with the least cost is
//! next. Each ply costs the plan's depth penalty, and each move costs what it loses against the best move in its place.
//! A player by the book loses nothing, an opponent may lose much; so each line is counted twice, once
//! for each side as the player by the book, whose losses cost [`OWN_LOSS`] times as much, and the
//! lesser cost counts. Of several lines to a leaf the cheapest counts.
//!
//! Before all others come the leaves that the covered plies need: each position that fewer plies lead to,
//! and each one at the last covered ply that arises when one side plays what it might play by the book,
//! moves that lose at most [`Selection::WIDEST`], and the other side whatever it likes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::book::Selection;
use crate::book::backup::Backup;
use crate::book::tree::{BookTree, Successor};
use crate::game::Side;
use crate::mix64::mix64;

/// What a ply costs where a plan does not say otherwise, in hundredths of a ball.
pub const DEPTH_PENALTY: u16 = 50;
/// How much more the losses of the player by the book cost.
pub const OWN_LOSS: i32 = 4;
/// A move loses at most so much here, in hundredths of a ball; else forced results would count more
/// than any margin.
const MOST_LOSS: i32 = 16_200;

/// A leaf to expand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Next {
    /// Its index.
    pub index: usize,
    /// Whether the covered plies need it.
    pub needed: bool,
}

/// The leaves to expand next, the most urgent first, at most so many; a ply costs `depth_penalty` hundredths
/// of a ball.
#[must_use]
pub fn next(tree: &BookTree, backup: &Backup, depth_penalty: u16, most: usize) -> Vec<Next> {
    let about = tree.about();
    let needed = needed(tree, backup, about.cover);
    let ways = tree.ways();
    let costs = Side::BOTH.map(|own| costs(tree, backup, own, depth_penalty.into()));
    // Nothing is left to find out where the result is forced.
    let mut leaves: Vec<(bool, i32, u64, usize)> = (0..tree.nodes().len())
        .filter(|&at| !tree.nodes()[at].is_expanded() && ways[at].is_some())
        .filter(|&at| needed[at] || !backup.score(at).is_proven())
        .map(|at| {
            let tie = mix64(tree.nodes()[at].position.hash(), about.made.seed);
            let cost = costs[0][at].min(costs[1][at]);
            (!needed[at], cost, tie, at)
        })
        .collect();
    leaves.sort_unstable();
    let next = |(later, _, _, index): (bool, i32, u64, usize)| Next {
        index,
        needed: !later,
    };
    leaves.into_iter().take(most).map(next).collect()
}

/// What each move of an expanded position loses against the best, with the position it leads to.
fn losses<'a>(
    tree: &'a BookTree,
    backup: &'a Backup,
    at: usize,
) -> impl Iterator<Item = (usize, i32)> + 'a {
    let moves = tree.rated(backup, at);
    let best = moves.first().map_or(0, |best| best.score.value());
    moves
        .into_iter()
        .filter_map(move |rated| match rated.child {
            Successor::Node(child) => {
                let loss = best - rated.score.value();
                Some((child, loss.clamp(0, MOST_LOSS)))
            }
            Successor::Over(_) => None,
        })
}

/// The cost of the cheapest line to each position when this side plays by the book.
fn costs(tree: &BookTree, backup: &Backup, own: Side, ply: i32) -> Vec<i32> {
    let mut costs = vec![i32::MAX; tree.nodes().len()];
    let mut next = BinaryHeap::from([Reverse((0, 0))]);
    costs[0] = 0;
    while let Some(Reverse((cost, at))) = next.pop() {
        if cost > costs[at] {
            continue;
        }
        let weight = if tree.nodes()[at].position.side() == own {
            OWN_LOSS
        } else {
            1
        };
        for (child, loss) in losses(tree, backup, at) {
            let cost = cost.saturating_add(ply + weight * loss);
            if cost < costs[child] {
                costs[child] = cost;
                next.push(Reverse((cost, child)));
            }
        }
    }
    costs
}

/// Whether each position must be expanded for so many plies to be covered.
fn needed(tree: &BookTree, backup: &Backup, cover: u32) -> Vec<bool> {
    let mut needed = vec![false; tree.nodes().len()];
    if cover == 0 {
        return needed;
    }
    for (at, way) in tree.ways().iter().enumerate() {
        needed[at] = way.is_some_and(|way| way.plies < cover);
    }
    for own in Side::BOTH {
        let mut front = vec![0];
        for _ in 0..cover {
            let mut after: Vec<usize> = Vec::new();
            for &at in &front {
                let plays_book = tree.nodes()[at].position.side() == own;
                let reach = if plays_book {
                    Selection::WIDEST
                } else {
                    i32::MAX
                };
                after.extend(
                    losses(tree, backup, at)
                        .filter(|&(_, loss)| loss <= reach)
                        .map(|(child, _)| child),
                );
            }
            after.sort_unstable();
            after.dedup();
            front = after;
        }
        for at in front {
            needed[at] = true;
        }
    }
    needed
}
