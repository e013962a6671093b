//! Moves as text: what a person typed, what an engine expects.

use serde::{Deserialize, Serialize};

use crate::game::{Board, Game, Move};
use crate::notation::moves;
use crate::texts::words;

use super::Core;
use super::error::CallError;
use super::position::PositionView;
use super::table::{GameRef, Table};

/// A line of play from a position on.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LineArgs {
    /// The game up to the position.
    pub r#ref: GameRef,
    /// The moves that follow.
    pub moves: Vec<String>,
}

/// A line of play as far as it is legal.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Line"))]
pub struct LineView {
    /// Its moves.
    pub moves: Vec<NamedMove>,
    /// The position after them.
    pub end: PositionView,
    /// The first move that is not legal.
    pub illegal: Option<Illegal>,
}

/// A move by its names.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NamedMove {
    /// Its text in the protocol.
    pub r#move: String,
    /// Its text in game records.
    pub mark: String,
}

/// A move that is not legal.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Illegal {
    /// Its place in the line, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// A move that a person typed.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ParseArgs {
    /// The game up to the position.
    pub r#ref: GameRef,
    /// The move, in any spelling.
    pub text: String,
}

/// `line`.
pub fn line(core: &mut Core, args: LineArgs) -> Result<LineView, CallError> {
    let Table { mut game, first } = core.table(&args.r#ref)?;
    let mut moves = Vec::new();
    let mut illegal = None;
    for (index, text) in args.moves.iter().enumerate() {
        match core.play(&mut game, text) {
            Ok((_, name)) => moves.push(name),
            Err(error) => {
                illegal = Some(Illegal {
                    index,
                    reason: error.to_string(),
                });
                break;
            }
        }
    }
    Ok(LineView {
        moves,
        end: core.view(&Table { game, first }),
        illegal,
    })
}

/// `parse_move`.
pub fn parse_move(core: &mut Core, args: ParseArgs) -> Result<NamedMove, CallError> {
    let mut table = core.table(&args.r#ref)?;
    let (_, name) = core.play(&mut table.game, args.text.trim())?;
    Ok(name)
}

impl NamedMove {
    /// The names of a legal move.
    pub fn new(board: &Board, mv: Move) -> NamedMove {
        NamedMove {
            r#move: board.show(mv).to_string(),
            mark: board.show(mv).marked().to_string(),
        }
    }
}

impl Core {
    /// Plays a move given as text.
    pub(super) fn play(&self, game: &mut Game, text: &str) -> Result<(Move, NamedMove), CallError> {
        let board = game.board();
        let mv = moves::play(game, text)
            .map_err(|error| CallError::new(words::move_error(self.texts(), &error, &board)))?;
        Ok((mv, NamedMove::new(&board, mv)))
    }
}
