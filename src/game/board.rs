//! A position together with its rules, for code that learns the game at run time.

use super::kernel::MoveEffect;
use super::outcome::Outcome;
use super::position::Position;
use super::rules::RuleSet;
use super::sets::with_rules;
use super::types::{Move, MoveSet, Side};
use super::variant::Variant;

/// A position and the rule set by which it is played.
///
/// Prints and parses as text: FEN, after the name of the game unless that is the main one. A move is
/// shown on its board by [`show`](Board::show), a line of moves by [`line`](Board::line).
///
/// Code that is compiled for one rule set, such as the search, calls the methods of [`Position`] that
/// this type forwards to.
///
/// ```
/// use tuzdik::game::{Board, Move, Pit, Side, Variant};
/// let start = Board::start(Variant::Bestemshe);
/// assert_eq!(start.to_string(), "bestemshe 5S,5S,5S,5S,5S/5S,5S,5S,5S,5S 0 0 S 1");
/// let mv = Move::sow(Pit::new(2).unwrap());
/// assert!(start.moves().contains(mv));
/// assert_eq!(start.show(mv).to_string(), "21");
/// let next = start.play(mv);
/// assert_eq!(next.side(), Side::North);
/// assert_eq!(next.position().kazan(Side::South), 6);
/// assert_eq!(next.outcome(), None);
/// assert_eq!(next.to_string().parse::<Board>().unwrap(), next);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    variant: Variant,
    position: Position,
}

impl Board {
    /// The start position of a game.
    #[must_use]
    pub fn start(variant: Variant) -> Board {
        let position = with_rules!(variant, R => Position::start::<R>());
        Board { variant, position }
    }

    /// A position of the game `variant`. One that was made for another game is not noticed and has no
    /// meaning.
    #[must_use]
    pub const fn new(variant: Variant, position: Position) -> Board {
        Board { variant, position }
    }

    /// The game by name.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The rules of the game.
    #[must_use]
    pub const fn rules(&self) -> &'static RuleSet {
        self.variant.rules()
    }

    /// The position without its rules.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The side to move.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.position.side()
    }

    /// The legal moves; none when the game is over. See [`Position::moves`].
    #[must_use]
    pub fn moves(&self) -> MoveSet {
        with_rules!(self.variant, R => self.position.moves::<R>())
    }

    /// The board after a move, which must be legal. See [`Position::play`].
    #[must_use]
    pub fn play(&self, mv: Move) -> Board {
        let position = with_rules!(self.variant, R => self.position.play::<R>(mv));
        Board { position, ..*self }
    }

    /// The board after a legal move, and what the move did. See [`Position::play_with_effect`].
    #[must_use]
    pub fn play_with_effect(&self, mv: Move) -> (Board, MoveEffect) {
        let (position, effect) =
            with_rules!(self.variant, R => self.position.play_with_effect::<R>(mv));
        (Board { position, ..*self }, effect)
    }

    /// How the game ended, if this position ends it. See [`Position::outcome`].
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        with_rules!(self.variant, R => self.position.outcome::<R>())
    }

    /// How the game ends when this position has occurred too often.
    #[must_use]
    pub fn repeated(&self) -> Outcome {
        with_rules!(self.variant, R => self.position.repeated::<R>())
    }
}
