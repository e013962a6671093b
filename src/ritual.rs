//! The hidden number of the ritual before a game of Mangala: one player hides one or two counters, the
//! other calls odd or even, and whoever is right, the caller or the hider, takes the side of their
//! choice.
//!
//! The program hides the number. It shows a seal of it before the call and opens the seal after it,
//! so that anyone can check that the number was not changed in between.

use std::fmt::Write;

use rand::Rng;
use sha2::{Digest, Sha256};

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// One counter.
    Odd,
    /// Two counters.
    Even,
}

impl Call {
    /// The call that a text is, by its word or its number of counters.
    #[must_use]
    pub fn parse(text: &str) -> Option<Call> {
        match text {
            "1" | "odd" => Some(Call::Odd),
            "2" | "even" => Some(Call::Even),
            _ => None,
        }
    }

    /// One or the other with equal chance.
    pub fn random(rng: &mut impl Rng) -> Call {
        if rng.random() { Call::Odd } else { Call::Even }
    }

    const fn counters(self) -> u8 {
        match self {
            Call::Odd => 1,
            Call::Even => 2,
        }
    }
}

/// A hidden number of counters, one or two.
#[derive(Clone, Debug)]
pub struct Seal {
    hidden: u8,
    /// Keeps the number from being found by trying both.
    salt: u128,
}

impl Seal {
    /// Hides a number.
    pub fn new(rng: &mut impl Rng) -> Seal {
        Seal {
            hidden: rng.random_range(1..=2),
            salt: rng.random(),
        }
    }

    /// What the seal is of: the number, a blank and the salt in hexadecimal. Not to be shown before
    /// the call.
    #[must_use]
    pub fn opened(&self) -> String {
        format!("{} {:032x}", self.hidden, self.salt)
    }

    /// The SHA-256 sum of the sealed text, in hexadecimal.
    #[must_use]
    pub fn sum(&self) -> String {
        let mut text = String::new();
        for byte in Sha256::digest(self.opened()) {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }

    /// Whether a call is right.
    #[must_use]
    pub const fn fits(&self, call: Call) -> bool {
        call.counters() == self.hidden
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn the_sum_fits_what_is_told_after_the_call() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut numbers = [0; 2];
        for _ in 0..200 {
            let seal = Seal::new(&mut rng);
            let sum = seal.sum();
            let text = seal.opened();
            let expected = Sha256::digest(&text);
            let bytes: Vec<u8> = (0..32)
                .map(|i| u8::from_str_radix(&sum[2 * i..2 * i + 2], 16).unwrap())
                .collect();
            assert_eq!(bytes[..], expected[..]);
            let number = if text.starts_with("1 ") { 1 } else { 2 };
            assert_eq!(seal.fits(Call::Odd), number == 1, "{text}");
            assert_eq!(seal.fits(Call::Even), number == 2, "{text}");
            numbers[number - 1] += 1;
        }
        assert!(numbers.iter().all(|&n| n > 50), "{numbers:?}");
    }

    #[test]
    fn calls() {
        assert_eq!(Call::parse("1"), Some(Call::Odd));
        assert_eq!(Call::parse("even"), Some(Call::Even));
        assert_eq!(Call::parse("3"), None);
    }
}
