//! The search of one position.

use crate::book::tree::Searched;
use crate::eval::EvalSource;
use crate::game::{Board, Game, Position, Variant};
use crate::search::{Engine, EngineError, Limits, StopToken};

/// Searches positions one by one, each from nothing, so that what it finds depends on the position
/// alone.
pub struct PositionSearch {
    engine: Engine,
    variant: Variant,
}

impl PositionSearch {
    /// A searcher with a table of this many MB.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(
        variant: Variant,
        hash_mb: usize,
        eval: &EvalSource,
    ) -> Result<PositionSearch, EngineError> {
        let mut engine = Engine::new(hash_mb)?;
        engine.set_eval_source(eval.clone());
        Ok(PositionSearch { engine, variant })
    }

    /// Searches a position in which the game is not over; `None` if it was stopped before the end.
    pub fn search(
        &mut self,
        position: &Position,
        nodes: u64,
        stop: &StopToken,
    ) -> Option<Searched> {
        self.engine.clear();
        let game = Game::from_board(Board::new(self.variant, *position));
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let result = self.engine.search(&game, &limits, stop, &mut |_| {});
        if stop.is_stopped() {
            return None;
        }
        let line = result.lines.first()?;
        Some(Searched {
            score: line.score,
            depth: line.depth.clamp(1, u8::MAX.into()) as u8,
            best: result.best,
            nodes: u32::try_from(result.nodes).unwrap_or(u32::MAX),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_depends_on_its_position_alone() {
        let variant = Variant::Bestemshe;
        let start = Board::start(variant);
        let next = start.play(start.moves().first().unwrap());
        let eval = EvalSource::default();
        let mut searcher = PositionSearch::new(variant, 1, &eval).unwrap();
        let stop = StopToken::new();
        let mut search = |board: &Board| searcher.search(board.position(), 3000, &stop).unwrap();
        let first = search(&start);
        search(&next);
        assert_eq!(search(&start), first);
        assert!(
            (3000..3100).contains(&first.nodes) && first.depth > 3,
            "{first:?}"
        );
        assert!(start.moves().contains(first.best.unwrap()));
        stop.stop();
        assert_eq!(searcher.search(start.position(), 3000, &stop), None);
    }
}
