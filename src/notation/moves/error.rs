//! Why a text is not a move, and what the move really does.

use std::fmt;

use crate::game::{Board, Move, MoveEffect, MoveSet, Pit, Side};

use super::super::quote::quote;

/// Why a text is not a move in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The text has none of the forms of a move.
    Unreadable {
        /// The text, quoted.
        token: String,
    },
    /// A pit number or file that the board does not have.
    NoSuchPit {
        /// The text, quoted.
        token: String,
        /// Pits a side.
        pits: u8,
    },
    /// A square on the side of the player who is not to move.
    WrongSide {
        /// The text, quoted.
        token: String,
        /// The side to move.
        mover: Side,
    },
    /// The game has ended.
    GameOver {
        /// The text, quoted.
        token: String,
    },
    /// The pit holds nothing.
    Empty {
        /// The side to move.
        mover: Side,
        /// The pit.
        pit: Pit,
        /// Whether it is the opponent's tuzdik.
        tuzdik: bool,
    },
    /// The rules demand another move.
    Forced {
        /// The side to move.
        mover: Side,
        /// The pit.
        pit: Pit,
    },
    /// Any other move that is not one of those allowed here.
    NotNow {
        /// The text, quoted.
        token: String,
        /// The moves that it allows.
        legal: MoveSet,
    },
    /// The landing pit, the tuzdik mark or the kazan count contradicts the rules.
    Contradiction {
        /// The text, quoted.
        token: String,
        /// What contradicts.
        claim: Claim,
        /// What the move really does.
        deed: Deed,
    },
}

impl MoveError {
    pub(super) fn not_now(token: &str, legal: MoveSet) -> MoveError {
        MoveError::NotNow {
            token: quote(token),
            legal,
        }
    }
}

/// What a move text said beyond the origin pit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The pit of the last ball.
    Landing,
    /// That the move makes a tuzdik.
    Tuzdik,
    /// That the move captures and the mover's kazan then holds so many balls.
    Kazan,
}

/// What a move does, for messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deed {
    /// The side that moves.
    pub mover: Side,
    /// The pit that is sown.
    pub pit: Pit,
    /// The balls sown.
    pub balls: u8,
    /// Landing, capture and tuzdik.
    pub effect: MoveEffect,
    /// The mover's kazan after the move.
    pub kazan: u8,
}

impl Deed {
    /// What sowing a pit does on a board where it is a legal move.
    #[must_use]
    pub fn new(board: &Board, pit: Pit) -> Deed {
        let mover = board.side();
        let (next, effect) = board.play_with_effect(Move::sow(pit));
        Deed {
            mover,
            pit,
            balls: board.position().balls(mover, pit),
            effect,
            kazan: next.position().kazan(mover),
        }
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let effect = &self.effect;
        write!(
            f,
            "{}'s pit {} sows {} {}",
            self.mover,
            self.pit,
            self.balls,
            if self.balls == 1 { "ball" } else { "balls" },
        )?;
        if let Some((side, pit)) = effect.landing {
            write!(f, ", the last falls into {side}'s pit {pit}")?;
        }
        match effect {
            MoveEffect { tuzdik: true, .. } => f.write_str(", which becomes a tuzdik")?,
            MoveEffect { captured: 0, .. } => f.write_str(" and nothing is captured")?,
            MoveEffect { captured, .. } => write!(f, " and {captured} are captured")?,
        }
        write!(f, "; the kazan then holds {}", self.kazan)
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Unreadable { token } => write!(
                f,
                "{token} is not a move; expected origin and landing pit such as 76, a lone origin \
                 pit 7, marks as in 36x, 36X or 76(10), or squares such as g1d2"
            ),
            MoveError::NoSuchPit { token, pits } => {
                write!(
                    f,
                    "{token} names a pit that is not on the board; expected 1 to {pits}"
                )
            }
            MoveError::WrongSide { token, mover } => {
                write!(f, "{token} starts on the wrong side; {mover} is to move")
            }
            MoveError::GameOver { token } => {
                write!(f, "{token} cannot be played, the game is over")
            }
            MoveError::Empty {
                mover,
                pit,
                tuzdik: true,
            } => write!(
                f,
                "{mover}'s pit {pit} cannot be sown, it is {}'s tuzdik",
                mover.opponent()
            ),
            MoveError::Empty { mover, pit, .. } => {
                write!(f, "{mover}'s pit {pit} cannot be sown, it is empty")
            }
            MoveError::Forced { mover, pit } => write!(
                f,
                "{mover}'s pit {pit} may not be sown, a move that wins balls is mandatory"
            ),
            MoveError::NotNow { token, legal } if legal.is_empty() => {
                write!(f, "{token} cannot be played, the game is over")
            }
            MoveError::NotNow { token, legal } => {
                let legal: Vec<String> = legal.iter().map(|mv| mv.to_string()).collect();
                let legal = legal.join(" or ");
                write!(f, "{token} is not a legal move here; expected {legal}")
            }
            MoveError::Contradiction { token, claim, deed } => {
                let what = match claim {
                    Claim::Landing => "landing pit",
                    Claim::Tuzdik => "tuzdik mark",
                    Claim::Kazan => "kazan count",
                };
                write!(f, "the {what} of {token} is wrong: {deed}")
            }
        }
    }
}

impl std::error::Error for MoveError {}
