//! Progress of long work.

use std::fmt::Display;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How often the log tells of progress where there is no terminal.
const LOG_EVERY: Duration = Duration::from_secs(30);

/// The look of a bar that counts, with a message and the times gone and left.
pub const COUNTING: &str = "{wide_bar} {human_pos}/{human_len} {msg} {elapsed} +{eta}";

/// A bar on stderr, which stays hidden unless stderr is a terminal.
pub fn bar(total: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Reports how far long work is: a bar that counts on a terminal, elsewhere a line in the log now and then.
pub struct ProgressReporter {
    pub bar: ProgressBar,
    last_log: Instant,
}

impl ProgressReporter {
    /// Nothing is reported yet of work of this size.
    pub fn new(total: u64) -> ProgressReporter {
        ProgressReporter {
            bar: bar(total, COUNTING),
            last_log: Instant::now(),
        }
    }

    /// Shows a position on the bar, or logs this if it is time for it.
    pub fn report(&mut self, position: u64, text: impl Display) {
        self.bar.set_position(position);
        if self.bar.is_hidden() && self.last_log.elapsed() >= LOG_EVERY {
            self.last_log = Instant::now();
            log::info!("{text}");
        }
    }
}
