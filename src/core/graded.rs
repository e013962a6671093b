//! Graded moves as JSON: what the call `grade` answers and `tuzdik analyse --json` prints.

use serde::Serialize;

use crate::game::{self, Game, Move, Outcome};
use crate::notation::{fen, moves};
use crate::review::{ChoiceReview, MoveReview, SideSummary};
use crate::score::Value;
use crate::search::SearchLine;

use super::info::ScoreView;

/// A played move beside the best one.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveGrade {
    /// Which move of the game it is, from 1.
    pub ply: usize,
    /// The number of the move.
    pub number: u32,
    /// `South` or `North`.
    pub side: String,
    /// The position before it.
    pub fen: String,
    /// The move as game records write it.
    pub r#move: String,
    /// The score before it, South's view.
    pub score_before: ScoreView,
    /// The score after it, South's view; absent for a move that ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub score_after: Option<ScoreView>,
    /// South's expected result before it.
    pub chance_before: f64,
    /// South's expected result after it.
    pub chance_after: f64,
    /// What it cost the mover of the expected result.
    pub loss: f64,
    /// The same in hundredths of a ball, where neither score is a forced result.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub loss_cp: Option<i32>,
    /// `?!`, `?`, `??` or nothing.
    pub grade: &'static str,
    /// The depth of the search before it.
    pub depth: u32,
    /// The lines found before it, the best first.
    pub lines: Vec<LineGrade>,
}

/// A line of play that was found.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LineGrade {
    /// Its score, South's view.
    pub score: ScoreView,
    /// Its moves as game records write them.
    pub pv: Vec<String>,
}

/// The choice of sides beside the better one.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChoiceGrade {
    /// Which move of the game it is, from 1.
    pub ply: usize,
    /// The position before it.
    pub fen: String,
    /// `south` or `north`.
    pub r#move: String,
    /// The final margin, South's view.
    pub score: ScoreView,
    /// What it cost in hundredths of a ball.
    pub loss_cp: i32,
    /// `??` or nothing.
    pub grade: &'static str,
    /// What follows the better choice.
    pub pv: Vec<String>,
}

/// How a game was played.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameGrade {
    /// The result; `*` for a game that goes on.
    pub result: String,
    /// The kazans at the end by the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub final_kazans: Option<[u8; 2]>,
    /// How South played.
    pub south: SideGrade,
    /// How North played.
    pub north: SideGrade,
}

/// How a side played.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SideGrade {
    /// Moves.
    pub moves: usize,
    /// The mean of what a move cost of the expected result.
    pub mean_loss: f64,
    /// Moves with the grade `?!`.
    pub inaccuracies: usize,
    /// Moves with the grade `?`.
    pub mistakes: usize,
    /// Moves with the grade `??`.
    pub blunders: usize,
}

impl MoveGrade {
    /// A move played as number `ply` from 0, and by its own number, of a game that stands before it, with
    /// the lines found there.
    #[must_use]
    pub fn new(
        before: &Game,
        ply: usize,
        number: u32,
        played: Move,
        lines: &[SearchLine],
        review: &MoveReview,
    ) -> MoveGrade {
        let board = before.board();
        let of_south = |value: Value| match review.mover {
            game::Side::South => value,
            game::Side::North => -value,
        };
        MoveGrade {
            ply: ply + 1,
            number,
            side: review.mover.to_string(),
            fen: fen::format(&board, number),
            r#move: moves::format_tgk(&board, played),
            score_before: review.score_before.into(),
            score_after: review.score_after.map(ScoreView::from),
            chance_before: review.chance_before,
            chance_after: review.chance_after,
            loss: review.loss,
            loss_cp: review.balls_lost,
            grade: review.grade_symbol(),
            depth: lines.first().map_or(0, |best| best.depth),
            lines: lines
                .iter()
                .map(|line| LineGrade {
                    score: of_south(line.score.into()).into(),
                    pv: names(before, line),
                })
                .collect(),
        }
    }
}

impl ChoiceGrade {
    /// The choice of sides made as move number `ply` from 0 of a game that stands before it, with the best
    /// line found there.
    #[must_use]
    pub fn new(
        before: &Game,
        ply: usize,
        chosen: Move,
        best: &SearchLine,
        review: &ChoiceReview,
    ) -> ChoiceGrade {
        let board = before.board();
        ChoiceGrade {
            ply: ply + 1,
            fen: fen::format(&board, 1),
            r#move: moves::format_tgk(&board, chosen),
            score: ScoreView::Cp(review.margin),
            loss_cp: review.loss,
            grade: review.grade_symbol(),
            pv: names(before, best),
        }
    }
}

impl GameGrade {
    /// A game with this result, and how it ended if it did by the rules, with its reviewed moves.
    #[must_use]
    pub fn new(result: String, outcome: Option<&Outcome>, reviews: &[MoveReview]) -> GameGrade {
        let side = |side| SideSummary::new(reviews, side).into();
        GameGrade {
            result,
            final_kazans: outcome.map(|outcome| outcome.kazans),
            south: side(game::Side::South),
            north: side(game::Side::North),
        }
    }
}

impl From<SideSummary> for SideGrade {
    fn from(summary: SideSummary) -> SideGrade {
        SideGrade {
            moves: summary.moves,
            mean_loss: summary.mean_loss,
            inaccuracies: summary.inaccuracies,
            mistakes: summary.mistakes,
            blunders: summary.blunders,
        }
    }
}

/// The moves of a line from the last position of a game, as records write them.
#[must_use]
pub fn names(game: &Game, line: &SearchLine) -> Vec<String> {
    let mut board = game.board();
    let name = |&mv: &Move| {
        let name = moves::format_tgk(&board, mv);
        board = board.play(mv);
        name
    };
    line.pv.iter().map(name).collect()
}
