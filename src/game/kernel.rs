//! What a game is to code that is compiled once for each: its rule set as a type, and the kernel that
//! knows what moves do.

use super::outcome::{EndReason, Outcome};
use super::parts::Parts;
use super::position::Position;
use super::rules::{Choice, Repeated, RuleSet};
use super::sowing::SowTable;
use super::types::{MAX_PITS, Move, MoveSet, Place, Side};
use super::variant::Variant;

/// A rule set as a type, for code that is compiled once for each game.
pub trait Rules: Copy + Send + Sync + 'static {
    /// What moves do in this game.
    type Kernel: Kernel;
    /// The game's name as a value.
    const VARIANT: Variant;
    /// The row of the table.
    const SET: RuleSet;
    /// The precomputed sowing of this game.
    const SOW: &'static SowTable;
}

/// What a move did, beside the position it led to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MoveEffect {
    /// The pit into which the last ball fell; `None` for a move that sows nothing.
    pub landing: Option<Place>,
    /// Balls captured from that pit (three for a new tuzdik), in Mangala from all pits; balls that
    /// fell into a tuzdik are not counted.
    pub captured: u8,
    /// Whether the move made a tuzdik.
    pub tuzdik: bool,
}

/// What moves do: the part in which games that sow once and those that sow lap after lap differ. The
/// methods of [`Position`] of the same names say what each means.
#[expect(missing_docs, reason = "the methods of Position are documented")]
pub trait Kernel {
    fn moves<R: Rules>(position: &Position) -> MoveSet;

    #[inline]
    fn move_count<R: Rules>(position: &Position) -> usize {
        Self::moves::<R>(position).len()
    }

    fn captures<R: Rules>(position: &Position) -> MoveSet;

    fn play<R: Rules>(position: &Position, mv: Move) -> Position;

    fn play_with_effect<R: Rules>(position: &Position, mv: Move) -> (Position, MoveEffect);

    fn is_over<R: Rules>(position: &Position) -> bool;

    fn outcome<R: Rules>(position: &Position) -> Option<Outcome>;
}

/// What the rules do with a position.
impl Position {
    /// The start position of a rule set.
    #[must_use]
    pub const fn start<R: Rules>() -> Position {
        let mut pits = [[0; MAX_PITS]; 2];
        let mut pit = 0;
        while pit < R::SET.pits as usize {
            pits[0][pit] = R::SET.balls_per_pit;
            pits[1][pit] = R::SET.balls_per_pit;
            pit += 1;
        }
        let parts = Parts {
            pits,
            kazans: [0; 2],
            tuzdiks: [None; 2],
            side: Side::South,
        };
        let position = Position::assemble(&R::SET, &parts);
        match R::SET.choice {
            Choice::Any => position,
            Choice::Leftmost => position.with_choice(),
        }
    }

    /// All balls that lie in pits, on both sides.
    #[inline]
    #[must_use]
    pub const fn balls_in_play<R: Rules>(&self) -> u8 {
        R::SET.balls() - self.kazan(Side::South) - self.kazan(Side::North)
    }

    /// Whether a kazan holds the majority, which ends the game.
    #[inline]
    #[must_use]
    pub const fn has_majority<R: Rules>(&self) -> bool {
        let majority = R::SET.majority();
        self.kazan(Side::South) >= majority || self.kazan(Side::North) >= majority
    }

    /// Whether the position ends the game; see [`outcome`](Position::outcome).
    #[inline]
    #[must_use]
    pub fn is_over<R: Rules>(&self) -> bool {
        R::Kernel::is_over::<R>(self)
    }

    /// How the game ended, if this position ends it. Repetition depends on the moves before and is
    /// not seen here; see [`Game`](super::Game).
    #[must_use]
    pub fn outcome<R: Rules>(&self) -> Option<Outcome> {
        R::Kernel::outcome::<R>(self)
    }

    /// How the game ends when this position has occurred too often.
    #[must_use]
    pub fn repeated<R: Rules>(&self) -> Outcome {
        let kazans = match R::SET.repeated {
            Repeated::Draw => self.kazans(),
            Repeated::OwnSides => self.own_sides(),
        };
        let outcome = Outcome::of(&R::SET, kazans, EndReason::Repetition);
        if matches!(R::SET.repeated, Repeated::Draw) && !self.has_majority::<R>() {
            return Outcome {
                winner: None,
                ..outcome
            };
        }
        outcome
    }

    /// The legal moves; none when the game is over.
    #[inline]
    #[must_use]
    pub fn moves<R: Rules>(&self) -> MoveSet {
        R::Kernel::moves::<R>(self)
    }

    /// How many legal moves there are.
    #[inline]
    #[must_use]
    pub fn move_count<R: Rules>(&self) -> usize {
        R::Kernel::move_count::<R>(self)
    }

    /// The moves whose last ball captures or makes a tuzdik. Balls that fall into a tuzdik on the way
    /// do not count; in relay games, where every other move captures, there are none of note. The game
    /// must not be over.
    #[inline]
    #[must_use]
    pub fn captures<R: Rules>(&self) -> MoveSet {
        R::Kernel::captures::<R>(self)
    }

    /// The position after a move. The move must be legal; an empty pit gives a position without
    /// meaning.
    #[inline]
    #[must_use]
    pub fn play<R: Rules>(&self, mv: Move) -> Position {
        R::Kernel::play::<R>(self, mv)
    }

    /// The position after a move and what the move did. The move must be legal.
    #[must_use]
    pub fn play_with_effect<R: Rules>(&self, mv: Move) -> (Position, MoveEffect) {
        R::Kernel::play_with_effect::<R>(self, mv)
    }
}
