//! Progress of long work.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often the log tells of progress where there is no terminal.
pub const LOG_EVERY: Duration = Duration::from_secs(30);

/// The look of a bar that counts, with a message and the times gone and left.
pub const COUNTING: &str = "{wide_bar} {human_pos}/{human_len} {msg} {elapsed} +{eta}";

/// A bar on stderr, which stays hidden unless stderr is a terminal.
pub fn bar(total: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
