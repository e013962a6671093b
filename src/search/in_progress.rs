//! Which positions are being searched right now, so that threads can put them off and search
//! something else meanwhile (after Kerrigan, "Simplified ABDADA", 2014).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const BUCKETS: usize = 4096;
const WAYS: usize = 4;

/// The positions being searched. A mark may get lost when a bucket is full, which only costs time.
pub struct InProgress(Box<[[AtomicU64; WAYS]]>);

impl InProgress {
    /// An empty table.
    pub fn new() -> InProgress {
        InProgress((0..BUCKETS).map(|_| Default::default()).collect())
    }

    /// Takes all marks away.
    pub fn clear(&self) {
        for entry in self.0.as_flattened() {
            entry.store(0, Relaxed);
        }
    }

    fn bucket(&self, hash: u64) -> &[AtomicU64; WAYS] {
        &self.0[(hash >> 52) as usize % BUCKETS]
    }

    /// Whether a thread is searching the position.
    pub fn contains(&self, hash: u64) -> bool {
        self.bucket(hash)
            .iter()
            .any(|entry| entry.load(Relaxed) == hash)
    }

    /// Marks the position as being searched.
    pub fn insert(&self, hash: u64) {
        let bucket = self.bucket(hash);
        if let Some(free) = bucket.iter().find(|entry| entry.load(Relaxed) == 0) {
            free.store(hash, Relaxed);
        }
    }

    /// Takes the mark of the position away.
    pub fn remove(&self, hash: u64) {
        for entry in self.bucket(hash) {
            if entry.load(Relaxed) == hash {
                entry.store(0, Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_and_go() {
        let in_progress = InProgress::new();
        let hashes: Vec<u64> = (1..=6).collect();
        for &hash in &hashes {
            assert!(!in_progress.contains(hash));
            in_progress.insert(hash);
        }
        assert!(
            hashes[..WAYS]
                .iter()
                .all(|&hash| in_progress.contains(hash))
        );
        assert!(!in_progress.contains(6), "a full bucket takes no more");
        for &hash in &hashes {
            in_progress.remove(hash);
            assert!(!in_progress.contains(hash));
        }
    }
}
