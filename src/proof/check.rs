//! The checker, which knows the rules and nothing of the prover.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::game::rules::{Objective, RuleSet};
use crate::game::{Board, Outcome, Position, Side};

use super::certificate::{Certificate, ProofStep};
use super::goal::{AtLeast, ProofGoal};

/// What an exact table says of a position: who wins with best play of both, `None` for a draw.
pub trait ExactTable {
    /// The result, if the table has the position.
    fn result(&self, position: &Position) -> Option<Option<Side>>;
}

/// No table.
impl ExactTable for () {
    fn result(&self, _: &Position) -> Option<Option<Side>> {
        None
    }
}

/// A table or none.
impl<T: ExactTable> ExactTable for Option<T> {
    fn result(&self, position: &Position) -> Option<Option<Side>> {
        self.as_ref()?.result(position)
    }
}

/// What a proof consists of.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Checked {
    /// Positions with a move or with all moves.
    pub inner: usize,
    /// Positions that a table answers.
    pub table: usize,
    /// Ends of the game that were reached.
    pub ends: usize,
}

/// Why a proof is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// The steps end before the walk does.
    TooShort,
    /// So many steps are left when the walk ends.
    TooLong(usize),
    /// A step is not what the position asks for; its number.
    ProofStep(usize),
    /// The move of a step is illegal; its number.
    Illegal(usize),
    /// The game ends otherwise than the goal says.
    End(Outcome),
    /// The table says otherwise, or does not have the position; the step's number.
    Table(usize),
    /// A win that goes round for ever.
    Circle(usize),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::TooShort => f.write_str("the proof ends too soon"),
            Flaw::TooLong(left) => write!(f, "{left} steps stand behind the end of the proof"),
            Flaw::ProofStep(step) => write!(f, "step {step} does not fit its position"),
            Flaw::Illegal(step) => write!(f, "the move of step {step} is illegal"),
            Flaw::End(_) => f.write_str("a game ends otherwise than the proof claims"),
            Flaw::Table(step) => write!(f, "step {step}: no table says so"),
            Flaw::Circle(step) => write!(f, "step {step} leads in a circle, which wins nothing"),
        }
    }
}

impl std::error::Error for Flaw {}

/// Whether a side cannot lose any more: half of all balls lie in its kazan. Where a majority loses nobody is.
#[must_use]
pub fn safe(rules: &RuleSet, position: &Position, side: Side) -> bool {
    rules.objective == Objective::Most
        && 2 * u16::from(position.kazan(side)) >= u16::from(rules.balls())
}

/// Checks a proof by the rules and, for the positions that it leaves to tables, by a table.
///
/// # Errors
/// If it is none, with the first flaw.
pub fn check(certificate: &Certificate, table: &impl ExactTable) -> Result<Checked, Flaw> {
    let mut walk = Walk {
        certificate,
        table,
        next: 0,
        entered: FxHashMap::default(),
        checked: Checked::default(),
    };
    walk.run()?;
    match certificate.steps.len() - walk.next {
        0 => Ok(walk.checked),
        left => Err(Flaw::TooLong(left)),
    }
}

/// A position whose children are being walked.
struct Open {
    position: Position,
    step: usize,
    children: std::vec::IntoIter<Position>,
}

struct Walk<'a, T> {
    certificate: &'a Certificate,
    table: &'a T,
    /// The next step.
    next: usize,
    /// Positions entered, and whether their walk is done.
    entered: FxHashMap<Position, bool>,
    checked: Checked,
}

impl<T: ExactTable> Walk<'_, T> {
    fn run(&mut self) -> Result<(), Flaw> {
        let mut path: Vec<Open> = Vec::new();
        path.extend(self.enter(*self.certificate.root.position(), 0)?);
        while let Some(top) = path.last_mut() {
            match top.children.next() {
                Some(child) => {
                    let step = top.step;
                    path.extend(self.enter(child, step)?);
                }
                None => {
                    self.entered.insert(top.position, true);
                    path.pop();
                }
            }
        }
        Ok(())
    }

    /// Enters a position, to which a step leads. Gives what is to be walked below it.
    fn enter(&mut self, position: Position, from: usize) -> Result<Option<Open>, Flaw> {
        let ProofGoal { side, at_least } = self.certificate.goal;
        let board = Board::new(self.certificate.root.variant(), position);
        if let Some(outcome) = board.outcome() {
            if !self.certificate.goal.is_reached(&outcome) {
                return Err(Flaw::End(outcome));
            }
            self.checked.ends += 1;
            return Ok(None);
        }
        if at_least == AtLeast::Draw && safe(board.rules(), &position, side) {
            self.checked.ends += 1;
            return Ok(None);
        }
        match self.entered.get(&position) {
            Some(true) => return Ok(None),
            Some(false) if at_least == AtLeast::Draw => return Ok(None),
            Some(false) => return Err(Flaw::Circle(from)),
            None => {}
        }
        let step = self.next;
        let Some(&said) = self.certificate.steps.get(step) else {
            return Err(Flaw::TooShort);
        };
        self.next += 1;
        let legal = board.moves();
        let children: Vec<Position> = match said {
            ProofStep::Table => {
                let reached = self
                    .table
                    .result(&position)
                    .is_some_and(|winner| match winner {
                        Some(winner) => winner == side,
                        None => at_least == AtLeast::Draw,
                    });
                if !reached {
                    return Err(Flaw::Table(step));
                }
                self.checked.table += 1;
                self.entered.insert(position, true);
                return Ok(None);
            }
            ProofStep::Play(mv) if position.side() == side => {
                if !legal.contains(mv) {
                    return Err(Flaw::Illegal(step));
                }
                vec![*board.play(mv).position()]
            }
            ProofStep::All if position.side() != side => {
                let children = legal.into_iter().map(|mv| *board.play(mv).position());
                children.collect()
            }
            ProofStep::Play(_) | ProofStep::All => return Err(Flaw::ProofStep(step)),
        };
        self.checked.inner += 1;
        self.entered.insert(position, false);
        Ok(Some(Open {
            position,
            step,
            children: children.into_iter(),
        }))
    }
}
