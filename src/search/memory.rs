//! Memory for the transposition table: zeroed, handed out as it is used, in large pages.

use std::marker::PhantomData;
use std::ops::Deref;

use memmap2::{MmapMut, MmapRaw};

/// Types for which all bits zero is a value and whose parts are atomic, so that many threads may
/// write through shared references.
///
/// # Safety
/// Implement it only for types that consist of atomic integers and have no alignment above 4096.
pub unsafe trait ZeroedAtomic {}

/// A fixed number of zeroed values in pages of their own, given back to the system when dropped.
///
/// The system hands the pages out as they are touched, so that a large table is there at once.
pub struct ZeroedPages<T: ZeroedAtomic> {
    pages: MmapRaw,
    count: usize,
    values: PhantomData<T>,
}

impl<T: ZeroedAtomic> ZeroedPages<T> {
    /// So many values, at least one, or `None` without the memory.
    pub fn new(count: usize) -> Option<ZeroedPages<T>> {
        let bytes = count
            .checked_mul(size_of::<T>())
            .filter(|&bytes| bytes > 0)?;
        let pages = MmapRaw::from(MmapMut::map_anon(bytes).ok()?);
        // Probes are spread evenly, so small pages miss the address translation cache each time:
        // with large ones a search in 64 MB takes a sixth less time. Without them all still works.
        #[cfg(target_os = "linux")]
        if let Err(error) = pages.advise(memmap2::Advice::HugePage) {
            log::debug!("no large pages: {error}");
        }
        Some(ZeroedPages {
            pages,
            count,
            values: PhantomData,
        })
    }
}

impl<T: ZeroedAtomic> Deref for ZeroedPages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the pages hold `count` values: zeroed when mapped, which is a value of the type,
        // aligned to a page, and owned by `self` for as long as the reference lives. Nothing else
        // refers to them, and writes go through atomics only.
        unsafe { std::slice::from_raw_parts(self.pages.as_mut_ptr().cast::<T>(), self.count) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;

    // SAFETY: it is an atomic integer.
    unsafe impl ZeroedAtomic for AtomicU64 {}

    #[test]
    fn is_zeroed_and_shared_between_threads() {
        let pages = ZeroedPages::<AtomicU64>::new(100_000).unwrap();
        assert_eq!(pages.len(), 100_000);
        assert!(pages.iter().all(|word| word.load(Relaxed) == 0));
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let pages = &pages;
                scope.spawn(move || {
                    for word in pages.iter().skip(thread).step_by(4) {
                        word.store(thread as u64 + 1, Relaxed);
                    }
                });
            }
        });
        let moved = std::thread::spawn(move || pages.iter().map(|w| w.load(Relaxed)).sum::<u64>());
        assert_eq!(moved.join().unwrap(), 25_000 * (1 + 2 + 3 + 4));
        assert!(ZeroedPages::<AtomicU64>::new(0).is_none());
        assert!(ZeroedPages::<AtomicU64>::new(usize::MAX / 8).is_none());
    }
}
