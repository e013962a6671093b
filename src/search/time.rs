//! How long to think.

use std::sync::OnceLock;
use std::time::Duration;

use crate::platform::Instant;

use super::limits::{Clock, Limits};
use super::stop::StopToken;

/// Part of the clock that one move may use at the very most.
const LARGEST_SHARE: f64 = 0.4;
/// Moves that a game is expected to last from any point, where no control says otherwise.
const MOVES_LEFT: f64 = 32.0;
/// Kept back beside the overhead, where the clock allows it: on a busy machine an answer may be held
/// up that long by other programs. At most half of the clock.
const RESERVE: Duration = Duration::from_millis(60);
/// Part of the time for one move that being late before may take from it.
const LARGEST_MARGIN: f64 = 0.75;
/// The hard limit in units of the soft one.
const HARD_FACTOR: f64 = 4.0;

/// The limits of one search, with the moment from which time counts.
pub struct Timer {
    started: Instant,
    /// When time began to count: at once, or at the ponder hit.
    counting: OnceLock<Instant>,
    /// After this the next iteration does not begin; scaled by how settled the search is. A fixed
    /// time has none.
    soft: Option<Duration>,
    /// After this the search ends.
    hard: Option<Duration>,
    nodes: Option<u64>,
}

/// How settled the best move is after an iteration.
#[derive(Clone, Copy, Debug)]
pub struct Stability {
    /// Iterations since the best move last changed.
    pub same_move: u32,
    /// By how much the score fell since the iteration before, in hundredths of a ball.
    pub score_drop: i32,
    /// The share of all nodes that went into the best move, 0 to 1.
    pub effort: f64,
}

impl Stability {
    /// What the soft limit of a clock is multiplied by: more time while the search is unsettled.
    fn factor(self) -> f64 {
        let by_move = [1.6, 1.3, 1.1, 0.95, 0.85][self.same_move.min(4) as usize];
        let by_score = 1.0 + f64::from(self.score_drop.clamp(0, 400)) / 400.0;
        let by_effort = (1.6 - self.effort).clamp(0.6, 1.4);
        by_move * by_score * by_effort
    }
}

impl Timer {
    /// The timer of a search that was asked for when the limits say. Kept back from the time are an
    /// overhead for transport and, where a time for this move is given, a `margin` for being late.
    #[must_use]
    pub fn new(limits: &Limits, overhead: Duration, margin: Duration) -> Timer {
        let counting = OnceLock::new();
        let started = limits.since.unwrap_or_else(Instant::now);
        if !limits.ponder {
            let _ = counting.set(started);
        }
        let (mut soft, mut hard) = (None, None);
        if let Some(clock) = limits.clock {
            let (s, h) = budget(&clock, overhead);
            (soft, hard) = (Some(s), Some(h));
        }
        if let Some(movetime) = limits.movetime {
            let whole = movetime
                .saturating_sub(overhead)
                .max(Duration::from_millis(1));
            let safe = whole - margin.min(whole.mul_f64(LARGEST_MARGIN));
            hard = Some(hard.map_or(safe, |h| h.min(safe)));
        }
        if limits.infinite {
            (soft, hard) = (None, None);
        }
        Timer {
            started,
            counting,
            soft,
            hard,
            nodes: limits.nodes,
        }
    }

    /// Time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time that counts, or `None` while pondering.
    fn counted(&self, stop: &StopToken) -> Option<Duration> {
        if self.counting.get().is_none()
            && let Some(ponder_hit) = stop.ponder_hit_at()
        {
            let _ = self.counting.set(ponder_hit);
        }
        self.counting.get().map(Instant::elapsed)
    }

    /// By how much the time now is beyond the hard limit. `None` for a search without one, or one that
    /// `stop` ended, whenever that was.
    #[must_use]
    pub fn overrun(&self, stop: &StopToken) -> Option<Duration> {
        let hard = self.hard.filter(|_| !stop.is_stopped())?;
        Some(self.counted(stop)?.saturating_sub(hard))
    }

    /// Whether a hard limit is reached after this many nodes.
    #[must_use]
    pub fn must_stop(&self, nodes: u64, stop: &StopToken) -> bool {
        if self.nodes.is_some_and(|limit| nodes >= limit) {
            return true;
        }
        match (self.hard, self.counted(stop)) {
            (Some(hard), Some(time)) => time >= hard,
            _ => false,
        }
    }

    /// Nodes until the node limit.
    #[must_use]
    pub fn nodes_left(&self, nodes: u64) -> u64 {
        self.nodes
            .map_or(u64::MAX, |limit| limit.saturating_sub(nodes))
    }

    /// Whether the next iteration should not begin.
    #[must_use]
    pub fn should_stop(&self, stability: Stability, stop: &StopToken) -> bool {
        let (Some(soft), Some(time)) = (self.soft, self.counted(stop)) else {
            return false;
        };
        time >= soft.mul_f64(stability.factor())
    }
}

/// Soft and hard limit of a move under a clock.
fn budget(clock: &Clock, overhead: Duration) -> (Duration, Duration) {
    let least = Duration::from_millis(1);
    let reserve = (RESERVE + 2 * overhead).min(clock.remaining / 2);
    let usable = clock
        .remaining
        .saturating_sub(reserve.max(2 * overhead))
        .as_secs_f64();
    let increment = clock.increment.saturating_sub(overhead).as_secs_f64();
    let moves = clock
        .moves_to_go
        .map_or(MOVES_LEFT, |n| f64::from(n.clamp(1, 50)) + 1.0);
    let share = usable / moves + 0.8 * increment;
    let largest = match clock.moves_to_go {
        Some(1) => usable * 0.8,
        _ => usable * LARGEST_SHARE,
    };
    let hard = (share * HARD_FACTOR).min(largest);
    let soft = share.min(hard);
    let duration = |seconds: f64| {
        Duration::try_from_secs_f64(seconds)
            .unwrap_or(least)
            .max(least)
    };
    (duration(soft), duration(hard))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        }
    }

    #[test]
    fn never_plans_beyond_the_clock() {
        let overhead = Duration::from_millis(10);
        for remaining in [0, 1, 10, 30, 100, 1000, 60_000, u64::MAX / 4] {
            for increment in [0, 10, 1000, 100_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let (soft, hard) = budget(&clock(remaining, increment, moves), overhead);
                    assert!(soft <= hard);
                    let usable = remaining.saturating_sub(20).max(1);
                    assert!(
                        hard <= Duration::from_millis(usable),
                        "{remaining} {increment}"
                    );
                }
            }
        }
    }

    #[test]
    fn an_unsettled_search_gets_more_time() {
        let settled = Stability {
            same_move: 9,
            score_drop: -30,
            effort: 0.9,
        };
        assert!(settled.factor() < 1.0);
        for unsettled in [
            Stability {
                same_move: 0,
                ..settled
            },
            Stability {
                score_drop: 200,
                ..settled
            },
            Stability {
                effort: 0.3,
                ..settled
            },
        ] {
            assert!(unsettled.factor() > settled.factor(), "{unsettled:?}");
        }
    }

    #[test]
    fn a_clock_sets_a_soft_and_a_hard_limit() {
        let limits = Limits {
            clock: Some(clock(10_000, 0, None)),
            ..Limits::default()
        };
        let timer = Timer::new(&limits, Duration::ZERO, Duration::ZERO);
        let (soft, hard) = (timer.soft.unwrap(), timer.hard.unwrap());
        assert!(soft > Duration::from_millis(200) && soft < Duration::from_millis(500));
        assert!(hard > 2 * soft);
    }

    #[test]
    fn no_clock_no_limit() {
        let timer = Timer::new(&Limits::default(), Duration::ZERO, Duration::ZERO);
        assert_eq!((timer.soft, timer.hard), (None, None));
        assert!(!timer.must_stop(u64::MAX, &StopToken::new()));
        assert_eq!(timer.nodes_left(5), u64::MAX);
    }

    fn movetime(millis: u64) -> Limits {
        Limits {
            movetime: Some(Duration::from_millis(millis)),
            ..Limits::default()
        }
    }

    #[test]
    fn being_late_before_shortens_the_time_for_a_move_within_bounds() {
        let hard = |limits: &Limits, overhead, margin| {
            let [overhead, margin] = [overhead, margin].map(Duration::from_millis);
            Timer::new(limits, overhead, margin).hard
        };
        let millis = |n| Some(Duration::from_millis(n));
        assert_eq!(hard(&movetime(100), 10, 0), millis(90));
        assert_eq!(hard(&movetime(100), 10, 20), millis(70));
        assert_eq!(hard(&movetime(90), 10, 500), millis(20));
        assert_eq!(
            hard(&movetime(0), 10, 500),
            Some(Duration::from_micros(250))
        );
        // A clock has its own reserve.
        let limits = Limits {
            clock: Some(clock(10_000, 0, None)),
            ..Limits::default()
        };
        assert_eq!(hard(&limits, 10, 500), hard(&limits, 10, 0));
    }

    /// A time at which every system that could compile this was running.
    fn a_minute_ago() -> Instant {
        Instant::now()
            .checked_sub(Duration::from_secs(60))
            .expect("a system that has run for a minute")
    }

    #[test]
    fn time_counts_from_when_the_move_was_asked_for() {
        let stop = StopToken::new();
        let since = |since| {
            let limits = Limits {
                since,
                ..movetime(30_000)
            };
            Timer::new(&limits, Duration::ZERO, Duration::ZERO)
        };
        let timer = since(None);
        assert!(!timer.must_stop(1, &stop));
        assert_eq!(timer.overrun(&stop), Some(Duration::ZERO));
        let timer = since(Some(a_minute_ago()));
        assert!(timer.must_stop(1, &stop));
        assert!(timer.overrun(&stop) >= Some(Duration::from_secs(30)));
        stop.stop();
        assert_eq!(timer.overrun(&stop), None);
    }

    #[test]
    fn time_counts_from_the_ponder_hit() {
        let limits = Limits {
            ponder: true,
            since: Some(a_minute_ago()),
            ..movetime(30_000)
        };
        let stop = StopToken::new();
        let timer = Timer::new(&limits, Duration::ZERO, Duration::ZERO);
        assert!(!timer.must_stop(1, &stop));
        assert_eq!(timer.overrun(&stop), None);
        stop.ponderhit();
        assert!(!timer.must_stop(1, &stop), "the clock started just now");
        assert_eq!(timer.counting.get().copied(), stop.ponder_hit_at());
    }
}
