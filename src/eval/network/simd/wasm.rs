//! The vectors of WebAssembly, where the program was compiled for them: a module with instructions that the
//! machine lacks is refused as a whole, so that there is nothing to choose while it runs.

use std::arch::wasm32::*;

use super::Simd;

/// See the module.
pub struct Simd128;

#[allow(clippy::undocumented_unsafe_blocks)] // Each function hands its caller's promise on.
impl Simd for Simd128 {
    type Short = v128;
    type Wide = v128;
    const LANES: usize = 8;

    #[inline(always)]
    unsafe fn load(from: *const i16) -> v128 {
        unsafe { v128_load(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(to: *mut i16, vector: v128) {
        unsafe { v128_store(to.cast(), vector) }
    }

    #[inline(always)]
    unsafe fn splat(value: i16) -> v128 {
        i16x8_splat(value)
    }

    #[inline(always)]
    unsafe fn splat_pair(from: *const i16) -> v128 {
        unsafe { v128_load32_splat(from.cast()) }
    }

    #[inline(always)]
    unsafe fn add(a: v128, b: v128) -> v128 {
        i16x8_add(a, b)
    }

    #[inline(always)]
    unsafe fn clamp(a: v128, top: v128) -> v128 {
        i16x8_min(i16x8_max(a, i16x8_splat(0)), top)
    }

    #[inline(always)]
    unsafe fn multiply_add(a: v128, b: v128) -> v128 {
        i32x4_dot_i16x8(a, b)
    }

    #[inline(always)]
    unsafe fn add_wide(a: v128, b: v128) -> v128 {
        i32x4_add(a, b)
    }

    #[inline(always)]
    unsafe fn load_wide(from: *const i32) -> v128 {
        unsafe { v128_load(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store_wide(to: *mut i32, vector: v128) {
        unsafe { v128_store(to.cast(), vector) }
    }
}
