//! The layers of a game and its tuzdiks.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::container::OpenError;
use crate::game::rules::{RuleSet, TuzdikRule};
use crate::game::{Pit, Variant};

use super::file::{self, Contents};
use super::layer::Layer;
use super::rows::{Rows, ways};
use super::solve::{Below, Sweep, solve};
use super::space::{NoTables, Space, Tuzdiks, check, unit};
use super::value::MAX_UNITS;

/// Solved layers of one game.
pub struct Tables {
    variant: Variant,
    unit: u8,
    max: u8,
    /// By the pit that is a tuzdik.
    rows: BTreeMap<Option<Pit>, Arc<Rows>>,
    /// By [`slot`].
    shelves: Vec<Option<Shelf>>,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables")
            .field("variant", &self.variant)
            .field("max", &self.max)
            .finish_non_exhaustive()
    }
}

/// The layers of some tuzdiks.
struct Shelf {
    space: Space,
    /// By their balls; `None` where they are not solved.
    layers: Vec<Option<Layer>>,
}

/// Slots of the tuzdiks of the mover and of the waiting side.
const SLOTS: usize = 10 * 10;

/// The place of some tuzdiks among the shelves.
fn slot(tuzdiks: Tuzdiks) -> usize {
    let number = |pit: Option<Pit>| pit.map_or(0, |pit| usize::from(pit.number()));
    10 * number(tuzdiks.mover) + number(tuzdiks.waiting)
}

/// Why a folder gives no tables.
#[derive(Debug)]
pub enum TablesError {
    /// The folder cannot be read, or a file in it cannot be used.
    File(OpenError),
    /// The game can have none.
    Game(NoTables),
    /// There is none of this game in the folder.
    Empty(PathBuf, Variant),
}

impl fmt::Display for TablesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TablesError::File(error) => error.fmt(f),
            TablesError::Game(error) => error.fmt(f),
            TablesError::Empty(path, variant) => write!(
                f,
                "{}: there are no exact tables of {variant}; expected files such as {}",
                path.display(),
                Contents {
                    variant: *variant,
                    tuzdiks: Tuzdiks::default(),
                    balls: 8
                }
                .file_name()
            ),
        }
    }
}

impl std::error::Error for TablesError {}

impl From<OpenError> for TablesError {
    fn from(error: OpenError) -> TablesError {
        TablesError::File(error)
    }
}

impl From<NoTables> for TablesError {
    fn from(error: NoTables) -> TablesError {
        TablesError::Game(error)
    }
}

impl Tables {
    /// Tables of a game without a layer yet, for boards with at most so many balls.
    ///
    /// # Errors
    /// If the equations do not hold for its rules.
    pub fn new(variant: Variant, max: u8) -> Result<Tables, NoTables> {
        check(variant)?;
        Ok(Tables {
            variant,
            unit: unit(variant.rules()),
            max: max.min(variant.rules().balls()),
            rows: BTreeMap::new(),
            shelves: (0..SLOTS).map(|_| None).collect(),
        })
    }

    /// The game.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &'static RuleSet {
        self.variant.rules()
    }

    /// Balls that make a unit: boards have multiples of it.
    #[must_use]
    pub fn unit(&self) -> u8 {
        self.unit
    }

    /// Most balls of a board.
    #[must_use]
    pub fn max(&self) -> u8 {
        self.max
    }

    /// Most balls of a board whose values fit into a byte.
    #[must_use]
    pub fn most_balls(&self) -> u8 {
        (MAX_UNITS * self.unit).min(self.rules().balls())
    }

    /// Bytes that the rows of the boards of some tuzdiks take.
    #[must_use]
    pub fn row_bytes(&self, tuzdiks: &[Tuzdiks]) -> u64 {
        let holes = tuzdiks.iter().flat_map(|pair| [pair.mover, pair.waiting]);
        let holes: BTreeSet<Option<Pit>> = holes.collect();
        let bytes = |hole: &Option<Pit>| Rows::bytes(self.rules().pits, hole.is_some(), self.max);
        holes.iter().map(bytes).sum()
    }

    /// Whether the game can have these tuzdiks.
    #[must_use]
    pub fn allows(&self, tuzdiks: Tuzdiks) -> bool {
        let rules = self.rules();
        let one = |pit: Option<Pit>| {
            pit.is_none_or(|pit| {
                rules.tuzdik != TuzdikRule::None
                    && pit.number() <= rules.pits
                    && rules.allows_tuzdik(pit)
            })
        };
        let different = tuzdiks.mover.is_none() || tuzdiks.mover != tuzdiks.waiting;
        one(tuzdiks.mover) && one(tuzdiks.waiting) && different
    }

    /// The tuzdiks whose boards some tuzdiks lead to, those last of all; each order of a pair stands once.
    #[must_use]
    pub fn needed(&self, tuzdiks: Tuzdiks) -> Vec<Tuzdiks> {
        let mut all = Vec::new();
        self.collect(tuzdiks, &mut all);
        all
    }

    fn collect(&self, tuzdiks: Tuzdiks, all: &mut Vec<Tuzdiks>) {
        if all.contains(&tuzdiks) || all.contains(&tuzdiks.turned()) {
            return;
        }
        for pit in (1..=self.rules().pits).filter_map(Pit::new) {
            let mover = Tuzdiks {
                mover: Some(pit),
                ..tuzdiks
            };
            if tuzdiks.mover.is_none() && self.allows(mover) {
                self.collect(mover, all);
            }
            let waiting = Tuzdiks {
                waiting: Some(pit),
                ..tuzdiks
            };
            if tuzdiks.waiting.is_none() && self.allows(waiting) {
                self.collect(waiting, all);
            }
        }
        all.push(tuzdiks);
    }

    /// The rows with this tuzdik, made when they are first asked for.
    fn rows(&mut self, tuzdik: Option<Pit>) -> Arc<Rows> {
        let (pits, max) = (self.rules().pits, self.max);
        let rows = self.rows.entry(tuzdik);
        Arc::clone(rows.or_insert_with(|| Arc::new(Rows::new(pits, tuzdik, max))))
    }

    /// The layers of some tuzdiks.
    fn shelf(&mut self, tuzdiks: Tuzdiks) -> &mut Shelf {
        let (mover, waiting) = (self.rows(tuzdiks.waiting), self.rows(tuzdiks.mover));
        let (rules, max) = (self.rules(), self.max);
        self.shelves[slot(tuzdiks)].get_or_insert_with(|| Shelf {
            space: Space::new(rules, tuzdiks, mover, waiting),
            layers: (0..=max).map(|_| None).collect(),
        })
    }

    /// The layer of these tuzdiks with so many balls, and its boards, if it is solved.
    #[inline]
    #[must_use]
    pub fn solved(&self, tuzdiks: Tuzdiks, balls: u8) -> Option<(&Space, &Layer)> {
        let shelf = self.shelves[slot(tuzdiks)].as_ref()?;
        let layer = shelf.layers.get(usize::from(balls))?.as_ref()?;
        Some((&shelf.space, layer))
    }

    /// Solves the boards of these tuzdiks and of the same turned with so many balls. All layers below and
    /// those of the tuzdiks that can follow must be there. Broken off when `tell` says `false`.
    pub fn solve(
        &mut self,
        tuzdiks: Tuzdiks,
        balls: u8,
        tell: &mut dyn FnMut(Sweep) -> bool,
    ) -> bool {
        let space = self.shelf(tuzdiks).space.clone();
        self.shelf(tuzdiks.turned());
        let Some(layers) = solve(&space, balls, self.unit, &*self, tell) else {
            return false;
        };
        self.put(tuzdiks, balls, layers);
        true
    }

    /// Takes in the layers of some tuzdiks and of the same turned.
    fn put(&mut self, tuzdiks: Tuzdiks, balls: u8, layers: Vec<Layer>) {
        for (layer, tuzdiks) in layers.into_iter().zip([tuzdiks, tuzdiks.turned()]) {
            self.shelf(tuzdiks).layers[usize::from(balls)] = Some(layer);
        }
    }

    /// What the file of a layer holds.
    #[must_use]
    pub fn contents(&self, tuzdiks: Tuzdiks, balls: u8) -> Contents {
        Contents {
            variant: self.variant,
            tuzdiks,
            balls,
        }
    }

    /// Writes the layers of some tuzdiks, in both orders, into a folder.
    ///
    /// # Errors
    /// If the system says no.
    pub fn save(&self, folder: &Path, tuzdiks: Tuzdiks, balls: u8) -> Result<PathBuf, OpenError> {
        let mut orders = vec![tuzdiks];
        if tuzdiks != tuzdiks.turned() {
            orders.push(tuzdiks.turned());
        }
        let layers: Vec<&Layer> = orders
            .iter()
            .map(|&order| self.layer(order, balls).1)
            .collect();
        file::write(folder, self.contents(tuzdiks, balls), self.unit, &layers)
    }

    /// Reads the layers of some tuzdiks from a folder. Says whether they are there.
    ///
    /// # Errors
    /// If the file is damaged or holds something else.
    pub fn load(&mut self, folder: &Path, tuzdiks: Tuzdiks, balls: u8) -> Result<bool, OpenError> {
        let contents = self.contents(tuzdiks, balls);
        let path = folder.join(contents.file_name());
        if !path.exists() {
            return Ok(false);
        }
        let space = self.shelf(tuzdiks).space.clone();
        let layers = file::read(&path, contents, self.unit, &space)?;
        self.put(tuzdiks, balls, layers);
        Ok(true)
    }

    /// The tables of a game in a folder, up to so many balls.
    ///
    /// # Errors
    /// If the folder cannot be read, a file is damaged, or there are no tables for the game.
    pub fn open(folder: &Path, variant: Variant, most: u8) -> Result<Tables, TablesError> {
        check(variant)?;
        let mut found = list(folder)?;
        found.retain(|contents| contents.variant == variant && contents.balls <= most);
        let max = found.iter().map(|contents| contents.balls).max();
        let max = max.ok_or_else(|| TablesError::Empty(folder.to_owned(), variant))?;
        let mut tables = Tables::new(variant, max)?;
        for contents in found {
            tables.load(folder, contents.tuzdiks, contents.balls)?;
        }
        Ok(tables)
    }

    /// How many boards the layers of some tuzdiks have, both orders together.
    #[must_use]
    pub fn boards(&self, tuzdiks: Tuzdiks, balls: u8) -> u64 {
        let orders = 1 + u64::from(tuzdiks != tuzdiks.turned());
        let holes = u8::from(tuzdiks.mover.is_some()) + u8::from(tuzdiks.waiting.is_some());
        orders * ways(2 * self.rules().pits - holes, balls)
    }

    /// Solves everything up to so many balls for these tuzdiks and what can follow.
    pub fn solve_all(&mut self, tuzdiks: Tuzdiks) {
        let step = usize::from(self.unit);
        for tuzdiks in self.needed(tuzdiks) {
            for balls in (0..=self.max).step_by(step) {
                self.solve(tuzdiks, balls, &mut |_| true);
            }
        }
    }
}

/// The layers in a folder, sorted by game, tuzdiks and balls.
///
/// # Errors
/// If the folder cannot be read, or a file is none of this format or has another name than it should.
pub fn list(folder: &Path) -> Result<Vec<Contents>, TablesError> {
    let fail = |error| TablesError::File(OpenError::new(folder, error));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if path
            .extension()
            .is_some_and(|ending| ending == file::ENDING)
        {
            found.push(file::contents(&path)?);
        }
    }
    found.sort_by_key(|contents| {
        let Contents {
            variant,
            tuzdiks,
            balls,
        } = *contents;
        (variant.rules().name, tuzdiks, balls)
    });
    Ok(found)
}

impl Below for Tables {
    fn layer(&self, tuzdiks: Tuzdiks, balls: u8) -> (&Space, &Layer) {
        self.solved(tuzdiks, balls)
            .expect("the layers below are solved first")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::verify::{board_at, verify};

    /// Checks the equations of every board of some layers.
    fn all_hold(tables: &Tables, tuzdiks: Tuzdiks) {
        let mut boards = 0;
        for balls in 0..=tables.max() {
            let Some((_, layer)) = tables.solved(tuzdiks, balls) else {
                continue;
            };
            let orders = 1 + u64::from(tuzdiks != tuzdiks.turned());
            assert_eq!(
                tables.boards(tuzdiks, balls),
                orders * layer.codes.len() as u64
            );
            for index in 0..layer.codes.len() {
                if let Some(position) = board_at(tables, tuzdiks, balls, index) {
                    verify(tables, &position).unwrap_or_else(|wrong| panic!("{wrong}"));
                    boards += 1;
                }
            }
        }
        assert!(boards > 1000, "{boards}");
    }

    #[test]
    fn the_equations_hold_by_the_rules() {
        for (variant, max) in [(Variant::Bestemshe, 12), (Variant::Qozdatu, 8)] {
            let mut tables = Tables::new(variant, max).unwrap();
            tables.solve_all(Tuzdiks::default());
            all_hold(&tables, Tuzdiks::default());
        }
        let mut tables = Tables::new(Variant::TogyzPlayOn, 4).unwrap();
        tables.solve_all(Tuzdiks::default());
        for [mover, waiting] in [[0, 0], [4, 1], [1, 4], [0, 7], [7, 0]] {
            let [mover, waiting] = [mover, waiting].map(Pit::new);
            all_hold(&tables, Tuzdiks { mover, waiting });
        }
    }

    #[test]
    fn pairs_come_before_what_leads_to_them() {
        let tables = Tables::new(Variant::TogyzKumalak, 2).unwrap();
        let all = tables.needed(Tuzdiks::default());
        // None, 8 with one tuzdik, 28 pairs; the turned ones share their files.
        assert_eq!(all.len(), 1 + 8 + 28);
        assert_eq!(all.last(), Some(&Tuzdiks::default()));
        let pair = Tuzdiks {
            mover: Pit::new(4),
            waiting: Pit::new(1),
        };
        assert_eq!(tables.needed(pair), [pair]);
        let one = Tuzdiks {
            mover: Pit::new(4),
            waiting: None,
        };
        assert_eq!(tables.needed(one).len(), 8);
        let tables = Tables::new(Variant::Bestemshe, 2).unwrap();
        assert_eq!(tables.needed(Tuzdiks::default()), [Tuzdiks::default()]);
    }
}
