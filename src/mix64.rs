//! Mixing of 64-bit numbers: random-looking numbers that follow from others.

/// A number evenly spread over all values, from a position's hash and a seed; the mixing of
/// SplitMix64 (Steele, Lea and Flood, 2014).
#[inline]
#[must_use]
pub const fn mix64(hash: u64, seed: u64) -> u64 {
    let mut z = hash ^ seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
