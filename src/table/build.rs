//! Tables built layer after layer into a folder.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::container::OpenError;
use crate::files;
use crate::game::Variant;

use super::solve::WORKING_BYTES;
use super::space::{NoTables, Tuzdiks};
use super::tables::Tables;

/// What is to be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildPlan {
    /// The game.
    pub variant: Variant,
    /// The tuzdiks; what can follow them is built too, and before them.
    pub tuzdiks: Tuzdiks,
    /// Most balls on a board.
    pub balls: u8,
}

/// A layer, in both orders of its tuzdiks: what one file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LayerPlan {
    /// The tuzdiks.
    pub tuzdiks: Tuzdiks,
    /// Balls on each board.
    pub balls: u8,
    /// How many boards there are.
    pub boards: u64,
    /// Whether its file was there when the work began.
    pub is_done: bool,
}

/// What a build tells while it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildProgress {
    /// Boards of the layers that this build has finished.
    pub finished: u64,
    /// The layer being solved.
    pub layer: LayerPlan,
    /// Its sweeps so far.
    pub sweeps: u32,
    /// The sweeps of the layer before it with the same tuzdiks, 0 if none was solved.
    pub sweeps_before: u32,
}

/// How a build ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildSummary {
    /// Layers solved and written.
    pub layers: usize,
    /// Their boards.
    pub boards: u64,
    /// Whether nothing is left to do.
    pub is_complete: bool,
}

/// Why tables cannot be built.
#[derive(Debug)]
pub enum BuildError {
    /// The game can have none.
    Game(NoTables),
    /// The game cannot have these tuzdiks.
    Tuzdiks(Variant),
    /// Values of so many balls do not fit; the most that do.
    TooMany(u8),
    /// The folder cannot be used.
    Folder(PathBuf, io::Error),
    /// Another build writes into the folder.
    InUse(PathBuf),
    /// A file cannot be read or written.
    File(OpenError),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Game(error) => error.fmt(f),
            BuildError::Tuzdiks(variant) => write!(
                f,
                "{variant} cannot have these tuzdiks; expected two different pits that its rules allow, 0 for none"
            ),
            BuildError::TooMany(most) => write!(
                f,
                "a table of this game holds boards of at most {most} balls"
            ),
            BuildError::Folder(path, error) => write!(f, "{}: {error}", path.display()),
            BuildError::InUse(path) => write!(
                f,
                "{}: another build writes into this folder",
                path.display()
            ),
            BuildError::File(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BuildError {}

impl From<OpenError> for BuildError {
    fn from(error: OpenError) -> BuildError {
        BuildError::File(error)
    }
}

/// Tables that are being built.
pub struct Build {
    tables: Tables,
    folder: PathBuf,
    layers: Vec<LayerPlan>,
    /// Locked as long as the build lives.
    _lock: File,
}

impl Build {
    /// Prepares a build into a folder, which is made if it is not there. Layers that it has stay as they are.
    ///
    /// # Errors
    /// If the game cannot have these tables, or the folder cannot be used or is used by another build.
    pub fn new(plan: &BuildPlan, folder: &Path) -> Result<Build, BuildError> {
        let tables = Tables::new(plan.variant, plan.balls).map_err(BuildError::Game)?;
        let most = tables.most_balls();
        if plan.balls > most {
            return Err(BuildError::TooMany(most));
        }
        if !tables.allows(plan.tuzdiks) {
            return Err(BuildError::Tuzdiks(plan.variant));
        }
        let fail = |error| BuildError::Folder(folder.to_owned(), error);
        fs::create_dir_all(folder).map_err(fail)?;
        let lock = folder.join(".lock");
        let file = File::create(&lock).map_err(fail)?;
        if !files::lock(&file, &lock) {
            return Err(BuildError::InUse(folder.to_owned()));
        }
        let mut layers = Vec::new();
        for tuzdiks in tables.needed(plan.tuzdiks) {
            for balls in (0..=plan.balls).step_by(usize::from(tables.unit())) {
                let path = folder.join(tables.contents(tuzdiks, balls).file_name());
                layers.push(LayerPlan {
                    tuzdiks,
                    balls,
                    boards: tables.boards(tuzdiks, balls),
                    is_done: path.exists(),
                });
            }
        }
        Ok(Build {
            tables,
            folder: folder.to_owned(),
            layers,
            _lock: file,
        })
    }

    /// The layers in the order in which they are solved.
    #[must_use]
    pub fn layers(&self) -> &[LayerPlan] {
        &self.layers
    }

    /// Bytes of memory that the work takes: the largest layer while it is solved, the codes of all layers, on
    /// which it may rest, and what the rows of the sides are known by.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let open = self.layers.iter().filter(|layer| !layer.is_done);
        let largest = open.map(|layer| layer.boards).max().unwrap_or(0);
        let all: u64 = self.layers.iter().map(|layer| layer.boards).sum();
        let tuzdiks: Vec<Tuzdiks> = self.layers.iter().map(|layer| layer.tuzdiks).collect();
        WORKING_BYTES * largest + all + self.tables.row_bytes(&tuzdiks)
    }

    /// Bytes of the files that are still to be written.
    #[must_use]
    pub fn file_bytes(&self) -> u64 {
        let open = self.layers.iter().filter(|layer| !layer.is_done);
        2 * open.map(|layer| layer.boards).sum::<u64>()
    }

    /// Solves what is left, on the threads of the pool in which it is called. Each layer is written when it is
    /// solved. `tell` hears of every sweep and can break the work off with `false`; the finished layers stay.
    ///
    /// # Errors
    /// If a file cannot be written, or one that is there is damaged.
    pub fn run(
        &mut self,
        tell: &mut dyn FnMut(&BuildProgress) -> bool,
    ) -> Result<BuildSummary, BuildError> {
        let mut summary = BuildSummary {
            layers: 0,
            boards: 0,
            is_complete: false,
        };
        let mut sweeps_before = 0;
        for &layer in &self.layers {
            let LayerPlan { tuzdiks, balls, .. } = layer;
            if self.tables.load(&self.folder, tuzdiks, balls)? {
                continue;
            }
            let mut sweeps = 0;
            let solved = self.tables.solve(tuzdiks, balls, &mut |sweep| {
                sweeps = sweep.number;
                tell(&BuildProgress {
                    finished: summary.boards,
                    layer,
                    sweeps,
                    sweeps_before,
                })
            });
            if !solved {
                return Ok(summary);
            }
            sweeps_before = sweeps;
            self.tables.save(&self.folder, tuzdiks, balls)?;
            // From now on it is read from the file, which the system may drop from memory.
            self.tables.load(&self.folder, tuzdiks, balls)?;
            summary.layers += 1;
            summary.boards += layer.boards;
        }
        summary.is_complete = true;
        Ok(summary)
    }
}
