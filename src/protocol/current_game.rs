//! The current game: what `position` set and `query` asks about.

use std::fmt;

use crate::game::{Board, Game, Side, Variant};
use crate::notation::fen::{self, FenError};
use crate::notation::moves::{self, MoveError};
use crate::notation::{diagram, quote::quote};

use super::command::{self, Query};
use super::event::Response;

/// The game that searches start from.
pub struct CurrentGame {
    game: Game,
    /// The move number of the game's first position.
    first_number: u32,
    rejected: Option<Rejected>,
}

/// The last `position` was not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rejected {
    /// Who made the illegal move; `None` if the position itself was faulty.
    offender: Option<Side>,
}

/// Why a `position` was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionCommandError {
    /// The FEN is wrong.
    Fen(FenError),
    /// A move is not understood or illegal.
    Move {
        /// Its index, from 1.
        index: usize,
        /// The text, quoted.
        text: String,
        /// What is wrong with it.
        reason: MoveError,
    },
}

impl fmt::Display for PositionCommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("position rejected: ")?;
        match self {
            PositionCommandError::Fen(error) => error.fmt(f)?,
            PositionCommandError::Move {
                index,
                text,
                reason,
            } => {
                write!(f, "move {index}, {text}: {reason}")?;
            }
        }
        f.write_str("; the previous position stays")
    }
}

impl CurrentGame {
    /// The start position of a rule set.
    pub fn new(variant: Variant) -> CurrentGame {
        CurrentGame {
            game: Game::new(variant),
            first_number: 1,
            rejected: None,
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Sets the position that a command describes.
    ///
    /// # Errors
    /// If its FEN or one of its moves is wrong. The previous position stays, and queries take the game
    /// for lost by the side whose move was wrong.
    pub fn set(&mut self, position: &command::PositionCommand) -> Result<(), PositionCommandError> {
        let variant = self.game.variant();
        let (start, number) = match &position.fen {
            None => (Board::start(variant), 1),
            Some(text) => fen::parse(text, variant).map_err(|error| {
                self.reject();
                PositionCommandError::Fen(error)
            })?,
        };
        let mut game = Game::from_board(start);
        for (index, text) in position.moves.iter().enumerate() {
            if let Err(reason) = moves::play(&mut game, text) {
                self.rejected = Some(Rejected {
                    offender: Some(game.position().side()),
                });
                return Err(PositionCommandError::Move {
                    index: index + 1,
                    text: quote(text),
                    reason,
                });
            }
        }
        *self = CurrentGame {
            game,
            first_number: number,
            rejected: None,
        };
        Ok(())
    }

    /// A `position` was faulty in itself: until the next accepted one there is no game to speak of.
    pub fn reject(&mut self) {
        self.rejected = Some(Rejected { offender: None });
    }

    /// Answers a query.
    pub fn query(&self, query: Query) -> Response {
        let board = self.game.board();
        match query {
            Query::GameOver => Response::Bool(self.is_over()),
            Query::P1Turn => {
                let offender = self.rejected.and_then(|rejected| rejected.offender);
                Response::Bool(offender.unwrap_or(board.side()) == Side::South)
            }
            Query::Result => self.result(),
            Query::Fen => Response::Text(fen::format(&board, self.move_number())),
            Query::Moves if self.is_over() => Response::None,
            Query::Moves => {
                let moves = self.game.legal_moves();
                let moves: Vec<String> =
                    moves.iter().map(|mv| board.show(mv).to_string()).collect();
                Response::Text(moves.join(" "))
            }
        }
    }

    /// The board for people.
    pub fn draw(&self) -> String {
        let mut text = diagram::draw(&self.game.board(), self.move_number());
        text.truncate(text.trim_end().len());
        if self.rejected.is_some() {
            text.push_str("\nThe last position command was rejected; this is the one before it.");
        } else if self.game.board().outcome().is_none()
            && let Some(outcome) = self.game.outcome()
        {
            // Only the game knows repetitions, the position does not.
            text.push('\n');
            text.push_str(&diagram::result(&outcome));
        }
        text
    }

    fn is_over(&self) -> bool {
        self.rejected.is_some() || self.game.outcome().is_some()
    }

    fn result(&self) -> Response {
        let winner = match (self.rejected, self.game.outcome()) {
            (Some(Rejected { offender: None }), _) | (None, None) => return Response::None,
            (Some(Rejected { offender }), _) => offender.map(Side::opponent),
            (None, Some(outcome)) => outcome.winner,
        };
        match winner {
            Some(Side::South) => Response::P1Win,
            Some(Side::North) => Response::P2Win,
            None => Response::Draw,
        }
    }

    /// The number of the move about to be played.
    fn move_number(&self) -> u32 {
        let plies = self.game.moves().len();
        self.game.move_number(self.first_number, plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn current_game() -> CurrentGame {
        CurrentGame::new(Variant::TogyzKumalak)
    }

    fn set(
        current: &mut CurrentGame,
        fen: Option<&str>,
        moves: &str,
    ) -> Result<(), PositionCommandError> {
        current.set(&command::PositionCommand {
            fen: fen.map(str::to_owned),
            moves: moves.split_ascii_whitespace().collect(),
        })
    }

    fn answers(current: &CurrentGame) -> [String; 3] {
        [Query::GameOver, Query::P1Turn, Query::Result]
            .map(|query| current.query(query).to_string())
    }

    #[test]
    fn a_game_in_progress() {
        let mut current = current_game();
        assert_eq!(answers(&current), ["false", "true", "none"]);
        set(&mut current, None, "76").unwrap();
        assert_eq!(answers(&current), ["false", "false", "none"]);
        assert_eq!(
            current.query(Query::Fen).to_string(),
            "9S,9S,9S,1,10S,10S,10S,10S,10S/9S,9S,9S,9S,9S,9S,1S,10S,10S 10 0 N 1"
        );
    }

    #[test]
    fn the_move_number_grows_after_norths_moves() {
        let mut current = current_game();
        for (moves, number) in [("", 1), ("7", 1), ("7 9", 2), ("7 9 6", 2), ("7 9 6 5", 3)] {
            set(&mut current, None, moves).unwrap();
            assert_eq!(current.move_number(), number, "{moves}");
        }
        let north = "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 0,0 -,- b 0";
        set(&mut current, Some(north), "").unwrap();
        let first = current.move_number();
        set(&mut current, Some(north), "7").unwrap();
        assert_eq!(current.move_number(), first + 1);
    }

    #[test]
    fn a_finished_game() {
        let mut current = current_game();
        set(&mut current, None, "54 11 32 55x 89 35 78 47 67 51 46").unwrap();
        assert_eq!(answers(&current), ["true", "false", "p1win"]);
        assert_eq!(current.query(Query::Moves), Response::None);
    }

    #[test]
    fn an_illegal_move_loses_until_the_next_position() {
        let mut current = current_game();
        set(&mut current, None, "76 98").unwrap();
        let fen = current.query(Query::Fen);
        let fault = set(&mut current, None, "76 75").unwrap_err();
        assert!(fault.to_string().contains("move 2, '75'"), "{fault}");
        assert_eq!(answers(&current), ["true", "false", "p1win"]);
        assert_eq!(current.query(Query::Fen), fen);
        assert_eq!(current.query(Query::Moves), Response::None);
        set(&mut current, None, "e2e4").unwrap_err();
        assert_eq!(answers(&current), ["true", "true", "p2win"]);
        set(&mut current, None, "76 98").unwrap();
        assert_eq!(answers(&current), ["false", "true", "none"]);
    }

    #[test]
    fn a_wrong_position_has_no_winner() {
        let mut current = current_game();
        set(&mut current, Some("9S/9S 0 0 S 1"), "").unwrap_err();
        assert_eq!(answers(&current), ["true", "true", "none"]);
    }
}
