//! Where the evaluation of each game comes from.

use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::container::OpenError;
use crate::files;
use crate::game::Variant;

use super::Evaluator;
use super::network::Network;

/// The evaluations that an engine uses.
#[derive(Clone, Default, Debug)]
pub enum EvalSource {
    /// The networks in the program; games without one get the hand-crafted evaluation.
    #[default]
    Embedded,
    /// The hand-crafted evaluation for every game.
    Handcrafted,
    /// The difference of the kazans for every game, to compare others with.
    Kazans,
    /// This network for its game, the embedded ones for others.
    File(Arc<Network>),
}

/// Networks are equal if they are the same one in memory.
impl PartialEq for EvalSource {
    fn eq(&self, other: &EvalSource) -> bool {
        match (self, other) {
            (EvalSource::File(a), EvalSource::File(b)) => Arc::ptr_eq(a, b),
            (EvalSource::Embedded, EvalSource::Embedded)
            | (EvalSource::Handcrafted, EvalSource::Handcrafted)
            | (EvalSource::Kazans, EvalSource::Kazans) => true,
            _ => false,
        }
    }
}

impl Eq for EvalSource {}

impl EvalSource {
    /// The name of the embedded networks.
    pub const EMBEDDED: &str = "<embedded>";
    /// The name of the hand-crafted evaluation.
    pub const NONE: &str = "none";
    /// The name of the difference of the kazans.
    pub const KAZANS: &str = "kazans";
    /// More bytes than any network has.
    const MOST_BYTES: u64 = 64 << 20;

    /// The source that a name or a path means: nothing or `<embedded>`, `none`, `kazans`, or a network
    /// file.
    ///
    /// # Errors
    /// If the file cannot be read or is no network.
    pub fn open(name: &str) -> Result<EvalSource, OpenError> {
        if name.is_empty() || name == Self::EMBEDDED {
            return Ok(EvalSource::Embedded);
        }
        if name.eq_ignore_ascii_case(Self::NONE) {
            return Ok(EvalSource::Handcrafted);
        }
        if name.eq_ignore_ascii_case(Self::KAZANS) {
            return Ok(EvalSource::Kazans);
        }
        let path = Path::new(name);
        let bytes = read(path).map_err(|error| OpenError::new(path, error))?;
        let network = Network::from_bytes(&bytes).map_err(|error| OpenError::new(path, error))?;
        Ok(EvalSource::File(Arc::new(network)))
    }

    /// The only game that it changes anything for, if it was named for one.
    #[must_use]
    pub fn game(&self) -> Option<Variant> {
        match self {
            EvalSource::File(network) => Some(network.variant()),
            EvalSource::Embedded | EvalSource::Handcrafted | EvalSource::Kazans => None,
        }
    }

    /// The evaluation for a game.
    #[must_use]
    pub fn evaluator(&self, variant: Variant) -> Evaluator {
        match self {
            EvalSource::File(network) if network.variant() == variant => {
                Evaluator::of(Arc::clone(network))
            }
            EvalSource::Handcrafted => Evaluator::HANDCRAFTED,
            EvalSource::Kazans => Evaluator::KAZANS,
            EvalSource::Embedded | EvalSource::File(_) => {
                embedded(variant).map_or(Evaluator::HANDCRAFTED, Evaluator::of)
            }
        }
    }
}

/// Reads a file, but no more of it than a network can have.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    files::open(path)?
        .take(EvalSource::MOST_BYTES)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A network in the program.
struct Embedded {
    variant: Variant,
    bytes: &'static [u8],
    /// What the bytes hold, read when it is first used.
    network: OnceLock<Option<Arc<Network>>>,
}

impl Embedded {
    const fn new(variant: Variant, bytes: &'static [u8]) -> Embedded {
        Embedded {
            variant,
            bytes,
            network: OnceLock::new(),
        }
    }

    fn read(&self) -> Option<Arc<Network>> {
        match Network::from_bytes(self.bytes) {
            Ok(network) => Some(Arc::new(network)),
            Err(error) => {
                log::error!("the embedded network for {}: {error}", self.variant);
                None
            }
        }
    }
}

/// The networks in the program.
static EMBEDDED: [Embedded; 4] = [
    Embedded::new(
        Variant::TogyzKumalak,
        include_bytes!("nets/togyzkumalak.net"),
    ),
    Embedded::new(Variant::Bestemshe, include_bytes!("nets/bestemshe.net")),
    Embedded::new(Variant::Qozdatu, include_bytes!("nets/qozdatu.net")),
    Embedded::new(Variant::Giveaway, include_bytes!("nets/giveaway.net")),
];

/// The network in the program for a game, if it has one.
fn embedded(variant: Variant) -> Option<Arc<Network>> {
    let found = EMBEDDED.iter().find(|e| e.variant == variant)?;
    found.network.get_or_init(|| found.read()).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_networks_in_the_program_are_sound_and_each_is_for_its_game() {
        for Embedded { variant, bytes, .. } in &EMBEDDED {
            let network = Network::from_bytes(bytes).unwrap();
            assert_eq!(network.variant(), *variant);
            assert!(
                EvalSource::Embedded
                    .evaluator(*variant)
                    .network()
                    .is_some_and(|n| n.checksum() == network.checksum())
            );
        }
        let bytes: usize = EMBEDDED.iter().map(|e| e.bytes.len()).sum();
        assert!(bytes < 1 << 20, "{bytes} bytes");
    }
}
