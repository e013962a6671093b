//! A move with the engine's view of it.

use tuzdik::game::{Game, Move, Outcome, Side};
use tuzdik::search::Info;

use super::text;

/// What a move may cost of the expected result before it counts as an inaccuracy, a mistake and a
/// blunder.
pub const GRADES: [(f64, &str); 3] = [(0.05, "?!"), (0.10, "?"), (0.20, "??")];

/// A move of a game with what the engine thinks of it.
pub struct Judged<'a> {
    /// The game up to the move, without it.
    pub before: &'a Game,
    /// The move.
    pub played: Move,
    /// Its number and who played it.
    pub number: (u32, Side),
    /// The lines found before it, the best first.
    pub lines: &'a [Info],
    /// The view of the position after it, by the side that is to move there.
    pub after: &'a Info,
    /// How the game ended, if it ended with it.
    pub end: Option<Outcome>,
}

impl Judged<'_> {
    /// The best line found before the move.
    pub fn best(&self) -> &Info {
        &self.lines[0]
    }

    /// Whether another move than the one played was best.
    pub fn is_second_choice(&self) -> bool {
        self.best().pv.first() != Some(&self.played)
    }

    /// What the move cost the mover of the expected result, 0 to 1; the best move costs nothing.
    pub fn cost(&self) -> f64 {
        if !self.is_second_choice() {
            return 0.0;
        }
        let (before, after) = self.expectations();
        (before - after).max(0.0)
    }

    /// The mover's expected result before and after the move.
    fn expectations(&self) -> (f64, f64) {
        let before = self.best().wdl.expectation();
        (before, 1.0 - self.after.wdl.expectation())
    }

    /// South's expected result before and after the move.
    pub fn chances_of_south(&self) -> (f64, f64) {
        let (before, after) = self.expectations();
        match self.number.1 {
            Side::South => (before, after),
            Side::North => (1.0 - before, 1.0 - after),
        }
    }

    /// What the move cost the mover in hundredths of a ball, where neither score is a proven result.
    pub fn balls_lost(&self) -> Option<i32> {
        if !self.is_second_choice() {
            return Some(0);
        }
        let (before, after) = (self.best().score, -self.after.score);
        (!before.is_proven() && !after.is_proven() && self.end.is_none())
            .then(|| (before - after).max(0))
    }

    /// `?!`, `?`, `??` or nothing.
    pub fn grade(&self) -> &'static str {
        let cost = self.cost();
        let reached = GRADES.iter().rev().find(|(limit, _)| cost >= *limit);
        match reached {
            Some((_, grade)) => grade,
            None => "",
        }
    }

    /// The score after the move, South's view.
    pub fn score_after(&self) -> String {
        match self.end.map(|outcome| outcome.winner) {
            Some(Some(Side::South)) => "1-0".to_owned(),
            Some(Some(Side::North)) => "0-1".to_owned(),
            Some(None) => "1/2".to_owned(),
            None => text::score(self.after.score, self.number.1.opponent(), Side::South),
        }
    }
}
