//! The ritual before a game of Mangala, from the hidden number to the choice of a side.

use tuzdik::game::{Move, Side};
pub use tuzdik::ritual::Call;
use tuzdik::ritual::Seal;

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
    seal: Seal,
    /// Who calls: the player who sits on this side before the choice.
    caller: Side,
    call: Option<Call>,
}

impl Ritual {
    /// Hides a number.
    pub fn new(caller: Side) -> Ritual {
        Ritual {
            seal: Seal::new(&mut rand::rng()),
            caller,
            call: None,
        }
    }

    /// The sum of what is sealed.
    pub fn seal(&self) -> String {
        self.seal.sum()
    }

    /// Calls.
    pub fn call(&mut self, call: Call) {
        self.call = Some(call);
    }

    /// After the call: what was called, whether it was right, and the text that the seal is of.
    pub fn opened(&self) -> Option<(Call, bool, String)> {
        let call = self.call?;
        Some((call, self.seal.fits(call), self.seal.opened()))
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
    fn whoever_wins_the_call_chooses() {
        let mut right = [0; 2];
        for _ in 0..200 {
            let mut ritual = Ritual::new(Side::South);
            let seal = ritual.seal();
            assert_eq!(ritual.opened(), None);
            assert_eq!(ritual.turn(), Side::South);
            ritual.call(Call::Odd);
            assert_eq!(ritual.seal(), seal);
            let (call, fits, _) = ritual.opened().unwrap();
            assert_eq!(call, Call::Odd);
            assert_eq!(ritual.turn(), if fits { Side::South } else { Side::North });
            right[usize::from(fits)] += 1;
        }
        assert!(right.iter().all(|&n| n > 50), "{right:?}");
    }

    #[test]
    fn answers() {
        assert_eq!(parse_side("north"), Some(Move::NORTH));
        assert_eq!(parse_side("1"), Some(Move::SOUTH));
        assert_eq!(parse_side("odd"), None);
    }
}
