//! The results of a tournament so far.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use super::schedule::ScheduledGame;
use super::stats::rating::{RatingList, rate};
use super::stats::tally::{PlayerResult, Tally};

/// Counted results of each pairing.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    pairings: BTreeMap<(usize, usize), Tally>,
    /// First games of pairs whose second game is not in yet; `None` for a dropped game.
    halves: HashMap<(u64, (usize, usize)), Option<PlayerResult>>,
    dropped: u64,
    /// Games that each engine ended by an offence against the rules of the match.
    offences: BTreeMap<usize, u64>,
    thinking: Duration,
    playing: Duration,
}

impl Standings {
    /// Counts a game; `score` is that of the player of the South side, `None` if the game was
    /// dropped. With `paired`, games of the same round and pairing make pairs.
    pub fn add(&mut self, scheduled: &ScheduledGame, score: Option<PlayerResult>, paired: bool) {
        let (first, _) = scheduled.pairing;
        let score = score.map(|s| {
            if scheduled.players[0] == first {
                s
            } else {
                s.reversed()
            }
        });
        let tally = self.pairings.entry(scheduled.pairing).or_default();
        match score {
            Some(score) => tally.add_game(score),
            None => self.dropped += 1,
        }
        if !paired {
            return;
        }
        let key = (scheduled.round, scheduled.pairing);
        match self.halves.remove(&key) {
            Some(other) => {
                if let (Some(one), Some(two)) = (other, score) {
                    tally.add_pair(one, two);
                }
            }
            None => {
                self.halves.insert(key, score);
            }
        }
    }

    /// Counts an offence against the rules of the match.
    pub fn add_offence(&mut self, engine: usize) {
        *self.offences.entry(engine).or_default() += 1;
    }

    /// Counts the time that engines thought, and the whole time of the game but for starts of engines.
    pub fn add_time(&mut self, thinking: Duration, playing: Duration) {
        self.thinking += thinking;
        self.playing += playing;
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.pairings.values().map(Tally::games).sum()
    }

    /// Games dropped.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Offences of an engine.
    #[must_use]
    pub fn offences(&self, engine: usize) -> u64 {
        self.offences.get(&engine).copied().unwrap_or(0)
    }

    /// The time that engines thought, over all games.
    #[must_use]
    pub fn thinking(&self) -> Duration {
        self.thinking
    }

    /// Part of the playing time that was not an engine's thinking; 0 without games.
    #[must_use]
    pub fn overhead(&self) -> f64 {
        if self.playing.is_zero() {
            return 0.0;
        }
        1.0 - self.thinking.as_secs_f64() / self.playing.as_secs_f64()
    }

    /// The results of each pairing, from the first engine's view.
    pub fn pairings(&self) -> impl Iterator<Item = ((usize, usize), &Tally)> {
        self.pairings
            .iter()
            .map(|(pairing, tally)| (*pairing, tally))
    }

    /// The results of one pairing.
    #[must_use]
    pub fn tally(&self, pairing: (usize, usize)) -> Tally {
        self.pairings.get(&pairing).copied().unwrap_or_default()
    }

    /// All results of one engine, from its view.
    #[must_use]
    pub fn total(&self, engine: usize) -> Tally {
        let mut total = Tally::default();
        for (&(a, b), tally) in &self.pairings {
            if a == engine {
                total += *tally;
            } else if b == engine {
                total += tally.reversed();
            }
        }
        total
    }

    /// The rating list of so many engines.
    #[must_use]
    pub fn rate(&self, engines: usize) -> RatingList {
        let results: Vec<_> = self
            .pairings
            .iter()
            .map(|(&(a, b), tally)| (a, b, *tally))
            .collect();
        rate(engines, &results)
    }
}

#[cfg(test)]
mod tests {
    use super::super::schedule::{Schedule, TournamentFormat};
    use super::*;

    #[test]
    fn pairs_form_whatever_the_order_of_games() {
        let schedule = Schedule::new(TournamentFormat::RoundRobin, 2, 2, 2);
        let mut standings = Standings::default();
        // Games 0 and 1 are one pair, 2 and 3 the other. South wins all: each engine wins once.
        for number in [1, 2, 0, 3] {
            standings.add(
                &schedule.scheduled(number).unwrap(),
                Some(PlayerResult::Win),
                true,
            );
        }
        let tally = standings.tally((0, 1));
        assert_eq!((tally.wins, tally.losses), (2, 2));
        assert_eq!(tally.pairs, [0, 0, 2, 0, 0]);
        assert_eq!(standings.total(1), tally.reversed());
    }

    #[test]
    fn a_dropped_game_breaks_its_pair_only() {
        let schedule = Schedule::new(TournamentFormat::RoundRobin, 2, 2, 2);
        let mut standings = Standings::default();
        for (number, score) in [
            (0, None),
            (1, Some(PlayerResult::Win)),
            (2, Some(PlayerResult::Draw)),
            (3, Some(PlayerResult::Draw)),
        ] {
            standings.add(&schedule.scheduled(number).unwrap(), score, true);
        }
        let tally = standings.tally((0, 1));
        assert_eq!(tally.games(), 3);
        assert_eq!(tally.pairs, [0, 0, 1, 0, 0]);
        assert_eq!(standings.dropped(), 1);
    }
}
