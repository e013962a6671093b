//! A board as text: the name of the game and its FEN.

use std::fmt;
use std::str::FromStr;

use crate::game::{Board, UnknownVariant, Variant};

use super::fen::{self, FenError};

/// Why a text is not a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardError {
    /// The word before the FEN is not the name of a game.
    Variant(UnknownVariant),
    /// The FEN is not a position of the game.
    Fen(FenError),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Variant(error) => error.fmt(f),
            BoardError::Fen(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BoardError {}

impl fmt::Display for Board {
    /// FEN with move number 1, after the name of the game unless that is the main one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.variant() != Variant::default() {
            write!(f, "{} ", self.variant())?;
        }
        f.write_str(&fen::format(self, 1))
    }
}

impl FromStr for Board {
    type Err = BoardError;

    /// Reads what [`Display`](fmt::Display) writes, and FEN in all its forms ([`fen::parse`]). The move
    /// number is read and forgotten.
    fn from_str(text: &str) -> Result<Board, BoardError> {
        let text = text.trim_start();
        // The first word of a FEN holds both rows, with a slash between them.
        let name = text.split(char::is_whitespace).next().unwrap_or_default();
        let (variant, fen) = if name.contains('/') || name.is_empty() {
            (Variant::default(), text)
        } else {
            let variant = name.parse().map_err(BoardError::Variant)?;
            (variant, &text[name.len()..])
        };
        let (board, _) = fen::parse(fen, variant).map_err(BoardError::Fen)?;
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_position_is_read_as_it_was_written() {
        for &variant in Variant::ALL {
            let board = Board::start(variant);
            assert_eq!(board.to_string().parse(), Ok(board), "{variant}");
        }
        let main = Board::start(Variant::TogyzKumalak).to_string();
        assert!(main.starts_with("9S,9S,"), "{main}");
        assert_eq!(
            format!(" togyzkumalak  {main}").parse(),
            Ok(Board::start(Variant::TogyzKumalak))
        );
    }

    #[test]
    fn what_is_wrong_is_told() {
        let told = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        assert!(told("chess 9/9 81 81 S 1").starts_with("no game is called 'chess'"));
        assert_eq!(
            told(""),
            fen::parse("", Variant::default()).unwrap_err().to_string()
        );
        assert!(told("bestemshe 9/9 81 81 S 1").contains("5"));
    }
}
