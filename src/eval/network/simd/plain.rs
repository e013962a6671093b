//! Rust without vector instructions, for every other processor and as the standard of the others.

use std::array::from_fn;

use super::Simd;

/// See the module.
pub struct Plain;

const LANES: usize = 8;

#[allow(clippy::undocumented_unsafe_blocks)] // Each function hands its caller's promise on.
impl Simd for Plain {
    type Short = [i16; LANES];
    type Wide = [i32; LANES / 2];
    const LANES: usize = LANES;

    #[inline(always)]
    unsafe fn load(from: *const i16) -> [i16; LANES] {
        unsafe { from.cast::<[i16; LANES]>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store(to: *mut i16, vector: [i16; LANES]) {
        unsafe { to.cast::<[i16; LANES]>().write_unaligned(vector) }
    }

    #[inline(always)]
    unsafe fn splat(value: i16) -> [i16; LANES] {
        [value; LANES]
    }

    #[inline(always)]
    unsafe fn splat_pair(from: *const i16) -> [i16; LANES] {
        let pair = unsafe { from.cast::<[i16; 2]>().read_unaligned() };
        from_fn(|i| pair[i % 2])
    }

    #[inline(always)]
    unsafe fn add(a: [i16; LANES], b: [i16; LANES]) -> [i16; LANES] {
        from_fn(|i| a[i].wrapping_add(b[i]))
    }

    #[inline(always)]
    unsafe fn clamp(a: [i16; LANES], top: [i16; LANES]) -> [i16; LANES] {
        from_fn(|i| a[i].max(0).min(top[i]))
    }

    #[inline(always)]
    unsafe fn multiply_add(a: [i16; LANES], b: [i16; LANES]) -> [i32; LANES / 2] {
        let product = |i: usize| i32::from(a[i]) * i32::from(b[i]);
        from_fn(|i| product(2 * i).wrapping_add(product(2 * i + 1)))
    }

    #[inline(always)]
    unsafe fn add_wide(a: [i32; LANES / 2], b: [i32; LANES / 2]) -> [i32; LANES / 2] {
        from_fn(|i| a[i].wrapping_add(b[i]))
    }

    #[inline(always)]
    unsafe fn load_wide(from: *const i32) -> [i32; LANES / 2] {
        unsafe { from.cast::<[i32; LANES / 2]>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store_wide(to: *mut i32, vector: [i32; LANES / 2]) {
        unsafe { to.cast::<[i32; LANES / 2]>().write_unaligned(vector) }
    }
}
