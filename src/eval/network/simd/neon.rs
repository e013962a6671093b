//! NEON, which every AArch64 processor has.

use std::arch::aarch64::*;

use super::Simd;

/// See the module.
pub struct Neon;

#[allow(clippy::undocumented_unsafe_blocks)] // Each function hands its caller's promise on.
impl Simd for Neon {
    type Short = int16x8_t;
    type Wide = int32x4_t;
    const LANES: usize = 8;

    #[inline(always)]
    unsafe fn load(from: *const i16) -> int16x8_t {
        unsafe { vld1q_s16(from) }
    }

    #[inline(always)]
    unsafe fn store(to: *mut i16, vector: int16x8_t) {
        unsafe { vst1q_s16(to, vector) }
    }

    #[inline(always)]
    unsafe fn splat(value: i16) -> int16x8_t {
        unsafe { vdupq_n_s16(value) }
    }

    #[inline(always)]
    unsafe fn splat_pair(from: *const i16) -> int16x8_t {
        unsafe { vreinterpretq_s16_s32(vdupq_n_s32(from.cast::<i32>().read_unaligned())) }
    }

    #[inline(always)]
    unsafe fn add(a: int16x8_t, b: int16x8_t) -> int16x8_t {
        unsafe { vaddq_s16(a, b) }
    }

    #[inline(always)]
    unsafe fn clamp(a: int16x8_t, top: int16x8_t) -> int16x8_t {
        unsafe { vminq_s16(vmaxq_s16(a, vdupq_n_s16(0)), top) }
    }

    #[inline(always)]
    unsafe fn multiply_add(a: int16x8_t, b: int16x8_t) -> int32x4_t {
        unsafe {
            let low = vmull_s16(vget_low_s16(a), vget_low_s16(b));
            vpaddq_s32(low, vmull_high_s16(a, b))
        }
    }

    #[inline(always)]
    unsafe fn add_wide(a: int32x4_t, b: int32x4_t) -> int32x4_t {
        unsafe { vaddq_s32(a, b) }
    }

    #[inline(always)]
    unsafe fn load_wide(from: *const i32) -> int32x4_t {
        unsafe { vld1q_s32(from) }
    }

    #[inline(always)]
    unsafe fn store_wide(to: *mut i32, vector: int32x4_t) {
        unsafe { vst1q_s32(to, vector) }
    }
}
