//! The objects that `--json` prints, one a line. The README documents them.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;
use tuzdik::game::{Game, Move};
use tuzdik::notation::records::{Record, RecordError};
use tuzdik::notation::{fen, moves};
use tuzdik::review::{ChoiceReview, MoveReview, SideSummary};
use tuzdik::score::{Bound, Value};
use tuzdik::search::{Info, SearchLine};

use super::text;

/// A score: `{"cp": 125}` in hundredths of a ball, or `{"mate": 3}` for a forced win in three moves.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum JsonScore {
    Cp(i32),
    Mate(i32),
}

impl From<Value> for JsonScore {
    fn from(value: Value) -> JsonScore {
        match value {
            Value::Centiballs(margin) => JsonScore::Cp(margin),
            Value::Mate(moves) => JsonScore::Mate(moves),
        }
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Object<'a> {
    Position {
        variant: &'static str,
        fen: String,
    },
    Info {
        depth: u32,
        seldepth: u32,
        multipv: u32,
        score: JsonScore,
        bound: &'static str,
        wdl: [u16; 3],
        nodes: u64,
        nps: u64,
        time_ms: u64,
        pv: Vec<String>,
    },
    Best {
        r#move: Option<String>,
        score: Option<JsonScore>,
        pv: Vec<String>,
    },
    Game {
        game: usize,
        variant: &'static str,
        start: String,
        tags: BTreeMap<&'a str, &'a str>,
        moves: usize,
        result: String,
    },
    Error {
        game: usize,
        line: usize,
        message: String,
    },
    Choice {
        game: usize,
        ply: usize,
        fen: String,
        r#move: String,
        score: JsonScore,
        loss_cp: i32,
        grade: &'static str,
        pv: Vec<String>,
    },
    Move {
        game: usize,
        ply: usize,
        number: u32,
        side: String,
        fen: String,
        r#move: String,
        score_before: JsonScore,
        /// Absent for a move that ended the game.
        #[serde(skip_serializing_if = "Option::is_none")]
        score_after: Option<JsonScore>,
        chance_before: f64,
        chance_after: f64,
        loss: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        loss_cp: Option<i32>,
        grade: &'static str,
        depth: u32,
        lines: Vec<Line>,
    },
    Summary {
        game: usize,
        result: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        final_kazans: Option<[u8; 2]>,
        south: Player,
        north: Player,
    },
}

/// A candidate move with its line of play.
#[derive(Serialize)]
pub struct Line {
    score: JsonScore,
    pv: Vec<String>,
}

/// How one side played.
#[derive(Serialize)]
pub struct Player {
    moves: usize,
    mean_loss: f64,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

impl From<&SideSummary> for Player {
    fn from(summary: &SideSummary) -> Player {
        Player {
            moves: summary.moves,
            mean_loss: summary.mean_loss,
            inaccuracies: summary.inaccuracies,
            mistakes: summary.mistakes,
            blunders: summary.blunders,
        }
    }
}

impl<'a> Object<'a> {
    pub fn info(game: &Game, info: &Info) -> Object<'a> {
        let line = &info.line;
        Object::Info {
            depth: line.depth,
            seldepth: line.seldepth,
            multipv: info.multipv,
            score: Value::from(line.score).into(),
            bound: match line.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            wdl: [line.wdl.win, line.wdl.draw, line.wdl.loss],
            nodes: info.nodes,
            nps: info.nps(),
            time_ms: u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX),
            pv: text::names(game, line, usize::MAX),
        }
    }

    pub fn best(game: &Game, lines: &[SearchLine]) -> Object<'a> {
        let best = lines.first();
        let pv = best.map_or_else(Vec::new, |line| text::names(game, line, usize::MAX));
        Object::Best {
            r#move: pv.first().cloned(),
            score: best.map(|line| Value::from(line.score).into()),
            pv,
        }
    }

    pub fn game(number: usize, record: &'a Record) -> Object<'a> {
        let game = record.game();
        let variant = game.variant();
        Object::Game {
            game: number,
            variant: variant.rules().name,
            start: fen::format(&game.start(), record.first_move()),
            tags: record
                .tags()
                .iter()
                .map(|t| (t.name(), t.value()))
                .collect(),
            moves: game.moves().len(),
            result: record.result().to_string(),
        }
    }

    pub fn error(error: &RecordError) -> Object<'a> {
        Object::Error {
            game: error.game,
            line: error.line,
            message: error.to_string(),
        }
    }

    /// The choice of sides made as move number `ply` from 0 of a game that stands before it.
    pub fn choice(
        number: usize,
        ply: usize,
        game: &Game,
        chosen: Move,
        best: &SearchLine,
        review: &ChoiceReview,
    ) -> Object<'a> {
        Object::Choice {
            game: number,
            ply: ply + 1,
            fen: fen::format(&game.board(), 1),
            r#move: moves::format_tgk(&game.board(), chosen),
            score: Value::Centiballs(review.margin).into(),
            loss_cp: review.loss,
            grade: review.grade_symbol(),
            pv: text::names(game, best, usize::MAX),
        }
    }

    /// A move played as number `ply` from 0 of a game that stands before it, with the lines found there.
    pub fn reviewed(
        number: usize,
        ply: usize,
        game: &Game,
        move_number: u32,
        played: Move,
        lines: &[SearchLine],
        review: &MoveReview,
    ) -> Object<'a> {
        let side = review.mover;
        Object::Move {
            game: number,
            ply: ply + 1,
            number: move_number,
            side: side.to_string(),
            fen: fen::format(&game.board(), move_number),
            r#move: moves::format_tgk(&game.board(), played),
            score_before: review.score_before.into(),
            score_after: review.score_after.map(JsonScore::from),
            chance_before: review.chance_before,
            chance_after: review.chance_after,
            loss: review.loss,
            loss_cp: review.balls_lost,
            grade: review.grade_symbol(),
            depth: lines.first().map_or(0, |line| line.depth),
            lines: lines
                .iter()
                .map(|line| Line {
                    score: text::seen_by_south(line.score, side).into(),
                    pv: text::names(game, line, usize::MAX),
                })
                .collect(),
        }
    }

    pub fn summary(
        number: usize,
        record: &Record,
        [south, north]: &[SideSummary; 2],
    ) -> Object<'a> {
        Object::Summary {
            game: number,
            result: record.result().to_string(),
            final_kazans: record.game().outcome().map(|outcome| outcome.kazans),
            south: south.into(),
            north: north.into(),
        }
    }
}

/// Prints an object as one line.
pub fn print(out: &mut dyn Write, object: &Object<'_>) -> anyhow::Result<()> {
    let line = serde_json::to_string(object)?;
    writeln!(out, "{line}")?;
    Ok(())
}
