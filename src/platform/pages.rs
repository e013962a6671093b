//! Memory for the transposition table: zeroed, handed out as it is used, in large pages.

use std::marker::PhantomData;
use std::ops::Deref;

use bytes::ZeroedBytes;

/// Types for which all bits zero is a value and whose parts are atomic, so that many threads may
/// write through shared references.
///
/// # Safety
/// Implement it only for types that consist of atomic integers and have no alignment above 64.
pub unsafe trait ZeroedAtomic {}

/// A fixed number of zeroed values in pages of their own, given back to the system when dropped.
///
/// The system hands the pages out as they are touched, so that a large table is there at once.
pub struct ZeroedPages<T: ZeroedAtomic> {
    pages: ZeroedBytes,
    count: usize,
    values: PhantomData<T>,
}

impl<T: ZeroedAtomic> ZeroedPages<T> {
    /// So many values, at least one, or `None` without the memory.
    pub fn new(count: usize) -> Option<ZeroedPages<T>> {
        let bytes = count
            .checked_mul(size_of::<T>())
            .filter(|&bytes| bytes > 0)?;
        let pages = ZeroedBytes::new(bytes)?;
        Some(ZeroedPages {
            pages,
            count,
            values: PhantomData,
        })
    }

    /// Takes new zeroed pages and gives the old ones back, in much less time than clearing those takes; the
    /// new ones are cleared one by one as they are touched. Says whether it was done: not where the
    /// allocator serves tables, which may clear or keep them, nor without the memory.
    pub fn renew(&mut self) -> bool {
        if !bytes::ARE_PAGES {
            return false;
        }
        let pages = ZeroedBytes::new(self.count * size_of::<T>());
        pages.map(|pages| self.pages = pages).is_some()
    }
}

impl<T: ZeroedAtomic> Deref for ZeroedPages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the pages hold `count` values: zeroed when allocated, which is a value of the type,
        // aligned to 64 bytes, and owned by `self` for as long as the reference lives. Nothing else
        // refers to them, and writes go through atomics only.
        unsafe { std::slice::from_raw_parts(self.pages.begin().cast::<T>(), self.count) }
    }
}

#[cfg(all(feature = "os-memory", not(target_family = "wasm")))]
mod bytes {
    use memmap2::{MmapMut, MmapRaw};

    /// Whether they come from the system and go back to it.
    pub const ARE_PAGES: bool = true;

    /// Zeroed bytes in pages of their own, so aligned to 64 bytes.
    pub struct ZeroedBytes(MmapRaw);

    impl ZeroedBytes {
        /// So many bytes, at least one, or `None` without the memory.
        pub fn new(bytes: usize) -> Option<ZeroedBytes> {
            let pages = MmapRaw::from(MmapMut::map_anon(bytes).ok()?);
            // Probes are spread evenly, so small pages miss the address translation cache each time:
            // with large ones a search in 64 MB takes a sixth less time. Without them all still works.
            #[cfg(target_os = "linux")]
            if let Err(error) = pages.advise(memmap2::Advice::HugePage) {
                log::debug!("no large pages: {error}");
            }
            Some(ZeroedBytes(pages))
        }

        /// The first byte.
        #[inline]
        pub fn begin(&self) -> *mut u8 {
            self.0.as_mut_ptr()
        }
    }
}

#[cfg(not(all(feature = "os-memory", not(target_family = "wasm"))))]
mod bytes {
    use std::alloc::{Layout, alloc_zeroed, dealloc};
    use std::ptr::NonNull;

    /// Whether they come from the system and go back to it.
    pub const ARE_PAGES: bool = false;

    const ALIGN: usize = 64;

    /// Zeroed bytes from the allocator, aligned to 64 bytes.
    pub struct ZeroedBytes {
        allocated: NonNull<u8>,
        layout: Layout,
    }

    // SAFETY: the value owns its bytes as a box does; who uses them sees to the rest.
    unsafe impl Send for ZeroedBytes {}
    // SAFETY: as above.
    unsafe impl Sync for ZeroedBytes {}

    impl ZeroedBytes {
        /// So many bytes, at least one, or `None` without the memory.
        pub fn new(bytes: usize) -> Option<ZeroedBytes> {
            // Allocators get small alignments zeroed from the system and clear larger ones by hand, which
            // would touch each page of a large table; so room for the alignment is asked for instead.
            let layout = Layout::from_size_align(bytes.checked_add(ALIGN)?, 8).ok()?;
            // SAFETY: the layout has a size above 0.
            let allocated = NonNull::new(unsafe { alloc_zeroed(layout) })?;
            Some(ZeroedBytes { allocated, layout })
        }

        /// The first byte.
        #[inline]
        pub fn begin(&self) -> *mut u8 {
            let allocated = self.allocated.as_ptr();
            allocated.wrapping_add(allocated.align_offset(ALIGN))
        }
    }

    impl Drop for ZeroedBytes {
        fn drop(&mut self) {
            // SAFETY: it was allocated with this layout and is not used any more.
            unsafe { dealloc(self.allocated.as_ptr(), self.layout) }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;

    // SAFETY: it is an atomic integer.
    unsafe impl ZeroedAtomic for AtomicU64 {}

    #[test]
    fn renewed_pages_are_zeroed() {
        let mut pages = ZeroedPages::<AtomicU64>::new(100_000).unwrap();
        pages.iter().for_each(|word| word.store(7, Relaxed));
        let expected = if pages.renew() { 0 } else { 7 };
        assert_eq!(pages.len(), 100_000);
        assert!(pages.iter().all(|word| word.load(Relaxed) == expected));
    }

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
