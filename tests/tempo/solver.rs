//! Forced wins by trying every move, with the rules alone: no evaluation, no engine.

use std::collections::HashMap;

use tuzdik::game::{Board, Position, Side};

use crate::suite::VARIANT;

/// What is known of a position: forced in this many plies, not forced in that many.
#[derive(Clone, Copy)]
struct Known {
    position: Position,
    forced: Option<u32>,
    open: Option<u32>,
}

/// Looks for a win of one side.
pub struct Solver {
    winner: Side,
    known: HashMap<u64, Known>,
    nodes: u64,
}

impl Solver {
    /// A solver that gives up after so many positions.
    pub fn new(winner: Side, nodes: u64) -> Solver {
        let known = HashMap::new();
        Solver {
            winner,
            known,
            nodes,
        }
    }

    /// Whether the winner forces the win in at most so many plies; `None` if that takes too long to find
    /// out. A position that returns helps nobody to win sooner, so that repetition plays no part.
    pub fn forces(&mut self, position: &Position, plies: u32) -> Option<bool> {
        // What shallow searches learn puts the moves of deeper ones into order.
        for shallow in (2..plies).step_by(2) {
            if self.search(position, shallow)? {
                return Some(true);
            }
        }
        self.search(position, plies)
    }

    /// What is remembered of exactly this position.
    fn recall(&self, position: &Position) -> Option<Known> {
        let known = self.known.get(&position.hash()).copied();
        known.filter(|known| known.position == *position)
    }

    /// What is known without search.
    fn look_up(&self, position: &Position, plies: u32) -> Option<bool> {
        if let Some(outcome) = Board::new(VARIANT, *position).outcome() {
            return Some(outcome.winner == Some(self.winner));
        }
        let known = self.recall(position);
        if known.and_then(|k| k.forced).is_some_and(|n| n <= plies) {
            return Some(true);
        }
        let open = known.and_then(|k| k.open).is_some_and(|n| n >= plies);
        (plies == 0 || open).then_some(false)
    }

    fn search(&mut self, position: &Position, plies: u32) -> Option<bool> {
        if let Some(answer) = self.look_up(position, plies) {
            return Some(answer);
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let ours = position.side() == self.winner;
        let board = Board::new(VARIANT, *position);
        let mut children: Vec<Position> = board
            .moves()
            .iter()
            .map(|mv| *board.play(mv).position())
            .collect();
        // Our own moves need one win among them, the other side's one escape.
        let mut answer = children
            .iter()
            .any(|child| self.look_up(child, plies - 1) == Some(ours));
        if !answer {
            let side = position.side();
            children.sort_by_key(|child| {
                let open = self.recall(child).and_then(|known| known.open);
                let promise = open.unwrap_or(0) as i32;
                let gain = i32::from(child.kazan(side)) - i32::from(child.kazan(side.opponent()));
                (if ours { promise } else { -promise }, -gain)
            });
            for child in &children {
                if self.search(child, plies - 1)? == ours {
                    answer = true;
                    break;
                }
            }
        }
        let mut known = self.recall(position).unwrap_or(Known {
            position: *position,
            forced: None,
            open: None,
        });
        if answer == ours {
            known.forced = Some(known.forced.map_or(plies, |n| n.min(plies)));
        } else {
            known.open = Some(known.open.map_or(plies, |n| n.max(plies)));
        }
        self.known.insert(position.hash(), known);
        Some(answer == ours)
    }
}
