//! Principal variations: the triangular table.

use crate::game::Move;
use crate::score::MAX_PLY;

/// The principal variation below each ply of the path that is being searched.
pub struct PvTable(Vec<Line>);

#[derive(Clone, Copy)]
struct Line {
    moves: [Option<Move>; MAX_PLY],
    len: usize,
}

impl PvTable {
    /// Only empty lines.
    pub fn new() -> PvTable {
        let empty = Line {
            moves: [None; MAX_PLY],
            len: 0,
        };
        PvTable(vec![empty; MAX_PLY + 2])
    }

    /// The principal variation from this ply on.
    pub fn moves(&self, ply: usize) -> impl Iterator<Item = Move> + '_ {
        let line = &self.0[ply];
        line.moves[..line.len].iter().copied().flatten()
    }

    /// Makes the line at this ply empty.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].len = 0;
    }

    /// Makes the line at this ply a move followed by the line of the next ply.
    #[inline]
    pub fn extend(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let (line, next) = (&mut upper[ply], &lower[0]);
        let len = next.len.min(MAX_PLY - 1);
        line.moves[0] = Some(mv);
        line.moves[1..=len].copy_from_slice(&next.moves[..len]);
        line.len = len + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_goes_before_the_line_of_the_next_ply() {
        let [a, b, c] = [1, 2, 3].map(|code| Move::from_code(code).unwrap());
        let mut table = PvTable::new();
        table.extend(2, c);
        table.extend(1, b);
        table.extend(0, a);
        assert!(table.moves(0).eq([a, b, c]));
        table.clear(1);
        table.extend(0, a);
        assert!(table.moves(0).eq([a]));
        assert!(table.moves(2).eq([c]));
    }
}
