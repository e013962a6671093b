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
    /// The timer of a search that starts now.
    #[must_use]
    pub fn new(limits: &Limits, overhead: Duration) -> Timer {
        let counting = OnceLock::new();
        let started = Instant::now();
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
            hard = Some(hard.map_or(whole, |h| h.min(whole)));
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
        if stop.is_ponder_hit() {
            let _ = self.counting.set(Instant::now());
        }
        self.counting.get().map(Instant::elapsed)
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
        let timer = Timer::new(&limits, Duration::ZERO);
        let (soft, hard) = (timer.soft.unwrap(), timer.hard.unwrap());
        assert!(soft > Duration::from_millis(200) && soft < Duration::from_millis(500));
        assert!(hard > 2 * soft);
    }

    #[test]
    fn no_clock_no_limit() {
        let timer = Timer::new(&Limits::default(), Duration::ZERO);
        assert_eq!((timer.soft, timer.hard), (None, None));
        assert!(!timer.must_stop(u64::MAX, &StopToken::new()));
        assert_eq!(timer.nodes_left(5), u64::MAX);
    }

    #[test]
    fn time_counts_from_the_ponder_hit() {
        let limits = Limits {
            movetime: Some(Duration::from_millis(1)),
            ponder: true,
            ..Limits::default()
        };
        let stop = StopToken::new();
        let timer = Timer::new(&limits, Duration::ZERO);
        std::thread::sleep(Duration::from_millis(5));
        assert!(!timer.must_stop(1, &stop));
        stop.ponderhit();
        assert!(!timer.must_stop(1, &stop), "the clock started just now");
        std::thread::sleep(Duration::from_millis(5));
        assert!(timer.must_stop(1, &stop));
    }
}
