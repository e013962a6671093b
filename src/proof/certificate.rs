//! A proof as a list of moves.
//!
//! The checker walks the game graph from the root, depth first, moves in the order of the pits, and enters
//! each position once. For each that it enters and the rules do not end, the list has one step: the move of
//! the side that has the goal, the word that the other side may play anything, or that a table has the
//! answer. So no position but the root is written down, and no step can be read in two ways.

use crate::game::{Board, Move};

use super::goal::ProofGoal;

/// What a proof says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofStep {
    /// The side that has the goal plays this.
    Play(Move),
    /// The other side is to move: the goal is reached after each of its moves.
    All,
    /// An exact table says that the goal is reached.
    Table,
}

/// A proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The position of which something is proved, with its rules.
    pub root: Board,
    /// What is proved.
    pub goal: ProofGoal,
    /// The steps in the order of the walk.
    pub steps: Vec<ProofStep>,
}

/// Steps in the four bits of the packed form: moves have their codes.
const ALL: u8 = 0;
const TABLE: u8 = 15;

impl ProofStep {
    /// The number of four bits that stands for the step.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            ProofStep::Play(mv) => mv.code(),
            ProofStep::All => ALL,
            ProofStep::Table => TABLE,
        }
    }

    /// The step with this number, if there is one.
    #[must_use]
    pub fn from_code(code: u8) -> Option<ProofStep> {
        match code {
            ALL => Some(ProofStep::All),
            TABLE => Some(ProofStep::Table),
            code => Move::from_code(code).map(ProofStep::Play),
        }
    }
}
