//! What a search tells while it runs and when it ends.

use std::time::Duration;

use crate::game::{Move, Outcome, Side, Variant};
use crate::score::{Bound, Score, Wdl};

/// One line of thought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest ply visited in this iteration.
    pub seldepth: u32,
    /// Rank of this line, from 1.
    pub multipv: u32,
    /// Score from the side to move's view.
    pub score: Score,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// Chances that go with the score.
    pub wdl: Wdl,
    /// Nodes so far, all threads together.
    pub nodes: u64,
    /// Thousandths of the table that this search filled.
    pub hashfull: u32,
    /// Time since the search began.
    pub time: Duration,
    /// The line of play, legal to its end; empty only when there is no legal move.
    pub pv: Vec<Move>,
}

impl Info {
    /// The report on a game that ended so, for `side`: the final margin.
    #[must_use]
    pub(super) fn of_finished_game(
        variant: Variant,
        outcome: &Outcome,
        side: Side,
        time: Duration,
    ) -> Info {
        let sign = variant.rules().objective.sign();
        let kazan = |side: Side| i32::from(outcome.kazans[side.index()]);
        let margin = sign * (kazan(side) - kazan(side.opponent()));
        let (wdl, score) = match outcome.winner {
            // By repetition the kazans may differ.
            None => (Wdl::DRAWN, 0),
            Some(winner) if winner == side => (Wdl::WON, 100 * margin),
            Some(_) => (Wdl::LOST, 100 * margin),
        };
        Info {
            depth: 0,
            seldepth: 0,
            multipv: 1,
            score: Score::new(score),
            bound: Bound::Exact,
            wdl,
            nodes: 0,
            hashfull: 0,
            time,
            pv: Vec::new(),
        }
    }

    /// Nodes a second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// The last words of a search, or of one rank of its lines: what is kept of its reports.
///
/// An iteration that is cut short tells a better move that it found with a bound alone, after the lines
/// of the last whole iteration.
#[derive(Clone, Default, Debug)]
pub struct LastWords {
    exact: Option<Info>,
    /// With a bound, and after the last exact one.
    bounded: Option<Info>,
}

impl LastWords {
    /// Takes in the next report of the search.
    pub fn hear(&mut self, info: &Info) {
        match info.bound {
            Bound::Exact => {
                self.exact = Some(info.clone());
                self.bounded = None;
            }
            Bound::Lower | Bound::Upper => self.bounded = Some(info.clone()),
        }
    }

    /// The line that goes with the move that the search chose: the last exact one if it begins with that
    /// move, else the last of all. `None` only if nothing was heard.
    #[must_use]
    pub fn for_move(self, best: Option<Move>) -> Option<Info> {
        let agrees = |info: &Info| info.pv.first() == best.as_ref();
        match self.exact {
            Some(exact) if agrees(&exact) => Some(exact),
            exact => self.bounded.or(exact),
        }
    }

    /// The last exact line, whatever move it begins with; without one the last of all.
    #[must_use]
    pub fn surest(self) -> Option<Info> {
        self.exact.or(self.bounded)
    }
}

/// The end of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BestMove {
    /// The move to play; `None` when there is no legal move.
    pub best: Option<Move>,
    /// The reply expected, legal after `best`.
    pub ponder: Option<Move>,
}

#[cfg(test)]
mod tests {
    use crate::game::Pit;

    use super::*;

    fn told(depth: u32, bound: Bound, pit: u8) -> Info {
        Info {
            depth,
            seldepth: depth,
            multipv: 1,
            score: Score::DRAW,
            bound,
            wdl: Wdl::DRAWN,
            nodes: 1,
            hashfull: 0,
            time: Duration::ZERO,
            pv: vec![sow(pit)],
        }
    }

    fn sow(pit: u8) -> Move {
        Move::sow(Pit::new(pit).unwrap())
    }

    /// The depths of both answers when the search chose this pit.
    fn depths(reports: &[Info], pit: u8) -> [Option<u32>; 2] {
        let mut words = LastWords::default();
        for info in reports {
            words.hear(info);
        }
        let answers = [words.clone().for_move(Some(sow(pit))), words.surest()];
        answers.map(|info| info.map(|info| info.depth))
    }

    #[test]
    fn a_bound_counts_where_the_chosen_move_has_nothing_better() {
        use Bound::{Exact, Lower};
        let whole = [told(1, Exact, 1), told(2, Lower, 2), told(2, Exact, 2)];
        assert_eq!(depths(&[], 1), [None, None]);
        assert_eq!(depths(&whole[1..2], 2), [Some(2), Some(2)]);
        assert_eq!(depths(&whole[..1], 1), [Some(1), Some(1)]);
        assert_eq!(depths(&whole[..2], 1), [Some(1), Some(1)]);
        assert_eq!(depths(&whole[..2], 2), [Some(2), Some(1)]);
        assert_eq!(depths(&whole, 2), [Some(2), Some(2)]);
        // A move without a line of its own.
        assert_eq!(depths(&whole, 3), [Some(2), Some(2)]);
    }
}
