//! What the opening book answers to a `go`.

use std::fmt;
use std::time::Duration;

use crate::book::choice::BookLine;
use crate::book::{self, BookChoice, Selection};
use crate::game::{Board, Game, Variant};
use crate::score::{Bound, Wdl};
use crate::search::{Info, Limits, SearchLine, Strength};

use super::settings::Settings;

/// An answer from the book, which makes a search needless.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookAnswer {
    /// The move to play and others.
    pub choice: BookChoice,
    /// Lines to report.
    pub lines: usize,
}

impl BookAnswer {
    /// The book's answer to a `go`, if it has one and may give it: where a move is to be played, not where
    /// a position is to be searched to some depth or for as long as the client likes. Weaker players have
    /// no book, as what a level is worth was measured without.
    ///
    /// The choice among several moves follows from `seed` and the position.
    pub fn to(game: &Game, limits: &Limits, settings: &Settings, seed: u64) -> Option<BookAnswer> {
        let asks_for_search =
            limits.infinite || limits.ponder || limits.mate.is_some() || limits.depth.is_some();
        let has_book = settings.own_book && !settings.analyse_mode;
        if asks_for_search || !has_book || settings.strength() != Strength::FULL {
            return None;
        }
        let selection = Selection {
            depth: settings.book_depth,
            variety: settings.book_variety,
            seed,
        };
        let book = settings.book_source.book(game.variant())?;
        Some(BookAnswer {
            choice: book::choose(book, game, &limits.moves, &selection)?,
            lines: settings.multipv,
        })
    }

    /// Its lines as reports of a search of this game, the move to play first.
    pub fn reports(&self, variant: Variant) -> impl Iterator<Item = Info> {
        let lines = self.choice.lines.iter().take(self.lines);
        lines.enumerate().map(move |(index, line)| Info {
            multipv: index as u32 + 1,
            line: SearchLine {
                depth: line.depth,
                seldepth: line.depth,
                score: line.score,
                bound: Bound::Exact,
                wdl: Wdl::of_score(variant, line.score),
                pv: line.moves.clone(),
            },
            nodes: 0,
            table_hits: 0,
            hashfull: 0,
            time: Duration::ZERO,
        })
    }

    /// The message about it: its move, and the others that the book has in the position.
    pub fn describe(&self, root: Board) -> String {
        let description = Description {
            choice: &self.choice,
            root,
        };
        description.to_string()
    }
}

struct Description<'a> {
    choice: &'a BookChoice,
    root: Board,
}

impl Description<'_> {
    fn line(&self, f: &mut fmt::Formatter<'_>, line: &BookLine) -> fmt::Result {
        if let Some(&mv) = line.moves.first() {
            write!(f, "{}", self.root.show(mv))?;
        }
        let BookLine {
            score, positions, ..
        } = line;
        write!(f, " score {score} positions {positions}")
    }
}

impl fmt::Display for Description<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BookChoice {
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
