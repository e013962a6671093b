//! The opening of each round.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::game::Variant;

use super::error::OpeningError;
use super::file::read_file;
use super::line::Opening;
use super::random::RandomOpenings;
use super::settings::{DEFAULT_BALANCE, DEFAULT_PLIES, OpeningOrder, OpeningSettings};

/// Gives the opening of each round, always the same one for the same seed and round.
pub struct OpeningSource(Kind);

enum Kind {
    /// Never empty.
    File(Vec<Opening>),
    Random(RandomOpenings),
}

impl OpeningSource {
    /// A source with these settings.
    ///
    /// # Errors
    /// If the file cannot be read or something in it is no opening.
    pub fn new(
        variant: Variant,
        settings: &OpeningSettings,
        seed: u64,
    ) -> Result<OpeningSource, OpeningError> {
        Ok(OpeningSource(match &settings.file {
            None => Kind::Random(RandomOpenings {
                variant,
                seed,
                plies: settings.plies.unwrap_or(DEFAULT_PLIES),
                balance: settings.balance.unwrap_or(DEFAULT_BALANCE),
            }),
            Some(path) => {
                let mut openings = read_file(path, variant, settings.plies)?;
                if settings.order == OpeningOrder::Random {
                    openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
                }
                Kind::File(openings)
            }
        }))
    }

    /// The opening of a round. A file that is too short starts again.
    ///
    /// # Errors
    /// If the judge of balance cannot be set up.
    pub fn get(&self, round: u64) -> Result<Opening, OpeningError> {
        match &self.0 {
            Kind::File(openings) => {
                let index = (round % openings.len() as u64) as usize;
                Ok(openings[index].clone())
            }
            Kind::Random(openings) => openings.get(round),
        }
    }
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
}
