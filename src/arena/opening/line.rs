//! One opening, and how it is written in a line.

use crate::game::{Board, Game, IllegalMove, Move, Variant};
use crate::notation::{fen, records};

/// The word between position and moves.
const MOVES: &str = "moves";
/// How the start position is written where there is a position.
const STARTPOS: &str = "startpos";
/// Words of a position.
const FEN_WORDS: usize = 5;

/// From where a game starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The board before the moves, with the number of its move; the start position if `None`.
    pub start: Option<(Board, u32)>,
    /// Moves played before the engines take over.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The game after the opening.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn game(&self, variant: Variant) -> Result<Game, IllegalMove> {
        let mut game = match self.start {
            None => Game::new(variant),
            Some((board, _)) => Game::from_board(board),
        };
        for &mv in &self.moves {
            game.play(mv)?;
        }
        Ok(game)
    }

    /// The number of the first move, as FEN counts it.
    #[must_use]
    pub fn move_number(&self) -> u32 {
        self.start.map_or(1, |(_, number)| number)
    }

    /// Reads a line: a position (FEN or `startpos`), moves, or both, with or without the word `moves`
    /// between. Between the moves there may be what [`records::play_moves`] passes over. Of the moves no
    /// more than `plies` are taken.
    ///
    /// # Errors
    /// If it is no opening, or the game is over after it; the text says why.
    pub fn parse(line: &str, variant: Variant, plies: Option<u32>) -> Result<Opening, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let length = match words.first() {
            Some(&STARTPOS) => 1,
            Some(word) if word.contains('/') => {
                let named = words.iter().position(|&word| word == MOVES);
                named.unwrap_or(FEN_WORDS).min(words.len())
            }
            _ => 0,
        };
        let (position, rest) = words.split_at(length);
        let start = match position {
            [] | [STARTPOS] => None,
            words => Some(fen::parse(&words.join(" "), variant).map_err(|e| e.to_string())?),
        };
        let mut game = match start {
            None => Game::new(variant),
            Some((board, _)) => Game::from_board(board),
        };
        let rest = rest.strip_prefix(&[MOVES]).unwrap_or(rest);
        records::play_moves(&mut game, &rest.join(" "), plies).map_err(|e| e.to_string())?;
        Opening::after(start, &game)
    }

    /// The opening that a game is, of whose moves no more than `plies` are taken.
    ///
    /// # Errors
    /// If the game is over after it; the text says so.
    pub(super) fn from_game(
        game: &Game,
        first_move: u32,
        plies: Option<u32>,
    ) -> Result<Opening, String> {
        let variant = game.variant();
        let is_start = game.start() == Board::start(variant) && first_move == 1;
        let start = (!is_start).then(|| (game.start(), first_move));
        let mut opening = Opening {
            start,
            moves: game.moves().to_vec(),
        };
        opening.moves.truncate(most(plies));
        let game = opening.game(variant).map_err(|e| e.to_string())?;
        Opening::after(start, &game)
    }

    fn after(start: Option<(Board, u32)>, game: &Game) -> Result<Opening, String> {
        if game.outcome().is_some() {
            return Err("the game is already over after this opening".to_owned());
        }
        Ok(Opening {
            start,
            moves: game.moves().to_vec(),
        })
    }

    /// The opening as a line that [`Opening::parse`] reads; empty for the start position without moves.
    #[must_use]
    pub fn text(&self, variant: Variant) -> String {
        let mut words = Vec::new();
        if let Some((start, number)) = &self.start {
            words.push(fen::format(start, *number));
            if !self.moves.is_empty() {
                words.push(MOVES.to_owned());
            }
        }
        if let Ok(game) = self.game(variant) {
            let moves = game.boards().zip(game.moves());
            words.extend(moves.map(|(board, mv)| board.show(*mv).to_string()));
        }
        words.join(" ")
    }
}

fn most(plies: Option<u32>) -> usize {
    plies.map_or(usize::MAX, |plies| plies as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_line() {
        let variant = Variant::default();
        let read = |line: &str, plies| Opening::parse(line, variant, plies);
        let start = fen::format(&Board::start(variant), 1);
        assert_eq!(read("76 1. 98", None).unwrap().moves.len(), 2);
        assert_eq!(read("76 98", Some(1)).unwrap().moves.len(), 1);
        for (line, count) in [
            (start.clone(), 0),
            (format!("{start} moves"), 0),
            (format!("{start} moves 76"), 1),
            (format!("{start} 76 98"), 2),
        ] {
            let opening = read(&line, None).unwrap();
            assert_eq!(
                (opening.start.is_some(), opening.moves.len()),
                (true, count),
                "{line}"
            );
        }
        for (line, count) in [
            ("startpos", 0),
            ("startpos  moves\t76 98", 2),
            ("startpos 76 98", 2),
            ("startpos moves", 0),
        ] {
            let opening = read(line, None).unwrap();
            assert_eq!(
                (opening.start, opening.moves.len()),
                (None, count),
                "{line}"
            );
        }
        for line in ["70", "1/2 3 4 S 1", "9/9", "moves moves"] {
            assert!(read(line, None).is_err(), "{line}");
        }
        let finished = "54 11 32 55x 89 35 78 47 67 51 46";
        let why = read(finished, None).unwrap_err();
        assert!(why.contains("already over"), "{why}");
    }

    #[test]
    fn what_is_written_is_read_again() {
        let variant = Variant::default();
        let fen = "1S,9S,9S,1S,11S,11S,11S,11S,11S/10S,10S,10S,10S,10S,1S,3S,12S,11S 10 0 N 2";
        for line in ["", "76 98 66", fen, &format!("{fen} moves 87 12")] {
            let opening = Opening::parse(line, variant, None).unwrap();
            assert_eq!(opening.text(variant), line);
        }
    }
}
