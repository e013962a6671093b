//! Strongly connected components of a directed graph, by the algorithm of R. E. Tarjan (1972) without
//! recursion, as lines of a book may be long.

/// The strongly connected components of the graph in which each node has these successors. A component comes
/// after all those that it leads to.
#[must_use]
pub fn strongly_connected(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    // When a node was first seen, and the earliest node still on the stack that it is known to lead to.
    let mut seen = vec![UNSEEN; successors.len()];
    let mut lowest = vec![UNSEEN; successors.len()];
    let mut is_open = vec![false; successors.len()];
    let mut open = Vec::new();
    let mut time = 0;
    let mut components = Vec::new();
    for root in 0..successors.len() {
        if seen[root] != UNSEEN {
            continue;
        }
        // The nodes on the path from the root, each with the number of its successors that are done.
        let mut path = vec![(root, 0)];
        while let Some((node, done)) = path.pop() {
            if done == 0 {
                (seen[node], lowest[node]) = (time, time);
                time += 1;
                open.push(node);
                is_open[node] = true;
            } else {
                let child = successors[node][done - 1];
                if is_open[child] {
                    lowest[node] = lowest[node].min(lowest[child]);
                }
            }
            let mut next = done;
            while let Some(&child) = successors[node].get(next)
                && seen[child] != UNSEEN
            {
                if is_open[child] {
                    lowest[node] = lowest[node].min(seen[child]);
                }
                next += 1;
            }
            if let Some(&child) = successors[node].get(next) {
                path.push((node, next + 1));
                path.push((child, 0));
            } else if lowest[node] == seen[node] {
                let begin = open.iter().rposition(|&other| other == node).unwrap_or(0);
                let component = open.split_off(begin);
                for &member in &component {
                    is_open[member] = false;
                }
                components.push(component);
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use petgraph::algo::kosaraju_scc;
    use petgraph::graph::{DiGraph, NodeIndex};
    use proptest::prelude::*;

    use super::*;

    /// The same by another algorithm of another author.
    fn by_kosaraju(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let mut graph = DiGraph::<(), (), u32>::default();
        for _ in successors {
            graph.add_node(());
        }
        for (node, children) in successors.iter().enumerate() {
            for &child in children {
                graph.add_edge(NodeIndex::new(node), NodeIndex::new(child), ());
            }
        }
        let index =
            |component: Vec<NodeIndex>| component.into_iter().map(NodeIndex::index).collect();
        kosaraju_scc(&graph).into_iter().map(index).collect()
    }

    fn sorted(mut components: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        components
            .iter_mut()
            .for_each(|component| component.sort_unstable());
        components.sort_unstable();
        components
    }

    proptest! {
        #[test]
        fn components_are_those_of_another_algorithm(
            edges in prop::collection::vec((0..20usize, 0..20usize), 0..60)
        ) {
            let mut successors = vec![Vec::new(); 20];
            for (from, to) in edges {
                successors[from].push(to);
            }
            let found = strongly_connected(&successors);
            let mut done = [false; 20];
            for component in &found {
                for &node in component {
                    done[node] = true;
                }
                for &node in component {
                    prop_assert!(successors[node].iter().all(|&child| done[child]));
                }
            }
            prop_assert_eq!(sorted(found), sorted(by_kosaraju(&successors)));
        }
    }

    #[test]
    fn a_long_line_does_not_exhaust_the_stack() {
        let successors: Vec<Vec<usize>> = (1..=200_000).map(|next| vec![next % 200_000]).collect();
        assert_eq!(strongly_connected(&successors).len(), 1);
    }
}
