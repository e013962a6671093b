//! SSE2, which every x86-64 processor has.

use std::arch::x86_64::*;

use super::Simd;

/// See the module.
pub struct Sse2;

#[allow(clippy::undocumented_unsafe_blocks)] // Each function hands its caller's promise on.
impl Simd for Sse2 {
    type Short = __m128i;
    type Wide = __m128i;
    const LANES: usize = 8;

    #[inline(always)]
    unsafe fn load(from: *const i16) -> __m128i {
        unsafe { _mm_loadu_si128(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(to: *mut i16, vector: __m128i) {
        unsafe { _mm_storeu_si128(to.cast(), vector) }
    }

    #[inline(always)]
    unsafe fn splat(value: i16) -> __m128i {
        unsafe { _mm_set1_epi16(value) }
    }

    #[inline(always)]
    unsafe fn splat_pair(from: *const i16) -> __m128i {
        unsafe { _mm_set1_epi32(from.cast::<i32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn add(a: __m128i, b: __m128i) -> __m128i {
        unsafe { _mm_add_epi16(a, b) }
    }

    #[inline(always)]
    unsafe fn clamp(a: __m128i, top: __m128i) -> __m128i {
        unsafe { _mm_min_epi16(_mm_max_epi16(a, _mm_setzero_si128()), top) }
    }

    #[inline(always)]
    unsafe fn multiply_add(a: __m128i, b: __m128i) -> __m128i {
        unsafe { _mm_madd_epi16(a, b) }
    }

    #[inline(always)]
    unsafe fn add_wide(a: __m128i, b: __m128i) -> __m128i {
        unsafe { _mm_add_epi32(a, b) }
    }

    #[inline(always)]
    unsafe fn load_wide(from: *const i32) -> __m128i {
        unsafe { _mm_loadu_si128(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store_wide(to: *mut i32, vector: __m128i) {
        unsafe { _mm_storeu_si128(to.cast(), vector) }
    }
}
