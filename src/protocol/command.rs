//! Input lines as typed commands.

use std::fmt;

use super::go::{Go, ParsedGo};
use super::number;
use crate::notation::quote::quote;

/// One line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command<'a> {
    /// Nothing but white space.
    Empty,
    /// `ugi` or `uci`: the handshake.
    Handshake(Dialect),
    /// `debug on|off`.
    Debug(bool),
    /// `isready`.
    IsReady,
    /// `uginewgame` or `ucinewgame`.
    NewGame,
    /// `setoption name N [value V]`.
    SetOption {
        /// The name, words joined by one space.
        name: String,
        /// The value, words joined by one space.
        value: Option<String>,
    },
    /// `position startpos|fen FEN [moves ...]`.
    Position(PositionCommand<'a>),
    /// `go ...`.
    Go(ParsedGo<'a>),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `query ...`.
    Query(Query),
    /// `quit`.
    Quit,
    /// `d`: draw the board.
    Draw,
    /// `eval`: the static evaluation.
    Eval,
    /// `perft N`.
    Perft(u32),
    /// `bench`.
    Bench,
    /// `help`.
    Help,
}

/// Which of the two protocols the handshake chose.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Dialect {
    /// Universal Game Interface.
    #[default]
    Ugi,
    /// Universal Chess Interface spellings.
    Uci,
}

/// A position that is not yet read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand<'a> {
    /// The FEN, words joined by one space; `None` for the start position.
    pub fen: Option<String>,
    /// The moves in any spelling.
    pub moves: Vec<&'a str>,
}

/// What `query` can ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// Is the game over?
    GameOver,
    /// Is it South's turn?
    P1Turn,
    /// Who won?
    Result,
    /// Which position is it?
    Fen,
    /// Which moves are legal?
    Moves,
}

/// A line that is not a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseError<'a> {
    /// The first word is not a command.
    Unknown(&'a str),
    /// `position` with something wrong before the moves.
    Position(&'static str),
    /// `setoption` without a name.
    OptionName,
    /// `debug` without `on` or `off`.
    Debug,
    /// `query` with an unknown or no word.
    Query(Option<&'a str>),
    /// `perft` without a depth from 0 to [`MAX_PERFT`].
    Perft,
}

/// Deepest perft.
pub const MAX_PERFT: u32 = 30;

impl fmt::Display for ParseError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Unknown(word) => {
                write!(
                    f,
                    "unknown command {}; 'help' lists the commands",
                    quote(word)
                )
            }
            ParseError::Position(what) => write!(
                f,
                "position rejected: {what}; expected position startpos|fen FEN [moves ...]"
            ),
            ParseError::OptionName => {
                f.write_str("setoption needs a name; expected setoption name N [value V]")
            }
            ParseError::Debug => f.write_str("expected debug on or debug off"),
            ParseError::Query(word) => {
                if let Some(word) = word {
                    write!(f, "unknown query {}; ", quote(word))?;
                }
                f.write_str("expected query gameover, p1turn, result, fen or moves")
            }
            ParseError::Perft => write!(f, "expected perft N with a depth N from 0 to {MAX_PERFT}"),
        }
    }
}

impl<'a> Command<'a> {
    /// Reads one line. Words are separated by any ASCII white space.
    ///
    /// # Errors
    /// If the line is no command; the error tells what was expected.
    pub fn parse(line: &'a str) -> Result<Command<'a>, ParseError<'a>> {
        let mut words = line.split_ascii_whitespace();
        let Some(first) = words.next() else {
            return Ok(Command::Empty);
        };
        Ok(match first {
            "ugi" => Command::Handshake(Dialect::Ugi),
            "uci" => Command::Handshake(Dialect::Uci),
            "debug" => match words.next() {
                Some("on") => Command::Debug(true),
                Some("off") => Command::Debug(false),
                _ => return Err(ParseError::Debug),
            },
            "isready" => Command::IsReady,
            "uginewgame" | "ucinewgame" => Command::NewGame,
            "setoption" => parse_setoption(words)?,
            "position" => Command::Position(parse_position(words)?),
            "go" => Command::Go(Go::parse(words)),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "query" => Command::Query(parse_query(words.next())?),
            "quit" => Command::Quit,
            "d" => Command::Draw,
            "eval" => Command::Eval,
            "bench" => Command::Bench,
            "perft" => Command::Perft(parse_perft(words.next())?),
            "help" => Command::Help,
            _ => return Err(ParseError::Unknown(first)),
        })
    }
}

fn parse_setoption<'a>(
    mut words: impl Iterator<Item = &'a str>,
) -> Result<Command<'a>, ParseError<'a>> {
    if words.next() != Some("name") {
        return Err(ParseError::OptionName);
    }
    let mut name = Vec::new();
    let mut value = None;
    while let Some(word) = words.next() {
        if word == "value" {
            value = Some(words.collect::<Vec<_>>().join(" "));
            break;
        }
        name.push(word);
    }
    if name.is_empty() {
        return Err(ParseError::OptionName);
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value,
    })
}

fn parse_position<'a>(
    mut words: impl Iterator<Item = &'a str>,
) -> Result<PositionCommand<'a>, ParseError<'a>> {
    let fen = match words.next() {
        Some("startpos") => match words.next() {
            None => None,
            Some("moves") => {
                return Ok(PositionCommand {
                    fen: None,
                    moves: words.collect(),
                });
            }
            Some(_) => return Err(ParseError::Position("only 'moves' can follow startpos")),
        },
        Some("fen") => {
            let fen: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
            if fen.is_empty() {
                return Err(ParseError::Position("there is no FEN"));
            }
            Some(fen.join(" "))
        }
        Some(_) => return Err(ParseError::Position("neither startpos nor fen")),
        None => return Err(ParseError::Position("it is empty")),
    };
    Ok(PositionCommand {
        fen,
        moves: words.collect(),
    })
}

fn parse_query(word: Option<&str>) -> Result<Query, ParseError<'_>> {
    match word {
        Some("gameover") => Ok(Query::GameOver),
        Some("p1turn") => Ok(Query::P1Turn),
        Some("result") => Ok(Query::Result),
        Some("fen") => Ok(Query::Fen),
        Some("moves") => Ok(Query::Moves),
        _ => Err(ParseError::Query(word)),
    }
}

fn parse_perft(word: Option<&str>) -> Result<u32, ParseError<'_>> {
    word.and_then(number::parse)
        .and_then(|depth| u32::try_from(depth).ok())
        .filter(|&depth| depth <= MAX_PERFT)
        .ok_or(ParseError::Perft)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_words() {
        for (line, command) in [
            ("", Command::Empty),
            (" \t \r", Command::Empty),
            ("ugi", Command::Handshake(Dialect::Ugi)),
            ("uci\r", Command::Handshake(Dialect::Uci)),
            ("\tisready ", Command::IsReady),
            ("uginewgame", Command::NewGame),
            ("ucinewgame", Command::NewGame),
            ("debug on", Command::Debug(true)),
            ("debug off", Command::Debug(false)),
            ("stop", Command::Stop),
            ("ponderhit", Command::PonderHit),
            ("quit", Command::Quit),
            ("d", Command::Draw),
            ("eval", Command::Eval),
            ("bench", Command::Bench),
            ("perft 4", Command::Perft(4)),
            ("help", Command::Help),
            ("query\tgameover", Command::Query(Query::GameOver)),
            ("query p1turn", Command::Query(Query::P1Turn)),
            ("query result", Command::Query(Query::Result)),
            ("query fen", Command::Query(Query::Fen)),
            ("query moves", Command::Query(Query::Moves)),
        ] {
            assert_eq!(Command::parse(line), Ok(command), "{line:?}");
        }
    }

    #[test]
    fn option_names_and_values_may_have_spaces() {
        let option = |name: &str, value: Option<&str>| {
            Ok(Command::SetOption {
                name: name.to_owned(),
                value: value.map(str::to_owned),
            })
        };
        assert_eq!(
            Command::parse("setoption name Move  Overhead value 30"),
            option("Move Overhead", Some("30"))
        );
        assert_eq!(
            Command::parse("setoption name Clear Hash"),
            option("Clear Hash", None)
        );
        assert_eq!(
            Command::parse("setoption name x value"),
            option("x", Some(""))
        );
        assert_eq!(
            Command::parse("setoption name x value a value b"),
            option("x", Some("a value b"))
        );
        for line in ["setoption", "setoption Hash 5", "setoption name value 3"] {
            assert_eq!(Command::parse(line), Err(ParseError::OptionName), "{line}");
        }
    }

    #[test]
    fn positions() {
        let position = |fen: Option<&str>, moves: &[&'static str]| {
            Ok(Command::Position(PositionCommand {
                fen: fen.map(str::to_owned),
                moves: moves.to_vec(),
            }))
        };
        assert_eq!(Command::parse("position startpos"), position(None, &[]));
        assert_eq!(
            Command::parse("position startpos moves 76 98"),
            position(None, &["76", "98"])
        );
        assert_eq!(
            Command::parse("position startpos moves"),
            position(None, &[])
        );
        assert_eq!(
            Command::parse("position fen a b  c moves 1"),
            position(Some("a b c"), &["1"])
        );
        assert_eq!(
            Command::parse("position fen a b"),
            position(Some("a b"), &[])
        );
        for line in [
            "position",
            "position fen",
            "position fen moves 76",
            "position startpos 76",
            "position start",
        ] {
            assert!(
                matches!(Command::parse(line), Err(ParseError::Position(_))),
                "{line}"
            );
        }
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (line, part) in [
            ("Ugi", "unknown command 'Ugi'"),
            ("\u{fffd}\u{fffd}", "unknown command"),
            ("query", "expected query gameover"),
            ("query foo", "unknown query 'foo'; expected"),
            ("debug", "expected debug on"),
            ("perft", "expected perft N"),
            ("perft -1", "expected perft N"),
            ("perft 31", "0 to 30"),
            ("position x", "expected position startpos"),
        ] {
            match Command::parse(line) {
                Ok(command) => panic!("{line:?} is {command:?}"),
                Err(error) => assert!(error.to_string().contains(part), "{line}: {error}"),
            }
        }
    }
}
