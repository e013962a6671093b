//! Searching positions of a finished book again.

use crate::book::BookTree;
use crate::book::backup::Backup;
use crate::book::tree::Searched;
use crate::eval::EvalSource;
use crate::game::{Move, Position};
use crate::mix64::mix64;
use crate::score::Score;
use crate::search::StopToken;

use super::build::BookBuildError;
use super::searchers::Searchers;

/// A position of a book that was searched again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The index of the position.
    pub index: usize,
    /// What the book says: its backed-up score, and its best move.
    pub book: (Score, Option<Move>),
    /// What the search found.
    pub found: Searched,
    /// What the move that the search prefers loses by the book, in hundredths of a ball; 0 if the book
    /// has no better one, `None` where it does not say.
    pub loss: Option<i32>,
}

impl Check {
    /// By how much the search scores the position better than the book, in hundredths of a ball.
    #[must_use]
    pub fn difference(&self) -> i32 {
        self.found.score.value() - self.book.0.value()
    }

    /// Whether search and book have the same best move.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.found.best == self.book.1
    }
}

/// How to check a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifySettings {
    /// Nodes for each search.
    pub nodes: u64,
    /// How many positions to search.
    pub sample: usize,
    /// Decides which.
    pub seed: u64,
    /// Threads, each with an engine of its own, at least 1.
    pub threads: usize,
    /// Size of each engine's table in MB.
    pub hash_mb: usize,
    /// What judges positions.
    pub eval_source: EvalSource,
}

/// Searches a random sample of a book's positions again, in the order in which the answer has them.
/// Ends early when stopped. `progress` is told how many searches are done, now and then.
///
/// # Errors
/// If an engine cannot be set up or a search panics.
pub fn verify(
    tree: &BookTree,
    backup: &Backup,
    terms: &VerifySettings,
    stop: &StopToken,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Check>, BookBuildError> {
    let mut searchers = Searchers::new(
        terms.threads,
        tree.variant(),
        terms.hash_mb,
        &terms.eval_source,
    )?;
    let sample = sample(tree, terms);
    let positions: Vec<Position> = sample
        .iter()
        .map(|&index| tree.nodes()[index].position)
        .collect();
    let mut found = vec![None; positions.len()];
    let mut done = 0;
    searchers.search(&positions, terms.nodes, stop, |one| {
        if let Some((at, searched)) = one {
            found[at] = Some(searched);
            done += 1;
        }
        progress(done);
        Ok::<(), BookBuildError>(())
    })?;
    let checks = sample.into_iter().zip(found);
    Ok(checks
        .filter_map(|(index, found)| Some(check(tree, backup, index, found?)))
        .collect())
}

/// Positions drawn by the seed.
fn sample(tree: &BookTree, terms: &VerifySettings) -> Vec<usize> {
    let key = |&index: &usize| {
        let position = &tree.nodes()[index].position;
        (mix64(position.hash(), !terms.seed), *position.lanes())
    };
    let mut all: Vec<usize> = (0..tree.nodes().len()).collect();
    all.sort_by_key(key);
    all.truncate(terms.sample);
    all
}

fn check(tree: &BookTree, backup: &Backup, index: usize, found: Searched) -> Check {
    let rated = tree.rated(backup, index);
    let best = rated.first();
    let preferred = rated.iter().find(|rated| Some(rated.mv) == found.best);
    let searched = tree.nodes()[index].searched;
    Check {
        index,
        book: (
            backup.score(index),
            best.map(|best| best.mv).or(searched.best),
        ),
        found,
        loss: best
            .zip(preferred)
            .map(|(best, preferred)| best.score.value() - preferred.score.value()),
    }
}
