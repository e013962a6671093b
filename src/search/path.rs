//! The positions from the beginning of the game to the node that is being searched, and repetitions
//! among them.

use crate::game::{Game, Position, Rules, Side};
use crate::score::MAX_PLY;

/// The path to a node.
#[derive(Default)]
pub struct Path {
    /// Hashes of the game and of the moves searched since; the last is the node's.
    hashes: Vec<u64>,
    /// For each, how many plies ago balls last entered a kazan. They never leave it, so that no
    /// position from before can come again.
    quiet_plies: Vec<u16>,
    /// Index of the root.
    root: usize,
}

impl Path {
    /// Starts at the last position of a game.
    pub fn reset(&mut self, game: &Game) {
        let positions = game.positions();
        self.hashes.clear();
        self.quiet_plies.clear();
        self.hashes.reserve(positions.len() + MAX_PLY + 1);
        self.quiet_plies.reserve(positions.len() + MAX_PLY + 1);
        self.root = positions.len() - 1;
        let mut before = None;
        for position in positions {
            self.push(before, position);
            before = Some(position);
        }
    }

    /// Goes on to a position.
    #[inline]
    pub fn push(&mut self, parent: Option<&Position>, position: &Position) {
        let quiet = parent.is_some_and(|parent| {
            Side::BOTH
                .iter()
                .all(|&side| parent.kazan(side) == position.kazan(side))
        });
        let plies = if quiet {
            self.quiet_plies.last().map_or(0, |n| n + 1)
        } else {
            0
        };
        self.hashes.push(position.hash());
        self.quiet_plies.push(plies);
    }

    /// Goes back to the position before.
    #[inline]
    pub fn pop(&mut self) {
        self.hashes.pop();
        self.quiet_plies.pop();
    }

    /// Whether the last move brought balls into a kazan, so that the last position is new.
    #[inline]
    pub fn is_new(&self) -> bool {
        self.quiet_plies.last().is_none_or(|&plies| plies == 0)
    }

    /// Whether the last position ends the game by repetition. One earlier occurrence below the root counts
    /// as much as the last one that the rule asks for: what was repeated once can be repeated again.
    #[inline]
    pub fn is_repetition<R: Rules>(&self) -> bool {
        let quiet = self.quiet_plies.last().map_or(0, |&n| usize::from(n));
        // Sowing always changes the board; only passes lead back sooner.
        let soonest = if R::SET.is_relay() { 2 } else { 4 };
        if quiet < soonest {
            return false;
        }
        let last = self.hashes.len() - 1;
        let hash = self.hashes[last];
        let mut occurrences = 1;
        for index in (soonest..=quiet.min(last))
            .step_by(2)
            .map(|back| last - back)
        {
            if self.hashes[index] == hash {
                occurrences += 1;
                if index >= self.root || occurrences >= R::SET.repetition {
                    return true;
                }
            }
        }
        false
    }
}
