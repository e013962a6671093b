//! Who plays whom, when, and with which colour.

use std::collections::BTreeSet;

/// The kind of tournament.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TournamentFormat {
    /// Everyone against everyone.
    #[default]
    RoundRobin,
    /// The first engine against every other.
    Gauntlet,
}

/// All games of a tournament, numbered in the order in which they start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    rounds: u64,
    games: u64,
}

/// One game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Its number, from 0.
    pub number: u64,
    /// Its round, from 0; all pairings of a round have the same opening.
    pub round: u64,
    /// Its number within its round and pairing, from 0.
    pub game: u64,
    /// The engines of the pairing, the lower number first.
    pub pairing: (usize, usize),
    /// The engines as South and North.
    pub players: [usize; 2],
}

impl Schedule {
    /// The schedule for so many engines; `games` is 1 or 2 for each pairing and round.
    #[must_use]
    pub fn new(kind: TournamentFormat, engines: usize, rounds: u64, games: u64) -> Schedule {
        let pairings = match kind {
            TournamentFormat::Gauntlet => (1..engines).map(|b| (0, b)).collect(),
            TournamentFormat::RoundRobin => (0..engines)
                .flat_map(|a| (a + 1..engines).map(move |b| (a, b)))
                .collect(),
        };
        Schedule {
            pairings,
            rounds,
            games,
        }
    }

    /// Number of games.
    #[must_use]
    pub fn len(&self) -> u64 {
        (self.pairings.len() as u64)
            .saturating_mul(self.rounds)
            .saturating_mul(self.games)
    }

    /// Whether there is no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pairings of each round.
    #[must_use]
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// The game with this number.
    #[must_use]
    pub fn scheduled(&self, number: u64) -> Option<ScheduledGame> {
        if number >= self.len() {
            return None;
        }
        let game = number % self.games;
        let encounter = number / self.games;
        let count = self.pairings.len() as u64;
        let round = encounter / count;
        let (a, b) = *self.pairings.get((encounter % count) as usize)?;
        // With two games an engine has both colours in turn; with one, they change by the round.
        let reversed = (if self.games > 1 { game } else { round }) % 2 == 1;
        Some(ScheduledGame {
            number,
            round,
            game,
            pairing: (a, b),
            players: if reversed { [b, a] } else { [a, b] },
        })
    }
}

/// Which games of a schedule are played. As games end nearly in the order of their numbers, this stays
/// small however many they are.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PlayedSet {
    /// All games with smaller numbers are played.
    below: u64,
    /// Those above that are played too.
    above: BTreeSet<u64>,
}

impl PlayedSet {
    /// Enters a game; false if it was entered before.
    pub fn insert(&mut self, number: u64) -> bool {
        if number < self.below || !self.above.insert(number) {
            return false;
        }
        while self.above.remove(&self.below) {
            self.below += 1;
        }
        true
    }

    /// Whether a game is played.
    #[must_use]
    pub fn contains(&self, number: u64) -> bool {
        number < self.below || self.above.contains(&number)
    }

    /// How many games are played.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.below + self.above.len() as u64
    }

    /// Whether none is played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn everyone_meets_everyone_with_both_colours() {
        let schedule = Schedule::new(TournamentFormat::RoundRobin, 4, 3, 2);
        assert_eq!(schedule.len(), 36);
        let mut met = BTreeMap::new();
        for number in 0..schedule.len() {
            let scheduled = schedule.scheduled(number).unwrap();
            *met.entry(scheduled.players).or_insert(0) += 1;
        }
        assert_eq!(met.len(), 12);
        assert!(met.values().all(|&n| n == 3));
        assert_eq!(schedule.scheduled(36), None);
    }

    #[test]
    fn in_a_gauntlet_the_first_plays_all() {
        let schedule = Schedule::new(TournamentFormat::Gauntlet, 4, 2, 1);
        assert_eq!(schedule.len(), 6);
        assert!((0..6).all(|n| schedule.scheduled(n).unwrap().players.contains(&0)));
        // One game a round: colours change from round to round.
        assert_eq!(schedule.scheduled(0).unwrap().players, [0, 1]);
        assert_eq!(schedule.scheduled(3).unwrap().players, [1, 0]);
    }

    #[test]
    fn nobody_plays_alone() {
        assert!(Schedule::new(TournamentFormat::RoundRobin, 1, 5, 2).is_empty());
        assert_eq!(
            Schedule::new(TournamentFormat::RoundRobin, 0, 5, 2).scheduled(0),
            None
        );
    }

    #[test]
    fn games_done_are_counted_once() {
        let mut done = PlayedSet::default();
        for (number, new) in [
            (1, true),
            (3, true),
            (0, true),
            (1, false),
            (2, true),
            (3, false),
        ] {
            assert_eq!(done.insert(number), new, "{number}");
            assert!(done.contains(number));
        }
        assert!(!done.contains(4));
        assert_eq!((done.len(), done.above.len()), (4, 0));
    }
}
