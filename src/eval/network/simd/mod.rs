//! The few vector operations that the forward pass needs, for each kind of processor. All give the
//! same numbers.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "aarch64")]
pub mod neon;
pub mod plain;
#[cfg(target_arch = "x86_64")]
pub mod sse2;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub mod wasm;

/// Vectors of 16-bit numbers, and of half as many 32-bit ones. Sums wrap around.
pub trait Simd {
    /// [`LANES`](Simd::LANES) numbers of 16 bits.
    type Short: Copy;
    /// Half as many numbers of 32 bits.
    type Wide: Copy;
    /// Numbers in a short vector; 16 or a smaller power of two.
    const LANES: usize;

    /// Reads a vector.
    ///
    /// # Safety
    /// As of all these functions: the processor must have the instructions, and as many numbers as
    /// the vector has must be readable (or writable) behind the pointer.
    unsafe fn load(from: *const i16) -> Self::Short;
    /// Writes a vector.
    ///
    /// # Safety
    /// See [`load`](Simd::load).
    unsafe fn store(to: *mut i16, vector: Self::Short);
    /// All lanes the same.
    ///
    /// # Safety
    /// See [`load`](Simd::load).
    unsafe fn splat(value: i16) -> Self::Short;
    /// The same two numbers in each pair of lanes.
    ///
    /// # Safety
    /// See [`load`](Simd::load); two numbers are read.
    unsafe fn splat_pair(from: *const i16) -> Self::Short;
    /// The sums.
    ///
    /// # Safety
    /// See [`load`](Simd::load).
    unsafe fn add(a: Self::Short, b: Self::Short) -> Self::Short;
    /// Each lane brought between 0 and that of `top`.
    ///
    /// # Safety
    /// See [`load`](Simd::load).
    unsafe fn clamp(a: Self::Short, top: Self::Short) -> Self::Short;
    /// Products of the lanes, each pair's summed.
    ///
    /// # Safety
    /// See [`load`](Simd::load).
    unsafe fn multiply_add(a: Self::Short, b: Self::Short) -> Self::Wide;
    /// The sums.
    ///
    /// # Safety
    /// See [`load`](Simd::load).
    unsafe fn add_wide(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    /// Reads a wide vector.
    ///
    /// # Safety
    /// See [`load`](Simd::load).
    unsafe fn load_wide(from: *const i32) -> Self::Wide;
    /// Writes a wide vector.
    ///
    /// # Safety
    /// See [`load`](Simd::load).
    unsafe fn store_wide(to: *mut i32, vector: Self::Wide);
}
