//! Why there are no openings.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::notation::records::RecordError;
use crate::search::EngineError;

/// Why there are no openings.
#[derive(Debug)]
pub enum OpeningError {
    /// The file cannot be read.
    File(PathBuf, io::Error),
    /// A line of the file is neither FEN nor moves, or ends the game; says why.
    Line(PathBuf, usize, String),
    /// A record in the file is wrong.
    Record(PathBuf, RecordError),
    /// The game with this number in the file cannot be played on; says why.
    Game(PathBuf, usize, String),
    /// The file holds no opening.
    Empty(PathBuf),
    /// The judge of balance cannot be set up.
    Judge(EngineError),
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::File(path, error) => write!(f, "{}: {error}", path.display()),
            OpeningError::Line(path, line, why) => {
                write!(f, "{}:{line}: {why}", path.display())
            }
            OpeningError::Record(path, error) => write!(f, "{}: {error}", path.display()),
            OpeningError::Game(path, game, why) => {
                write!(f, "{}: game {game}: {why}", path.display())
            }
            OpeningError::Empty(path) => write!(f, "{} holds no openings", path.display()),
            OpeningError::Judge(error) => write!(f, "openings: {error}"),
        }
    }
}

impl std::error::Error for OpeningError {}
