//! Linear equations on a graph of weighted edges.
//!
//! The curvature of the likelihood of a rating list is the Laplacian matrix of the graph whose edges are
//! the pairings: one factorisation serves all players of a list.

/// The Laplacian matrix of a connected graph, factorised as Uᵀ D U.
pub(super) struct Laplacian {
    /// Each node's row; the nodes with the fewest edges come first, which keeps the factor sparse. The
    /// last one is held at zero, as the matrix itself is singular.
    place: Vec<usize>,
    diagonal: Vec<f64>,
    /// The rows of U, of `diagonal.len()` numbers each; those left of the diagonal are not used.
    upper: Vec<f64>,
}

impl Laplacian {
    /// The matrix of a graph of nodes 0 to `nodes - 1` with edges (node, node, weight); `None` if the
    /// edges of positive weight do not link all nodes.
    pub fn new(nodes: usize, edges: &[(usize, usize, f64)]) -> Option<Laplacian> {
        let place = places(nodes, edges);
        let size = nodes.checked_sub(1)?;
        let mut diagonal = vec![0.0; size];
        let mut upper = vec![0.0; size * size];
        for &(a, b, weight) in edges {
            let (low, high) = (place[a].min(place[b]), place[a].max(place[b]));
            diagonal[low] += weight;
            if high < size {
                diagonal[high] += weight;
                upper[low * size + high] -= weight;
            }
        }
        for row in 0..size {
            let pivot = diagonal[row];
            // Not a number fails too.
            if !(pivot > 0.0 && pivot.is_finite()) {
                return None;
            }
            let (done, below) = upper.split_at_mut((row + 1) * size);
            let own = &mut done[row * size..];
            for next in row + 1..size {
                let factor = own[next] / pivot;
                if factor == 0.0 {
                    continue;
                }
                diagonal[next] -= factor * own[next];
                let other = &mut below[(next - row - 1) * size..][..size];
                for (x, y) in other[next + 1..].iter_mut().zip(&own[next + 1..]) {
                    *x -= factor * y;
                }
                own[next] = factor;
            }
        }
        Some(Laplacian {
            place,
            diagonal,
            upper,
        })
    }

    /// The values of the nodes for these sources, which add up to zero; determined up to a constant.
    pub fn solve(&self, sources: &[f64]) -> Vec<f64> {
        let size = self.diagonal.len();
        let mut values = vec![0.0; size + 1];
        for (&place, source) in self.place.iter().zip(sources) {
            values[place] = *source;
        }
        values[size] = 0.0;
        let row = |k: usize| &self.upper[k * size + k + 1..(k + 1) * size];
        for k in 0..size {
            let value = values[k];
            if value != 0.0 {
                for (x, u) in values[k + 1..].iter_mut().zip(row(k)) {
                    *x -= u * value;
                }
            }
        }
        for k in (0..size).rev() {
            let known: f64 = values[k + 1..].iter().zip(row(k)).map(|(x, u)| x * u).sum();
            values[k] = values[k] / self.diagonal[k] - known;
        }
        self.place.iter().map(|&place| values[place]).collect()
    }
}

fn places(nodes: usize, edges: &[(usize, usize, f64)]) -> Vec<usize> {
    let mut degree = vec![0_usize; nodes];
    for &(a, b, _) in edges {
        degree[a] += 1;
        degree[b] += 1;
    }
    let mut order: Vec<usize> = (0..nodes).collect();
    order.sort_by_key(|&node| degree[node]);
    let mut place = vec![0; nodes];
    for (position, node) in order.into_iter().enumerate() {
        place[node] = position;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_bring_the_sources() {
        let edges = [
            (0, 1, 2.0),
            (1, 2, 0.5),
            (2, 3, 1.0),
            (3, 0, 4.0),
            (1, 3, 1e-3),
            (3, 4, 7.0),
        ];
        let matrix = Laplacian::new(5, &edges).unwrap();
        let sources = [1.0, -2.0, 0.25, 3.0, -2.25];
        let values = matrix.solve(&sources);
        let mut flow = [0.0; 5];
        for (a, b, weight) in edges {
            flow[a] += weight * (values[a] - values[b]);
            flow[b] += weight * (values[b] - values[a]);
        }
        for (found, source) in flow.iter().zip(sources) {
            assert!((found - source).abs() < 1e-12, "{flow:?}");
        }
    }

    #[test]
    fn graphs_in_pieces_are_refused() {
        assert!(Laplacian::new(4, &[(0, 1, 1.0), (2, 3, 1.0)]).is_none());
        assert!(Laplacian::new(3, &[(0, 1, 1.0), (1, 2, 0.0)]).is_none());
        assert!(Laplacian::new(0, &[]).is_none());
        assert_eq!(Laplacian::new(1, &[]).unwrap().solve(&[0.0]), [0.0]);
    }
}
