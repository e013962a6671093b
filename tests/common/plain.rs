//! The rules of Togyz Kumalak once more, as plainly as they can be written: an array of pits in
//! sowing order and loops over single balls. It shares no code with the library and is slow.

use tuzdik::game::{EndReason, MAX_PITS, Parts, Pit, Position, Side};

/// A position. Pits 0..=8 are South's 1..=9, pits 9..=17 North's, so the next pit is `(pit + 1) % 18`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plain {
    pub pits: [u32; 18],
    pub kazans: [u32; 2],
    /// For each player the pit that is their tuzdik.
    pub tuzdiks: [Option<usize>; 2],
    pub mover: usize,
}

/// What a move did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    pub last_pit: usize,
    pub captured: u32,
    pub made_tuzdik: bool,
}

/// Which player's side a pit lies on.
fn side_of(pit: usize) -> usize {
    pit / 9
}

impl Plain {
    pub fn new(position: &Position) -> Plain {
        let parts = position.parts();
        let mut plain = Plain {
            pits: [0; 18],
            kazans: parts.kazans.map(u32::from),
            tuzdiks: [None; 2],
            mover: parts.side.index(),
        };
        for pit in 0..18 {
            plain.pits[pit] = parts.pits[side_of(pit)][pit % 9].into();
        }
        for player in 0..2 {
            plain.tuzdiks[player] = parts.tuzdiks[player].map(|pit| pit.index() + 9 * (1 - player));
        }
        plain
    }

    pub fn parts(&self) -> Parts {
        let mut pits = [[0; MAX_PITS]; 2];
        for (pit, &balls) in self.pits.iter().enumerate() {
            pits[side_of(pit)][pit % 9] = balls as u8;
        }
        Parts {
            pits,
            kazans: self.kazans.map(|balls| balls as u8),
            tuzdiks: self
                .tuzdiks
                .map(|tuzdik| tuzdik.and_then(|pit| Pit::new(pit as u8 % 9 + 1))),
            side: Side::BOTH[self.mover],
        }
    }

    /// The pits that may be sown, as indices 0..=8 on the mover's side.
    pub fn moves(&self) -> Vec<usize> {
        if self.kazans.iter().any(|&kazan| kazan >= 82) {
            return Vec::new();
        }
        (0..9)
            .filter(|pit| self.pits[9 * self.mover + pit] > 0)
            .collect()
    }

    pub fn play(&mut self, index: usize) -> Effect {
        let mover = self.mover;
        let origin = 9 * mover + index;
        let balls = self.pits[origin];
        self.pits[origin] = 0;
        let mut pit = if balls == 1 {
            (origin + 1) % 18
        } else {
            origin
        };
        for ball in 1..=balls {
            if self.tuzdiks[0] == Some(pit) {
                self.kazans[0] += 1;
            } else if self.tuzdiks[1] == Some(pit) {
                self.kazans[1] += 1;
            } else {
                self.pits[pit] += 1;
            }
            if ball < balls {
                pit = (pit + 1) % 18;
            }
        }
        let mut effect = Effect {
            last_pit: pit,
            captured: 0,
            made_tuzdik: false,
        };
        self.mover = 1 - mover;
        if side_of(pit) == mover || self.tuzdiks.contains(&Some(pit)) {
            return effect;
        }
        if self.pits[pit].is_multiple_of(2) {
            effect.captured = self.pits[pit];
        } else if self.pits[pit] == 3
            && self.tuzdiks[mover].is_none()
            && pit % 9 != 8
            && self.tuzdiks[1 - mover].is_none_or(|theirs| theirs % 9 != pit % 9)
        {
            self.tuzdiks[mover] = Some(pit);
            effect.captured = 3;
            effect.made_tuzdik = true;
        }
        self.kazans[mover] += effect.captured;
        self.pits[pit] -= effect.captured;
        effect
    }

    /// The winner (`None` for a draw), the final kazans and the reason, if the game is over.
    pub fn outcome(&self) -> Option<(Option<usize>, [u32; 2], EndReason)> {
        let mut kazans = self.kazans;
        let row = |player: usize| self.pits[9 * player..9 * player + 9].iter().sum::<u32>();
        let reason = if kazans[0] >= 82 || kazans[1] >= 82 {
            EndReason::Majority
        } else if row(self.mover) == 0 {
            kazans[1 - self.mover] += row(1 - self.mover);
            EndReason::NoMoves
        } else {
            return None;
        };
        let winner = match (kazans[0] > kazans[1], kazans[0] < kazans[1]) {
            (true, _) => Some(0),
            (_, true) => Some(1),
            _ => None,
        };
        Some((winner, kazans, reason))
    }
}
