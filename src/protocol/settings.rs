//! What a client can set.

use std::time::Duration;

use crate::book::{self, BookSource};
use crate::eval::EvalSource;
use crate::game::Variant;
#[cfg(feature = "tune")]
use crate::search::tune;
use crate::search::{Engine, SearchOptions, Strength};
use crate::table::source::TableSource;

/// The value of every engine option. [`options`](super::options) gives each field its name and range.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Size of the transposition table in MB.
    pub hash_mb: usize,
    /// Search threads.
    pub threads: usize,
    /// Lines of play to report.
    pub multipv: usize,
    /// Whether the client ponders, so that `bestmove` names the expected reply.
    pub ponder: bool,
    /// Time kept back for the transport of each move.
    pub move_overhead: Duration,
    /// Goes up each time that the transposition table is to be emptied.
    pub clears: u64,
    /// Whether `info` lines have chances.
    pub show_wdl: bool,
    /// The rule set.
    pub variant: Variant,
    /// The level of play, unless [`limit_strength`](Settings::limit_strength) is on.
    pub level: u8,
    /// Whether to play at the rating [`elo`](Settings::elo).
    pub limit_strength: bool,
    /// The rating to play at when strength is limited.
    pub elo: u16,
    /// What judges positions.
    pub eval_source: EvalSource,
    /// The exact tables that are asked.
    pub table_source: TableSource,
    /// Most balls of a board for which they are.
    pub table_limit: u8,
    /// Whether the client analyses and does not play, so that there is no book.
    pub analyse_mode: bool,
    /// Whether moves are played by the book.
    pub own_book: bool,
    /// The opening book.
    pub book_source: BookSource,
    /// How many plies of a game are played by the book.
    pub book_depth: usize,
    /// How far from the best a book move may be, 0 to 100.
    pub book_variety: u8,
    /// What the choice among several book moves follows from; 0 for another number in each game.
    pub book_seed: u64,
    /// The constants of the search, in the order of `tune::ALL`.
    #[cfg(feature = "tune")]
    pub parameters: Vec<i32>,
}

impl Default for Settings {
    fn default() -> Settings {
        let selection = book::Selection::default();
        Settings {
            hash_mb: Engine::HASH_MB.1,
            threads: 1,
            multipv: 1,
            ponder: false,
            move_overhead: SearchOptions::default().move_overhead,
            clears: 0,
            show_wdl: true,
            variant: Variant::default(),
            level: Strength::LEVELS.1,
            limit_strength: false,
            elo: Strength::ELO.1,
            eval_source: EvalSource::default(),
            table_source: TableSource::default(),
            table_limit: Variant::default().rules().balls(),
            analyse_mode: false,
            own_book: true,
            book_source: BookSource::default(),
            book_depth: selection.depth,
            book_variety: selection.variety,
            book_seed: 0,
            #[cfg(feature = "tune")]
            parameters: tune::ALL.iter().map(|p| p.default).collect(),
        }
    }
}

impl Settings {
    /// How strong to play.
    #[must_use]
    pub fn strength(&self) -> Strength {
        if self.limit_strength {
            Strength::from_elo(self.elo)
        } else {
            Strength::from_level(self.level)
        }
    }

    /// Goes back to what an engine `kept` where it refused what was `wanted`, unless something else was asked
    /// for since. Only what an engine can refuse is looked at.
    pub fn take_back(&mut self, wanted: &Settings, kept: &Settings) {
        if self.hash_mb == wanted.hash_mb {
            self.hash_mb = kept.hash_mb;
        }
        if self.threads == wanted.threads {
            self.threads = kept.threads;
        }
        if self.strength() == wanted.strength() {
            self.level = kept.level;
            self.limit_strength = kept.limit_strength;
            self.elo = kept.elo;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_refused_is_taken_back_unless_changed_since() {
        let kept = Settings::default();
        let wanted = Settings {
            hash_mb: 1 << 20,
            multipv: 3,
            ..kept.clone()
        };
        let mut settings = wanted.clone();
        settings.take_back(&wanted, &kept);
        assert_eq!((settings.hash_mb, settings.multipv), (kept.hash_mb, 3));
        settings.hash_mb = 2;
        settings.take_back(&wanted, &kept);
        assert_eq!(settings.hash_mb, 2);
    }
}
