//! The layers of a game and its tuzdiks, solved and probed.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::game::rules::{RuleSet, TuzdikRule};
use crate::game::{Pit, Position, Side, Variant};

use super::file::{self, Contents, TableFileError};
use super::layer::Layer;
use super::solve::{Below, Sweep, solve};
use super::space::{NoTables, Space, Tuzdiks, check, unit};
use super::value::Value;
use crate::proof::check::ExactTable;

/// Solved layers of one game.
pub struct Tables {
    variant: Variant,
    unit: u8,
    max: u8,
    /// By tuzdiks; layers by their balls, `None` where they are not solved.
    solved: BTreeMap<Tuzdiks, (Space, Vec<Option<Layer>>)>,
}

impl ExactTable for Tables {
    fn result(&self, position: &Position) -> Option<Option<Side>> {
        let Forced { mover, waiting } = self.probe(position)?;
        let (us, them) = (position.side(), position.side().opponent());
        let majority = self.rules().majority();
        Some(if position.kazan(us) + mover >= majority {
            Some(us)
        } else if position.kazan(them) + waiting >= majority {
            Some(them)
        } else {
            None
        })
    }
}

/// Why a folder gives no tables.
#[derive(Debug)]
pub enum OpenError {
    /// The folder cannot be read.
    Folder(PathBuf, std::io::Error),
    /// A file in it cannot be used.
    File(TableFileError),
    /// The game can have none.
    Game(NoTables),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Folder(path, error) => write!(f, "{}: {error}", path.display()),
            OpenError::File(error) => error.fmt(f),
            OpenError::Game(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {}

impl From<TableFileError> for OpenError {
    fn from(error: TableFileError) -> OpenError {
        OpenError::File(error)
    }
}

impl From<NoTables> for OpenError {
    fn from(error: NoTables) -> OpenError {
        OpenError::Game(error)
    }
}

/// What the sides can force from a position, in balls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forced {
    /// The player to move.
    pub mover: u8,
    /// The other player.
    pub waiting: u8,
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
            max,
            solved: BTreeMap::new(),
        })
    }

    fn rules(&self) -> &'static RuleSet {
        self.variant.rules()
    }

    /// The tuzdiks whose boards some tuzdiks lead to, those last of all; each order of a pair stands once.
    #[must_use]
    pub fn needed(&self, tuzdiks: Tuzdiks) -> Vec<Tuzdiks> {
        let mut all = Vec::new();
        self.collect(tuzdiks, &mut all);
        all
    }

    fn collect(&self, tuzdiks: Tuzdiks, all: &mut Vec<Tuzdiks>) {
        let rules = self.rules();
        let pits = (1..=rules.pits).filter_map(Pit::new);
        let pits = pits.filter(|&pit| rules.tuzdik != TuzdikRule::None && rules.allows_tuzdik(pit));
        for pit in pits {
            let mut next = tuzdiks;
            if tuzdiks.mover.is_none() && tuzdiks.waiting != Some(pit) {
                next.mover = Some(pit);
                self.collect(next, all);
            }
            next = tuzdiks;
            if tuzdiks.waiting.is_none() && tuzdiks.mover != Some(pit) {
                next.waiting = Some(pit);
                self.collect(next, all);
            }
        }
        if !all.contains(&tuzdiks) && !all.contains(&tuzdiks.turned()) {
            all.push(tuzdiks);
        }
    }

    /// The boards of some tuzdiks, made when they are first asked for.
    fn space(&mut self, tuzdiks: Tuzdiks) -> Space {
        if let Some((space, _)) = self.solved.get(&tuzdiks) {
            return space.clone();
        }
        let space = match self.solved.get(&tuzdiks.turned()) {
            Some((space, _)) => space.turned(),
            None => Space::new(self.rules(), tuzdiks, self.max),
        };
        let layers = (0..=self.max).map(|_| None).collect();
        self.solved.insert(tuzdiks, (space.clone(), layers));
        space
    }

    /// Solves the boards of these tuzdiks and of the same turned with so many balls. All layers below and
    /// those of the tuzdiks that can follow must be there. Broken off when `tell` says `false`.
    pub fn solve(
        &mut self,
        tuzdiks: Tuzdiks,
        balls: u8,
        tell: &mut dyn FnMut(Sweep) -> bool,
    ) -> bool {
        let space = self.space(tuzdiks);
        self.space(tuzdiks.turned());
        let Some(layers) = solve(&space, balls, self.unit, &*self, tell) else {
            return false;
        };
        self.put(tuzdiks, balls, layers);
        true
    }

    /// Takes in the layers of some tuzdiks and of the same turned.
    fn put(&mut self, tuzdiks: Tuzdiks, balls: u8, layers: Vec<Layer>) {
        for (layer, tuzdiks) in layers.into_iter().zip([tuzdiks, tuzdiks.turned()]) {
            self.space(tuzdiks);
            if let Some((_, layers)) = self.solved.get_mut(&tuzdiks) {
                layers[usize::from(balls)] = Some(layer);
            }
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
    pub fn save(
        &self,
        folder: &Path,
        tuzdiks: Tuzdiks,
        balls: u8,
    ) -> Result<PathBuf, TableFileError> {
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
    pub fn load(
        &mut self,
        folder: &Path,
        tuzdiks: Tuzdiks,
        balls: u8,
    ) -> Result<bool, TableFileError> {
        let contents = self.contents(tuzdiks, balls);
        let path = folder.join(contents.file_name());
        if !path.exists() {
            return Ok(false);
        }
        let space = self.space(tuzdiks);
        let layers = file::read(&path, contents, self.unit, &space)?;
        self.put(tuzdiks, balls, layers);
        Ok(true)
    }

    /// The tables of a game in a folder, up to so many balls.
    ///
    /// # Errors
    /// If the folder cannot be read, a file is damaged, or there are no tables for the game.
    pub fn open(folder: &Path, variant: Variant, most: u8) -> Result<Tables, OpenError> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder)
            .map_err(|error| OpenError::Folder(folder.to_owned(), error))?
        {
            let path = entry
                .map_err(|error| OpenError::Folder(folder.to_owned(), error))?
                .path();
            if path.extension().is_some_and(|ending| ending == "table") {
                let contents = file::contents(&path)?;
                if contents.variant == variant && contents.balls <= most {
                    found.push(contents);
                }
            }
        }
        let max = found
            .iter()
            .map(|contents| contents.balls)
            .max()
            .unwrap_or(0);
        let mut tables = Tables::new(variant, max)?;
        for contents in found {
            tables.load(folder, contents.tuzdiks, contents.balls)?;
        }
        Ok(tables)
    }

    /// Bytes that the layers of some tuzdiks, in both orders, take.
    #[must_use]
    pub fn size(&mut self, tuzdiks: Tuzdiks, balls: u8) -> u64 {
        let orders = 1 + u64::from(tuzdiks != tuzdiks.turned());
        2 * orders * self.space(tuzdiks).layout(balls).len() as u64
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

    /// The layer and place of a position, if it is there.
    fn find(&self, position: &Position) -> Option<(&Layer, usize)> {
        let (us, them) = (position.side(), position.side().opponent());
        let tuzdiks = Tuzdiks {
            mover: position.tuzdik(us),
            waiting: position.tuzdik(them),
        };
        let left = self.rules().balls() - position.kazan(us) - position.kazan(them);
        let (space, layers) = self.solved.get(&tuzdiks)?;
        let layer = layers.get(usize::from(left))?.as_ref()?;
        let pits = usize::from(self.rules().pits);
        let row = |side: Side| {
            let mut row = [0; 9];
            for (pit, balls) in (1..).filter_map(Pit::new).zip(&mut row).take(pits) {
                *balls = position.balls(side, pit);
            }
            row
        };
        let sum = position.row_total(them);
        let mover = space.mover.find(&row(us)[..pits]);
        let waiting = space.waiting.find(&row(them)[..pits]);
        Some((layer, layer.layout.index(space, mover, waiting, sum)))
    }

    /// What both sides can force from a position, if its layer is solved.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Forced> {
        let (layer, index) = self.find(position)?;
        let Value { mover, waiting } = layer.code(index).value();
        Some(Forced {
            mover: mover * self.unit,
            waiting: waiting * self.unit,
        })
    }
}

impl Below for Tables {
    fn layer(&self, tuzdiks: Tuzdiks, balls: u8) -> (&Space, &Layer) {
        let (space, layers) = &self.solved[&tuzdiks];
        let layer = layers[usize::from(balls)].as_ref();
        (space, layer.expect("the layers below are solved first"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, Move};

    /// Checks the equations of a position by the rules.
    fn check_equations(tables: &Tables, variant: Variant, position: &Position) {
        let found = tables.probe(position).expect("a solved layer");
        let (us, them) = (position.side(), position.side().opponent());
        let mut expected: Option<Forced> = None;
        let moves: Vec<Move> = Board::new(variant, *position).moves().into_iter().collect();
        for mv in moves {
            let next = *Board::new(variant, *position).play(mv).position();
            let after = tables.probe(&next).expect("a solved layer");
            let mover = next.kazan(us) - position.kazan(us) + after.waiting;
            let waiting = next.kazan(them) - position.kazan(them) + after.mover;
            let best = expected.get_or_insert(Forced { mover, waiting });
            best.mover = best.mover.max(mover);
            best.waiting = best.waiting.min(waiting);
        }
        let all = variant.rules().balls() - position.kazan(us) - position.kazan(them);
        let expected = expected.unwrap_or(Forced {
            mover: 0,
            waiting: all,
        });
        assert_eq!(found, expected, "{position:?}");
    }

    fn random_boards(variant: Variant, max: u8, tuzdiks: [Option<Pit>; 2]) -> Vec<Position> {
        use crate::game::Parts;
        use rand::rngs::StdRng;
        use rand::{Rng, SeedableRng};
        let rules = variant.rules();
        let mut rng = StdRng::seed_from_u64(3);
        let step = unit(rules);
        let mut found = Vec::new();
        while found.len() < 3000 {
            let mut pits = [[0; 9]; 2];
            let balls = rng.random_range(0..=max / step) * step;
            for _ in 0..balls {
                loop {
                    let (side, pit) = (rng.random_range(0..2), rng.random_range(0..rules.pits));
                    let taken = tuzdiks[1 - side].is_some_and(|t: Pit| t.number() == pit + 1);
                    if !taken {
                        pits[side][usize::from(pit)] += 1;
                        break;
                    }
                }
            }
            // Kazans as even as can be, so that no majority ends the game.
            let left = rules.balls() - balls;
            let south = left / 2 / step * step;
            let parts = Parts {
                pits,
                kazans: [south, left - south],
                tuzdiks,
                side: Side::BOTH[rng.random_range(0..2)],
            };
            let position = Position::from_parts(rules, &parts).expect("a sound position");
            found.push(position);
        }
        found
    }

    #[test]
    fn the_equations_hold_by_the_rules() {
        for (variant, max) in [(Variant::Bestemshe, 14), (Variant::Qozdatu, 8)] {
            let mut tables = Tables::new(variant, max).unwrap();
            tables.solve_all(Tuzdiks::default());
            for position in random_boards(variant, max, [None; 2]) {
                if Board::new(variant, position).outcome().is_none() {
                    check_equations(&tables, variant, &position);
                }
            }
        }
        let mut tables = Tables::new(Variant::TogyzPlayOn, 6).unwrap();
        let tuzdiks = [Pit::new(4), Pit::new(1)];
        let [mover, waiting] = tuzdiks;
        tables.solve_all(Tuzdiks { mover, waiting });
        for position in random_boards(Variant::TogyzPlayOn, 6, tuzdiks) {
            check_equations(&tables, Variant::TogyzPlayOn, &position);
        }
    }
}
