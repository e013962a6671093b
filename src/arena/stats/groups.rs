//! Players that games link.

use std::cmp::Reverse;

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;

use super::tally::Tally;

/// Players that are linked by games, directly or through others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Their indices, in ascending order.
    pub players: Vec<usize>,
    /// Whether the likelihood has a maximum. If some players took no point from all others, it has
    /// none; a drawn game is then added to each pairing of the group.
    pub bounded: bool,
}

/// The groups of all players, the largest first.
pub(super) fn linked_groups(players: usize, results: &[&(usize, usize, Tally)]) -> Vec<Group> {
    let mut links = UnionFind::new(players);
    // From each player to those that took points from them: the likelihood has a maximum if every
    // player of a group can be reached from every other (Ford, 1957).
    let mut lost_to: DiGraph<(), ()> = DiGraph::new();
    for _ in 0..players {
        lost_to.add_node(());
    }
    for (a, b, tally) in results {
        links.union(*a, *b);
        let (first, second) = (NodeIndex::new(*a), NodeIndex::new(*b));
        if tally.points() > 0.0 {
            lost_to.add_edge(second, first, ());
        }
        if tally.points() < tally.games() as f64 {
            lost_to.add_edge(first, second, ());
        }
    }
    let mut reachable = vec![0; players];
    for component in tarjan_scc(&lost_to) {
        for node in &component {
            reachable[node.index()] = component.len();
        }
    }
    let labels = links.into_labeling();
    let mut groups: Vec<Group> = Vec::new();
    let mut group_of = vec![None; players];
    for (player, label) in labels.into_iter().enumerate() {
        let group = *group_of[label].get_or_insert(groups.len());
        match groups.get_mut(group) {
            Some(group) => group.players.push(player),
            None => groups.push(Group {
                players: vec![player],
                bounded: true,
            }),
        }
    }
    for group in &mut groups {
        group.bounded = reachable[group.players[0]] == group.players.len();
    }
    groups.sort_by_key(|group| Reverse(group.players.len()));
    groups
}
