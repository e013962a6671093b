//! Playing by the book.

use std::fmt;
use std::time::Duration;

use crate::book::choice::Line;
use crate::book::{self, BookSource, Choice};
use crate::game::{Game, Position, Variant};
use crate::notation::moves;
use crate::score::{Bound, Wdl};
use crate::search::{Info, Limits};

use super::options;
use super::queue::Opening;

/// The book of a session and how it is used.
pub struct OwnBook {
    /// Whether it is used at all.
    pub is_used: bool,
    /// How it is used.
    pub settings: book::Settings,
    source: BookSource,
    /// Whether each game draws a number for its choices.
    draws_seed: bool,
}

impl Default for OwnBook {
    fn default() -> OwnBook {
        OwnBook {
            is_used: options::DEFAULT_OWN_BOOK,
            settings: book::Settings {
                seed: rand::random(),
                ..book::Settings::default()
            },
            source: BookSource::default(),
            draws_seed: true,
        }
    }
}

impl OwnBook {
    /// Takes the book that a name means.
    ///
    /// # Errors
    /// A message if there is none; the book before stays.
    pub fn open(&mut self, name: &str) -> Result<(), String> {
        self.source = BookSource::open(name).map_err(|error| {
            let embedded = BookSource::EMBEDDED;
            format!(
                "BookFile: {error}; expected a book in binary or text form or {embedded}; the book \
                 before stays"
            )
        })?;
        Ok(())
    }

    /// The game of the book, if it was named for one.
    pub fn game(&self) -> Option<Variant> {
        self.source.game()
    }

    /// Makes choices follow from this number; 0 for another one in each game.
    pub fn set_seed(&mut self, seed: u64) {
        self.draws_seed = seed == 0;
        self.settings.seed = if self.draws_seed {
            rand::random()
        } else {
            seed
        };
    }

    /// A new game begins.
    pub fn begin_game(&mut self) {
        if self.draws_seed {
            self.set_seed(0);
        }
    }

    /// The answer to a `go`, if the book has one and may give it: where a move is to be played, not
    /// where a position is to be searched to some depth or for as long as the client likes.
    pub fn choose(&self, game: &Game, limits: &Limits) -> Option<Choice> {
        let asks_for_search =
            limits.infinite || limits.ponder || limits.mate.is_some() || limits.depth.is_some();
        if !self.is_used || asks_for_search {
            return None;
        }
        let book = self.source.book(game.variant())?;
        book::choose(book, game, &limits.moves, &self.settings)
    }
}

impl Opening {
    /// Its lines as reports of a search of this game, the move to play first.
    pub fn reports(&self, variant: Variant) -> impl Iterator<Item = Info> {
        let lines = self.choice.lines.iter().take(self.lines);
        lines.enumerate().map(move |(index, line)| Info {
            depth: line.depth,
            seldepth: line.depth,
            multipv: index as u32 + 1,
            score: line.score,
            bound: Bound::Exact,
            wdl: Wdl::of_score(variant, line.score),
            nodes: 0,
            hashfull: 0,
            time: Duration::ZERO,
            pv: line.moves.clone(),
        })
    }
}

/// The message that tells of a move from the book.
pub struct Told<'a> {
    /// The answer.
    pub choice: &'a Choice,
    /// The rule set.
    pub variant: Variant,
    /// The position in which it is played.
    pub root: &'a Position,
}

impl Told<'_> {
    fn line(&self, f: &mut fmt::Formatter<'_>, line: &Line) -> fmt::Result {
        if let Some(&mv) = line.moves.first() {
            f.write_str(&moves::format(self.variant, self.root, mv))?;
        }
        let Line {
            score, positions, ..
        } = line;
        write!(f, " score {score} positions {positions}")
    }
}

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Choice {
            lines,
            candidates,
            positions,
        } = self.choice;
        f.write_str("book move ")?;
        let Some((first, others)) = lines.split_first() else {
            return Ok(());
        };
        self.line(f, first)?;
        write!(f, " of {positions}, {candidates} to choose from")?;
        for (index, line) in others.iter().enumerate() {
            f.write_str(if index == 0 { "; others: " } else { ", " })?;
            self.line(f, line)?;
        }
        Ok(())
    }
}
