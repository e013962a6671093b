//! A layer solved from the ones below, by sweeps over its boards until nothing changes.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::game::Pit;
use crate::platform;

use super::layer::{Column, Layer};
use super::moves::{RowMove, RowMoves, captures, makes_tuzdik};
use super::rows::{RowId, Rows};
use super::space::{Layout, Space, Tuzdiks};
use super::value::{Code, TableValue};

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
    moves: RowMoves,
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
    let solver = Solver {
        balls,
        unit,
        below,
        captures: captures(space.rules),
    };
    for number in 1.. {
        let tiles: Vec<(usize, u8, RowId, RowId)> = (0..halves.len())
            .flat_map(|half| halves[half].tiles(half, balls))
            .collect();
        let places: Vec<Places<'_>> = (0..halves.len())
            .map(|half| Places::new(&halves[halves.len() - 1 - half], balls, unit, below))
            .collect();
        let grown = platform::sum(tiles, |(half, sum, first, end)| {
            let other = &halves[halves.len() - 1 - half];
            let places = &places[half];
            solver.sweep(&halves[half], other, places, number, sum, first..end)
        });
        drop(places);
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
    /// How many balls the last ball captures where so many lie then.
    captures: [u8; 256],
}

/// Where the boards after moves of one half stand, by their balls and the sum of the row that has moved.
struct Places<'a> {
    places: Vec<Place<'a>>,
    balls: usize,
}

/// Blocks of boards.
#[derive(Clone, Copy, Default)]
struct Place<'a> {
    codes: &'a [u8],
    /// Where the first block begins, less the number of the first row in it; a sum below 0 goes round.
    base: usize,
    /// The number of the first row that has moved.
    first: RowId,
    /// How long each block is.
    size: usize,
}

impl<'a> Places<'a> {
    /// All that moves from one half lead to, of which `other` is the part with as many balls.
    fn new(other: &'a Half, balls: u8, unit: u8, below: &'a dyn Below) -> Places<'a> {
        let wide = usize::from(balls) + 1;
        let mut places = vec![Place::default(); wide * wide];
        for left in (0..=balls).step_by(usize::from(unit)) {
            let (space, layout, codes): (&Space, &Layout, &[u8]) = if left == balls {
                (&other.space, &other.layout, &other.codes)
            } else {
                let (space, layer) = below.layer(other.space.tuzdiks, left);
                (space, &layer.layout, &layer.codes)
            };
            for sum in 0..=left {
                let first = space.waiting.first(sum);
                let (start, size) = layout.block(space, first, sum);
                places[usize::from(left) * wide + usize::from(sum)] = Place {
                    codes,
                    base: start.wrapping_sub(space.mover.first(left - sum) as usize),
                    first,
                    size,
                };
            }
        }
        Places {
            places,
            balls: usize::from(balls),
        }
    }

    #[inline]
    fn get(&self, left: u8, sum: u8) -> &Place<'a> {
        &self.places[usize::from(left) * (self.balls + 1) + usize::from(sum)]
    }
}

/// Children with the same number of balls: the code of one stands at `offset` and the number of its mover's
/// row, whose sum goes round.
#[derive(Clone, Copy)]
struct Target<'a> {
    codes: &'a [u8],
    offset: usize,
}

impl Target<'_> {
    #[inline]
    fn value(self, row: RowId) -> TableValue {
        Code(self.codes[self.offset.wrapping_add(row as usize)]).value()
    }
}

impl Half {
    fn new(space: Space, balls: u8, unit: u8) -> Half {
        let layout = space.layout(balls);
        let mut codes = vec![0; layout.len()];
        // Atsyz kalu: the mover has nothing, and the waiting side takes what it has.
        let all = TableValue {
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
            moves: RowMoves::new(space.rules, &space.mover, space.tuzdiks, balls),
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

    /// Whether boards that a row of the waiting side is part of changed in the last sweep.
    #[inline]
    fn is_stale(&self, waiting: RowId) -> bool {
        self.stale[waiting as usize] != 0
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
#[derive(Clone, Copy)]
struct Child {
    made: RowMove,
    /// Where its [`Target`]s begin, one for each number of balls that the last ball can capture, from 0.
    targets: usize,
    /// Balls left in the pits after the sowing.
    balls: u8,
    /// Which parts of the block of the children changed in the last sweep; none in a layer below.
    stale: u64,
    /// The first of the block's rows and how many there are.
    first: RowId,
    size: usize,
}

impl Child {
    /// Whether a child may have changed with a row from `from` to `to`. Sowing keeps the order of rows.
    #[inline]
    fn is_stale(&self, rows: &Rows, from: RowId, to: RowId) -> bool {
        let [low, high] =
            [from, to].map(|row| part((self.sown(rows, row) - self.first) as usize, self.size));
        let above = u64::MAX << low;
        let below = u64::MAX >> (63 - high);
        self.stale & above & below != 0
    }

    /// A row of the other side after the sowing.
    #[inline]
    fn sown(&self, rows: &Rows, mut row: RowId) -> RowId {
        for _ in 0..self.made.laps {
            row = rows.sown(rows.pits())[row as usize];
        }
        if self.made.part > 0 {
            row = rows.sown(self.made.part)[row as usize];
        }
        row
    }
}

/// Which of the 64 parts of a block an entry lies in.
#[inline]
fn part(rank: usize, size: usize) -> u32 {
    (64 * rank / size) as u32
}

/// The boards of one row of the mover and some of the waiting side that are computed together.
struct Batch {
    /// The rows of the waiting side.
    rows: [RowId; CHUNK],
    /// How many there are.
    len: usize,
    /// What the mover can force, in units.
    mover: [u8; CHUNK],
    /// What the waiting side can force.
    waiting: [u8; CHUNK],
}

impl Batch {
    #[inline]
    fn clear(&mut self) {
        self.len = 0;
        self.mover = [0; CHUNK];
        self.waiting = [u8::MAX; CHUNK];
    }

    #[inline]
    fn push(&mut self, row: RowId) {
        self.rows[self.len] = row;
        self.len += 1;
    }

    /// A move by which the mover gains so much and the waiting side so much, with the value after it.
    #[inline]
    fn add(&mut self, index: usize, gained: u8, given: u8, after: TableValue) {
        self.mover[index] = self.mover[index].max(gained + after.waiting);
        self.waiting[index] = self.waiting[index].min(given + after.mover);
    }
}

impl Solver<'_> {
    /// Computes the values of the boards with one of these rows of the mover anew. Gives the number of those
    /// that grew.
    fn sweep(
        &self,
        half: &Half,
        other: &Half,
        places: &Places<'_>,
        number: u32,
        sum: u8,
        rows: std::ops::Range<RowId>,
    ) -> u64 {
        let Half { space, layout, .. } = half;
        let waiting_sum = self.balls - sum;
        let settled = Code::settled(self.balls / self.unit);
        let mut targets = Vec::new();
        let mut children = Vec::new();
        // Each row with its part of `children`.
        let mut tile = Vec::with_capacity(TILE);
        for row in rows {
            let moves = half.moves.of(row);
            // Only what lies in the same layer can have changed; captures lead below.
            let is_stale = |made: &RowMove| self.is_same_layer(made) && other.is_stale(made.row);
            if number > 1 && !moves.iter().any(is_stale) {
                continue;
            }
            let from = children.len();
            for &made in moves {
                children.push(self.child(other, places, made, &mut targets));
            }
            tile.push((row, from..children.len()));
        }
        let mut batch = Batch {
            rows: [0; CHUNK],
            len: 0,
            mover: [0; CHUNK],
            waiting: [0; CHUNK],
        };
        let mut grown = 0;
        let (first, size) = (space.mover.first(sum), space.mover.count(sum));
        let (start, end) = (
            space.waiting.first(waiting_sum),
            space.waiting.first(waiting_sum + 1),
        );
        for from in (start..end).step_by(CHUNK) {
            let to = end.min(from + CHUNK as RowId);
            let (begin, block) = layout.block(space, from, waiting_sum);
            for (row, children_of) in &tile {
                let children = &children[children_of.clone()];
                let is_stale = |child: &Child| {
                    child.stale != 0 && child.is_stale(&space.waiting, from, to - 1)
                };
                if number > 1 && !children.iter().any(is_stale) {
                    continue;
                }
                let rank = (row - first) as usize;
                let place = |waiting: RowId| begin + (waiting - from) as usize * block + rank;
                batch.clear();
                for waiting in from..to {
                    if half.codes[place(waiting)] < settled {
                        batch.push(waiting);
                    }
                }
                for child in children {
                    self.add(half, child, &targets[child.targets..], &mut batch);
                }
                for index in 0..batch.len {
                    let waiting = batch.rows[index];
                    let at = place(waiting);
                    let old = half.codes[at];
                    let new = TableValue {
                        mover: batch.mover[index],
                        waiting: batch.waiting[index],
                    };
                    let code = Code::of(new).0;
                    if code == old {
                        continue;
                    }
                    debug_assert!(code > old);
                    half.next[at].store(code, Relaxed);
                    half.changed[waiting as usize].fetch_or(1 << part(rank, size), Relaxed);
                    if new.waiting != Code(old).value().waiting {
                        half.ranks[at].store(number.min(255) as u8, Relaxed);
                    }
                    grown += 1;
                }
            }
        }
        grown
    }

    fn is_same_layer(&self, made: &RowMove) -> bool {
        made.to_mover + made.to_waiting == 0
    }

    fn child<'a>(
        &self,
        other: &Half,
        places: &Places<'a>,
        made: RowMove,
        targets: &mut Vec<Target<'a>>,
    ) -> Child {
        let balls = self.balls - made.to_mover - made.to_waiting;
        let place = places.get(balls, made.sum);
        let in_row = balls - made.sum;
        let begin = targets.len();
        let most = if made.last.is_some() { in_row } else { 0 };
        targets.extend((0..=most).map(|captured| {
            let place = places.get(balls - captured, made.sum);
            let block = (made.row - place.first) as usize * place.size;
            Target {
                codes: place.codes,
                offset: place.base.wrapping_add(block),
            }
        }));
        Child {
            made,
            targets: begin,
            balls,
            stale: if self.is_same_layer(&made) {
                other.stale[made.row as usize]
            } else {
                0
            },
            first: other.space.mover.first(in_row),
            size: place.size,
        }
    }

    /// Takes a move of the mover's row into account.
    #[inline]
    fn add(&self, half: &Half, child: &Child, targets: &[Target<'_>], batch: &mut Batch) {
        let rows = &half.space.waiting;
        let made = &child.made;
        let mut sown = batch.rows;
        let sown = &mut sown[..batch.len];
        for _ in 0..made.laps {
            let after = rows.sown(rows.pits());
            sown.iter_mut().for_each(|row| *row = after[*row as usize]);
        }
        if made.part > 0 {
            let after = rows.sown(made.part);
            sown.iter_mut().for_each(|row| *row = after[*row as usize]);
        }
        let (gained, given) = (made.to_mover / self.unit, made.to_waiting / self.unit);
        let Some(pit) = made.last else {
            for (index, &row) in sown.iter().enumerate() {
                batch.add(index, gained, given, targets[0].value(row));
            }
            return;
        };
        let (in_pit, emptied) = (rows.in_pit(pit), rows.emptied(pit));
        let makes_tuzdik = makes_tuzdik(half.space.rules, half.space.tuzdiks, pit);
        for (index, &row) in sown.iter().enumerate() {
            let balls = in_pit[row as usize];
            if makes_tuzdik && balls == 3 {
                let after = self.after_tuzdik(half, child, row, pit);
                batch.add(index, (made.to_mover + 3) / self.unit, given, after);
                continue;
            }
            // Whether a ball is captured is as good as random, so both rows are looked up and none is jumped to.
            let captured = self.captures[usize::from(balls)];
            let row = [row, emptied[row as usize]][usize::from(captured > 0)];
            let after = targets[usize::from(captured)].value(row);
            batch.add(index, gained + captured / self.unit, given, after);
        }
    }

    /// The value of the board after a pit became a tuzdik; it stands in another table.
    #[cold]
    fn after_tuzdik(&self, half: &Half, child: &Child, row: RowId, pit: u8) -> TableValue {
        let tuzdiks = Tuzdiks {
            mover: half.space.tuzdiks.waiting,
            waiting: Pit::new(pit + 1),
        };
        let (space, layer) = self.below.layer(tuzdiks, child.balls - 3);
        let pits = usize::from(space.rules.pits);
        let mut left = half.space.waiting.row(row);
        left[usize::from(pit)] = 0;
        let mover = space.mover.find(&left[..pits]);
        let waiting = &half.space.mover.row(child.made.row)[..pits];
        let index = layer
            .layout
            .index(space, mover, space.waiting.find(waiting), child.made.sum);
        layer.code(index).value()
    }
}
