//! The objects that `--json` prints, one a line. The README documents them.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;
use tuzdik::core::{ChoiceGrade, GameGrade, MoveGrade, ScoreView};
use tuzdik::game::Game;
use tuzdik::notation::fen;
use tuzdik::notation::records::{Record, RecordError};
use tuzdik::score::Bound;
use tuzdik::search::{Info, SearchLine};

use super::text;

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
        score: ScoreView,
        bound: &'static str,
        wdl: [u16; 3],
        nodes: u64,
        nps: u64,
        time_ms: u64,
        pv: Vec<String>,
    },
    Best {
        r#move: Option<String>,
        score: Option<ScoreView>,
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
        #[serde(flatten)]
        grade: ChoiceGrade,
    },
    Move {
        game: usize,
        #[serde(flatten)]
        grade: MoveGrade,
    },
    Summary {
        game: usize,
        #[serde(flatten)]
        grade: GameGrade,
    },
}

impl<'a> Object<'a> {
    pub fn info(game: &Game, info: &Info) -> Object<'a> {
        let line = &info.line;
        Object::Info {
            depth: line.depth,
            seldepth: line.seldepth,
            multipv: info.multipv,
            score: line.score.into(),
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
            score: best.map(|line| line.score.into()),
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
}

/// Prints an object as one line.
pub fn print(out: &mut dyn Write, object: &Object<'_>) -> anyhow::Result<()> {
    let line = serde_json::to_string(object)?;
    writeln!(out, "{line}")?;
    Ok(())
}
