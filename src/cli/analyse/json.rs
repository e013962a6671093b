//! The objects that `--json` prints, one a line. The README documents them.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;
use tuzdik::game::{Game, Side};
use tuzdik::notation::records::{Record, RecordError};
use tuzdik::notation::{fen, moves};
use tuzdik::score::{Bound, Score, Value};
use tuzdik::search::Info;

use super::choice::Choice;
use super::game::Summary;
use super::judged::Judged;
use super::text;

/// A score: `{"cp": 125}` in hundredths of a ball, or `{"mate": 3}` for a forced win in three moves.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum JsonScore {
    Cp(i32),
    Mate(i32),
}

impl JsonScore {
    /// A score of the side to move, from its own view or the other's.
    fn new(score: Score, own: bool) -> JsonScore {
        let sign = if own { 1 } else { -1 };
        match Value::from(score) {
            Value::Centiballs(cb) => JsonScore::Cp(sign * cb),
            Value::Mate(moves) => JsonScore::Mate(sign * moves),
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

impl From<&Summary> for Player {
    fn from(summary: &Summary) -> Player {
        let [inaccuracies, mistakes, blunders] = summary.grades;
        Player {
            moves: summary.moves,
            mean_loss: rounded(summary.mean_cost),
            inaccuracies,
            mistakes,
            blunders,
        }
    }
}

impl<'a> Object<'a> {
    pub fn info(game: &Game, info: &Info) -> Object<'a> {
        Object::Info {
            depth: info.depth,
            seldepth: info.seldepth,
            multipv: info.multipv,
            score: JsonScore::new(info.score, true),
            bound: match info.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            wdl: [info.wdl.win, info.wdl.draw, info.wdl.loss],
            nodes: info.nodes,
            nps: info.nps(),
            time_ms: u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX),
            pv: text::names(game, info, usize::MAX),
        }
    }

    pub fn best(game: &Game, lines: &[Info]) -> Object<'a> {
        let best = lines.first();
        let pv = best.map_or_else(Vec::new, |info| text::names(game, info, usize::MAX));
        Object::Best {
            r#move: pv.first().cloned(),
            score: best.map(|info| JsonScore::new(info.score, true)),
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

    pub fn choice(number: usize, ply: usize, choice: &Choice<'_>) -> Object<'a> {
        let game = choice.before;
        Object::Choice {
            game: number,
            ply: ply + 1,
            fen: fen::format(&game.board(), 1),
            r#move: moves::format_tgk(&game.board(), choice.played),
            score: JsonScore::new(choice.margin(), true),
            loss_cp: choice.loss(),
            grade: choice.grade(),
            pv: text::names(game, choice.best, usize::MAX),
        }
    }

    pub fn judged(number: usize, ply: usize, judged: &Judged<'_>) -> Object<'a> {
        let game = judged.before;
        let (move_number, side) = judged.number;
        let south = side == Side::South;
        let (before, after) = judged.chances_of_south();
        Object::Move {
            game: number,
            ply: ply + 1,
            number: move_number,
            side: side.to_string(),
            fen: fen::format(&game.board(), move_number),
            r#move: moves::format_tgk(&game.board(), judged.played),
            score_before: JsonScore::new(judged.best().score, south),
            score_after: judged
                .end
                .is_none()
                .then(|| JsonScore::new(judged.after.score, !south)),
            chance_before: rounded(before),
            chance_after: rounded(after),
            loss: rounded(judged.cost()),
            loss_cp: judged.balls_lost(),
            grade: judged.grade(),
            depth: judged.best().depth,
            lines: judged
                .lines
                .iter()
                .map(|info| Line {
                    score: JsonScore::new(info.score, south),
                    pv: text::names(game, info, usize::MAX),
                })
                .collect(),
        }
    }

    pub fn summary(number: usize, record: &Record, [south, north]: &[Summary; 2]) -> Object<'a> {
        Object::Summary {
            game: number,
            result: record.result().to_string(),
            final_kazans: record.game().outcome().map(|outcome| outcome.kazans),
            south: south.into(),
            north: north.into(),
        }
    }
}

/// A chance with four decimals.
fn rounded(chance: f64) -> f64 {
    (chance * 1e4).round() / 1e4
}

/// Prints an object as one line.
pub fn print(out: &mut dyn Write, object: &Object<'_>) -> anyhow::Result<()> {
    let line = serde_json::to_string(object)?;
    writeln!(out, "{line}")?;
    Ok(())
}
