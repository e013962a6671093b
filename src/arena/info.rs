//! The `info` lines of engines.

use std::fmt;

use crate::score::{Score, Value};

/// The last `info` line with a score that an engine sent in a search. Whatever it did not say, or not in the expected form, is
/// `None`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EngineInfo {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Score from its own view.
    pub score: Option<Value>,
    /// Nodes visited.
    pub nodes: Option<u64>,
}

impl EngineInfo {
    /// Takes in an `info` line, given without that word. Lines other than the first of several
    /// variations are passed over.
    pub fn update(&mut self, info: &str) {
        let mut line = EngineInfo::default();
        let mut words = info.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => line.depth = words.next().and_then(|w| w.parse().ok()),
                "nodes" => line.nodes = words.next().and_then(|w| w.parse().ok()),
                "multipv" if words.next() != Some("1") => return,
                "score" => {
                    let kind = words.next();
                    let value = words.next().and_then(|w| w.parse().ok());
                    line.score = match (kind, value) {
                        (Some("cp"), Some(v)) => Some(Value::Centiballs(v)),
                        (Some("mate"), Some(v)) => Some(Value::Mate(v)),
                        _ => None,
                    };
                }
                "pv" | "string" => break,
                _ => {}
            }
        }
        // A line without a score (current move, hash filling) leaves the last one standing.
        if line.score.is_some() {
            *self = EngineInfo {
                depth: line.depth.or(self.depth),
                score: line.score,
                nodes: line.nodes.or(self.nodes),
            };
        }
    }

    /// The score in hundredths of a ball; a forced win counts as more than any margin.
    #[must_use]
    pub fn centiballs(&self) -> Option<i32> {
        Some(match self.score? {
            Value::Centiballs(v) => v,
            Value::Mate(n) if n > 0 => Score::WIN.value(),
            Value::Mate(_) => -Score::WIN.value(),
        })
    }
}

impl fmt::Display for EngineInfo {
    /// `+1.25/14`: balls, then depth; `+M5/20` for a forced win in five.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Some(Value::Centiballs(v)) => write!(f, "{:+.2}", f64::from(v) / 100.0)?,
            Some(Value::Mate(n)) if n > 0 => write!(f, "+M{n}")?,
            Some(Value::Mate(n)) => write!(f, "-M{}", n.unsigned_abs())?,
            None => f.write_str("?")?,
        }
        match self.depth {
            Some(depth) => write!(f, "/{depth}"),
            None => f.write_str("/?"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> EngineInfo {
        let mut info = EngineInfo::default();
        for line in lines {
            info.update(line);
        }
        info
    }

    #[test]
    fn the_last_scored_line_of_the_first_variation_counts() {
        let info = read(&[
            "depth 3 seldepth 5 multipv 1 score cp 12 nodes 55 pv 76",
            "depth 4 multipv 1 score mate -3 upperbound nodes 99 time 3 pv 76 score cp 4",
            "depth 4 multipv 2 score cp 4 nodes 100 pv 98",
            "currmove 76 currmovenumber 1",
            "string depth 77 score cp 5",
        ]);
        assert_eq!(info.depth, Some(4));
        assert_eq!(info.score, Some(Value::Mate(-3)));
        assert_eq!(info.nodes, Some(99));
        assert_eq!(info.to_string(), "-M3/4");
    }

    #[test]
    fn nonsense_is_passed_over() {
        assert_eq!(
            read(&["score", "score cp x depth -", "depth score mate"]),
            EngineInfo::default()
        );
        assert_eq!(EngineInfo::default().to_string(), "?/?");
    }
}
