//! How late searches were lately.

use std::time::Duration;

/// By how much recent searches went beyond their hard limits. On a busy machine a search does not run
/// all the time, and sees that its time is up when it runs again; to end in time it has to end sooner.
#[derive(Default, Debug)]
pub struct Lateness(Duration);

impl Lateness {
    /// What a search is late by in any case: it looks at the clock now and then only.
    const USUAL: Duration = Duration::from_millis(1);

    /// Learns of a search that ended so long after its limit. One that was late counts at once and is
    /// forgotten by an eighth with each that is not.
    pub fn record(&mut self, overrun: Duration) {
        let late = overrun.saturating_sub(Self::USUAL);
        self.0 = late.max(self.0 * 7 / 8);
    }

    /// By how much to end the next search sooner.
    pub fn margin(&self) -> Duration {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn being_late_counts_at_once_and_is_forgotten_slowly() {
        let mut lateness = Lateness::default();
        lateness.record(Duration::from_micros(900));
        assert_eq!(lateness.margin(), Duration::ZERO);
        lateness.record(millis(17));
        assert_eq!(lateness.margin(), millis(16));
        lateness.record(Duration::ZERO);
        assert_eq!(lateness.margin(), millis(14));
        lateness.record(millis(4));
        assert_eq!(lateness.margin(), Duration::from_micros(12_250));
        lateness.record(millis(31));
        assert_eq!(lateness.margin(), millis(30));
        for _ in 0..100 {
            lateness.record(Duration::ZERO);
        }
        assert!(lateness.margin() < Duration::from_micros(1));
    }
}
