//! Building a book.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::book::tree::Searched;
use crate::book::{About, Book, BookTree};
use crate::container::OpenError;
use crate::files;
use crate::game::{Board, Position, Variant};
use crate::pool::WorkerPanic;
use crate::provenance::Difference;
use crate::search::{EngineError, StopToken};

use super::journal::{Journal, JournalError};
use super::order::{self, Next};
use super::plan::{BATCH, BookPlan};
use super::save::write;
use super::searchers::Searchers;

/// How far a book has grown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookProgress {
    /// Positions of the book, with those that are searched for it already.
    pub positions: usize,
    /// Positions searched in this run.
    pub searched: usize,
    /// Searches that earlier runs left behind.
    pub kept: usize,
    /// Damaged records of the journal that were passed over.
    pub damaged: usize,
    /// Time since this run began.
    pub elapsed: Duration,
}

/// The end of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookResult {
    /// The last progress.
    pub progress: BookProgress,
    /// Whether the book is written; otherwise the run was stopped.
    pub complete: bool,
    /// Searches of earlier runs that the book written has no place for. The journal stays with them.
    pub left: usize,
}

/// Why a book was not built. What was searched before is in the journal.
#[derive(Debug)]
pub enum BookBuildError {
    /// The game leaves nothing to decide.
    Forced(Variant),
    /// An engine could not be set up.
    Engine(EngineError),
    /// There is a book or a journal already, and it was not said to go on with it.
    Exists(PathBuf),
    /// The book that is there cannot be read.
    Open(OpenError),
    /// The book that is there was searched otherwise.
    Other(PathBuf, Difference),
    /// A search panicked.
    Worker(WorkerPanic),
    /// The journal cannot be used.
    Journal(JournalError),
    /// The book cannot be written.
    Write(PathBuf, io::Error),
}

impl fmt::Display for BookBuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookBuildError::Forced(variant) => write!(
                f,
                "{variant} is a forced game, which has no openings; expected a game with decisions"
            ),
            BookBuildError::Engine(error) => error.fmt(f),
            BookBuildError::Exists(path) => write!(
                f,
                "{} is there already; --resume goes on with it, another --out begins anew",
                path.display()
            ),
            BookBuildError::Open(error) => error.fmt(f),
            BookBuildError::Other(path, difference) => write!(
                f,
                "{} was made with {difference}; give another file to begin anew",
                path.display()
            ),
            BookBuildError::Worker(error) => error.fmt(f),
            BookBuildError::Journal(error) => error.fmt(f),
            BookBuildError::Write(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for BookBuildError {}

impl From<EngineError> for BookBuildError {
    fn from(error: EngineError) -> BookBuildError {
        BookBuildError::Engine(error)
    }
}

impl From<WorkerPanic> for BookBuildError {
    fn from(error: WorkerPanic) -> BookBuildError {
        BookBuildError::Worker(error)
    }
}

impl From<JournalError> for BookBuildError {
    fn from(error: JournalError) -> BookBuildError {
        BookBuildError::Journal(error)
    }
}

/// What is known of positions, by all that they hold.
type Known = FxHashMap<[u64; 4], Searched>;

/// Builds a book and writes it to a file, in text form if its name ends in `.txt`. Every search is added
/// to a journal beside the file; with `resume` those of earlier runs, and of the book itself where it is
/// to grow, are not done again, nor is any lost: a book that is there keeps all its positions and covered
/// plies whatever the plan says, and a journal with searches that the book has no place for stays. The
/// book is the same for any number of threads and of interruptions. `stop` can stop the run; `progress`
/// is called at the start, after each search and a few times a second.
///
/// # Errors
/// If files cannot be read or written, or are of other searches, or an engine cannot be set up.
pub fn build(
    plan: &BookPlan,
    path: &Path,
    resume: bool,
    stop: &StopToken,
    progress: &mut dyn FnMut(&BookProgress),
) -> Result<BookResult, BookBuildError> {
    if plan.variant.rules().is_forced() {
        return Err(BookBuildError::Forced(plan.variant));
    }
    files::check(path).map_err(|error| BookBuildError::Write(path.to_owned(), error))?;
    let searchers = Searchers::new(plan.threads, plan.variant, plan.hash_mb, &plan.eval_source)?;
    let journal_path = Journal::path_for(path);
    if let Some(old) = [path, &journal_path].into_iter().find(|file| file.exists())
        && !resume
    {
        return Err(BookBuildError::Exists(old.to_owned()));
    }
    let mut known = Known::default();
    let journal = Journal::open(&journal_path, &plan.about(), |position, searched| {
        known.insert(*position.lanes(), searched);
    })?;
    // The journal's lock is the book's too: only now nobody else writes either.
    let old = match old_book(path, resume, plan) {
        Ok(old) => old,
        Err(error) => {
            journal.leave();
            return Err(error);
        }
    };
    if let Some(old) = &old {
        let searches = old.nodes().iter();
        known.extend(searches.map(|node| (*node.position.lanes(), node.searched)));
    }
    let mut work = Work {
        plan,
        about: about_of(plan.about(), old.as_ref(), journal.about()),
        progress: BookProgress {
            positions: 0,
            searched: 0,
            kept: known.len(),
            damaged: journal.damaged(),
            elapsed: Duration::ZERO,
        },
        begun: Instant::now(),
        searchers,
        known,
        journal,
        old,
        stop,
        tell: progress,
    };
    let tree = work.grow()?;
    work.finish(tree, path)
}

/// The finished book to go on with, if there is one.
fn old_book(
    path: &Path,
    resume: bool,
    plan: &BookPlan,
) -> Result<Option<BookTree>, BookBuildError> {
    if !path.exists() {
        return Ok(None);
    }
    if !resume {
        return Err(BookBuildError::Exists(path.to_owned()));
    }
    let book = Book::open(path).map_err(BookBuildError::Open)?;
    if let Some(difference) = book.about().other_searches(&plan.about()) {
        return Err(BookBuildError::Other(path.to_owned(), difference));
    }
    let tree = book.tree().map_err(|error| OpenError::new(path, error));
    tree.map(Some).map_err(BookBuildError::Open)
}

/// What a book says of its making that has all of an old book and searches of a journal.
fn about_of(mut about: About, old: Option<&BookTree>, journal: &About) -> About {
    if let Some(old) = old {
        about.cover = about.cover.max(old.about().cover);
    }
    let begun = old.map_or(journal, BookTree::about);
    about.made.engine.clone_from(&begun.made.engine);
    // With searches among the others for which it is not recorded it is not known of all.
    let others = [Some(journal), old.map(BookTree::about)];
    if others
        .into_iter()
        .flatten()
        .any(|one| one.made.hash_mb == 0)
    {
        about.made.hash_mb = 0;
    }
    about
}

/// A run.
struct Work<'a> {
    plan: &'a BookPlan,
    /// What the book says of its making.
    about: About,
    searchers: Searchers,
    known: Known,
    journal: Journal,
    /// The finished book to go on with.
    old: Option<BookTree>,
    stop: &'a StopToken,
    progress: BookProgress,
    begun: Instant,
    tell: &'a mut dyn FnMut(&BookProgress),
}

impl Work<'_> {
    /// Grows the book to its end; `None` when stopped.
    fn grow(&mut self) -> Result<Option<BookTree>, BookBuildError> {
        let start = *Board::start(self.plan.variant).position();
        let Some(first) = self.search(&[start], 0)? else {
            return Ok(None);
        };
        let mut tree = BookTree::new(self.about.clone(), first[0]);
        // The start position is always expanded.
        let mut batch = vec![Next {
            index: 0,
            needed: true,
        }];
        loop {
            let mut new: Vec<Position> = Vec::new();
            let mut chosen = Vec::new();
            for Next { index, needed } in batch {
                if tree.nodes().len() + new.len() >= self.plan.positions && !needed {
                    break;
                }
                chosen.push(index);
                for (_, position) in tree.missing(index) {
                    if !new.contains(&position) {
                        new.push(position);
                    }
                }
            }
            if chosen.is_empty() {
                return Ok(Some(tree));
            }
            let Some(found) = self.search(&new, tree.nodes().len())? else {
                return Ok(None);
            };
            for (position, searched) in new.iter().zip(found) {
                tree.add(*position, searched);
            }
            for index in chosen {
                // All that it needs was added.
                let _ = tree.expand(index);
            }
            batch = order::next(&tree, &tree.back_up(), self.plan.depth_penalty, BATCH);
        }
    }

    /// What searches of these positions find, in their order; `None` when stopped.
    fn search(
        &mut self,
        positions: &[Position],
        in_book: usize,
    ) -> Result<Option<Vec<Searched>>, BookBuildError> {
        let open: Vec<Position> = positions
            .iter()
            .filter(|position| !self.known.contains_key(position.lanes()))
            .copied()
            .collect();
        let mut here = in_book + positions.len() - open.len();
        let Work {
            plan,
            searchers,
            known,
            journal,
            stop,
            progress,
            begun,
            tell,
            ..
        } = self;
        let mut now = |progress: &mut BookProgress, here: usize| {
            progress.positions = here;
            progress.elapsed = begun.elapsed();
            tell(progress);
        };
        now(progress, here);
        searchers.search(&open, plan.nodes, stop, |found| {
            if let Some((index, searched)) = found {
                journal.add(&open[index], &searched)?;
                known.insert(*open[index].lanes(), searched);
                progress.searched += 1;
                here += 1;
            }
            now(progress, here);
            Ok::<(), BookBuildError>(())
        })?;
        let found = positions
            .iter()
            .map(|position| known.get(position.lanes()).copied());
        Ok(found.collect())
    }

    /// Writes the book if it has grown to its end, and removes the journal if the book holds all of it.
    fn finish(mut self, tree: Option<BookTree>, path: &Path) -> Result<BookResult, BookBuildError> {
        self.progress.elapsed = self.begun.elapsed();
        let complete = tree.is_some();
        let mut left = 0;
        if let Some(mut tree) = tree {
            if let Some(old) = &self.old {
                tree.add_all(old, |node| node.searched);
            }
            write(&tree, path).map_err(|error| BookBuildError::Write(path.to_owned(), error))?;
            self.progress.positions = tree.nodes().len();
            left = self.known.len() - self.progress.positions;
            if left == 0 {
                self.journal.remove()?;
            }
        }
        Ok(BookResult {
            progress: self.progress,
            complete,
            left,
        })
    }
}
