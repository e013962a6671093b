//! The output of an engine at a rate that a page can follow.
//!
//! An engine may tell of its thinking faster than a page can draw. Only the last line of each rank
//! counts then, and a bound that came after it, so that those between are dropped; what is no line of
//! thought always passes. What is too much even to be read ends the engine.

use std::time::{Duration, Instant};

use super::limits::MAX_OUTPUT;

/// How often lines of thought that were held back are passed on.
pub const PERIOD: Duration = Duration::from_millis(50);
/// Lines of thought that pass in one period.
const FREE: usize = 20;
/// Most lines in one second that are no lines of thought.
const MOST_OTHERS: usize = 5000;

/// An engine that says more than anybody could want.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flood;

/// Holds lines back where there are too many.
#[derive(Debug)]
pub struct Thinning {
    /// When the period and the second that are counted began.
    period: Instant,
    second: Instant,
    /// Lines of thought in the period; other lines and bytes in the second.
    thoughts: usize,
    others: usize,
    bytes: usize,
    /// The lines that were held back, in their order.
    held: Vec<Held>,
}

/// A line of thought that is held back.
#[derive(Debug)]
struct Held {
    rank: u32,
    /// Whether its score is a bound, which does not replace an exact one.
    bound: bool,
    line: String,
}

impl Thinning {
    /// Nothing held back.
    pub fn new(now: Instant) -> Thinning {
        Thinning {
            period: now,
            second: now,
            thoughts: 0,
            others: 0,
            bytes: 0,
            held: Vec::new(),
        }
    }

    /// Takes a line in; which lines pass now, in their order.
    pub fn line(&mut self, line: String, now: Instant) -> Result<Vec<String>, Flood> {
        if now.duration_since(self.second) >= Duration::from_secs(1) {
            self.second = now;
            (self.others, self.bytes) = (0, 0);
        }
        self.bytes += line.len() + 1;
        if self.bytes > MAX_OUTPUT {
            return Err(Flood);
        }
        let Some(rank) = rank(&line) else {
            self.others += 1;
            if self.others > MOST_OTHERS {
                return Err(Flood);
            }
            let mut pass = self.take();
            pass.push(line);
            return Ok(pass);
        };
        if now.duration_since(self.period) >= PERIOD {
            self.period = now;
            self.thoughts = 0;
        }
        self.thoughts += 1;
        let bound = is_bound(&line);
        self.held
            .retain(|held| held.rank != rank || (bound && !held.bound));
        if self.thoughts > FREE {
            self.held.push(Held { rank, bound, line });
            return Ok(Vec::new());
        }
        // What was held back came before it.
        let mut pass = self.take();
        pass.push(line);
        Ok(pass)
    }

    /// Whether something is held back.
    pub fn holds(&self) -> bool {
        !self.held.is_empty()
    }

    /// Hands out what was held back.
    pub fn take(&mut self) -> Vec<String> {
        let held = std::mem::take(&mut self.held);
        held.into_iter().map(|held| held.line).collect()
    }
}

/// Whether a line of thought has a bound for its score.
fn is_bound(line: &str) -> bool {
    line.split_whitespace()
        .take_while(|&word| word != "pv" && word != "string")
        .any(|word| word == "lowerbound" || word == "upperbound")
}

/// The rank of a line of thought, 1 for what has none, 0 for a message; `None` for any other line.
fn rank(line: &str) -> Option<u32> {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return None;
    }
    let mut rank = 1;
    while let Some(word) = words.next() {
        match word {
            "multipv" => {
                rank = words
                    .next()
                    .and_then(|n| n.parse().ok())
                    .unwrap_or(1)
                    .clamp(1, 20)
            }
            "string" => return Some(0),
            "pv" => break,
            _ => {}
        }
    }
    Some(rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_each_rank_passes_before_the_best_move() {
        let now = Instant::now();
        let mut thinning = Thinning::new(now);
        let mut passed = Vec::new();
        for n in 0..1000 {
            let line = format!("info depth {n} multipv {} score cp 1 pv 76", n % 2 + 1);
            passed.extend(thinning.line(line, now).unwrap());
        }
        assert_eq!(passed.len(), FREE);
        assert!(thinning.holds());
        let last = thinning.line("bestmove 76".to_owned(), now).unwrap();
        assert_eq!(last.len(), 3);
        assert!(last[0].starts_with("info depth 998 multipv 1"));
        assert!(last[1].starts_with("info depth 999 multipv 2"));
        assert_eq!(last[2], "bestmove 76");
        assert!(!thinning.holds());
        let later = thinning.line("info depth 5".to_owned(), now + PERIOD);
        assert_eq!(later, Ok(vec!["info depth 5".to_owned()]));
    }

    #[test]
    fn an_exact_line_stays_before_the_bounds_after_it() {
        let now = Instant::now();
        let mut thinning = Thinning::new(now);
        let mut say = |score: &str| {
            thinning
                .line(format!("info score {score} pv 76"), now)
                .unwrap()
        };
        for n in 0..100 {
            say(&format!("cp {n}"));
            say(&format!("cp {n} lowerbound"));
            say(&format!("cp {} lowerbound", n + 1));
        }
        let last = thinning.take();
        assert_eq!(
            last,
            [
                "info score cp 99 pv 76",
                "info score cp 100 lowerbound pv 76"
            ]
        );
    }

    #[test]
    fn too_much_is_a_flood() {
        let now = Instant::now();
        let mut thinning = Thinning::new(now);
        let mut said = (0..).map(|_| thinning.line("yes".to_owned(), now));
        assert!(said.any(|passed| passed == Err(Flood)));
        let mut thinning = Thinning::new(now);
        let line = "info ".repeat(10_000);
        let mut said = (0..).map(|_| thinning.line(line.clone(), now));
        assert!(said.any(|passed| passed == Err(Flood)));
        // Spread over time it is none.
        let mut thinning = Thinning::new(now);
        for n in 0..20_000 {
            let at = now + n * Duration::from_millis(1);
            assert!(thinning.line("yes".to_owned(), at).is_ok());
        }
    }
}
