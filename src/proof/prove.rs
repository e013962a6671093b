//! Finding out whether a goal is reached, with the certificate that shows it.

use std::fmt;

use rustc_hash::FxHashSet;

use crate::game::rules::Repeated;
use crate::game::sets::with_rules;
use crate::game::{Board, Move, Position, Rules, Variant};

use super::certificate::{Certificate, ProofStep};
use super::check::{ExactTable, safe};
use super::goal::{AtLeast, ProofGoal};
use super::search::{ProofProgress, Prover, ProverSettings};

/// Bytes of the stack of a search, of which it uses what the longest line takes.
const STACK: usize = 2 << 30;

/// How the search of a goal ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofVerdict {
    /// It is reached; the certificate says how.
    Proved(Certificate),
    /// It is not reached; the certificate is that of the opposite goal.
    Refuted(Certificate),
    /// The search was stopped before.
    Unknown,
}

/// A game of which nothing can be proved here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoProofs(Variant);

impl fmt::Display for NoProofs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = self.0;
        write!(
            f,
            "nothing can be proved of {variant}: a repeated position there is no draw"
        )
    }
}

impl std::error::Error for NoProofs {}

/// Whether the prover and the checker know the rules of a game.
///
/// # Errors
/// If they do not.
pub fn supports(variant: Variant) -> Result<(), NoProofs> {
    match variant.rules().repeated {
        Repeated::Draw => Ok(()),
        Repeated::OwnSides => Err(NoProofs(variant)),
    }
}

/// Finds out whether a goal is reached and how; the second number is that of the positions expanded. `stop` is
/// asked now and then.
///
/// The search needs a deep stack; it runs on a thread of its own.
///
/// # Errors
/// If the thread cannot be started.
pub fn prove<T: ExactTable + Sync>(
    goal: ProofGoal,
    root: &Board,
    table: &T,
    settings: &ProverSettings,
    stop: &(dyn Fn(ProofProgress) -> bool + Sync),
) -> std::io::Result<(ProofVerdict, u64)> {
    with_rules!(root.variant(), R => prove_by::<R, T>(goal, root.position(), table, settings, stop))
}

fn prove_by<R: Rules, T: ExactTable + Sync>(
    goal: ProofGoal,
    root: &Position,
    table: &T,
    settings: &ProverSettings,
    stop: &(dyn Fn(ProofProgress) -> bool + Sync),
) -> std::io::Result<(ProofVerdict, u64)> {
    std::thread::scope(|scope| {
        let work = move || {
            let attacker = match goal.at_least {
                AtLeast::Win => goal.side,
                AtLeast::Draw => goal.side.opponent(),
            };
            let mut prover = Prover::<R, T>::new(attacker, table, settings, stop);
            let verdict = verdict(&mut prover, goal, root);
            (verdict, prover.nodes())
        };
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work)?;
        thread
            .join()
            .map_err(|_| std::io::Error::other("the prover failed"))
    })
}

fn verdict<R: Rules, T: ExactTable>(
    prover: &mut Prover<'_, R, T>,
    goal: ProofGoal,
    root: &Position,
) -> ProofVerdict {
    let Some(won) = prover.decide(root) else {
        return ProofVerdict::Unknown;
    };
    let reached = won == (goal.at_least == AtLeast::Win);
    let proved = if reached { goal } else { goal.opposite() };
    let Some(steps) = steps(prover, proved, root) else {
        return ProofVerdict::Unknown;
    };
    let certificate = Certificate {
        root: Board::new(R::VARIANT, *root),
        goal: proved,
        steps,
    };
    match reached {
        true => ProofVerdict::Proved(certificate),
        false => ProofVerdict::Refuted(certificate),
    }
}

/// The steps of a certificate, in the order in which the checker walks.
fn steps<R: Rules, T: ExactTable>(
    prover: &mut Prover<'_, R, T>,
    goal: ProofGoal,
    root: &Position,
) -> Option<Vec<ProofStep>> {
    let mut steps = Vec::new();
    let mut entered = FxHashSet::default();
    let mut left = vec![*root];
    while let Some(position) = left.pop() {
        let draws = goal.at_least == AtLeast::Draw;
        if position.outcome::<R>().is_some()
            || (draws && safe(&R::SET, &position, goal.side))
            || !entered.insert(position.hash())
        {
            continue;
        }
        if prover.table().result(&position).is_some() {
            steps.push(ProofStep::Table);
        } else if position.side() == goal.side {
            let mv = step(prover, goal, &position, &entered)?;
            steps.push(ProofStep::Play(mv));
            left.push(position.play::<R>(mv));
        } else {
            steps.push(ProofStep::All);
            let moves: Vec<Move> = position.moves::<R>().into_iter().collect();
            left.extend(moves.iter().rev().map(|&mv| position.play::<R>(mv)));
        }
    }
    Some(steps)
}

/// A move that keeps the goal.
fn step<R: Rules, T: ExactTable>(
    prover: &mut Prover<'_, R, T>,
    goal: ProofGoal,
    position: &Position,
    entered: &FxHashSet<u64>,
) -> Option<Move> {
    if goal.at_least == AtLeast::Win {
        if prover.winning_move(position).is_none() {
            prover.decide(position)?;
        }
        return prover.winning_move(position);
    }
    let moves: Vec<Move> = position.moves::<R>().into_iter().collect();
    let children: Vec<Position> = moves.iter().map(|&mv| position.play::<R>(mv)).collect();
    let holds = |prover: &Prover<'_, R, T>, child: &Position| {
        entered.contains(&child.hash()) || prover.known(child) == Some(false)
    };
    if let Some(index) = children.iter().position(|child| holds(prover, child)) {
        return Some(moves[index]);
    }
    for (mv, child) in moves.into_iter().zip(&children) {
        if !prover.decide(child)? {
            return Some(mv);
        }
    }
    None
}
