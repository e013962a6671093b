//! Grades of the moves of a game, from what an engine said before and after each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::{Game, Move};
use crate::notation::records::GameResult;
use crate::review::{ChoiceReview, MoveReview};
use crate::score::Bound;
use crate::search::SearchLine;

use super::Core;
use super::error::CallError;
use super::graded::{ChoiceGrade, GameGrade, MoveGrade};
use super::info::Read;
use super::table::{GameRef, Table};

/// A game with the searches of its positions.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GradeArgs {
    /// The whole game.
    pub r#ref: GameRef,
    /// What the engine said of each position, the start first, one more than there are moves; of fewer
    /// the moves between them are graded. What is said of a position in which the game is over does
    /// not matter.
    pub searches: Vec<Vec<String>>,
}

/// A game with grades.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Graded {
    /// The moves in their order.
    pub moves: Vec<GradedMove>,
    /// How each side played.
    pub summary: GameGrade,
}

/// A move with its grade; the members are those of `tuzdik analyse --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum GradedMove {
    /// A move.
    Move(MoveGrade),
    /// The choice of sides.
    Choice(ChoiceGrade),
}

/// `grade`.
pub fn grade(core: &mut Core, args: GradeArgs) -> Result<Graded, CallError> {
    let Table { game: whole, first } = core.table(&args.r#ref)?;
    let mut game = Game::from_board(whole.start());
    let mut searches = args.searches.iter().enumerate();
    let mut lines = match searches.next() {
        Some((index, said)) => core.lines(&game, said, index)?,
        None => Vec::new(),
    };
    let mut graded = Vec::new();
    let mut reviews = Vec::new();
    for ((ply, &played), (index, said)) in whole.moves().iter().enumerate().zip(searches) {
        let before = game.clone();
        game.play(played).map_err(CallError::new)?;
        let next = core.lines(&game, said, index)?;
        let (Some(best), Some(after)) = (lines.first(), next.first()) else {
            break;
        };
        if before.position().is_choice() {
            let review = ChoiceReview::new(played, best);
            let grade = ChoiceGrade::new(&before, ply, played, best, &review);
            graded.push(GradedMove::Choice(grade));
        } else {
            let mover = before.position().side();
            let review = MoveReview::new(played, mover, best, after, game.outcome().as_ref());
            let number = whole.move_number(first, ply);
            let grade = MoveGrade::new(&before, ply, number, played, &lines, &review);
            graded.push(GradedMove::Move(grade));
            reviews.push(review);
        }
        lines = next;
    }
    let outcome = whole.outcome();
    let result = outcome.map_or(GameResult::Unknown, GameResult::from);
    Ok(Graded {
        moves: graded,
        summary: GameGrade::new(result.to_string(), outcome.as_ref(), &reviews),
    })
}

impl Core {
    /// The lines that a search of the last position of a game found, the best first; never none.
    fn lines(
        &self,
        game: &Game,
        said: &[String],
        index: usize,
    ) -> Result<Vec<SearchLine>, CallError> {
        if let Some(outcome) = game.outcome() {
            let (variant, side) = (game.variant(), game.position().side());
            return Ok(vec![SearchLine::of_finished_game(variant, &outcome, side)]);
        }
        let mut found = FoundLines::default();
        for line in said {
            match self.parse_line(game, line) {
                Ok(Read::Info(info)) if info.view.score.is_some() && !info.pv.is_empty() => {
                    found.take(info.view.multipv, info.line(game));
                }
                Ok(Read::Best(mv)) => found.best = mv,
                Ok(_) => {}
                Err(error) => {
                    return Err(CallError::new(format_args!("search {index}: {error}")));
                }
            }
        }
        let lines = found.lines();
        if lines.is_empty() {
            return Err(CallError::new(format_args!(
                "search {index} tells no line with a score"
            )));
        }
        Ok(lines)
    }
}

/// What the lines of an engine add up to.
#[derive(Default)]
struct FoundLines {
    /// The latest exact line of each rank, as far as none with the same move came after it.
    exact: BTreeMap<u32, SearchLine>,
    /// A bound for the best line, if no exact one came after it.
    bound: Option<SearchLine>,
    /// The move that the engine plays.
    best: Option<Move>,
}

impl FoundLines {
    fn take(&mut self, rank: u32, line: SearchLine) {
        let first = rank <= 1;
        if line.bound == Bound::Exact {
            self.exact
                .retain(|_, old| old.first_move() != line.first_move());
            self.exact.insert(rank, line);
            if first {
                self.bound = None;
            }
        } else if first {
            self.bound = Some(line);
        }
    }

    /// The lines, the best first. An iteration that was cut short may have found a better move and no
    /// more than a bound.
    fn lines(self) -> Vec<SearchLine> {
        let most = self.exact.keys().next_back().copied().unwrap_or(1);
        let mut lines: Vec<SearchLine> = self.exact.into_values().collect();
        if let Some(bound) = self.bound
            && (lines.is_empty() || (self.best.is_some() && bound.first_move() == self.best))
            && lines.first().and_then(SearchLine::first_move) != bound.first_move()
        {
            lines.retain(|line| line.first_move() != bound.first_move());
            lines.insert(0, bound);
            lines.truncate(most as usize);
        }
        lines
    }
}
