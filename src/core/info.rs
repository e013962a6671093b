//! What engines say, read and checked by the rules.

use serde::{Deserialize, Serialize};

use crate::game::{self, Game, Move};
use crate::notation::quote::quote;
use crate::score::{self, Score, Value, Wdl};
use crate::search::SearchLine;

use super::Core;
use super::error::CallError;
use super::line::NamedMove;
use super::table::GameRef;

/// Lines of an engine that thinks about a position.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct InfosArgs {
    /// The game up to the position.
    pub r#ref: GameRef,
    /// The lines.
    pub lines: Vec<String>,
}

/// A line of an engine that thinks about a position.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct InfoArgs {
    /// The game up to the position.
    pub r#ref: GameRef,
    /// The line.
    pub line: String,
}

/// What a line of an engine says.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Said {
    /// A line of thought, or a message.
    Info(Box<InfoView>),
    /// The end of a search.
    BestMove(BestView),
    /// A line that is not about a search.
    Other,
    /// A line that contradicts the rules.
    Bad {
        /// What is wrong with it.
        reason: String,
    },
}

/// A line of thought; what the engine did not say is null.
#[derive(Clone, Default, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct InfoView {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Deepest ply visited.
    pub seldepth: Option<u32>,
    /// Rank of the line, from 1.
    pub multipv: u32,
    /// Score from the view of the side to move.
    pub score: Option<ScoreView>,
    /// The same from South's view.
    pub south: Option<ScoreView>,
    /// How the score relates to the true one.
    pub bound: BoundView,
    /// Chances to win, draw and lose of the side to move, in thousandths; the engine's, else those
    /// that go with the score in tuzdik.
    pub wdl: Option<[u16; 3]>,
    /// South's expected result, 0 to 1.
    pub chance: Option<f64>,
    /// Whether the score is a forced result.
    pub proved: bool,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// Milliseconds since the search began.
    pub time_ms: Option<u64>,
    /// Thousandths of the table in use.
    pub hashfull: Option<u32>,
    /// A message for people.
    pub string: Option<String>,
    /// The line of play.
    pub moves: Vec<NamedMove>,
}

/// A score: `{"cp": 125}` in hundredths of a ball, or `{"mate": 3}` for a forced win in three of the
/// winner's moves.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ScoreView {
    /// Hundredths of a ball.
    Cp(i32),
    /// Moves to a forced win; negative for a loss.
    Mate(i32),
}

impl ScoreView {
    /// The score from the other side's view.
    pub fn reversed(self) -> ScoreView {
        match self {
            ScoreView::Cp(score) => ScoreView::Cp(score.saturating_neg()),
            ScoreView::Mate(moves) => ScoreView::Mate(moves.saturating_neg()),
        }
    }

    /// The score on tuzdik's own scale.
    pub fn value(self) -> Score {
        Score::from(match self {
            ScoreView::Cp(margin) => Value::Centiballs(margin),
            ScoreView::Mate(moves) => Value::Mate(moves),
        })
    }
}

impl From<Value> for ScoreView {
    fn from(value: Value) -> ScoreView {
        match value {
            Value::Centiballs(margin) => ScoreView::Cp(margin),
            Value::Mate(moves) => ScoreView::Mate(moves),
        }
    }
}

impl From<Score> for ScoreView {
    fn from(score: Score) -> ScoreView {
        Value::from(score).into()
    }
}

/// How a score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Bound"))]
#[serde(rename_all = "lowercase")]
pub enum BoundView {
    /// It is the score.
    #[default]
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// The end of a search.
#[derive(Clone, Default, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BestView {
    /// The move to play; null when the engine has none.
    pub best: Option<NamedMove>,
    /// The reply that it expects.
    pub ponder: Option<NamedMove>,
}

/// `info`.
pub fn info(core: &mut Core, args: InfoArgs) -> Result<Said, CallError> {
    let table = core.table(&args.r#ref)?;
    Ok(core.read_line(&table.game, &args.line))
}

/// `infos`.
pub fn infos(core: &mut Core, args: InfosArgs) -> Result<Vec<Said>, CallError> {
    let table = core.table(&args.r#ref)?;
    let read = |line: &String| core.read_line(&table.game, line);
    Ok(args.lines.iter().map(read).collect())
}

/// A line of an engine with its moves.
pub enum Read {
    /// A line of thought, or a message.
    Info(ReadInfo),
    /// The end of a search with its move.
    Best(Option<Move>),
    /// A line that is not about a search.
    Other,
}

/// A line of thought with its moves.
#[derive(Default)]
pub struct ReadInfo {
    /// As the board sees it.
    pub view: InfoView,
    /// Its moves.
    pub pv: Vec<Move>,
}

impl ReadInfo {
    /// The line as a search would have found it.
    pub fn line(self, game: &Game) -> SearchLine {
        let score = self.view.score.map_or(Score::DRAW, ScoreView::value);
        SearchLine {
            depth: self.view.depth.unwrap_or(0),
            seldepth: self.view.seldepth.unwrap_or(0),
            score,
            bound: match self.view.bound {
                BoundView::Exact => score::Bound::Exact,
                BoundView::Lower => score::Bound::Lower,
                BoundView::Upper => score::Bound::Upper,
            },
            wdl: match self.view.wdl {
                Some([win, draw, loss]) => Wdl { win, draw, loss },
                None => Wdl::of_score(game.variant(), score),
            },
            pv: self.pv,
        }
    }
}

impl Core {
    /// What a line of an engine that thinks about the last position of a game says, for the board.
    fn read_line(&self, game: &Game, line: &str) -> Said {
        let mut words = line.split_whitespace();
        let said = match words.next() {
            Some("bestmove") => self
                .read_best(game, words)
                .map(|(view, _)| Said::BestMove(view)),
            Some("info") => {
                let read = self.read_info(game, line, words);
                read.map(|read| Said::Info(Box::new(read.view)))
            }
            _ => Ok(Said::Other),
        };
        said.unwrap_or_else(|error| Said::Bad {
            reason: error.to_string(),
        })
    }

    /// Reads a line of an engine that thinks about the last position of a game.
    pub(super) fn parse_line(&self, game: &Game, line: &str) -> Result<Read, CallError> {
        let mut words = line.split_whitespace();
        Ok(match words.next() {
            Some("info") => Read::Info(self.read_info(game, line, words)?),
            Some("bestmove") => Read::Best(self.read_best(game, words)?.1),
            _ => Read::Other,
        })
    }

    fn read_info<'a>(
        &self,
        game: &Game,
        line: &str,
        mut words: impl Iterator<Item = &'a str>,
    ) -> Result<ReadInfo, CallError> {
        let mut read = ReadInfo::default();
        let info = &mut read.view;
        info.multipv = 1;
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = Some(number(word, words.next())?),
                "seldepth" => info.seldepth = Some(number(word, words.next())?),
                "multipv" => info.multipv = number(word, words.next())?,
                "nodes" => info.nodes = Some(number(word, words.next())?),
                "nps" => info.nps = Some(number(word, words.next())?),
                "time" => info.time_ms = Some(number(word, words.next())?),
                "hashfull" => info.hashfull = Some(number(word, words.next())?),
                "score" => {
                    info.score = Some(match words.next() {
                        Some("cp") => ScoreView::Cp(number("cp", words.next())?),
                        Some("mate") => ScoreView::Mate(number("mate", words.next())?),
                        other => return Err(unreadable("score", other)),
                    });
                }
                "lowerbound" => info.bound = BoundView::Lower,
                "upperbound" => info.bound = BoundView::Upper,
                "wdl" => info.wdl = Some(chances(&mut words)?),
                "string" => {
                    let text = line.split_once("string").map(|(_, text)| text.trim());
                    info.string = text.map(str::to_owned);
                    break;
                }
                "pv" => {
                    let mut after = game.clone();
                    for text in words.by_ref() {
                        let (mv, name) = self.play(&mut after, text)?;
                        read.pv.push(mv);
                        info.moves.push(name);
                    }
                }
                _ => {}
            }
        }
        complete(game, info);
        Ok(read)
    }

    fn read_best<'a>(
        &self,
        game: &Game,
        mut words: impl Iterator<Item = &'a str>,
    ) -> Result<(BestView, Option<Move>), CallError> {
        let mut after = game.clone();
        let (mv, best) = match words.next() {
            None | Some("(none)" | "0000") => return Ok((BestView::default(), None)),
            Some(text) => self.play(&mut after, text)?,
        };
        let ponder = match (words.next(), words.next()) {
            // The reply is advice only: what is wrong with it is left out.
            (Some("ponder"), Some(text)) => self.play(&mut after, text).ok(),
            _ => None,
        };
        let view = BestView {
            best: Some(best),
            ponder: ponder.map(|(_, name)| name),
        };
        Ok((view, Some(mv)))
    }
}

/// Chances to win, draw and lose in thousandths.
fn chances<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<[u16; 3], CallError> {
    let mut next = || number::<u16>("wdl", words.next());
    let wdl = [next()?, next()?, next()?];
    let sum: u32 = wdl.iter().map(|&chance| u32::from(chance)).sum();
    if (998..=1002).contains(&sum) {
        Ok(wdl)
    } else {
        Err(CallError::new(format_args!(
            "the chances of the engine add up to {sum}; expected 1000"
        )))
    }
}

/// Adds what follows from what an engine said.
fn complete(game: &Game, info: &mut InfoView) {
    let Some(score) = info.score else { return };
    // Whoever chooses a side is on it from then on.
    let first = info.moves.first().map(|mv| mv.r#move.as_str());
    let south = match first {
        Some("north") => false,
        Some("south") => true,
        _ => game.position().side() == game::Side::South,
    };
    info.south = Some(if south { score } else { score.reversed() });
    info.proved = matches!(score, ScoreView::Mate(_));
    let wdl = match info.wdl {
        Some([win, draw, loss]) => Wdl { win, draw, loss },
        None => Wdl::of_score(game.variant(), score.value()),
    };
    info.wdl = Some([wdl.win, wdl.draw, wdl.loss]);
    let expected = wdl.expectation();
    info.chance = Some(if south { expected } else { 1.0 - expected });
}

fn number<T: std::str::FromStr>(what: &str, word: Option<&str>) -> Result<T, CallError> {
    word.and_then(|word| word.parse().ok())
        .ok_or_else(|| unreadable(what, word))
}

fn unreadable(what: &str, word: Option<&str>) -> CallError {
    match word {
        Some(word) => CallError::new(format_args!("{} is no value for {what}", quote(word))),
        None => CallError::new(format_args!("{what} has no value")),
    }
}
