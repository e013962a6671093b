//! Proof and disproof numbers, and the table of those that are known.

/// Stands for "never".
pub const NEVER: u32 = u32::MAX / 4;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// How much is at least to be proved.
    pub proof: u32,
    /// How much to refute it.
    pub disproof: u32,
}

/// Those of a win.
pub const PROVED: Numbers = Numbers {
    proof: 0,
    disproof: NEVER,
};
/// Those of anything else.
pub const REFUTED: Numbers = Numbers {
    proof: NEVER,
    disproof: 0,
};

impl Numbers {
    /// Whether the result is known.
    pub fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// An entry of the table of open positions.
#[derive(Clone, Copy, Default)]
struct Entry {
    hash: u64,
    proof: u32,
    disproof: u32,
    /// Nodes spent below it, for replacement.
    work: u32,
}

const BUCKET: usize = 4;

/// Open positions with their numbers, in a fixed amount of memory.
pub struct OpenTable {
    entries: Vec<Entry>,
}

impl OpenTable {
    /// A table of so many MB.
    pub fn new(megabytes: usize) -> OpenTable {
        let bytes = megabytes.max(1) << 20;
        let buckets = (bytes / (BUCKET * size_of::<Entry>())).max(1);
        OpenTable {
            entries: vec![Entry::default(); buckets * BUCKET],
        }
    }

    fn bucket(&self, hash: u64) -> usize {
        let buckets = (self.entries.len() / BUCKET) as u128;
        ((u128::from(hash) * buckets) >> 64) as usize * BUCKET
    }

    /// The numbers of a position.
    pub fn get(&self, hash: u64) -> Option<Numbers> {
        let at = self.bucket(hash);
        let found = self.entries[at..at + BUCKET]
            .iter()
            .find(|e| e.hash == hash && e.work > 0)?;
        Some(Numbers {
            proof: found.proof,
            disproof: found.disproof,
        })
    }

    /// Keeps the numbers of a position, below which so many nodes were spent.
    pub fn put(&mut self, hash: u64, numbers: Numbers, work: u32) {
        let at = self.bucket(hash);
        let bucket = &mut self.entries[at..at + BUCKET];
        let slot = match bucket.iter().position(|e| e.hash == hash || e.work == 0) {
            Some(slot) => slot,
            None => (0..BUCKET)
                .min_by_key(|&slot| bucket[slot].work)
                .unwrap_or(0),
        };
        bucket[slot] = Entry {
            hash,
            proof: numbers.proof,
            disproof: numbers.disproof,
            work: work.max(1),
        };
    }
}
