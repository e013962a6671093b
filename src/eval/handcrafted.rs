//! The hand-crafted evaluation.

use crate::game::{Position, Rules, Side};

use super::Evaluator;

/// The hand-crafted evaluation; see the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Handcrafted;

/// Most that an evaluation says, in hundredths of a ball.
const LIMIT: i32 = 16_200;

impl Evaluator for Handcrafted {
    #[inline]
    fn evaluate<R: Rules>(&self, position: &Position) -> i32 {
        let us = position.side();
        let them = us.opponent();
        let material = i32::from(position.kazan(us)) - i32::from(position.kazan(them));
        let row = i32::from(position.row_total(us)) - i32::from(position.row_total(them));
        let tuzdik = |side: Side| i32::from(position.tuzdik(side).is_some());
        let score = 100 * material + 25 * row + 1000 * (tuzdik(us) - tuzdik(them)) + 50;
        score.clamp(-LIMIT, LIMIT)
    }
}
