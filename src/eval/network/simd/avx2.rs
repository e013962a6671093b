//! AVX2, for x86-64 processors since 2013.

use std::arch::x86_64::*;

use super::Simd;

/// See the module.
pub struct Avx2;

#[allow(clippy::undocumented_unsafe_blocks)] // Each function hands its caller's promise on.
impl Simd for Avx2 {
    type Short = __m256i;
    type Wide = __m256i;
    const LANES: usize = 16;

    #[inline(always)]
    unsafe fn load(from: *const i16) -> __m256i {
        unsafe { _mm256_loadu_si256(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(to: *mut i16, vector: __m256i) {
        unsafe { _mm256_storeu_si256(to.cast(), vector) }
    }

    #[inline(always)]
    unsafe fn splat(value: i16) -> __m256i {
        unsafe { _mm256_set1_epi16(value) }
    }

    #[inline(always)]
    unsafe fn splat_pair(from: *const i16) -> __m256i {
        unsafe { _mm256_set1_epi32(from.cast::<i32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn add(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_add_epi16(a, b) }
    }

    #[inline(always)]
    unsafe fn clamp(a: __m256i, top: __m256i) -> __m256i {
        unsafe { _mm256_min_epi16(_mm256_max_epi16(a, _mm256_setzero_si256()), top) }
    }

    #[inline(always)]
    unsafe fn multiply_add(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_madd_epi16(a, b) }
    }

    #[inline(always)]
    unsafe fn add_wide(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_add_epi32(a, b) }
    }

    #[inline(always)]
    unsafe fn load_wide(from: *const i32) -> __m256i {
        unsafe { _mm256_loadu_si256(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store_wide(to: *mut i32, vector: __m256i) {
        unsafe { _mm256_storeu_si256(to.cast(), vector) }
    }
}
