//! A game in progress: a start position and the moves played from it.

use std::fmt;

use super::board::Board;
use super::kernel::MoveEffect;
use super::outcome::Outcome;
use super::position::Position;
use super::types::{Move, MoveSet, Pit};
use super::variant::Variant;

/// A start position and the moves played, with every position on the way, which the repetition
/// rule needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    variant: Variant,
    /// One position more than there are moves.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

/// A move that the rules do not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalMove {
    /// The game is over.
    GameOver,
    /// The pit is empty, a tuzdik or not on the board.
    NoBalls(Pit),
    /// Another move is mandatory here.
    Forced(Pit),
    /// Any other move that is not one of those allowed here.
    NotNow(Move),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::GameOver => f.write_str("the game is over"),
            IllegalMove::NoBalls(pit) => write!(f, "pit {pit} has no balls to sow"),
            IllegalMove::NotNow(mv) => write!(f, "{mv} is not a legal move here"),
            IllegalMove::Forced(pit) => {
                write!(
                    f,
                    "pit {pit} may not be sown, a move that wins balls is mandatory"
                )
            }
        }
    }
}

impl std::error::Error for IllegalMove {}

impl Game {
    /// A game that starts from the start position of its rule set.
    #[must_use]
    pub fn new(variant: Variant) -> Game {
        Game::from_board(Board::start(variant))
    }

    /// A game that starts from any position.
    #[must_use]
    pub fn from_board(start: Board) -> Game {
        Game {
            variant: start.variant(),
            positions: vec![*start.position()],
            moves: Vec::new(),
        }
    }

    /// The rule set.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The board that the game began with.
    #[must_use]
    pub fn start(&self) -> Board {
        let start = self.positions.first().expect("a game has a start position");
        Board::new(self.variant, *start)
    }

    /// The board as it stands.
    #[must_use]
    pub fn board(&self) -> Board {
        Board::new(self.variant, *self.position())
    }

    /// Every board from the start on, one more than there are moves.
    pub fn boards(&self) -> impl DoubleEndedIterator<Item = Board> + ExactSizeIterator {
        let variant = self.variant;
        self.positions
            .iter()
            .map(move |position| Board::new(variant, *position))
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a game has a start position")
    }

    /// Every position from the start on, one more than there are moves.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many turns the first `plies` moves were: the choice of sides before a game of Mangala is
    /// none.
    #[must_use]
    pub fn turns(&self, plies: usize) -> usize {
        plies.saturating_sub(usize::from(self.start().position().is_choice()))
    }

    /// The number of the move that follows after `plies` moves, if that of the first is `first`. It grows
    /// after North's moves, as in game records and FEN.
    #[must_use]
    pub fn move_number(&self, first: u32, plies: usize) -> u32 {
        let rounds = (self.turns(plies) + self.start().side().index()) / 2;
        first.saturating_add(u32::try_from(rounds).unwrap_or(u32::MAX))
    }

    /// The legal moves; none when the game is over, by repetition too.
    #[must_use]
    pub fn legal_moves(&self) -> MoveSet {
        if self.is_repetition() {
            return MoveSet::EMPTY;
        }
        self.board().moves()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is illegal; the game is then as before.
    pub fn play(&mut self, mv: Move) -> Result<MoveEffect, IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::GameOver);
        }
        let board = self.board();
        if !self.legal_moves().contains(mv) {
            let balls = |pit| board.position().balls(board.side(), pit);
            return Err(match mv.pit() {
                Some(pit) if !board.rules().is_relay() && balls(pit) == 0 => {
                    IllegalMove::NoBalls(pit)
                }
                Some(pit) if !board.rules().is_relay() => IllegalMove::Forced(pit),
                _ => IllegalMove::NotNow(mv),
            });
        }
        let (next, effect) = board.play_with_effect(mv);
        self.positions.push(*next.position());
        self.moves.push(mv);
        Ok(effect)
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// How the game ended, if it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let board = self.board();
        let repeated = || self.is_repetition().then(|| board.repeated());
        board.outcome().or_else(repeated)
    }

    fn is_repetition(&self) -> bool {
        let limit = usize::from(self.variant.rules().repetition);
        let last = self.position();
        self.positions.len() >= limit
            && self
                .positions
                .iter()
                .rev()
                .step_by(2)
                .filter(|p| *p == last)
                .count()
                >= limit
    }
}
