//! A list of moves as people write or paste it.

use std::fmt;

use crate::game::Game;
use crate::notation::moves::{self, MoveError};
use crate::notation::quote::quote;

use super::lex::{Lexer, Token};

/// Why a list of moves cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveListError {
    /// A move is not understood or illegal.
    Move {
        /// Its number among the moves of the list, from 1.
        index: usize,
        /// What is wrong with it.
        reason: MoveError,
    },
    /// Something that has no place in a list of moves, such as a variation or a tag; quoted.
    Unexpected(String),
}

impl fmt::Display for MoveListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveListError::Move { index, reason } => write!(f, "move {index}: {reason}"),
            MoveListError::Unexpected(text) => write!(
                f,
                "{text} has no place in a list of moves; expected moves such as 76, with or without move \
                 numbers, marks and the result"
            ),
        }
    }
}

impl std::error::Error for MoveListError {}

/// Plays a list of moves, at most so many of them. Between the moves there may be what records have there:
/// move numbers (`1.`, `1...`), marks (`!`, `?!`, `$3`), comments in braces and a result.
///
/// # Errors
/// If a move is illegal or not understood, or something is no move; the game is then as before.
///
/// ```
/// use tuzdik::game::{Game, Variant};
/// use tuzdik::notation::records::play_moves;
/// let mut game = Game::new(Variant::TogyzKumalak);
/// play_moves(&mut game, "1. 76 98! 2. 66", None)?;
/// assert_eq!(game.moves().len(), 3);
/// let error = play_moves(&mut game, "75", None).unwrap_err();
/// assert!(error.to_string().starts_with("move 1: the landing pit of '75' is wrong"));
/// # Ok::<(), tuzdik::notation::records::MoveListError>(())
/// ```
pub fn play_moves(game: &mut Game, text: &str, most: Option<u32>) -> Result<(), MoveListError> {
    let mut played = game.clone();
    let most = most.map_or(usize::MAX, |most| most as usize);
    let mut index = 0;
    for (_, token) in Lexer::new(text) {
        match token {
            Token::Word(_) if index == most => break,
            Token::Word(word) => {
                index += 1;
                moves::play(&mut played, word)
                    .map_err(|reason| MoveListError::Move { index, reason })?;
            }
            Token::Number { .. } | Token::Result(_) | Token::Nag(_) | Token::Comment(_) => {}
            Token::Tag { name, .. } => return Err(unexpected(&format!("[{name}"))),
            Token::BadTag(text)
            | Token::BadNag(text)
            | Token::DoubtfulComment(text)
            | Token::OpenComment(text) => return Err(unexpected(text)),
            Token::Open => return Err(unexpected("(")),
            Token::Close => return Err(unexpected(")")),
            Token::StrayBrace => return Err(unexpected("}")),
        }
    }
    *game = played;
    Ok(())
}

fn unexpected(text: &str) -> MoveListError {
    MoveListError::Unexpected(quote(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    fn after(text: &str, most: Option<u32>) -> Result<usize, String> {
        let mut game = Game::new(Variant::TogyzKumalak);
        let result = play_moves(&mut game, text, most);
        if result.is_err() {
            assert_eq!(game.moves().len(), 0, "{text}");
        }
        result.map_err(|error| error.to_string())?;
        Ok(game.moves().len())
    }

    #[test]
    fn what_records_write_between_moves_is_no_matter() {
        for text in [
            "76 98 66",
            " 76\n98\t66 ",
            "1. 76 98 2. 66",
            "1.76 98 2.66",
            "1. 76 1... 98 2. 66 *",
            "76! 98?! 66 $1 1-0",
            "76(10) {all theory} 98 6 1/2-1/2",
        ] {
            assert_eq!(after(text, None), Ok(3), "{text}");
            assert_eq!(after(text, Some(2)), Ok(2), "{text}");
        }
        assert_eq!(after("", None), Ok(0));
        let tuzdik = "76 98 66 87 12 76 25 78 48 36";
        for mark in ["", "x", "X", "х", "Х"] {
            assert_eq!(after(&format!("{tuzdik}{mark}"), None), Ok(10), "{mark}");
        }
    }

    #[test]
    fn other_things_are_told() {
        for (text, part) in [
            ("1. 76 99", "move 2: "),
            ("76 hello", "move 2: 'hello' is not a move"),
            ("76 (75) 98", "'(' has no place in a list of moves"),
            ("76 ) 98", "')' has no place"),
            ("[White \"a\"] 76", "'[White' has no place"),
            ("76 {never closed", "'never closed' has no place"),
        ] {
            let error = after(text, None).unwrap_err();
            assert!(error.starts_with(part), "{error}");
            assert!(!error.contains('\n'));
        }
    }
}
