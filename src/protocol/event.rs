//! What the engine says, as typed events that print as lines.

use std::borrow::Cow;
use std::fmt;

use crate::game::{Board, Move};
use crate::score::{Bound, Value};
use crate::search::Info;

use super::command::Dialect;
use super::options;

/// One answer or report.
#[derive(Debug)]
pub enum Event<'a> {
    /// The whole answer to `ugi` or `uci`.
    Handshake(Dialect),
    /// `readyok`.
    ReadyOk,
    /// `info string`: a message for people.
    Note(Cow<'a, str>),
    /// Text of one or more lines for people.
    Text(Cow<'a, str>),
    /// `info`: a line of thought.
    Info(InfoLine<'a>),
    /// `bestmove`.
    BestMove {
        /// The board searched.
        root: Board,
        /// The move to play, if there is one.
        best: Option<Move>,
        /// The reply to print, if there is one.
        ponder: Option<Move>,
    },
    /// `response`: the answer to a query.
    Response(Response),
}

/// A report and what is needed to print it.
#[derive(Debug)]
pub struct InfoLine<'a> {
    /// The report.
    pub info: &'a Info,
    /// The board searched.
    pub root: Board,
    /// Whether to print chances.
    pub wdl: bool,
}

/// The answer to a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// `true` or `false`.
    Bool(bool),
    /// `p1win`.
    P1Win,
    /// `p2win`.
    P2Win,
    /// `draw`.
    Draw,
    /// `none`.
    None,
    /// A FEN or moves.
    Text(String),
}

impl<'a> Event<'a> {
    /// A message for people.
    pub fn note(text: impl Into<Cow<'a, str>>) -> Event<'a> {
        Event::Note(text.into())
    }

    /// Text for people.
    pub fn text(text: impl Into<Cow<'a, str>>) -> Event<'a> {
        Event::Text(text.into())
    }
}

impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Handshake(dialect) => handshake(f, *dialect),
            Event::ReadyOk => f.write_str("readyok"),
            Event::Note(text) => write!(f, "info string {}", one_line(text)),
            Event::Text(text) => f.write_str(text),
            Event::Info(line) => line.fmt(f),
            Event::BestMove { root, best, ponder } => bestmove(f, root, *best, *ponder),
            Event::Response(response) => write!(f, "response {response}"),
        }
    }
}

/// Text on one line; messages may repeat input.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

fn handshake(f: &mut fmt::Formatter<'_>, dialect: Dialect) -> fmt::Result {
    writeln!(f, "id name tuzdik {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(f, "id author the tuzdik authors")?;
    for option in options::all() {
        writeln!(f, "option {option}")?;
    }
    f.write_str(match dialect {
        Dialect::Ugi => "ugiok",
        Dialect::Uci => "uciok",
    })
}

fn bestmove(
    f: &mut fmt::Formatter<'_>,
    root: &Board,
    best: Option<Move>,
    ponder: Option<Move>,
) -> fmt::Result {
    let Some(best) = best else {
        return f.write_str("bestmove (none)");
    };
    write!(f, "bestmove {}", root.show(best))?;
    if let Some(ponder) = ponder {
        write!(f, " ponder {}", root.play(best).show(ponder))?;
    }
    Ok(())
}

impl fmt::Display for InfoLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let info = self.info;
        let line = &info.line;
        write!(
            f,
            "info depth {} seldepth {} multipv {} score ",
            line.depth, line.seldepth, info.multipv
        )?;
        match Value::from(line.score) {
            Value::Centiballs(score) => write!(f, "cp {score}")?,
            Value::Mate(moves) => write!(f, "mate {moves}")?,
        }
        f.write_str(match line.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })?;
        write!(
            f,
            " nodes {} nps {} hashfull {} tbhits {} time {}",
            info.nodes,
            info.nps(),
            info.hashfull,
            info.table_hits,
            info.time.as_millis()
        )?;
        if self.wdl {
            // Not every client knows it, and some do not read on behind what they do not know.
            let wdl = line.wdl;
            write!(f, " wdl {} {} {}", wdl.win, wdl.draw, wdl.loss)?;
        }
        if line.pv.is_empty() {
            return Ok(());
        }
        write!(f, " pv {}", self.root.line(&line.pv))
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Response::Bool(true) => "true",
            Response::Bool(false) => "false",
            Response::P1Win => "p1win",
            Response::P2Win => "p2win",
            Response::Draw => "draw",
            Response::None => "none",
            Response::Text(text) => text,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::game::{Pit, Variant};
    use crate::score::{Score, Wdl};
    use crate::search::SearchLine;

    fn sow(pit: u8) -> Move {
        Move::sow(Pit::new(pit).unwrap())
    }

    fn info() -> Info {
        Info {
            multipv: 2,
            line: SearchLine {
                depth: 7,
                seldepth: 12,
                score: Score::new(-150),
                bound: Bound::Exact,
                wdl: Wdl {
                    win: 200,
                    draw: 100,
                    loss: 700,
                },
                pv: vec![sow(7), sow(9)],
            },
            nodes: 3000,
            table_hits: 0,
            hashfull: 5,
            time: Duration::from_millis(1500),
        }
    }

    fn print(info: &Info, wdl: bool) -> String {
        let root = Board::start(Variant::TogyzKumalak);
        let line = InfoLine { info, root, wdl };
        Event::Info(line).to_string()
    }

    #[test]
    fn info_lines() {
        assert_eq!(
            print(&info(), true),
            "info depth 7 seldepth 12 multipv 2 score cp -150 nodes 3000 nps 2000 hashfull 5 \
             tbhits 0 time 1500 wdl 200 100 700 pv 76 98"
        );
        let mut proven = info();
        proven.line.score = Score::win_in(3);
        proven.line.bound = Bound::Lower;
        proven.line.pv = Vec::new();
        assert_eq!(
            print(&proven, false),
            "info depth 7 seldepth 12 multipv 2 score mate 2 lowerbound nodes 3000 nps 2000 \
             hashfull 5 tbhits 0 time 1500"
        );
    }

    #[test]
    fn best_moves() {
        let root = Board::start(Variant::TogyzKumalak);
        let print = |best, ponder| {
            let event = Event::BestMove { root, best, ponder };
            event.to_string()
        };
        assert_eq!(print(None, None), "bestmove (none)");
        assert_eq!(print(Some(sow(7)), None), "bestmove 76");
        assert_eq!(print(Some(sow(7)), Some(sow(9))), "bestmove 76 ponder 98");
    }

    #[test]
    fn a_note_is_one_line() {
        assert_eq!(
            Event::note("a\nbestmove 76").to_string(),
            "info string a bestmove 76"
        );
    }
}
