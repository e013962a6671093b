//! A layer solved from the ones below, by sweeps over its boards until nothing changes.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::platform;

use super::layer::{Column, Layer};
use super::moves::{Catch, RowMove, catch, of_row};
use super::rows::RowId;
use super::space::{Layout, Space, Tuzdiks};
use super::value::{Code, Value};

/// Rows of the mover that are swept together; their boards share cache lines.
const TILE: usize = 32;
/// Rows of the waiting side of which it is asked at once whether anything changed.
const CHUNK: usize = 64;

/// Bytes for each board of a layer while it is solved: the codes before and after a sweep, and the ranks.
pub const WORKING_BYTES: u64 = 3;

/// Layers with fewer balls, and other tuzdiks, which a layer leads to.
pub trait Below: Sync {
    /// The layer of these tuzdiks with so many balls, and its boards.
    fn layer(&self, tuzdiks: Tuzdiks, balls: u8) -> (&Space, &Layer);
}

/// One side of a layer while it is solved: the boards of one order of the tuzdiks.
struct Half {
    space: Space,
    layout: Layout,
    /// As of the end of the last sweep.
    codes: Vec<u8>,
    /// As of now.
    next: Vec<AtomicU8>,
    ranks: Vec<AtomicU8>,
    /// For each row of the waiting side, in which parts of its block boards changed in the last sweep: bit
    /// `i` for the 64th part `i`.
    stale: Vec<u64>,
    /// The same for the sweep that runs.
    changed: Vec<AtomicU64>,
}

/// What a sweep tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sweep {
    /// Its number, from 1.
    pub number: u32,
    /// Boards whose value grew.
    pub grown: u64,
}

/// Solves the boards with so many balls, of some tuzdiks and the same turned, where both have the same rows
/// only once. `tell` hears of each sweep and can break the work off with `false`; then there is no answer.
pub fn solve(
    space: &Space,
    balls: u8,
    unit: u8,
    below: &dyn Below,
    tell: &mut dyn FnMut(Sweep) -> bool,
) -> Option<Vec<Layer>> {
    let mut halves = vec![Half::new(space.clone(), balls, unit)];
    if space.tuzdiks != space.tuzdiks.turned() {
        halves.push(Half::new(space.turned(), balls, unit));
    }
    let solver = Solver { balls, unit, below };
    for number in 1.. {
        let tiles: Vec<(usize, u8, RowId, RowId)> = (0..halves.len())
            .flat_map(|half| halves[half].tiles(half, balls))
            .collect();
        let grown = platform::sum(tiles, |(half, sum, first, end)| {
            let other = &halves[halves.len() - 1 - half];
            solver.sweep(&halves[half], other, number, sum, first..end)
        });
        for half in &mut halves {
            half.take_over(balls);
        }
        if !tell(Sweep { number, grown }) {
            return None;
        }
        if grown == 0 {
            break;
        }
    }
    Some(halves.into_iter().map(Half::finish).collect())
}

struct Solver<'a> {
    balls: u8,
    unit: u8,
    below: &'a dyn Below,
}

impl Half {
    fn new(space: Space, balls: u8, unit: u8) -> Half {
        let layout = space.layout(balls);
        let mut codes = vec![0; layout.len()];
        // Atsyz kalu: the mover has nothing, and the waiting side takes what it has.
        let all = Value {
            mover: 0,
            waiting: balls / unit,
        };
        for waiting in space.waiting.first(balls)..space.waiting.first(balls + 1) {
            codes[layout.index(&space, 0, waiting, balls)] = Code::of(all).0;
        }
        let rows = space.waiting.len();
        Half {
            next: codes.iter().map(|&code| AtomicU8::new(code)).collect(),
            ranks: codes.iter().map(|_| AtomicU8::new(0)).collect(),
            codes,
            layout,
            stale: vec![u64::MAX; rows],
            changed: (0..rows).map(|_| AtomicU64::new(0)).collect(),
            space,
        }
    }

    /// The rows of the mover in tiles: which half, their sum, the first and the one after the last.
    fn tiles(&self, half: usize, balls: u8) -> impl Iterator<Item = (usize, u8, RowId, RowId)> {
        let rows = &self.space.mover;
        (1..=balls).flat_map(move |sum| {
            let (first, end) = (rows.first(sum), rows.first(sum + 1));
            let starts = (first..end).step_by(TILE);
            starts.map(move |start| (half, sum, start, end.min(start + TILE as RowId)))
        })
    }

    /// The end of a sweep: what changed counts from now on.
    fn take_over(&mut self, balls: u8) {
        for sum in 0..=balls {
            for row in self.space.waiting.first(sum)..self.space.waiting.first(sum + 1) {
                let changed = self.changed[row as usize].get_mut();
                let stale = std::mem::take(changed);
                self.stale[row as usize] = stale;
                if stale != 0 {
                    let (at, size) = self.layout.block(&self.space, row, sum);
                    let next = &mut self.next[at..at + size];
                    for (code, next) in self.codes[at..at + size].iter_mut().zip(next) {
                        *code = *next.get_mut();
                    }
                }
            }
        }
    }

    fn finish(self) -> Layer {
        Layer {
            layout: self.layout,
            codes: Column::Owned(self.codes),
            ranks: Column::Owned(self.ranks.into_iter().map(AtomicU8::into_inner).collect()),
        }
    }
}

/// A move of one row with where its children stand, for any row of the other side with the same sum.
struct Child<'a> {
    made: RowMove,
    /// The children without a capture.
    codes: &'a [u8],
    /// What to add to the number of the other side's row for its place in `codes`.
    offset: usize,
    /// Balls left in the pits after the sowing.
    balls: u8,
    /// Which parts of the block of the children changed in the last sweep; none in a layer below.
    stale: u64,
    /// The first of the block's rows and how many there are.
    first: RowId,
    size: usize,
}

impl Child<'_> {
    /// Whether a child may have changed with a row from `from` to `to`. Sowing keeps the order of rows.
    #[inline]
    fn is_stale(&self, from: RowId, to: RowId) -> bool {
        let [low, high] = [from, to].map(|row| part((row - self.first) as usize, self.size));
        let above = u64::MAX << low;
        let below = u64::MAX >> (63 - high);
        self.stale & above & below != 0
    }
}

/// Which of the 64 parts of a block an entry lies in.
#[inline]
fn part(rank: usize, size: usize) -> u32 {
    (64 * rank / size) as u32
}

impl Solver<'_> {
    /// Computes the values of the boards with one of these rows of the mover anew. Gives the number of those
    /// that grew.
    fn sweep(
        &self,
        half: &Half,
        other: &Half,
        number: u32,
        sum: u8,
        rows: std::ops::Range<RowId>,
    ) -> u64 {
        let Half { space, layout, .. } = half;
        let waiting_sum = self.balls - sum;
        let settled = Code::settled(self.balls / self.unit);
        let tile: Vec<(RowId, Vec<Child<'_>>)> = rows
            .filter_map(|row| {
                let moves = of_row(space.rules, &space.mover, space.tuzdiks, row);
                let children: Vec<_> = moves.iter().map(|made| self.child(other, *made)).collect();
                // Only what lies in the same layer can have changed; captures lead below.
                let any = number == 1 || children.iter().any(|child| child.stale != 0);
                any.then_some((row, children))
            })
            .collect();
        let mut grown = 0;
        let (first, size) = (space.mover.first(sum), space.mover.count(sum));
        let (start, end) = (
            space.waiting.first(waiting_sum),
            space.waiting.first(waiting_sum + 1),
        );
        let mut active: Vec<&(RowId, Vec<Child<'_>>)> = Vec::with_capacity(TILE);
        for from in (start..end).step_by(CHUNK) {
            let to = end.min(from + CHUNK as RowId);
            let sown =
                |child: &Child<'_>, row| space.waiting.sown(row, child.made.laps, child.made.part);
            active.clear();
            active.extend(tile.iter().filter(|(_, children)| {
                number == 1
                    || children.iter().any(|child| {
                        child.stale != 0 && child.is_stale(sown(child, from), sown(child, to - 1))
                    })
            }));
            for waiting in if active.is_empty() { to } else { from }..to {
                let (block, _) = layout.block(space, waiting, waiting_sum);
                for (row, children) in &active {
                    let rank = (row - first) as usize;
                    let old = half.codes[block + rank];
                    if old >= settled {
                        continue;
                    }
                    let new = self.value(half, other, children, waiting);
                    let code = Code::of(new).0;
                    if code != old {
                        debug_assert!(code > old);
                        half.next[block + rank].store(code, Relaxed);
                        half.changed[waiting as usize].fetch_or(1 << part(rank, size), Relaxed);
                        if new.waiting != Code(old).value().waiting {
                            half.ranks[block + rank].store(number.min(255) as u8, Relaxed);
                        }
                        grown += 1;
                    }
                }
            }
        }
        grown
    }

    fn child<'a>(&'a self, other: &'a Half, made: RowMove) -> Child<'a> {
        let balls = self.balls - made.to_mover - made.to_waiting;
        let (space, layout, codes) = self.place(other, balls);
        let sum = balls - made.sum;
        let (block, size) = layout.block(space, made.row, made.sum);
        let first = space.mover.first(sum);
        Child {
            made,
            codes,
            first,
            size,
            stale: if balls == self.balls {
                other.stale[made.row as usize]
            } else {
                0
            },
            // Rows of the child's mover are numbered from the first with their sum.
            offset: block.wrapping_sub(first as usize),
            balls,
        }
    }

    /// The boards of the other side to move with so many balls.
    fn place<'a>(&'a self, other: &'a Half, balls: u8) -> (&'a Space, &'a Layout, &'a [u8]) {
        if balls == self.balls {
            (&other.space, &other.layout, &other.codes)
        } else {
            let (space, layer) = self.below.layer(other.space.tuzdiks, balls);
            (space, &layer.layout, &layer.codes)
        }
    }

    /// What both sides can force from a board by what is known of its children.
    #[inline]
    fn value(&self, half: &Half, other: &Half, children: &[Child<'_>], waiting: RowId) -> Value {
        let rows = &half.space.waiting;
        let mut value = Value {
            mover: 0,
            waiting: u8::MAX,
        };
        for child in children {
            let made = &child.made;
            let row = rows.sown(waiting, made.laps, made.part);
            let mut gained = made.to_mover;
            let mut code = None;
            if let Some(pit) = made.last {
                let balls = rows.balls(row, pit);
                match catch(half.space.rules, half.space.tuzdiks, pit, balls) {
                    Catch::Nothing => {}
                    Catch::Pit => {
                        gained += balls;
                        let (space, layout, codes) = self.place(other, child.balls - balls);
                        let index = layout.index(space, rows.emptied(row, pit), made.row, made.sum);
                        code = Some(codes[index]);
                    }
                    Catch::Tuzdik => {
                        gained += 3;
                        code = Some(self.after_tuzdik(half, child, row, pit));
                    }
                }
            }
            let code = code.unwrap_or_else(|| child.codes[child.offset.wrapping_add(row as usize)]);
            let after = Code(code).value();
            value.mover = value.mover.max(gained / self.unit + after.waiting);
            value.waiting = value.waiting.min(made.to_waiting / self.unit + after.mover);
        }
        value
    }

    /// The board after a pit became a tuzdik; it stands in another table.
    #[cold]
    fn after_tuzdik(&self, half: &Half, child: &Child<'_>, row: RowId, pit: usize) -> u8 {
        let tuzdiks = Tuzdiks {
            mover: half.space.tuzdiks.waiting,
            waiting: crate::game::Pit::new(pit as u8 + 1),
        };
        let (space, layer) = self.below.layer(tuzdiks, child.balls - 3);
        let pits = usize::from(space.rules.pits);
        let mut left = half.space.waiting.row(row);
        left[pit] = 0;
        let mover = space.mover.find(&left[..pits]);
        let waiting = &half.space.mover.row(child.made.row)[..pits];
        let index = layer
            .layout
            .index(space, mover, space.waiting.find(waiting), child.made.sum);
        layer.codes[index]
    }
}
