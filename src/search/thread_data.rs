//! What a thread keeps from one search to the next.

use crate::game::{Game, Move};
use crate::score::{MAX_PLY, Score};

use super::history::History;
use super::path::Path;
use super::pv::PvTable;

/// What a node keeps for its descendants.
#[derive(Clone, Copy)]
pub struct Frame {
    /// Static evaluation, or `None` where it means nothing.
    pub eval: Option<Score>,
    /// Quiet moves that caused cutoffs at this ply, the latest first (killer heuristic, Akl and
    /// Newborn, 1977).
    pub killers: [Option<Move>; 2],
}

impl Frame {
    const EMPTY: Frame = Frame {
        eval: None,
        killers: [None; 2],
    };
}

/// The statistics that one thread learned, and its memory, so that a search allocates nothing before it
/// begins.
pub struct ThreadData {
    /// What moves have been good for so far in this game.
    pub history: History,
    /// By ply.
    pub frames: Vec<Frame>,
    /// Principal variations.
    pub pv: PvTable,
    /// The positions before the node.
    pub path: Path,
}

impl ThreadData {
    /// Nothing learned yet.
    pub fn new() -> ThreadData {
        ThreadData {
            history: History::new(),
            frames: vec![Frame::EMPTY; MAX_PLY + 2],
            pv: PvTable::new(),
            path: Path::default(),
        }
    }

    /// Forgets all earlier searches.
    pub fn clear(&mut self) {
        self.history.clear();
    }

    /// Makes all but the history ready for a search of the last position of a game.
    pub fn begin(&mut self, game: &Game) {
        self.frames.fill(Frame::EMPTY);
        self.pv.clear(0);
        self.path.reset(game);
    }
}
