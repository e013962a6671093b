//! The rows of one side, numbered by their sum.

use crate::game::{MAX_PITS, Pit};

/// A row as its number in [`Rows`].
pub type RowId = u32;

/// Stands for a row with more balls than the largest.
pub const NO_ROW: RowId = RowId::MAX;

/// In how many ways so many balls lie in so many pits, at least one of each.
#[must_use]
pub fn ways(pits: u8, balls: u8) -> u64 {
    // A binomial coefficient; each step divides without a remainder.
    (1..u128::from(pits)).fold(1, |ways: u128, i| ways * (u128::from(balls) + i) / i) as u64
}

/// All rows with at most so many balls, sorted by their sum. A pit that is a tuzdik holds none.
pub struct Rows {
    pits: usize,
    max: u8,
    /// For each sum the number of its first row; one entry more than there are sums.
    first: Vec<RowId>,
    /// `[row][pit]`
    balls: Vec<u8>,
    /// `[pit][row]`
    in_pit: Vec<Vec<u8>>,
    /// `[k - 1][row]`: the row with a ball more in each of the first `k` pits, but for the tuzdik.
    added: Vec<Vec<RowId>>,
    /// `[pit][row]`: the row with this pit emptied.
    emptied: Vec<Vec<RowId>>,
    tuzdik: Option<usize>,
    /// `[pit][balls]`: in how many ways so many balls lie in this pit and those behind it.
    ways: Vec<Vec<RowId>>,
}

impl Rows {
    /// The rows of so many pits with at most `max` balls, one of the pits a tuzdik or none.
    #[must_use]
    pub fn new(pits: u8, tuzdik: Option<Pit>, max: u8) -> Rows {
        let pits = usize::from(pits);
        let tuzdik = tuzdik.map(Pit::index);
        let mut rows = Rows {
            pits,
            max,
            first: vec![0],
            balls: Vec::new(),
            in_pit: Vec::new(),
            added: Vec::new(),
            emptied: Vec::new(),
            tuzdik,
            ways: Vec::new(),
        };
        for pit in 0..pits {
            let open = (pit..pits).filter(|&other| Some(other) != tuzdik).count() as u8;
            // In a tuzdik there are none, so that nothing is added for it.
            let counted = |balls| {
                if open == 0 {
                    0
                } else {
                    ways(open, balls) as RowId
                }
            };
            rows.ways.push((0..=max).map(counted).collect());
        }
        for sum in 0..=max {
            rows.fill(&mut [0; MAX_PITS], 0, sum);
            rows.first.push((rows.balls.len() / pits) as RowId);
        }
        rows.link();
        rows
    }

    /// Appends the rows that begin with the first `pit` pits of `row` and have `left` balls in the others.
    fn fill(&mut self, row: &mut [u8; MAX_PITS], pit: usize, left: u8) {
        if pit == self.pits {
            if left == 0 {
                self.balls.extend(&row[..self.pits]);
            }
            return;
        }
        let most = if Some(pit) == self.tuzdik { 0 } else { left };
        // The last pit that can takes all that is left.
        let last = (pit + 1..self.pits).all(|other| Some(other) == self.tuzdik);
        for balls in if last { most } else { 0 }..=most {
            row[pit] = balls;
            self.fill(row, pit + 1, left - balls);
        }
        row[pit] = 0;
    }

    fn link(&mut self) {
        let count = self.len();
        for k in 1..=self.pits {
            let added = (0..count as RowId).map(|id| {
                let mut row = self.row(id);
                for pit in (0..k).filter(|&pit| Some(pit) != self.tuzdik) {
                    row[pit] += 1;
                }
                self.find(&row[..self.pits])
            });
            let added = added.collect();
            self.added.push(added);
        }
        for pit in 0..self.pits {
            let emptied = (0..count as RowId).map(|id| {
                let mut row = self.row(id);
                row[pit] = 0;
                self.find(&row[..self.pits])
            });
            let emptied = emptied.collect();
            self.emptied.push(emptied);
            let balls = self.balls.iter().skip(pit).step_by(self.pits);
            self.in_pit.push(balls.copied().collect());
        }
    }

    /// Bytes of memory that the rows of so many pits with at most `max` balls take.
    #[must_use]
    pub fn bytes(pits: u8, has_tuzdik: bool, max: u8) -> u64 {
        let open = pits - u8::from(has_tuzdik);
        let each = u64::from(pits) * (2 + 2 * size_of::<RowId>() as u64);
        // A pit more takes what is not used of the most.
        each * ways(open + 1, max)
    }

    /// Pits of a row.
    #[inline]
    #[must_use]
    pub fn pits(&self) -> u8 {
        self.pits as u8
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.balls.len() / self.pits
    }

    /// Whether there is no row, which never happens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.balls.is_empty()
    }

    /// The number of the first row with this sum.
    #[inline]
    #[must_use]
    pub fn first(&self, sum: u8) -> RowId {
        self.first[usize::from(sum)]
    }

    /// How many rows have this sum.
    #[inline]
    #[must_use]
    pub fn count(&self, sum: u8) -> usize {
        (self.first(sum + 1) - self.first(sum)) as usize
    }

    /// The balls in each pit of a row, and 0 beyond the board.
    #[must_use]
    pub fn row(&self, id: RowId) -> [u8; MAX_PITS] {
        let mut row = [0; MAX_PITS];
        let at = id as usize * self.pits;
        row[..self.pits].copy_from_slice(&self.balls[at..at + self.pits]);
        row
    }

    /// The number of a row, or [`NO_ROW`] if it has too many balls or some in the tuzdik.
    #[must_use]
    pub fn find(&self, row: &[u8]) -> RowId {
        let sum: u32 = row.iter().map(|&n| u32::from(n)).sum();
        if sum > u32::from(self.max) || self.tuzdik.is_some_and(|pit| row[pit] > 0) {
            return NO_ROW;
        }
        // Rows of one sum are sorted; those before this one have fewer balls in the first pit that differs.
        let mut rank = self.first(sum as u8);
        let mut left = sum as usize;
        for (pit, &balls) in row.iter().enumerate() {
            let ways = &self.ways[pit];
            let rest = left - usize::from(balls);
            rank += ways[left] - ways[rest];
            left = rest;
        }
        rank
    }

    /// For each row the row after a ball fell into each of its first pits, at least one. What falls into the
    /// tuzdik is gone. Rows without room for them have [`NO_ROW`].
    #[inline]
    #[must_use]
    pub fn sown(&self, pits: u8) -> &[RowId] {
        &self.added[usize::from(pits) - 1]
    }

    /// For each row the row with a pit emptied.
    #[inline]
    #[must_use]
    pub fn emptied(&self, pit: u8) -> &[RowId] {
        &self.emptied[usize::from(pit)]
    }

    /// For each row the balls in a pit.
    #[inline]
    #[must_use]
    pub fn in_pit(&self, pit: u8) -> &[u8] {
        &self.in_pit[usize::from(pit)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_numbered_without_gaps() {
        let five = Rows::new(5, None, 26);
        assert_eq!(five.len(), 169_911); // 31 over 5
        assert_eq!(Rows::bytes(5, false, 26), 169_911 * 50);
        for (pits, tuzdik, max) in [
            (5, None, 12),
            (9, Pit::new(3), 6),
            (9, Pit::new(9), 5),
            (9, Pit::new(1), 5),
        ] {
            let rows = Rows::new(pits, tuzdik, max);
            let mut sum = 0;
            for id in 0..rows.len() as RowId {
                let row = rows.row(id);
                let now: u8 = row.iter().sum();
                assert!(now >= sum && rows.first(now) <= id && id < rows.first(now + 1));
                sum = now;
                assert_eq!(rows.find(&row[..usize::from(pits)]), id);
                assert!(tuzdik.is_none_or(|pit| row[pit.index()] == 0));
            }
        }
    }

    #[test]
    fn sowing_into_a_row() {
        let rows = Rows::new(5, Pit::new(2), 12);
        let row = rows.find(&[1, 0, 0, 2, 0]);
        let sown = rows.sown(3)[rows.sown(5)[row as usize] as usize];
        assert_eq!(rows.row(sown)[..5], [3, 0, 2, 3, 1]);
        let emptied = rows.emptied(3)[row as usize];
        assert_eq!(rows.row(emptied)[..5], [1, 0, 0, 0, 0]);
        assert_eq!(rows.in_pit(3)[row as usize], 2);
        assert_eq!(rows.find(&[0, 1, 0, 0, 0]), NO_ROW);
        assert_eq!(rows.find(&[13, 0, 0, 0, 0]), NO_ROW);
    }
}
