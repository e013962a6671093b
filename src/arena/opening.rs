//! Openings: from a file, or made on the fly.

mod file;

use std::fmt;
use std::io;
use std::path::PathBuf;

use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::game::{Game, Move, Position, Variant};
use crate::notation::quote::quote;
use crate::search::engine::{Engine, EngineError};
use crate::search::limits::{Limits, Signals};

use super::keys::{BadSetting, KeyValues};
use file::read_file;

/// Random plies of an opening made on the fly, unless the user says otherwise.
pub const DEFAULT_PLIES: u32 = 8;
/// Largest score of an opening made on the fly, in hundredths of a ball, unless the user says
/// otherwise.
pub const DEFAULT_BALANCE: i32 = 200;
/// Nodes of the search that judges whether an opening is balanced.
const NODES: u64 = 5_000;
/// Openings tried before the most balanced one is taken, balanced or not.
const TRIES: usize = 200;

/// From where a game starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position before the moves; the start position if `None`.
    pub start: Option<(Position, u32)>,
    /// Moves played before the engines take over.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The game after the opening.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn game(&self, variant: Variant) -> Result<Game, crate::game::IllegalMove> {
        let mut game = match self.start {
            None => Game::new(variant),
            Some((position, _)) => Game::from_position(variant, position),
        };
        for &mv in &self.moves {
            game.play(mv)?;
        }
        Ok(game)
    }

    /// The number of the first move, as FEN counts it.
    #[must_use]
    pub fn move_number(&self) -> u32 {
        self.start.map_or(1, |(_, number)| number)
    }
}

/// The order in which the openings of a file are used.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum OpeningOrder {
    /// As they stand in the file.
    Sequential,
    /// Shuffled by the seed.
    #[default]
    Random,
}

/// What the user says of openings: `file=…,order=random|sequential,plies=…,balance=…`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct OpeningSettings {
    /// The file; openings are made on the fly if `None`.
    pub file: Option<PathBuf>,
    /// The order in which those of a file are used.
    pub order: OpeningOrder,
    /// Random plies; for a file, most moves taken from a line.
    pub plies: Option<u32>,
    /// Largest score, in hundredths of a ball, of an opening made on the fly.
    pub balance: Option<i32>,
}

/// Why there are no openings.
#[derive(Debug)]
pub enum OpeningError {
    /// The file cannot be read.
    File(PathBuf, io::Error),
    /// A line of the file is neither FEN nor moves, or ends the game; says why.
    Line(PathBuf, usize, String),
    /// The file holds no opening.
    Empty(PathBuf),
    /// The judge of balance cannot be set up.
    Judge(EngineError),
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::File(path, error) => write!(f, "{}: {error}", path.display()),
            OpeningError::Line(path, line, why) => {
                write!(f, "{}:{line}: {why}", path.display())
            }
            OpeningError::Empty(path) => write!(f, "{} holds no openings", path.display()),
            OpeningError::Judge(error) => write!(f, "openings: {error}"),
        }
    }
}

impl std::error::Error for OpeningError {}

impl OpeningSettings {
    /// Takes in keys and values.
    ///
    /// # Errors
    /// If a key means nothing or has a wrong value.
    pub fn from_keys(keys: &KeyValues) -> Result<OpeningSettings, BadSetting> {
        let mut settings = OpeningSettings::default();
        for (key, value) in keys.iter() {
            settings.set(key, value)?;
        }
        let given = |key| keys.iter().any(|(k, _)| k == key);
        if settings.file.is_some() && given("balance") {
            return Err(BadSetting(
                "openings: balance is for those made on the fly; those of a file are played as they are"
                    .to_owned(),
            ));
        }
        if settings.file.is_none() && given("order") {
            return Err(BadSetting(
                "openings: order is for those of a file; expected file=… with it".to_owned(),
            ));
        }
        Ok(settings)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), BadSetting> {
        let bad = |expected: &str| {
            BadSetting(format!(
                "openings: {} is no {key}; {expected}",
                quote(value)
            ))
        };
        match key {
            "file" if !value.is_empty() => self.file = Some(PathBuf::from(value)),
            "file" => return Err(bad("expected the name of a file")),
            "order" => {
                self.order = match value {
                    "random" => OpeningOrder::Random,
                    "sequential" => OpeningOrder::Sequential,
                    _ => return Err(bad("expected random or sequential")),
                }
            }
            "plies" => match value.parse() {
                Ok(plies) if plies <= 100 => self.plies = Some(plies),
                _ => return Err(bad("expected a number from 0 to 100")),
            },
            "balance" => match value.parse() {
                Ok(balance) if balance >= 0 => self.balance = Some(balance),
                _ => return Err(bad("expected hundredths of a ball, 0 or more")),
            },
            _ => {
                return Err(BadSetting(format!(
                    "unknown openings setting {}; expected file, order, plies or balance",
                    quote(key)
                )));
            }
        }
        Ok(())
    }
}

/// Gives the opening of each round, always the same one for the same seed and round.
pub struct OpeningSource {
    variant: Variant,
    seed: u64,
    kind: Kind,
}

enum Kind {
    File { openings: Vec<Opening> },
    Random { plies: u32, balance: i32 },
}

impl OpeningSource {
    /// A source with these settings.
    ///
    /// # Errors
    /// If the file cannot be read or a line of it is no opening.
    pub fn new(
        variant: Variant,
        settings: &OpeningSettings,
        seed: u64,
    ) -> Result<OpeningSource, OpeningError> {
        let kind = match &settings.file {
            None => Kind::Random {
                plies: settings.plies.unwrap_or(DEFAULT_PLIES),
                balance: settings.balance.unwrap_or(DEFAULT_BALANCE),
            },
            Some(path) => {
                let mut openings = read_file(path, variant, settings.plies)?;
                if settings.order == OpeningOrder::Random {
                    openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
                }
                Kind::File { openings }
            }
        };
        Ok(OpeningSource {
            variant,
            seed,
            kind,
        })
    }

    /// The opening of a round. A file that is too short starts again.
    ///
    /// # Errors
    /// If the judge of balance cannot be set up.
    pub fn get(&self, round: u64) -> Result<Opening, OpeningError> {
        match &self.kind {
            Kind::File { openings } => {
                let index = (round % openings.len().max(1) as u64) as usize;
                Ok(openings.get(index).cloned().unwrap_or(Opening {
                    start: None,
                    moves: Vec::new(),
                }))
            }
            Kind::Random { plies, balance } => self.random(round, *plies, *balance),
        }
    }

    /// Random legal plies, tried again until a short search finds the position balanced.
    fn random(&self, round: u64, plies: u32, balance: i32) -> Result<Opening, OpeningError> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(round + 1);
        let mut judge = Engine::new(1).map_err(OpeningError::Judge)?;
        let mut best: Option<(i32, Vec<Move>)> = None;
        for _ in 0..TRIES {
            let Some(game) = random_game(self.variant, plies, &mut rng) else {
                continue;
            };
            let score = judge_score(&mut judge, &game);
            if best.as_ref().is_none_or(|(least, _)| score < *least) {
                best = Some((score, game.moves().to_vec()));
            }
            if score <= balance {
                break;
            }
        }
        Ok(Opening {
            start: None,
            moves: best.map(|(_, moves)| moves).unwrap_or_default(),
        })
    }
}

fn random_game(variant: Variant, plies: u32, rng: &mut ChaCha8Rng) -> Option<Game> {
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let legal: Vec<Move> = game.legal_moves().collect();
        game.play(*legal.choose(rng)?).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

/// How far from even a short search finds the position.
fn judge_score(judge: &mut Engine, game: &Game) -> i32 {
    // An empty table makes the score a matter of the position alone.
    judge.clear();
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let mut score = i32::MAX;
    judge.search(game, &limits, &Signals::new(), &mut |info| {
        score = info.score.value().abs();
    });
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_openings() {
        let source = |seed| {
            OpeningSource::new(Variant::default(), &OpeningSettings::default(), seed).unwrap()
        };
        let (a, b, c) = (source(1), source(1), source(2));
        for round in [3, 0, 1] {
            let opening = a.get(round).unwrap();
            assert_eq!(opening, b.get(round).unwrap());
            assert_ne!(opening, c.get(round).unwrap());
            assert_eq!(opening.moves.len(), DEFAULT_PLIES as usize);
            assert!(opening.game(Variant::default()).is_ok());
        }
        assert_ne!(a.get(0).unwrap(), a.get(1).unwrap());
    }

    #[test]
    fn settings_that_mean_nothing() {
        for text in [
            "files=x",
            "order=up",
            "plies=-1",
            "plies=1000",
            "balance=x",
            "file=",
            "file=x,balance=100",
            "order=random",
        ] {
            let keys = text.parse().unwrap();
            assert!(OpeningSettings::from_keys(&keys).is_err(), "{text}");
        }
    }
}
