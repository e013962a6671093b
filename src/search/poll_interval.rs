//! How often a searching thread looks at the clock and the signals.

use std::time::Duration;

use crate::platform::Instant;

/// The number of nodes between two looks, kept such that they take little time.
///
/// A node takes far less than a microsecond, but the first touch of each large page of a new table
/// makes the system clear it, which takes as long as thousands of nodes: at a fixed number of nodes, a
/// search in a large new table would see the clock too late.
#[derive(Debug)]
pub struct PollInterval {
    nodes: u64,
    last: Instant,
}

impl PollInterval {
    /// Least and most nodes between two looks.
    pub(super) const NODES: (u64, u64) = (16, 1024);
    /// Looks that come sooner than this may be rarer.
    const SOON: Duration = Duration::from_micros(500);
    /// Looks that come later than this must be more frequent.
    const LATE: Duration = Duration::from_millis(2);

    /// For a search that begins now.
    pub fn new() -> PollInterval {
        PollInterval {
            nodes: Self::NODES.0,
            last: Instant::now(),
        }
    }

    /// Nodes until the next look; to be called at each.
    pub fn advance(&mut self) -> u64 {
        let now = Instant::now();
        self.nodes = after(self.nodes, now - self.last);
        self.last = now;
        self.nodes
    }
}

/// How many nodes should follow when so many have taken this time.
fn after(nodes: u64, time: Duration) -> u64 {
    let (least, most) = PollInterval::NODES;
    if time < PollInterval::SOON {
        (nodes * 2).min(most)
    } else if time > PollInterval::LATE {
        (nodes / 4).max(least)
    } else {
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes between looks if each node takes this time.
    fn settled(node: Duration) -> u64 {
        let first = PollInterval::NODES.0;
        (0..20).fold(first, |nodes, _| after(nodes, node * nodes as u32))
    }

    #[test]
    fn looks_are_rare_where_nodes_are_quick() {
        assert_eq!(settled(Duration::from_nanos(160)), 1024);
        assert_eq!(settled(Duration::from_nanos(900)), 1024);
    }

    #[test]
    fn looks_are_frequent_where_nodes_are_slow() {
        for micros in [10, 50, 100] {
            let node = Duration::from_micros(micros);
            let nodes = settled(node);
            assert!(
                node * nodes as u32 <= PollInterval::LATE,
                "{micros}: {nodes}"
            );
        }
        assert_eq!(settled(Duration::from_millis(5)), 16);
    }

    #[test]
    fn one_slow_stretch_is_followed_by_shorter_ones() {
        assert_eq!(after(1024, Duration::from_millis(50)), 256);
        assert_eq!(after(16, Duration::from_millis(50)), 16);
        assert_eq!(after(256, Duration::from_millis(1)), 256);
    }
}
