//! The arguments of `go`.

use std::time::Duration;

use crate::game::Side;
use crate::search::{Clock, Limits};

use super::number;
use crate::notation::quote::quote;

/// Longest time that a limit or clock can give, in milliseconds (49 days); more is cut to it.
const MAX_MILLIS: i64 = u32::MAX as i64;

/// Every argument.
pub const ARGUMENTS: [&str; 16] = [
    "depth",
    "nodes",
    "movetime",
    "infinite",
    "ponder",
    "mate",
    "searchmoves",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
];

/// Whether a word begins an argument and so is no value of the one before. `go perft N` is what some
/// chess engines know.
fn is_argument(word: &str) -> bool {
    ARGUMENTS.contains(&word) || word == "perft"
}

/// What one `go` asks for, before the position is known.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go<'a> {
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime: Option<Duration>,
    mate: Option<u32>,
    infinite: bool,
    ponder: bool,
    /// Time left, `[South, North]`.
    time: [Option<Duration>; 2],
    /// Time added after each move, `[South, North]`.
    increment: [Option<Duration>; 2],
    moves_to_go: Option<u32>,
    /// The moves of `searchmoves`, not yet read.
    pub searchmoves: Vec<&'a str>,
}

/// A `go` and what in it was not understood and left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedGo<'a> {
    /// What was understood; `None` when there were arguments and all of them were faulty.
    pub go: Option<Go<'a>>,
    /// One message for each faulty argument, at most [`MAX_COMPLAINTS`].
    pub complaints: Vec<String>,
}

/// Most messages about one line.
pub const MAX_COMPLAINTS: usize = 8;

impl<'a> Go<'a> {
    /// Reads the arguments. A faulty one is left out with a message; numbers out of range are brought
    /// into it.
    pub fn parse(arguments: impl Iterator<Item = &'a str>) -> ParsedGo<'a> {
        let mut go = Go::default();
        let mut complaints = Vec::new();
        let mut given = false;
        let mut understood = false;
        let mut arguments = arguments.peekable();
        while let Some(word) = arguments.next() {
            given = true;
            let result = match word {
                "infinite" => {
                    go.infinite = true;
                    Ok(())
                }
                "ponder" => {
                    go.ponder = true;
                    Ok(())
                }
                "searchmoves" => {
                    while let Some(mv) = arguments.next_if(|next| !is_argument(next)) {
                        go.searchmoves.push(mv);
                    }
                    if go.searchmoves.is_empty() {
                        Err("searchmoves without moves is ignored".to_owned())
                    } else {
                        Ok(())
                    }
                }
                "perft" => {
                    arguments.next_if(|next| !is_argument(next));
                    Err("go perft is not known; use the command 'perft N'".to_owned())
                }
                _ if is_argument(word) => match arguments.next_if(|next| !is_argument(next)) {
                    None => Err(format!("go {word} needs a number and is ignored")),
                    Some(text) => number::parse(text)
                        .ok_or_else(|| {
                            let text = quote(text);
                            format!("go {word} needs a number, {text} is ignored")
                        })
                        .map(|value| go.set(word, value)),
                },
                _ => Err(format!(
                    "go: unknown argument {} is ignored; expected one of: {}",
                    quote(word),
                    ARGUMENTS.join(", ")
                )),
            };
            match result {
                Ok(()) => understood = true,
                Err(complaint) if complaints.len() < MAX_COMPLAINTS => complaints.push(complaint),
                Err(_) => {}
            }
        }
        ParsedGo {
            go: (understood || !given).then_some(go),
            complaints,
        }
    }

    fn set(&mut self, word: &str, value: i64) {
        // Zero and less ask for the least there is; a search always completes one iteration.
        let count = u32::try_from(value.max(1)).unwrap_or(u32::MAX);
        let millis = Duration::from_millis(value.clamp(0, MAX_MILLIS).unsigned_abs());
        let [south_time, north_time] = &mut self.time;
        let [south_increment, north_increment] = &mut self.increment;
        match word {
            "depth" => self.depth = Some(count),
            "mate" => self.mate = Some(count),
            "nodes" => self.nodes = Some(value.max(1).unsigned_abs()),
            "movetime" => self.movetime = Some(millis),
            "movestogo" => self.moves_to_go = (value > 0).then_some(count),
            "p1time" | "wtime" => *south_time = Some(millis),
            "p2time" | "btime" => *north_time = Some(millis),
            "p1inc" | "winc" => *south_increment = Some(millis),
            "p2inc" | "binc" => *north_increment = Some(millis),
            _ => {}
        }
    }

    /// The limits for this side to move, with no restriction of the moves.
    ///
    /// Where the mover's own time is missing the opponent's stands for it, as clocks are mostly alike;
    /// where both are missing but there is an increment, the time left is 0. A `go` that names no
    /// limit at all is infinite.
    pub fn limits(&self, mover: Side) -> Limits {
        let pick = |[south, north]: [Option<Duration>; 2]| match mover {
            Side::South => (south, north),
            Side::North => (north, south),
        };
        let (own_time, other_time) = pick(self.time);
        let (own_increment, other_increment) = pick(self.increment);
        let any_clock = [own_time, other_time, own_increment, other_increment]
            .iter()
            .any(Option::is_some);
        let clock = any_clock.then(|| Clock {
            remaining: own_time.or(other_time).unwrap_or_default(),
            increment: own_increment.unwrap_or_default(),
            moves_to_go: self.moves_to_go,
        });
        let bounded = self.depth.is_some()
            || self.nodes.is_some()
            || self.movetime.is_some()
            || self.mate.is_some()
            || clock.is_some();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime,
            clock,
            mate: self.mate,
            moves: Vec::new(),
            infinite: self.infinite || (!bounded && !self.ponder),
            ponder: self.ponder,
            since: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> ParsedGo<'_> {
        Go::parse(line.split_ascii_whitespace())
    }

    fn limits(line: &str, mover: Side) -> Limits {
        let parsed = parse(line);
        assert_eq!(parsed.complaints, Vec::<String>::new(), "{line}");
        parsed.go.unwrap_or_default().limits(mover)
    }

    fn clock(millis: u64, increment: u64, moves_to_go: Option<u32>) -> Option<Clock> {
        Some(Clock {
            remaining: Duration::from_millis(millis),
            increment: Duration::from_millis(increment),
            moves_to_go,
        })
    }

    #[test]
    fn both_spellings_give_the_movers_clock() {
        for line in [
            "p1time 1000 p2time 2000 p1inc 10 p2inc 20 movestogo 5",
            "wtime 1000 btime 2000 winc 10 binc 20 movestogo 5",
        ] {
            assert_eq!(limits(line, Side::South).clock, clock(1000, 10, Some(5)));
            assert_eq!(limits(line, Side::North).clock, clock(2000, 20, Some(5)));
            assert!(!limits(line, Side::North).infinite);
        }
    }

    #[test]
    fn odd_clocks_have_a_meaning() {
        assert_eq!(limits("wtime -5", Side::South).clock, clock(0, 0, None));
        assert_eq!(
            limits("btime 700 binc 3", Side::South).clock,
            clock(700, 0, None)
        );
        assert_eq!(limits("winc 50", Side::South).clock, clock(0, 50, None));
        assert_eq!(limits("binc 50", Side::South).clock, clock(0, 0, None));
        assert_eq!(
            limits("wtime 9 movestogo 0", Side::South).clock,
            clock(9, 0, None)
        );
        assert_eq!(
            limits("wtime 99999999999999999999", Side::South).clock,
            clock(u64::from(u32::MAX), 0, None)
        );
    }

    #[test]
    fn numbers_are_brought_into_range() {
        let l = limits(
            "depth 99999999999 nodes 18446744073709551616 movetime -1 mate 0",
            Side::South,
        );
        assert_eq!(l.depth, Some(u32::MAX));
        assert_eq!(l.nodes, Some(i64::MAX as u64));
        assert_eq!(l.movetime, Some(Duration::ZERO));
        assert_eq!(l.mate, Some(1));
        assert_eq!(limits("depth 0 nodes -3", Side::South).depth, Some(1));
        assert_eq!(limits("depth 0 nodes -3", Side::South).nodes, Some(1));
    }

    #[test]
    fn no_limit_is_infinite() {
        assert!(limits("", Side::South).infinite);
        assert!(limits("infinite", Side::South).infinite);
        assert!(limits("searchmoves 76 98", Side::South).infinite);
        assert!(limits("movestogo 4", Side::South).infinite);
        assert!(!limits("ponder", Side::South).infinite);
        assert!(limits("ponder movetime 5", Side::South).ponder);
    }

    #[test]
    fn searchmoves_end_at_the_next_keyword() {
        let parsed = parse("searchmoves 76 9 depth 4 infinite");
        let go = parsed.go.unwrap_or_default();
        assert_eq!(go.searchmoves, ["76", "9"]);
        assert_eq!(go.depth, Some(4));
        assert!(go.infinite);
    }

    #[test]
    fn faults_are_told_and_left_out() {
        let parsed = parse("wtime 100 btime x depth searchmoves movetime 5 foo");
        assert_eq!(parsed.complaints.len(), 4);
        let l = parsed.go.unwrap_or_default().limits(Side::South);
        assert_eq!(l.movetime, Some(Duration::from_millis(5)));
        assert_eq!(l.clock, clock(100, 0, None));
        assert_eq!(l.depth, None);
    }

    #[test]
    fn a_go_of_faults_alone_is_no_go() {
        assert_eq!(parse("perft 5").go, None);
        assert_eq!(parse("depth three").go, None);
        assert_eq!(parse("hello").complaints.len(), 1);
        let many = "x ".repeat(1000);
        assert_eq!(parse(&many).complaints.len(), MAX_COMPLAINTS);
    }
}
