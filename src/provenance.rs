//! How the searches of a file were made, which books, their journals and self-play data tell alike, in the
//! same 68 bytes of their headers. All numbers are little endian.
//!
//! | byte | content |
//! |---|---|
//! | 0..8 | nodes for each search, u64 |
//! | 8..16 | seed, u64 |
//! | 16..40 | name of the game, padded with zero bytes |
//! | 40..64 | version of the engine, padded with zero bytes |
//! | 64..68 | what judged positions, u32: checksum of the network, 0 hand-crafted, 1 difference of the kazans |
//!
//! The size of the table, u32, stands elsewhere in each kind of file, as it came later.

use std::fmt;

use crate::bytes::{u32_at, u64_at};
use crate::container::Fault;
use crate::eval::{EvalLabel, EvalSource};
use crate::game::Variant;

/// Bytes of the packed form, without the size of the table.
pub const PROVENANCE_BYTES: usize = 68;
/// Where a header has them.
pub const PROVENANCE_AT: usize = 16;

/// Most bytes of a name or version.
pub const NAME_BYTES: usize = 24;

/// How the searches of a file were made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Provenance {
    /// The game.
    pub variant: Variant,
    /// Version of the engine that searched, of several the one that began the file.
    pub engine: String,
    /// What judged positions.
    pub evaluation: EvalLabel,
    /// Nodes for each search.
    pub nodes: u64,
    /// Seed of what is random.
    pub seed: u64,
    /// Size of the table of each search in MB, 0 where that is not recorded.
    pub hash_mb: u32,
}

/// What differs between the searches of a file and those that are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Which property.
    pub what: &'static str,
    /// What it is in the file.
    pub found: String,
    /// What it should be.
    pub wanted: String,
}

/// Such as `nodes 200, not 201`.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, not {}", self.what, self.found, self.wanted)
    }
}

impl Provenance {
    /// Searches that this program makes.
    #[must_use]
    pub fn of(
        variant: Variant,
        eval: &EvalSource,
        nodes: u64,
        seed: u64,
        hash_mb: u32,
    ) -> Provenance {
        Provenance {
            variant,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            evaluation: eval.evaluator(variant).label(),
            nodes,
            seed,
            hash_mb,
        }
    }

    /// The first thing in which these searches differ from those that are wanted, if any. What only one of
    /// them knows is no difference, nor is the version of the engine: files and runs outlive it, and what
    /// judges positions is known by its checksum.
    #[must_use]
    pub fn difference(&self, wanted: &Provenance) -> Option<Difference> {
        let both = self.hash_mb != 0 && wanted.hash_mb != 0;
        let fields = |made: &Provenance| {
            let hash = both.then(|| format!("{} MB", made.hash_mb));
            [
                ("the game", made.variant.to_string()),
                ("the evaluation", made.evaluation.to_string()),
                ("nodes", made.nodes.to_string()),
                ("seed", made.seed.to_string()),
                ("hash", hash.unwrap_or_default()),
            ]
        };
        let mut pairs = fields(self).into_iter().zip(fields(wanted));
        let (found, wanted) = pairs.find(|(found, wanted)| found != wanted)?;
        Some(Difference {
            what: found.0,
            found: found.1,
            wanted: wanted.1,
        })
    }

    /// The packed form.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; PROVENANCE_BYTES] {
        let mut bytes = [0; PROVENANCE_BYTES];
        bytes[..8].copy_from_slice(&self.nodes.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.seed.to_le_bytes());
        put_name(&mut bytes[16..][..NAME_BYTES], self.variant.rules().name);
        put_name(&mut bytes[40..][..NAME_BYTES], &self.engine);
        bytes[64..].copy_from_slice(&self.evaluation.0.to_le_bytes());
        bytes
    }

    /// What has this packed form, with the size of the table.
    ///
    /// # Errors
    /// If the game is unknown or the engine's version no text.
    pub fn from_bytes(bytes: &[u8; PROVENANCE_BYTES], hash_mb: u32) -> Result<Provenance, Fault> {
        let name = name_at(&bytes[16..][..NAME_BYTES]);
        let variant = name.parse().map_err(|_| Fault::Game(name))?;
        let engine = name_at(&bytes[40..][..NAME_BYTES]);
        if engine.contains(char::is_control) {
            let what = "the engine's version is no text";
            return Err(Fault::Contents(what.to_owned()));
        }
        Ok(Provenance {
            variant,
            engine,
            evaluation: EvalLabel(u32_at(bytes, 64)),
            nodes: u64_at(bytes, 0),
            seed: u64_at(bytes, 8),
            hash_mb,
        })
    }
}

fn put_name(field: &mut [u8], name: &str) {
    let len = name.len().min(field.len());
    field[..len].copy_from_slice(&name.as_bytes()[..len]);
}

fn name_at(field: &[u8]) -> String {
    let end = field.iter().position(|&b| b == 0).unwrap_or(field.len());
    String::from_utf8_lossy(&field[..end]).into_owned()
}
