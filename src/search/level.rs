//! Levels of play, from a beginner to full strength.
//!
//! A weak player is not one that plays well and errs at random now and then: it looks less far
//! ahead, and what it sees there it judges badly. A level is therefore a depth, a number of nodes
//! and an uncertainty of judgement.

use super::limits::Limits;

/// How strong the engine plays, in hundredths of a level: 100 to 1000. The levels proper are the
/// whole hundreds; a strength between two of them plays some moves at the one and the rest at the
/// other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Strength(u16);

/// What holds a level back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weakness {
    /// Last iteration, in plies.
    pub depth: u32,
    /// Most nodes.
    pub nodes: u64,
    /// Standard deviation of the error in judging a position, in hundredths of a ball.
    pub noise: i32,
    /// Whether exchanges of captures are followed beyond the last ply.
    pub exchanges: bool,
}

impl Weakness {
    /// What it leaves of the limits asked for.
    pub(super) fn narrow(self, limits: &Limits) -> Limits {
        Limits {
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(self.depth)),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(self.nodes)),
            ..limits.clone()
        }
    }
}

/// The levels below the full strength. Each one's gain over the one before was measured by
/// `scripts/measure-levels`.
const WEAKNESSES: [Weakness; Strength::LEVELS.1 as usize - 1] = [
    level(1, 1_000, 900, false),
    level(1, 1_000, 350, false),
    level(2, 2_000, 500, false),
    level(2, 2_000, 350, true),
    level(3, 5_000, 250, true),
    level(4, 10_000, 170, true),
    level(5, 20_000, 100, true),
    level(7, 50_000, 50, true),
    level(11, 200_000, 15, true),
];

/// What each level is worth in Elo points, measured from one to the next; see [`Strength::from_elo`].
const ELO: [u16; Strength::LEVELS.1 as usize] =
    [600, 860, 1260, 1600, 1940, 2300, 2500, 2760, 3000, 3400];

const fn level(depth: u32, nodes: u64, noise: i32, exchanges: bool) -> Weakness {
    Weakness {
        depth,
        nodes,
        noise,
        exchanges,
    }
}

impl Strength {
    /// The lowest and the highest level.
    pub const LEVELS: (u8, u8) = (1, 10);
    /// The ratings of the lowest and the highest level.
    pub const ELO: (u16, u16) = (ELO[0], ELO[ELO.len() - 1]);
    /// Nothing is held back.
    pub const FULL: Strength = Strength(100 * Strength::LEVELS.1 as u16);

    /// The strength of a level; one out of range is brought into it.
    ///
    /// ```
    /// use tuzdik::search::Strength;
    /// assert!(Strength::from_level(3) < Strength::from_level(4));
    /// assert_eq!(Strength::from_level(10), Strength::FULL);
    /// ```
    #[must_use]
    pub fn from_level(level: u8) -> Strength {
        let (least, most) = Strength::LEVELS;
        Strength(100 * u16::from(level.clamp(least, most)))
    }

    /// The strength of a rating; one out of range is brought into it. The scale is the project's
    /// own: differences are those of matches between the levels, and its zero is arbitrary.
    ///
    /// ```
    /// use tuzdik::search::Strength;
    /// assert_eq!(Strength::from_elo(0), Strength::from_level(1));
    /// assert_eq!(Strength::from_elo(Strength::ELO.1), Strength::FULL);
    /// ```
    #[must_use]
    pub fn from_elo(elo: u16) -> Strength {
        let elo = elo.clamp(Strength::ELO.0, Strength::ELO.1);
        let above = ELO.partition_point(|&level| level <= elo);
        let Some(&next) = ELO.get(above) else {
            return Strength::FULL;
        };
        let below = ELO[above - 1];
        let part = u32::from(elo - below) * 100 / u32::from(next - below);
        Strength(100 * above as u16 + part as u16)
    }

    /// The rating of this strength on the same scale.
    ///
    /// ```
    /// use tuzdik::search::Strength;
    /// assert_eq!(Strength::FULL.elo(), Strength::ELO.1);
    /// assert_eq!(Strength::from_level(1).elo(), Strength::ELO.0);
    /// ```
    #[must_use]
    pub fn elo(self) -> u16 {
        let (level, part) = (usize::from(self.0 / 100), u32::from(self.0 % 100));
        let below = ELO[level - 1];
        let gap = ELO.get(level).map_or(0, |next| u32::from(next - below));
        below + (gap * part / 100) as u16
    }

    /// What holds a move at this strength back; `None` for the full one. `chance` decides between
    /// the two levels around the strength and should be evenly spread.
    pub(super) fn weakness(self, chance: u64) -> Option<Weakness> {
        let (level, part) = (usize::from(self.0 / 100), u64::from(self.0 % 100));
        let level = level + usize::from(chance % 100 < part);
        WEAKNESSES.get(level - 1).copied()
    }
}

impl Default for Strength {
    fn default() -> Strength {
        Strength::FULL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_see_more() {
        for pair in WEAKNESSES.windows(2) {
            assert!(pair[0].depth <= pair[1].depth, "{pair:?}");
            assert!(pair[0].nodes <= pair[1].nodes, "{pair:?}");
            // One ply more outweighs a little noise.
            let deeper = pair[0].depth < pair[1].depth;
            assert!(deeper || pair[0].noise > pair[1].noise, "{pair:?}");
            assert!(pair[0].exchanges <= pair[1].exchanges, "{pair:?}");
        }
        assert!(ELO.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn only_the_full_strength_has_no_weakness() {
        let (least, most) = Strength::LEVELS;
        for level in least..most {
            assert!(Strength::from_level(level).weakness(0).is_some());
        }
        assert_eq!(Strength::FULL.weakness(7), None);
        assert_eq!(Strength::from_level(99), Strength::FULL);
        assert_eq!(Strength::from_level(0), Strength::from_level(least));
    }

    #[test]
    fn ratings_between_two_levels_mix_them() {
        let halfway = Strength::from_elo((ELO[3] + ELO[4]) / 2);
        let (lower, upper) = (WEAKNESSES[3], WEAKNESSES[4]);
        let drawn = |chance| halfway.weakness(chance).unwrap();
        let uppers = (0..100).filter(|&chance| drawn(chance) == upper).count();
        assert!((45..=55).contains(&uppers), "{uppers}");
        assert!((0..100).all(|chance| [lower, upper].contains(&drawn(chance))));
        for (index, &elo) in ELO.iter().enumerate() {
            let level = Strength::from_level(index as u8 + 1);
            assert_eq!(Strength::from_elo(elo), level);
        }
    }
}
