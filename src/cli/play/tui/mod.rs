//! The board on the whole terminal.

mod app;
mod board;
mod draw;
mod heap;
mod help;
mod keys;
mod prompt;

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};

use super::Play;
use app::App;

/// Longest wait for a key before the engine and the clock are looked at.
const TICK: Duration = Duration::from_millis(30);

/// Time for leaving in good order after a signal.
const GRACE: Duration = Duration::from_secs(1);

/// Plays until the player leaves. The terminal is restored whatever happens.
pub fn run(play: Play) -> anyhow::Result<()> {
    // Keys do not raise signals in raw mode; others may send them.
    let ended = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&ended);
    ctrlc::set_handler(move || {
        raised.store(true, Ordering::Relaxed);
        thread::sleep(GRACE);
        // The terminal was closed: waiting for its keys never ends then.
        process::exit(1);
    })
    .context("cannot watch for interrupts")?;
    let mut app = App::new(play);
    let mut terminal = ratatui::try_init().context("cannot set up the terminal")?;
    let result = turn(&mut terminal, &mut app, &ended);
    let restored = ratatui::try_restore().context("cannot restore the terminal");
    result.and(restored)
}

fn turn(terminal: &mut DefaultTerminal, app: &mut App, ended: &AtomicBool) -> anyhow::Result<()> {
    let mut changed = true;
    while !ended.load(Ordering::Relaxed) && !app.has_left() {
        if changed {
            terminal.draw(|frame| draw::draw(app, frame))?;
        }
        changed = false;
        if event::poll(TICK)? {
            // A pasted text or a held key brings many at once.
            while event::poll(Duration::ZERO)? {
                match event::read()? {
                    Event::Key(key) if key.kind != KeyEventKind::Release => app.press(key)?,
                    _ => {}
                }
                changed = true;
            }
        }
        changed |= app.tick(Instant::now())?;
    }
    Ok(())
}
