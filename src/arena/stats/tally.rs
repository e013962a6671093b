//! Counted results of one engine against another.

use std::ops::AddAssign;

use super::sample::Sample;

/// The result of a game for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerResult {
    /// Nothing.
    Loss = 0,
    /// Half a point.
    Draw = 1,
    /// A point.
    Win = 2,
}

impl PlayerResult {
    /// The same result for the opponent.
    #[must_use]
    pub fn reversed(self) -> PlayerResult {
        match self {
            PlayerResult::Loss => PlayerResult::Win,
            PlayerResult::Draw => PlayerResult::Draw,
            PlayerResult::Win => PlayerResult::Loss,
        }
    }

    /// Half points.
    #[must_use]
    pub fn half_points(self) -> u8 {
        self as u8
    }
}

/// Results of one engine against another, from the first one's view.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games from the same opening with colours reversed, by the half points they
    /// brought, 0 to 4.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Counts a game.
    pub fn add_game(&mut self, score: PlayerResult) {
        match score {
            PlayerResult::Win => self.wins += 1,
            PlayerResult::Draw => self.draws += 1,
            PlayerResult::Loss => self.losses += 1,
        }
    }

    /// Counts a pair of games, which must have been counted one by one too.
    pub fn add_pair(&mut self, first: PlayerResult, second: PlayerResult) {
        if let Some(count) = self
            .pairs
            .get_mut(usize::from(first.half_points() + second.half_points()))
        {
            *count += 1;
        }
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// All complete pairs.
    #[must_use]
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Points, a win counting one and a draw a half.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Part of the games that were drawn; 0 without games.
    #[must_use]
    pub fn draw_ratio(&self) -> f64 {
        ratio(self.draws as f64, self.games() as f64)
    }

    /// Pairs won over pairs lost.
    #[must_use]
    pub fn pair_ratio(&self) -> f64 {
        let [ll, ld, _, wd, ww] = self.pairs.map(|n| n as f64);
        (wd + ww) / (ll + ld)
    }

    /// The results as independent observations: pairs where there are any, since the two games of
    /// a pair share their opening and are not independent; otherwise single games.
    #[must_use]
    pub fn sample(&self) -> Sample {
        if self.pair_count() > 0 {
            Sample::pairs(self.pairs)
        } else {
            Sample::games([self.losses, self.draws, self.wins])
        }
    }

    /// The same results from the opponent's view.
    #[must_use]
    pub fn reversed(&self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (a, b) in self.pairs.iter_mut().zip(other.pairs) {
            *a += b;
        }
    }
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
