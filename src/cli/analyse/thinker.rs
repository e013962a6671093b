//! The engine as the analysis uses it: one search after another, until an interrupt.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tuzdik::game::Game;
use tuzdik::search::{Engine, Info, LastWords, Limits, Signals};

use crate::cli::interrupt::on_first;

/// Ends the running search and all later ones on Ctrl-C; a second one ends the process.
#[derive(Clone, Default)]
pub struct Interrupt {
    raised: Arc<AtomicBool>,
    /// The signals of the search that runs.
    current: Arc<Mutex<Arc<Signals>>>,
}

impl Interrupt {
    /// Catches the interrupts of this process.
    pub fn catch() -> anyhow::Result<Interrupt> {
        let interrupt = Interrupt::default();
        let caught = interrupt.clone();
        on_first(move || {
            caught.raised.store(true, Ordering::Relaxed);
            caught.current().stop();
        })?;
        Ok(interrupt)
    }

    /// Whether there was one.
    pub fn raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    fn current(&self) -> Arc<Signals> {
        let current = self.current.lock();
        Arc::clone(&current.unwrap_or_else(PoisonError::into_inner))
    }

    /// Signals for a new search, stopped already if the interrupt came before.
    fn signals(&self) -> Arc<Signals> {
        let signals = Arc::new(Signals::new());
        let current = self.current.lock();
        *current.unwrap_or_else(PoisonError::into_inner) = Arc::clone(&signals);
        if self.raised() {
            signals.stop();
        }
        signals
    }
}

/// An engine with the limits of each search.
pub struct Thinker {
    engine: Engine,
    limits: Limits,
    interrupt: Interrupt,
}

impl Thinker {
    pub fn new(engine: Engine, limits: Limits, interrupt: Interrupt) -> Thinker {
        Thinker {
            engine,
            limits,
            interrupt,
        }
    }

    /// Whether Ctrl-C was pressed.
    pub fn interrupted(&self) -> bool {
        self.interrupt.raised()
    }

    /// Forgets earlier searches.
    pub fn forget(&mut self) {
        self.engine.clear();
    }

    /// Searches the last position of a game until a limit is reached or `report` says break. Returns
    /// the last complete line of each rank, the best first; at least one.
    pub fn think(
        &mut self,
        game: &Game,
        mut report: impl FnMut(&Info) -> ControlFlow<()> + Send,
    ) -> Vec<Info> {
        let mut ranks: Vec<LastWords> = Vec::new();
        let signals = self.interrupt.signals();
        let mut keep = |info: &Info| {
            if report(info).is_break() {
                signals.stop();
            }
            let rank = (info.multipv as usize).saturating_sub(1);
            if rank >= ranks.len() {
                ranks.resize_with(rank + 1, LastWords::default);
            }
            ranks[rank].hear(info);
        };
        let found = self.engine.search(game, &self.limits, &signals, &mut keep);
        let mut ranks = ranks.into_iter();
        let first = ranks.next().and_then(|words| words.for_move(found.best));
        let others = ranks.filter_map(LastWords::surest);
        first.into_iter().chain(others).collect()
    }
}
