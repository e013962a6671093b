//! Depth-first proof-number search (Nagai, 2002) for a forced win.
//!
//! A position has a proof number, how much is at least to be proved for the win, and a disproof number, how
//! much to refute it. A line that returns to a position of its own path wins nothing. What is refuted by
//! such a return holds only below the position returned to, so that it is kept in the table no earlier than
//! there; this is the care that the history of a path asks for (Kishimoto and Müller, "A general solution to
//! the graph history interaction problem", 2004).

use rustc_hash::FxHashMap;

use crate::eval::Evaluator;
use crate::game::{Move, Position, Rules, Side};

use super::check::{ExactTable, safe};
use super::numbers::{NEVER, Numbers, OpenTable, PROVED, REFUTED};

/// What a search tells while it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofProgress {
    /// Positions expanded.
    pub nodes: u64,
    /// Proof number of the position asked for.
    pub proof: u32,
    /// Its disproof number.
    pub disproof: u32,
}

/// What a search may use.
#[derive(Clone, Debug)]
pub struct ProverSettings {
    /// What orders moves and guesses the first numbers.
    pub evaluator: Evaluator,
    /// Memory in MB, half of it for open positions, half for decided ones.
    pub megabytes: usize,
    /// Most positions to expand.
    pub limit: u64,
}

/// Bytes of memory for a decided position, as a hash map that grows by doubling takes them.
const DECIDED_BYTES: usize = 48;

/// A score of so many hundredths of a ball more makes a guess a step surer.
const GUESS_STEP: u32 = 400;
/// Most steps.
const MOST_STEPS: u32 = 30;

/// Searches for a forced win of one side.
pub struct Prover<'a, R: Rules, T: ExactTable> {
    attacker: Side,
    table: &'a T,
    evaluator: Evaluator,
    open: OpenTable,
    /// Positions with their result, and the winning move where the attacker moves. They are few beside the
    /// open ones, and certificates are made of them.
    decided: FxHashMap<u64, (bool, Option<Move>)>,
    /// Most of them that the memory holds.
    most_decided: usize,
    /// Positions of the path with their depths.
    path: FxHashMap<u64, u32>,
    nodes: u64,
    limit: u64,
    stop: &'a (dyn Fn(ProofProgress) -> bool + 'a),
    stopped: bool,
    root: Numbers,
    rules: std::marker::PhantomData<R>,
}

/// A child of the position that is expanded.
struct Child {
    mv: Move,
    position: Position,
    numbers: Numbers,
    /// The depth of the position of the path on which `numbers` depend, or `u32::MAX`.
    depends: u32,
}

impl<'a, R: Rules, T: ExactTable> Prover<'a, R, T> {
    /// A prover for one side. `stop` is asked now and then.
    pub fn new(
        attacker: Side,
        table: &'a T,
        settings: &ProverSettings,
        stop: &'a (dyn Fn(ProofProgress) -> bool + 'a),
    ) -> Prover<'a, R, T> {
        let ProverSettings {
            ref evaluator,
            megabytes,
            limit,
        } = *settings;
        Prover {
            attacker,
            table,
            evaluator: evaluator.clone(),
            open: OpenTable::new(megabytes / 2),
            decided: FxHashMap::default(),
            most_decided: (megabytes.max(2) << 19) / DECIDED_BYTES,
            path: FxHashMap::default(),
            nodes: 0,
            limit,
            stop,
            stopped: false,
            root: Numbers {
                proof: 1,
                disproof: 1,
            },
            rules: std::marker::PhantomData,
        }
    }

    /// Positions expanded so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the attacker wins by force, or `None` if the search was stopped before that was known.
    pub fn decide(&mut self, position: &Position) -> Option<bool> {
        if let Some(known) = self.known(position) {
            return Some(known);
        }
        self.path.clear();
        let (numbers, _) = self.expand(position, 0, NEVER, NEVER);
        (!self.stopped && numbers.is_decided()).then_some(numbers.proof == 0)
    }

    /// What needs no search: the rules, the table, what cannot be reached any more, earlier results.
    pub fn known(&self, position: &Position) -> Option<bool> {
        if let Some(outcome) = position.outcome::<R>() {
            return Some(outcome.winner == Some(self.attacker));
        }
        if let Some(winner) = self.table.result(position) {
            return Some(winner == Some(self.attacker));
        }
        if safe(&R::SET, position, self.attacker.opponent()) {
            return Some(false);
        }
        self.decided.get(&position.hash()).map(|&(won, _)| won)
    }

    /// The move by which the attacker wins a position that is known to be won, if it is the attacker's turn.
    pub fn winning_move(&self, position: &Position) -> Option<Move> {
        self.decided
            .get(&position.hash())
            .and_then(|&(_, winning)| winning)
    }

    /// The table that is asked.
    pub fn table(&self) -> &'a T {
        self.table
    }

    /// The numbers of a position that is not known, before it is searched: the attacker's chances.
    fn first_guess(&self, position: &Position) -> Numbers {
        let score = self.evaluator.evaluate::<R>(position);
        let score = if position.side() == self.attacker {
            score
        } else {
            -score
        };
        let steps = (score.unsigned_abs() / GUESS_STEP).min(MOST_STEPS);
        let (near, far) = (1, 1 + steps);
        if score >= 0 {
            Numbers {
                proof: near,
                disproof: far,
            }
        } else {
            Numbers {
                proof: far,
                disproof: near,
            }
        }
    }

    fn look_up(&self, position: &Position) -> (Numbers, u32) {
        if let Some(&depth) = self.path.get(&position.hash()) {
            return (REFUTED, depth);
        }
        let numbers = match self.known(position) {
            Some(true) => PROVED,
            Some(false) => REFUTED,
            None => {
                let open = self.open.get(position.hash());
                open.unwrap_or_else(|| self.first_guess(position))
            }
        };
        (numbers, u32::MAX)
    }

    /// Searches a position until one of its numbers reaches its limit. Gives the numbers and on which
    /// position of the path they depend.
    fn expand(
        &mut self,
        position: &Position,
        depth: u32,
        proof: u32,
        disproof: u32,
    ) -> (Numbers, u32) {
        // It may have been decided by another way since its parent looked.
        if let Some(won) = self.known(position) {
            return (if won { PROVED } else { REFUTED }, u32::MAX);
        }
        self.nodes += 1;
        let before = self.nodes;
        if self.nodes & 0xfff == 0 {
            let Numbers { proof, disproof } = self.root;
            let progress = ProofProgress {
                nodes: self.nodes,
                proof,
                disproof,
            };
            self.stopped |= (self.stop)(progress)
                || self.nodes >= self.limit
                || self.decided.len() >= self.most_decided;
        }
        let attacks = position.side() == self.attacker;
        let hash = position.hash();
        self.path.insert(hash, depth);
        let legal = position.moves::<R>();
        let mut children: Vec<Child> = legal
            .into_iter()
            .map(|mv| {
                let position = position.play::<R>(mv);
                let (numbers, depends) = self.look_up(&position);
                Child {
                    mv,
                    position,
                    numbers,
                    depends,
                }
            })
            .collect();
        let (numbers, depends) = loop {
            let (numbers, depends) = combine(&children, attacks);
            if depth == 0 {
                self.root = numbers;
            }
            if self.stopped
                || numbers.is_decided()
                || numbers.proof >= proof
                || numbers.disproof >= disproof
            {
                break (numbers, depends);
            }
            // The most promising child, searched until it is no longer that.
            let key = |child: &Child| match attacks {
                true => child.numbers.proof,
                false => child.numbers.disproof,
            };
            let (mut best, mut first, mut second) = (0, NEVER + 1, NEVER);
            for (index, child) in children.iter().enumerate() {
                let value = key(child);
                if value < first {
                    second = first.min(NEVER);
                    (best, first) = (index, value);
                } else if value < second {
                    second = value;
                }
            }
            let child = &children[best];
            // A quarter more than the second best, lest the search jumps to and fro (Pawlewicz and Lew, 2006).
            let margin = second.saturating_add(second / 4 + 1).min(NEVER);
            let (own, others) = match attacks {
                true => (child.numbers.disproof, numbers.disproof),
                false => (child.numbers.proof, numbers.proof),
            };
            let rest = others.saturating_sub(own);
            let (child_proof, child_disproof) = match attacks {
                true => (proof.min(margin), disproof.saturating_sub(rest)),
                false => (proof.saturating_sub(rest), disproof.min(margin)),
            };
            let next = child.position;
            let (found, depends) = self.expand(&next, depth + 1, child_proof, child_disproof);
            children[best].numbers = found;
            children[best].depends = depends;
        };
        self.path.remove(&hash);
        // What depends on this position itself or on one below holds wherever this one is reached.
        let depends = if depends >= depth { u32::MAX } else { depends };
        if self.stopped {
            return (numbers, depends);
        }
        if !numbers.is_decided() {
            let work = (self.nodes - before).min(u64::from(u32::MAX - 1)) as u32;
            self.open.put(hash, numbers, work + 1);
        } else if depends == u32::MAX {
            let won = numbers.proof == 0;
            let winning = children
                .iter()
                .find(|child| attacks && child.numbers.proof == 0);
            self.decided
                .insert(hash, (won, winning.map(|child| child.mv)));
        }
        (numbers, depends)
    }
}

/// The numbers of a position from those of its children.
fn combine(children: &[Child], attacks: bool) -> (Numbers, u32) {
    let mut least = NEVER;
    let mut sum: u32 = 0;
    for child in children {
        let (min_of, sum_of) = match attacks {
            true => (child.numbers.proof, child.numbers.disproof),
            false => (child.numbers.disproof, child.numbers.proof),
        };
        least = least.min(min_of);
        // What is open stays below what is decided.
        sum = sum.saturating_add(sum_of).min(NEVER - 1);
    }
    let numbers = match attacks {
        true => Numbers {
            proof: least,
            disproof: if least == 0 { NEVER } else { sum },
        },
        false => Numbers {
            proof: if least == 0 { NEVER } else { sum },
            disproof: least,
        },
    };
    // A proof never rests on a return; a refutation by the attacker's moves rests on all of them, one by
    // the defender's on the refuting ones.
    let depends = if numbers.proof == 0 {
        u32::MAX
    } else {
        let returns = children.iter().filter(|child| child.numbers.disproof == 0);
        if numbers.disproof == 0 && !attacks {
            returns.map(|child| child.depends).max()
        } else {
            returns.map(|child| child.depends).min()
        }
        .unwrap_or(u32::MAX)
    };
    (numbers, depends)
}
