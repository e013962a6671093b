//! How many positions of a layer are won, drawn and lost.

use super::space::Tuzdiks;
use super::tables::Tables;
use super::value::Code;

/// Numbers of a layer, both orders of its tuzdiks together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Boards.
    pub boards: u64,
    /// Boards where the sides together do not force all balls.
    pub open: u64,
    /// Highest rank: the last sweep in which something was found.
    pub rank: u8,
    /// Positions won for the player to move. A board is one for each division of the kazans in which nobody has
    /// won yet.
    pub won: u64,
    /// Positions drawn with best play.
    pub drawn: u64,
    /// Positions lost for the player to move.
    pub lost: u64,
}

/// Counts a layer; zeros if it is not there.
#[must_use]
pub fn count(tables: &Tables, tuzdiks: Tuzdiks, balls: u8) -> Counts {
    let mut orders = vec![tuzdiks];
    if tuzdiks != tuzdiks.turned() {
        orders.push(tuzdiks.turned());
    }
    let mut boards = [0u64; 256];
    let mut counts = Counts::default();
    for (_, layer) in orders
        .into_iter()
        .filter_map(|order| tables.solved(order, balls))
    {
        for &code in layer.codes.iter() {
            boards[usize::from(code)] += 1;
        }
        let rank = layer.ranks.iter().max().copied();
        counts.rank = counts.rank.max(rank.unwrap_or(0));
    }
    let (rules, unit) = (tables.rules(), tables.unit());
    let (majority, in_kazans) = (rules.majority(), rules.balls() - balls);
    for (code, &boards) in (0..=u8::MAX)
        .zip(&boards)
        .filter(|&(_, &boards)| boards > 0)
    {
        let value = Code(code).value();
        let (mover, waiting) = (value.mover * unit, value.waiting * unit);
        counts.boards += boards;
        counts.open += boards * u64::from(mover + waiting < balls);
        for own in (0..=in_kazans).step_by(usize::from(unit)) {
            let other = in_kazans - own;
            if own >= majority || other >= majority {
                continue;
            }
            let result = if own + mover >= majority {
                &mut counts.won
            } else if other + waiting >= majority {
                &mut counts.lost
            } else {
                &mut counts.drawn
            };
            *result += boards;
        }
    }
    counts
}
