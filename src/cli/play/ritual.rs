//! The ritual before a game of Mangala: one player hides one or two counters, the other calls odd or
//! even, and whoever is right, the caller or the hider, takes the side of their choice.
//!
//! The program hides the number. It shows a seal of it before the call and opens the seal after it,
//! so that anyone can check that the number was not changed in between.

use std::fmt::Write;

use rand::Rng;
use sha2::{Digest, Sha256};
use tuzdik::game::{Move, Side};

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
    pub fn parse(text: &str) -> Option<Call> {
        match text {
            "1" | "odd" => Some(Call::Odd),
            "2" | "even" => Some(Call::Even),
            _ => None,
        }
    }

    /// One or the other with equal chance.
    pub fn random() -> Call {
        if rand::random() {
            Call::Odd
        } else {
            Call::Even
        }
    }

    fn counters(self) -> u8 {
        match self {
            Call::Odd => 1,
            Call::Even => 2,
        }
    }
}

/// The choice of a side that a text is, by its name or by 1 for South and 2 for North.
pub fn parse_side(text: &str) -> Option<Move> {
    match text {
        "1" | "south" => Some(Move::SOUTH),
        "2" | "north" => Some(Move::NORTH),
        _ => None,
    }
}

/// A ritual under way.
#[derive(Clone, Debug)]
pub struct Ritual {
    /// The hidden number of counters.
    hidden: u8,
    /// Keeps the number from being found by trying both.
    salt: u128,
    /// Who calls: the player who sits on this side before the choice.
    caller: Side,
    call: Option<Call>,
}

impl Ritual {
    /// Hides a number.
    pub fn new(caller: Side) -> Ritual {
        let mut rng = rand::rng();
        Ritual {
            hidden: rng.random_range(1..=2),
            salt: rng.random(),
            caller,
            call: None,
        }
    }

    /// What the seal is of: the number, a blank and the salt in hexadecimal.
    fn sealed_text(&self) -> String {
        format!("{} {:032x}", self.hidden, self.salt)
    }

    /// The SHA-256 sum of the sealed text, in hexadecimal.
    pub fn seal(&self) -> String {
        let mut text = String::new();
        for byte in Sha256::digest(self.sealed_text()) {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }

    /// Calls.
    pub fn call(&mut self, call: Call) {
        self.call = Some(call);
    }

    /// After the call: what was called, whether it was right, and the text that the seal is of.
    pub fn opened(&self) -> Option<(Call, bool, String)> {
        let call = self.call?;
        Some((call, call.counters() == self.hidden, self.sealed_text()))
    }

    /// Whose turn it is: the caller's before the call, then that of the player who chooses a side.
    pub fn turn(&self) -> Side {
        match self.opened() {
            Some((_, false, _)) => self.caller.opponent(),
            _ => self.caller,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seal_is_known_before_the_call_and_fits_what_is_told_after_it() {
        let mut numbers = [0; 2];
        for _ in 0..200 {
            let mut ritual = Ritual::new(Side::South);
            let seal = ritual.seal();
            assert_eq!(ritual.opened(), None);
            ritual.call(Call::Odd);
            assert_eq!(ritual.seal(), seal);
            let (call, right, text) = ritual.opened().unwrap();
            assert_eq!(call, Call::Odd);
            let expected = Sha256::digest(&text);
            let bytes: Vec<u8> = (0..32)
                .map(|i| u8::from_str_radix(&seal[2 * i..2 * i + 2], 16).unwrap())
                .collect();
            assert_eq!(bytes[..], expected[..]);
            let number = if text.starts_with("1 ") { 1 } else { 2 };
            assert_eq!(right, number == 1, "{text}");
            let chooser = if right { Side::South } else { Side::North };
            assert_eq!(ritual.turn(), chooser);
            numbers[number - 1] += 1;
        }
        assert!(numbers.iter().all(|&n| n > 50), "{numbers:?}");
    }

    #[test]
    fn answers() {
        assert_eq!(Call::parse("1"), Some(Call::Odd));
        assert_eq!(Call::parse("even"), Some(Call::Even));
        assert_eq!(Call::parse("3"), None);
        assert_eq!(parse_side("north"), Some(Move::NORTH));
        assert_eq!(parse_side("1"), Some(Move::SOUTH));
        assert_eq!(parse_side("odd"), None);
    }
}
