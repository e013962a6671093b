//! Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use tuzdik::search::StopToken;

/// A token that the first interrupt of the process stops; a second one ends the process at once.
pub fn stop_token() -> anyhow::Result<StopToken> {
    let stop = StopToken::new();
    let caught = stop.clone();
    let raised = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        caught.stop();
    })
    .context("cannot watch for interrupts")?;
    Ok(stop)
}
