//! Time controls and a player's clock.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::notation::quote::quote;

/// A clock: time for a number of moves or for the game, and an increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Moves in each period; `None` when the time is for the whole game.
    pub moves: Option<u32>,
    /// Time at the start of each period.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// A text that is not a time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadTimeControl(String);

impl fmt::Display for BadTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} is not a time control; expected moves/time+increment in seconds, such as 40/60+0.6, \
             8+0.08 or 1:30",
            self.0
        )
    }
}

impl std::error::Error for BadTimeControl {}

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    /// ```
    /// use std::time::Duration;
    /// use tuzdik::arena::clock::TimeControl;
    /// let tc: TimeControl = "40/1:30+0.5".parse().unwrap();
    /// assert_eq!(tc.moves, Some(40));
    /// assert_eq!(tc.time, Duration::from_secs(90));
    /// assert_eq!(tc.increment, Duration::from_millis(500));
    /// assert!("40/".parse::<TimeControl>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<TimeControl, BadTimeControl> {
        let bad = || BadTimeControl(quote(text));
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves: u32 = moves.parse().map_err(|_| bad())?;
                ((moves > 0).then_some(moves), rest)
            }
            None => (None, text),
        };
        let (time, increment) = match rest.split_once('+') {
            Some((time, increment)) => (time, seconds(increment).ok_or_else(bad)?),
            None => (rest, Duration::ZERO),
        };
        let time = match time.split_once(':') {
            Some((minutes, rest)) => {
                let minutes: u32 = minutes.parse().map_err(|_| bad())?;
                let time = seconds(rest).map(|s| s + Duration::from_secs(60) * minutes);
                time.filter(|&time| time <= LONGEST)
            }
            None => seconds(time),
        }
        .ok_or_else(bad)?;
        if time.is_zero() && increment.is_zero() {
            return Err(bad());
        }
        Ok(TimeControl {
            moves,
            time,
            increment,
        })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// Longest time that can be given: a year.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Seconds with decimals, at most a year.
#[must_use]
pub fn seconds(text: &str) -> Option<Duration> {
    let value: f64 = text.trim().parse().ok()?;
    let time = Duration::try_from_secs_f64(value).ok()?;
    (time <= LONGEST).then_some(time)
}

/// What bounds an engine's thinking. At least one field is set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ThinkLimit {
    /// A clock.
    pub clock: Option<TimeControl>,
    /// Time for each move.
    pub movetime: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth of each search, in plies.
    pub depth: Option<u32>,
}

impl ThinkLimit {
    /// Whether no bound is set.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        *self == ThinkLimit::default()
    }
}

impl fmt::Display for ThinkLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(clock) = self.clock {
            parts.push(clock.to_string());
        }
        if let Some(time) = self.movetime {
            parts.push(format!("{}/move", time.as_secs_f64()));
        }
        if let Some(nodes) = self.nodes {
            parts.push(format!("nodes {nodes}"));
        }
        if let Some(depth) = self.depth {
            parts.push(format!("depth {depth}"));
        }
        f.write_str(&parts.join(", "))
    }
}

/// One player's clock in one game.
#[derive(Clone, Debug)]
pub struct PlayerClock {
    limit: ThinkLimit,
    margin: Duration,
    hang: Duration,
    remaining: Duration,
    moves_to_go: Option<u32>,
}

impl PlayerClock {
    /// A clock at the start of a game. `margin` is time by which a limit may be exceeded unpunished;
    /// `hang` bounds a move that no clock bounds.
    #[must_use]
    pub fn new(limit: ThinkLimit, margin: Duration, hang: Duration) -> PlayerClock {
        PlayerClock {
            limit,
            margin,
            hang,
            remaining: limit.clock.map_or(Duration::ZERO, |tc| tc.time),
            moves_to_go: limit.clock.and_then(|tc| tc.moves),
        }
    }

    /// What bounds the thinking.
    #[must_use]
    pub fn limit(&self) -> &ThinkLimit {
        &self.limit
    }

    /// The time left, if there is a clock, and the increment.
    #[must_use]
    pub fn remaining(&self) -> Option<(Duration, Duration)> {
        let tc = self.limit.clock?;
        Some((self.remaining, tc.increment))
    }

    /// Moves until the next period begins.
    #[must_use]
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// The time after which a move comes too late.
    #[must_use]
    pub fn time_limit(&self) -> Duration {
        let by_clock = self.limit.clock.map(|_| self.remaining);
        match (by_clock, self.limit.movetime) {
            (Some(a), Some(b)) => a.min(b) + self.margin,
            (Some(a), None) | (None, Some(a)) => a + self.margin,
            (None, None) => self.hang,
        }
    }

    /// Whether a clock or a fixed time decides that a move is late; otherwise it is a hang.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.limit.clock.is_some() || self.limit.movetime.is_some()
    }

    /// Books the time of a move; false if it came too late.
    pub fn spend(&mut self, used: Duration) -> bool {
        if used > self.time_limit() {
            self.remaining = Duration::ZERO;
            return false;
        }
        if let Some(tc) = self.limit.clock {
            self.remaining = self.remaining.saturating_sub(used) + tc.increment;
            if let Some(left) = self.moves_to_go {
                self.moves_to_go = Some(left - 1);
                if left <= 1 {
                    self.moves_to_go = tc.moves;
                    self.remaining += tc.time;
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(tc: &str) -> PlayerClock {
        let limit = ThinkLimit {
            clock: Some(tc.parse().unwrap()),
            ..ThinkLimit::default()
        };
        PlayerClock::new(limit, Duration::from_millis(10), Duration::from_secs(1))
    }

    #[test]
    fn increment_comes_after_the_move() {
        let mut clock = clock("1+0.5");
        assert!(clock.spend(Duration::from_millis(400)));
        assert_eq!(clock.remaining().unwrap().0, Duration::from_millis(1100));
    }

    #[test]
    fn the_margin_forgives_but_is_not_given() {
        let mut clock = clock("1");
        assert!(clock.spend(Duration::from_millis(1005)));
        assert_eq!(clock.remaining().unwrap().0, Duration::ZERO);
        assert!(!clock.spend(Duration::from_millis(11)));
    }

    #[test]
    fn a_period_brings_new_time() {
        let mut clock = clock("2/1");
        assert_eq!(clock.moves_to_go(), Some(2));
        assert!(clock.spend(Duration::from_millis(300)));
        assert_eq!(clock.moves_to_go(), Some(1));
        assert!(clock.spend(Duration::from_millis(300)));
        assert_eq!(clock.moves_to_go(), Some(2));
        assert_eq!(clock.remaining().unwrap().0, Duration::from_millis(1400));
    }

    #[test]
    fn texts_that_are_no_time_controls() {
        for text in [
            "",
            "x",
            "0",
            "-1",
            "1+",
            "/5",
            "1e99",
            "nan",
            "inf",
            "5/-3",
            "1:",
            "525600:01",
            "4294967295:0",
            "31536001",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
        assert_eq!("525600:0".parse(), "31536000".parse::<TimeControl>());
    }
}
