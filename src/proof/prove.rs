//! Depth-first proof-number search (Nagai, 2002) for a forced win, and the certificates that follow from it.
//!
//! A position has a proof number, how much is at least to be proved for the win, and a disproof number, how
//! much to refute it. A line that returns to a position of its own path wins nothing. What is refuted by
//! such a return holds only below the position returned to, so that it is kept in the table no earlier than
//! there; this is the care that the history of a path asks for (Kishimoto and Müller, "A general solution to
//! the graph history interaction problem", 2004).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::eval::Evaluator;
use crate::game::{Board, Move, Position, Rules, Side};

use super::certificate::{Certificate, Step};
use super::check::{ExactTable, safe};
use super::goal::{AtLeast, Goal};

/// Stands for "never".
const NEVER: u32 = u32::MAX / 4;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const PROVED: Numbers = Numbers {
    proof: 0,
    disproof: NEVER,
};
const REFUTED: Numbers = Numbers {
    proof: NEVER,
    disproof: 0,
};

impl Numbers {
    fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// How the search of a goal ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is reached; the certificate says how.
    Proved(Certificate),
    /// It is not reached; the certificate is that of the opposite goal.
    Refuted(Certificate),
    /// The search was stopped before.
    Unknown,
}

/// What a search tells while it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions expanded.
    pub nodes: u64,
    /// Proof number of the position asked for.
    pub proof: u32,
    /// Its disproof number.
    pub disproof: u32,
}

/// An entry of the table of open positions.
#[derive(Clone, Copy, Default)]
struct Entry {
    hash: u64,
    proof: u32,
    disproof: u32,
    /// Nodes spent below it, for replacement.
    work: u32,
}

const BUCKET: usize = 4;

/// Open positions with their numbers, in a fixed amount of memory.
struct OpenTable {
    entries: Vec<Entry>,
}

impl OpenTable {
    fn new(megabytes: usize) -> OpenTable {
        let bytes = megabytes.max(1) << 20;
        let buckets = (bytes / (BUCKET * size_of::<Entry>())).max(1);
        OpenTable {
            entries: vec![Entry::default(); buckets * BUCKET],
        }
    }

    fn bucket(&self, hash: u64) -> usize {
        let buckets = (self.entries.len() / BUCKET) as u128;
        ((u128::from(hash) * buckets) >> 64) as usize * BUCKET
    }

    fn get(&self, hash: u64) -> Option<Numbers> {
        let at = self.bucket(hash);
        let found = self.entries[at..at + BUCKET]
            .iter()
            .find(|e| e.hash == hash && e.work > 0)?;
        Some(Numbers {
            proof: found.proof,
            disproof: found.disproof,
        })
    }

    fn put(&mut self, hash: u64, numbers: Numbers, work: u32) {
        let at = self.bucket(hash);
        let bucket = &mut self.entries[at..at + BUCKET];
        let slot = match bucket.iter().position(|e| e.hash == hash || e.work == 0) {
            Some(slot) => slot,
            None => (0..BUCKET)
                .min_by_key(|&slot| bucket[slot].work)
                .unwrap_or(0),
        };
        bucket[slot] = Entry {
            hash,
            proof: numbers.proof,
            disproof: numbers.disproof,
            work: work.max(1),
        };
    }
}

/// Searches for a forced win of one side.
pub struct Prover<'a, R: Rules, T: ExactTable> {
    attacker: Side,
    table: &'a T,
    evaluator: Evaluator,
    open: OpenTable,
    /// Positions with their result, and the winning move where the attacker moves. They are few beside the
    /// open ones, and certificates are made of them.
    decided: FxHashMap<u64, (bool, Option<Move>)>,
    /// Positions of the path with their depths.
    path: FxHashMap<u64, u32>,
    nodes: u64,
    limit: u64,
    stop: &'a (dyn Fn(Progress) -> bool + 'a),
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
    /// A prover for one side, with a table of so many MB. `stop` is asked now and then.
    pub fn new(
        attacker: Side,
        table: &'a T,
        evaluator: Evaluator,
        megabytes: usize,
        limit: u64,
        stop: &'a (dyn Fn(Progress) -> bool + 'a),
    ) -> Prover<'a, R, T> {
        Prover {
            attacker,
            table,
            evaluator,
            open: OpenTable::new(megabytes),
            decided: FxHashMap::default(),
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
    fn known(&self, position: &Position) -> Option<bool> {
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

    /// The numbers of a position that is not known, before it is searched: the attacker's chances.
    fn first_guess(&self, position: &Position) -> Numbers {
        let score = self.evaluator.evaluate::<R>(position);
        let score = if position.side() == self.attacker {
            score
        } else {
            -score
        };
        let steps = (score.unsigned_abs() / 400).min(30);
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
            let progress = Progress {
                nodes: self.nodes,
                proof,
                disproof,
            };
            self.stopped |= (self.stop)(progress) || self.nodes >= self.limit;
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

/// Finds out whether a goal is reached and how.
///
/// The search needs a deep stack; it runs on a thread of its own.
pub fn prove<R: Rules, T: ExactTable + Sync>(
    goal: Goal,
    root: &Position,
    table: &T,
    evaluator: &Evaluator,
    megabytes: usize,
    limit: u64,
    stop: &(dyn Fn(Progress) -> bool + Sync),
) -> std::io::Result<(Verdict, u64)> {
    const STACK: usize = 2 << 30;
    std::thread::scope(|scope| {
        let work = move || {
            let attacker = match goal.at_least {
                AtLeast::Win => goal.side,
                AtLeast::Draw => goal.side.opponent(),
            };
            let mut prover =
                Prover::<R, T>::new(attacker, table, evaluator.clone(), megabytes, limit, stop);
            let verdict = prover.verdict(goal, root);
            (verdict, prover.nodes)
        };
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work)?;
        thread
            .join()
            .map_err(|_| std::io::Error::other("the prover failed"))
    })
}

impl<R: Rules, T: ExactTable> Prover<'_, R, T> {
    fn verdict(&mut self, goal: Goal, root: &Position) -> Verdict {
        let Some(won) = self.decide(root) else {
            return Verdict::Unknown;
        };
        let reached = won == (goal.at_least == AtLeast::Win);
        let proved = if reached { goal } else { goal.opposite() };
        let Some(steps) = self.steps(proved, root) else {
            return Verdict::Unknown;
        };
        let certificate = Certificate {
            root: Board::new(R::VARIANT, *root),
            goal: proved,
            steps,
        };
        match reached {
            true => Verdict::Proved(certificate),
            false => Verdict::Refuted(certificate),
        }
    }

    /// The steps of a certificate, in the order in which the checker walks.
    fn steps(&mut self, goal: Goal, root: &Position) -> Option<Vec<Step>> {
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
            if self.table.result(&position).is_some() {
                steps.push(Step::Table);
            } else if position.side() == goal.side {
                let mv = self.step(goal, &position, &entered)?;
                steps.push(Step::Play(mv));
                left.push(position.play::<R>(mv));
            } else {
                steps.push(Step::All);
                let moves: Vec<Move> = position.moves::<R>().into_iter().collect();
                left.extend(moves.iter().rev().map(|&mv| position.play::<R>(mv)));
            }
        }
        Some(steps)
    }

    /// A move that keeps the goal.
    fn step(&mut self, goal: Goal, position: &Position, entered: &FxHashSet<u64>) -> Option<Move> {
        if goal.at_least == AtLeast::Win {
            if !self.decided.contains_key(&position.hash()) {
                self.decide(position)?;
            }
            return self.decided.get(&position.hash()).and_then(|&(_, mv)| mv);
        }
        let moves: Vec<Move> = position.moves::<R>().into_iter().collect();
        let children: Vec<Position> = moves.iter().map(|&mv| position.play::<R>(mv)).collect();
        let holds = |prover: &Self, child: &Position| {
            entered.contains(&child.hash()) || prover.known(child) == Some(false)
        };
        if let Some(index) = children.iter().position(|child| holds(self, child)) {
            return Some(moves[index]);
        }
        for (mv, child) in moves.into_iter().zip(&children) {
            if !self.decide(child)? {
                return Some(mv);
            }
        }
        None
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
