//! Random seeds.

/// 64 random bits: a seed, not for cryptography.
#[cfg(not(target_family = "wasm"))]
#[must_use]
pub fn random_seed() -> u64 {
    use std::collections::hash_map::RandomState;
    use std::hash::BuildHasher;

    // The standard library seeds these keys from the system, once a thread, and counts them on; hashing
    // mixes them. So no dependency on the system's random numbers is needed.
    RandomState::new().hash_one(0)
}

/// 64 random bits: a seed, not for cryptography.
#[cfg(target_family = "wasm")]
#[must_use]
pub fn random_seed() -> u64 {
    super::host::random()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn seeds_differ_and_use_all_bits() {
        let seeds: Vec<u64> = (0..1000).map(|_| random_seed()).collect();
        assert_eq!(seeds.iter().collect::<HashSet<_>>().len(), 1000);
        for bit in 0..64 {
            let ones = seeds.iter().filter(|&seed| seed >> bit & 1 == 1).count();
            assert!((350..650).contains(&ones), "bit {bit}: {ones}");
        }
    }
}
