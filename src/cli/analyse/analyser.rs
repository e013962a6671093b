//! The engine as the analysis uses it: one search after another, until an interrupt.

use tuzdik::game::Game;
use tuzdik::search::{Engine, Limits, Report, SearchLine, StopToken};

/// An engine with the limits of each search.
pub struct Analyser {
    engine: Engine,
    limits: Limits,
    stop: StopToken,
}

impl Analyser {
    /// Once `stop` says so the search that runs and all later ones end at once.
    pub fn new(engine: Engine, limits: Limits, stop: StopToken) -> Analyser {
        Analyser {
            engine,
            limits,
            stop,
        }
    }

    /// What ends the searches.
    pub fn stop_token(&self) -> &StopToken {
        &self.stop
    }

    /// Forgets earlier searches.
    pub fn clear(&mut self) {
        self.engine.clear();
    }

    /// Searches the last position of a game until a limit is reached. Returns the lines found, the best
    /// first; at least one.
    pub fn search(&mut self, game: &Game, report: Report<'_>) -> Vec<SearchLine> {
        let found = self.engine.search(game, &self.limits, &self.stop, report);
        found.lines
    }
}
