//! A game as a call names it: the rule set, where it began, the moves.

use serde::Deserialize;

use crate::game::{Board, Game, Variant};
use crate::notation::{fen, moves};
use crate::texts::words;

use super::Core;
use super::error::CallError;

/// Most moves of a game.
const MOST_MOVES: usize = 10_000;

/// A position with the game that led to it, which the rule of repetition needs.
#[derive(Clone, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct GameRef {
    /// The name of the rule set.
    pub variant: String,
    /// The FEN that the game began with; the start position without one.
    #[serde(default)]
    pub start: Option<String>,
    /// The moves since then, in any spelling.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A game with the numbers of its moves.
pub struct Table {
    /// The game.
    pub game: Game,
    /// The number of its first move.
    pub first: u32,
}

impl Table {
    /// The number of the next move.
    pub fn number(&self) -> u32 {
        self.game.move_number(self.first, self.game.moves().len())
    }
}

/// The rule set with this name.
pub fn variant(name: &str) -> Result<Variant, CallError> {
    name.parse().map_err(CallError::new)
}

impl Core {
    /// Plays the moves of a game.
    ///
    /// # Errors
    /// If the rule set or the position is none, or a move is illegal.
    pub(super) fn table(&self, game: &GameRef) -> Result<Table, CallError> {
        let variant = variant(&game.variant)?;
        let (start, first) = match &game.start {
            None => (Board::start(variant), 1),
            Some(text) => fen::parse(text, variant).map_err(CallError::new)?,
        };
        let mut table = Table {
            game: Game::from_board(start),
            first,
        };
        if game.moves.len() > MOST_MOVES {
            return Err(CallError::new(format_args!(
                "the game has {} moves; expected at most {MOST_MOVES}",
                game.moves.len()
            )));
        }
        for (index, text) in game.moves.iter().enumerate() {
            let board = table.game.board();
            moves::play(&mut table.game, text).map_err(|error| {
                let fault = words::move_error(self.texts(), &error, &board);
                CallError::new(format_args!("{}: {fault}", index + 1))
            })?;
        }
        Ok(table)
    }
}
