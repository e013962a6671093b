//! The tables of the hand-crafted evaluation, one file for each game.

use std::ops::{Add, Sub};

use crate::game::{MAX_PITS, Variant};

mod bestemshe;
mod giveaway;
mod giveaway_2022;
mod mangala_free;
mod qozdatu;
mod togyz_singleton;
mod togyzkumalak;

/// An opening and an endgame value, in hundredths of a ball.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair(i32);

impl Pair {
    /// Two zeros.
    pub const ZERO: Pair = Pair(0);

    /// The pair of these values. Both lie in one word, so that one addition adds both.
    #[must_use]
    pub const fn new(opening: i16, endgame: i16) -> Pair {
        Pair(((opening as i32) << 16) + endgame as i32)
    }

    /// The value for the opening: all balls in the pits.
    #[inline]
    #[must_use]
    pub const fn opening(self) -> i32 {
        // The endgame value borrowed from the upper half where it is negative.
        (self.0 + 0x8000) >> 16
    }

    /// The value for the end: all balls in the kazans.
    #[inline]
    #[must_use]
    pub const fn endgame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value with `played` of `all` balls in the kazans.
    #[inline]
    #[must_use]
    pub const fn blend(self, played: i32, all: i32) -> i32 {
        (self.opening() * (all - played) + self.endgame() * played) / all
    }
}

impl Add for Pair {
    type Output = Pair;

    #[inline]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }
}

impl Sub for Pair {
    type Output = Pair;

    #[inline]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_sub(other.0))
    }
}

/// The tables of one game.
pub struct EvalTables {
    /// Worth of a pit to its owner, `[set][pit index][balls]`, mobility included: set 0 while the
    /// opponent has no tuzdik, set 1 afterwards; ball counts above the last share its entry.
    pub pits: [[[Pair; EvalTables::COUNTS]; MAX_PITS]; 2],
    /// Worth of a tuzdik to its owner, by pit index.
    pub tuzdik: [Pair; MAX_PITS],
    /// Worth of being to move.
    pub tempo: Pair,
}

/// The tables in a file that the fit wrote.
macro_rules! fitted {
    ($module:ident) => {
        const {
            &EvalTables::new(&Fitted {
                pits: &$module::PITS,
                tuzdik: &$module::TUZDIK,
                tempo: $module::TEMPO,
                mobility: $module::MOBILITY,
            })
        }
    };
}

/// Fitted values as the fit writes them, `[set][phase][pit index][balls]` and so on.
struct Fitted {
    pits: &'static [[[[i16; EvalTables::COUNTS]; MAX_PITS]; 2]; 2],
    tuzdik: &'static [[i16; MAX_PITS]; 2],
    tempo: [i16; 2],
    mobility: [i16; 2],
}

impl EvalTables {
    /// Ball counts that the tables tell apart.
    pub const COUNTS: usize = 32;

    /// The tables of a game. Games that differ from the main one in a detail of captures or
    /// sowing share its tables; the forced game of Mangala needs none.
    #[must_use]
    pub const fn of(variant: Variant) -> &'static EvalTables {
        match variant {
            Variant::Qozdatu => fitted!(qozdatu),
            Variant::Bestemshe => fitted!(bestemshe),
            Variant::Mangala | Variant::MangalaFree => fitted!(mangala_free),
            Variant::Giveaway => fitted!(giveaway),
            Variant::Giveaway2022 => fitted!(giveaway_2022),
            Variant::TogyzSingleton => fitted!(togyz_singleton),
            Variant::TogyzKumalak
            | Variant::Togyz1906
            | Variant::TogyzPlayOn
            | Variant::TogyzExtraMove
            | Variant::TogyzNoReturn => fitted!(togyzkumalak),
        }
    }

    const fn new(fitted: &Fitted) -> EvalTables {
        let mut tables = EvalTables {
            pits: [[[Pair::ZERO; EvalTables::COUNTS]; MAX_PITS]; 2],
            tuzdik: [Pair::ZERO; MAX_PITS],
            tempo: Pair::new(fitted.tempo[0], fitted.tempo[1]),
        };
        let mut pit = 0;
        while pit < MAX_PITS {
            let mut count = 0;
            while count < EvalTables::COUNTS {
                let mut set = 0;
                while set < 2 {
                    let values = &fitted.pits[set];
                    let (mut opening, mut endgame) = (values[0][pit][count], values[1][pit][count]);
                    if count > 0 {
                        opening += fitted.mobility[0];
                        endgame += fitted.mobility[1];
                    }
                    tables.pits[set][pit][count] = Pair::new(opening, endgame);
                    set += 1;
                }
                count += 1;
            }
            tables.tuzdik[pit] = Pair::new(fitted.tuzdik[0][pit], fitted.tuzdik[1][pit]);
            pit += 1;
        }
        tables
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_holds_both_values() {
        for (a, b) in [(3, -7), (-3, 7), (-1200, -800), (0, -1), (-1, 0)] {
            let pair = Pair::new(a, b) + Pair::new(5, -6) - Pair::new(1, 2);
            assert_eq!(
                (pair.opening(), pair.endgame()),
                (i32::from(a) + 4, i32::from(b) - 8)
            );
            assert_eq!(Pair::new(a, b).blend(0, 162), i32::from(a));
            assert_eq!(Pair::new(a, b).blend(162, 162), i32::from(b));
        }
    }
}
