//! Memory that text comes in by.

use std::alloc::{Layout, alloc};

fn layout(length: usize) -> Option<Layout> {
    Layout::array::<u8>(length.max(1)).ok()
}

/// Memory for so many bytes of text, which the export that it is handed to frees; null without the memory.
#[unsafe(no_mangle)]
extern "C" fn tuzdik_alloc(length: usize) -> *mut u8 {
    // SAFETY: the layout has a size above 0.
    layout(length).map_or(std::ptr::null_mut(), |layout| unsafe { alloc(layout) })
}

/// Takes over what the host wrote to memory from [`tuzdik_alloc`].
pub fn take(at: *mut u8, length: usize) -> Vec<u8> {
    if at.is_null() {
        return Vec::new();
    }
    // SAFETY: by the contract with the host the pointer comes from `tuzdik_alloc` with this very length,
    // so that the allocation is that of a vector with this capacity (of 1 where the length is 0); the host
    // filled it and hands it over only once. Any bytes are values of `u8`.
    unsafe { Vec::from_raw_parts(at, length, length.max(1)) }
}
