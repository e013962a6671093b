//! Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// Does this at the first interrupt of the process; the second one ends it at once.
pub fn on_first(act: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    let raised = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        act();
    })
    .context("cannot watch for interrupts")
}
