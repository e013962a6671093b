//! The transposition table: shared by all threads without locks.
//!
//! An entry is two 64-bit words, the data and the position's hash xor the data, so that a torn
//! write does not match any hash (Hyatt and Mann, "A lockless transposition table", 2002). Four
//! entries make a bucket of one cache line.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::game::Move;
use crate::platform::{self, ZeroedAtomic, ZeroedPages};
use crate::score::{Bound, Score};

const ENTRIES: usize = 4;
/// Generations are numbered modulo this.
const GENERATIONS: u8 = 32;

struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

#[repr(align(64))]
struct Bucket([Entry; ENTRIES]);

// SAFETY: a bucket consists of atomic integers and is aligned to 64.
unsafe impl ZeroedAtomic for Bucket {}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Best move, if one is known. It may be illegal here in the rare case of a hash collision.
    pub mv: Option<Move>,
    /// Score, distances counted from the position itself.
    pub score: Score,
    /// Static evaluation.
    pub eval: Score,
    /// Depth in plies of the search behind the score.
    pub depth: i32,
    /// How the score bounds the true one.
    pub bound: Bound,
}

// Data layout, from bit 0: score 16, eval 16, depth 8, move 4, bound 2, generation 5. A valid entry
// has a non-zero bound, so a zeroed entry is invalid.
impl Stored {
    fn pack(&self, generation: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 3,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        u64::from(self.score.value() as i16 as u16)
            | u64::from(self.eval.value() as i16 as u16) << 16
            | u64::from(self.depth.clamp(0, 255) as u8) << 32
            | u64::from(self.mv.map_or(0, Move::code)) << 40
            | bound << 44
            | u64::from(generation) << 46
    }

    /// What is known without a search of a node at this ply: the score, where it lies on that side of
    /// the static evaluation which it bounds, or that evaluation.
    #[inline]
    #[must_use]
    pub fn estimate(&self, ply: usize) -> Score {
        let score = from_table(self.score, ply);
        let says_more = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.eval,
            Bound::Upper => score <= self.eval,
        };
        if !score.is_certain() && says_more {
            score
        } else {
            self.eval
        }
    }

    #[inline]
    fn unpack(data: u64) -> Option<Stored> {
        let bound = match data >> 44 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Stored {
            mv: move_of(data),
            score: Score::new(i32::from(data as i16)),
            eval: Score::new(i32::from((data >> 16) as i16)),
            depth: depth_of(data),
            bound,
        })
    }
}

#[inline]
fn depth_of(data: u64) -> i32 {
    i32::from((data >> 32) as u8)
}

#[inline]
fn move_of(data: u64) -> Option<Move> {
    Move::from_code((data >> 40 & 15) as u8)
}

#[inline]
fn generation_of(data: u64) -> u8 {
    (data >> 46) as u8 % GENERATIONS
}

/// The depth of a packed entry, less eight for each generation that it is old: what replacement
/// throws away first.
#[inline]
fn worth(data: u64, generation: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let age = generation.wrapping_sub(generation_of(data)) % GENERATIONS;
    // What was searched long ago is asked for less often than what is a little shallower.
    depth_of(data) - 8 * i32::from(age)
}

/// A score with its distance counted from the node at `ply` instead of the root.
#[inline]
#[must_use]
pub fn to_table(score: Score, ply: usize) -> Score {
    if score >= Score::CERTAIN {
        score + ply as i32
    } else if score <= -Score::CERTAIN {
        score - ply as i32
    } else {
        score
    }
}

/// The inverse of [`to_table`].
#[inline]
#[must_use]
pub fn from_table(score: Score, ply: usize) -> Score {
    if score >= Score::CERTAIN {
        score - ply as i32
    } else if score <= -Score::CERTAIN {
        score + ply as i32
    } else {
        score
    }
}

/// The table.
pub struct TranspositionTable {
    buckets: ZeroedPages<Bucket>,
    generation: u8,
    /// Whether a search began since the table was empty.
    used: bool,
}

impl TranspositionTable {
    /// From this size on, in bytes, a table is emptied by taking new memory: writing zeros takes about a
    /// second for each GB, most of it in pages that were never touched before. Smaller ones keep their
    /// pages, which the next search would otherwise wait for one by one.
    const RENEWED: usize = 256 << 20;

    /// An empty table of exactly this many MB (at least one), or `None` without the memory.
    #[must_use]
    pub fn new(megabytes: usize) -> Option<TranspositionTable> {
        let bytes = megabytes.max(1).checked_mul(1 << 20)?;
        let buckets = ZeroedPages::new(bytes / size_of::<Bucket>())?;
        Some(TranspositionTable {
            buckets,
            generation: 0,
            used: false,
        })
    }

    /// Empties the table, if it must be on all threads of the pool in which it is called. Nothing is done
    /// where no search began since it was empty.
    pub fn clear(&mut self) {
        if !std::mem::take(&mut self.used) {
            return;
        }
        self.generation = 0;
        if size_of_val(&*self.buckets) >= Self::RENEWED && self.buckets.renew() {
            return;
        }
        platform::for_each(&self.buckets, |bucket| {
            for entry in &bucket.0 {
                entry.check.store(0, Relaxed);
                entry.data.store(0, Relaxed);
            }
        });
    }

    /// Marks the start of a new search; entries of earlier ones are replaced first.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
        self.used = true;
    }

    /// The bucket of a hash. The product maps hashes evenly on any number of buckets without a division
    /// (Lemire, "Fast random integer generation in an interval", 2019). The high bits choose, they are the
    /// best mixed ones.
    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        let index = (u128::from(hash) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Brings the bucket of a hash into the cache.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(hash);
            // SAFETY: prefetching reads nothing and accepts any address; this one is valid. Without
            // it a search is slower by a tenth (benches/search.rs).
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
    }

    /// What is stored for a hash.
    #[inline]
    #[must_use]
    pub fn probe(&self, hash: u64) -> Option<Stored> {
        for entry in &self.bucket(hash).0 {
            let data = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ data == hash {
                return Stored::unpack(data);
            }
        }
        None
    }

    /// Stores what is known of a hash over its own older entry or the least worthy one of its
    /// bucket.
    #[inline]
    pub fn store(&self, hash: u64, mut stored: Stored) {
        let generation = self.generation;
        let bucket = self.bucket(hash);
        let mut target = &bucket.0[0];
        let mut least = i32::MAX;
        for entry in &bucket.0 {
            let data = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ data == hash {
                // A shallow bound must not drive out a much deeper result of this search.
                if stored.bound != Bound::Exact && stored.depth + 4 < worth(data, generation) {
                    return;
                }
                if stored.mv.is_none() {
                    stored.mv = move_of(data);
                }
                target = entry;
                break;
            }
            let worth = worth(data, generation);
            if worth < least {
                least = worth;
                target = entry;
            }
        }
        let data = stored.pack(generation);
        target.data.store(data, Relaxed);
        target.check.store(hash ^ data, Relaxed);
    }

    /// Thousandths of the table filled in this generation, from a sample.
    #[must_use]
    pub fn fullness(&self) -> u32 {
        let sample = self.buckets.len().min(250);
        let generation = self.generation;
        let used = self.buckets[..sample]
            .iter()
            .flat_map(|bucket| &bucket.0)
            .map(|entry| entry.data.load(Relaxed))
            .filter(|&data| data != 0 && generation_of(data) == generation)
            .count();
        (used * 1000 / (sample * ENTRIES)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::MAX_EVAL;

    fn stored(depth: i32, score: i32) -> Stored {
        Stored {
            mv: Move::from_code(3),
            score: Score::new(score),
            eval: Score::new(-77),
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn gives_back_what_was_stored() {
        let mut table = TranspositionTable::new(1).unwrap();
        table.age();
        assert_eq!(table.probe(42), None);
        for score in [
            0,
            MAX_EVAL,
            -MAX_EVAL,
            Score::win_in(3).value(),
            Score::loss_in(200).value(),
        ] {
            let value = Stored {
                bound: Bound::Exact,
                ..stored(17, score)
            };
            table.store(42, value);
            assert_eq!(table.probe(42), Some(value));
        }
        table.clear();
        assert_eq!(table.probe(42), None);
    }

    #[test]
    fn is_empty_after_each_way_of_clearing() {
        for bytes in [1 << 20, TranspositionTable::RENEWED] {
            let mut table = TranspositionTable::new(bytes >> 20).unwrap();
            let hashes = [1, 1 << 60, u64::MAX];
            for _ in 0..2 {
                table.age();
                hashes
                    .iter()
                    .for_each(|&hash| table.store(hash, stored(5, 0)));
                assert!(hashes.iter().all(|&hash| table.probe(hash).is_some()));
                assert!(table.fullness() > 0);
                table.clear();
                assert!(hashes.iter().all(|&hash| table.probe(hash).is_none()));
                assert_eq!(table.fullness(), 0);
                assert_eq!(size_of_val(&*table.buckets), bytes);
            }
            // Unused since then, so that nothing is written: what only this test can put there stays.
            table.store(1, stored(5, 0));
            table.clear();
            assert!(table.probe(1).is_some());
        }
    }

    #[test]
    fn has_exactly_the_size_asked_for() {
        for megabytes in [1, 3, 64] {
            let table = TranspositionTable::new(megabytes).unwrap();
            assert_eq!(size_of_val(&*table.buckets), megabytes << 20);
        }
        assert!(TranspositionTable::new(usize::MAX).is_none());
    }

    #[test]
    fn replaces_old_and_shallow_entries_first() {
        let mut table = TranspositionTable::new(1).unwrap();
        // Hashes that differ in low bits only share a bucket.
        for hash in 1..=4 {
            table.store(hash, stored(10 + hash as i32, 0));
        }
        table.store(5, stored(1, 0));
        assert_eq!(table.probe(1), None, "the shallowest went");
        assert!(table.probe(2).is_some());
        table.age();
        table.age();
        // Two searches old, the entry of depth 12 is worth less than a new one of depth 1.
        table.store(6, stored(1, 0));
        assert_eq!(table.probe(5), None);
        table.store(
            7,
            Stored {
                depth: 9,
                ..stored(1, 0)
            },
        );
        table.store(8, stored(1, 0));
        assert!(table.probe(7).is_some(), "the newer and deeper one stays");
    }

    #[test]
    fn keeps_the_move_when_a_bound_comes_without_one() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(9, stored(5, 0));
        table.store(
            9,
            Stored {
                mv: None,
                ..stored(6, 1)
            },
        );
        assert_eq!(table.probe(9).unwrap().mv, Move::from_code(3));
    }

    #[test]
    fn scores_keep_their_distance() {
        for ply in [0, 1, 150] {
            for score in [
                Score::DRAW,
                Score::new(500),
                Score::new(-500),
                Score::win_in(ply + 3),
                Score::loss_in(ply + 2),
            ] {
                assert_eq!(from_table(to_table(score, ply), ply), score);
            }
        }
        assert_eq!(to_table(Score::win_in(7), 5), Score::win_in(2));
    }
}
