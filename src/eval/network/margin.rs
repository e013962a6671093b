//! The margin in decided games. A network learns results, and in a game that is won for sure they are all
//! alike: beyond some score it says the same of every move. There the kazans tell moves apart, so that a lead
//! is turned into a win and the score stays what it is documented to be, a margin.

use crate::eval::MAX_EVAL;

/// The logit of the expected result beyond which a game counts as decided, as a fraction: 92 %.
const DECIDED_LOGIT: (i32, i32) = (5, 2);

/// The bound of the scores of a network with this output scale beyond which a game counts as decided, in
/// hundredths of a ball.
pub const fn decided(scale: i32) -> i32 {
    let scale = if scale < MAX_EVAL { scale } else { MAX_EVAL };
    scale * DECIDED_LOGIT.0 / DECIDED_LOGIT.1
}

/// The final margin where a score lies beyond the bound, from the lead in the kazans of the side to move, all
/// in hundredths of a ball.
///
/// What the score says beyond the bound counts a third and so does the lead, as in a regression of the final
/// margins of 129,000 such positions (0.33 and 0.32). The lead is faded in over a quarter of the bound, so that
/// nothing jumps.
#[cold]
pub fn of_decided(score: i32, bound: i32, lead: i32) -> i32 {
    let beyond = score.abs() - bound;
    let fade = (bound / 4).max(1);
    let faded = lead * beyond.min(fade) / fade;
    score.signum() * (bound + beyond / 3) + faded / 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_grows_with_the_score_and_with_the_lead() {
        let bound = decided(800);
        assert_eq!(bound, 2000);
        for lead in [0, 1000, 5600] {
            let margins: Vec<i32> = (bound..=5000)
                .map(|score| of_decided(score, bound, lead))
                .collect();
            assert!(margins.is_sorted(), "{lead}");
            assert_eq!(margins[0], bound);
        }
        let [less, more] = [5600, 5700].map(|lead| of_decided(2595, bound, lead));
        assert!(less < more);
    }

    #[test]
    fn both_sides_see_the_same() {
        for (score, lead) in [(2001, -300), (2595, 5600), (5400, 1200), (16_200, 16_200)] {
            let bound = decided(800);
            assert_eq!(
                of_decided(score, bound, lead),
                -of_decided(-score, bound, -lead)
            );
        }
        // Whatever a file says the numbers stay small.
        assert!(of_decided(MAX_EVAL, decided(1), MAX_EVAL) <= 2 * MAX_EVAL);
        assert!(decided(i32::MAX) > MAX_EVAL);
    }
}
