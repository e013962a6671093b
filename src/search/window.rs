//! The window of a search.

use std::ops::Neg;

use crate::score::{Bound, Score};

/// The scores that a search has to tell apart (Knuth and Moore, "An analysis of alpha-beta pruning",
/// 1975): above `alpha`, which the side to move is sure of by another move, and below `beta`, above
/// which the opponent does not let it come to the position. Of a score outside, that it lies there is
/// all that anyone wants to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    /// All scores.
    pub const FULL: Window = Window {
        alpha: Score::new(-Score::INFINITE.value()),
        beta: Score::INFINITE,
    };

    /// The scores less than `half_width` away from this one.
    #[must_use]
    pub fn around(score: Score, half_width: i32) -> Window {
        Window {
            alpha: score - half_width,
            beta: score + half_width,
        }
    }

    /// The zero window, which holds no score at all: a search of it tells whether the score is above
    /// `alpha` (Pearl's test, 1980), for less than it takes to tell which.
    #[inline]
    #[must_use]
    pub fn zero(alpha: Score) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// The lower end.
    #[inline]
    #[must_use]
    pub fn alpha(self) -> Score {
        self.alpha
    }

    /// The upper end.
    #[inline]
    #[must_use]
    pub fn beta(self) -> Score {
        self.beta
    }

    /// Whether it is a zero window.
    #[inline]
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Whether it lies within the scale and there is anything to search for.
    #[inline]
    #[must_use]
    pub fn is_open(self) -> bool {
        -Score::INFINITE <= self.alpha && self.alpha < self.beta && self.beta <= Score::INFINITE
    }

    /// The part of it above `least` and below `most`; it may not be [open](Window::is_open) any more.
    #[inline]
    #[must_use]
    pub fn narrowed(self, least: Score, most: Score) -> Window {
        Window {
            alpha: self.alpha.max(least),
            beta: self.beta.min(most),
        }
    }

    /// Raises alpha to a score that is higher. Says whether it was.
    #[inline]
    pub fn raise_alpha(&mut self, score: Score) -> bool {
        let higher = score > self.alpha;
        if higher {
            self.alpha = score;
        }
        higher
    }

    /// Moves the end that a score lies beyond to `reach` on its other side, at most to the end of the
    /// scale.
    pub fn widen(&mut self, score: Score, reach: i32) {
        if score <= self.alpha {
            self.alpha = (score - reach).max(-Score::INFINITE);
        } else if self.fails_high(score) {
            self.beta = (score + reach).min(Score::INFINITE);
        }
    }

    /// Whether a score lies at beta or above, so that the opponent avoids the position.
    #[inline]
    #[must_use]
    pub fn fails_high(self, score: Score) -> bool {
        score >= self.beta
    }

    /// What the score of a search within this window says of the true one.
    #[must_use]
    pub fn bound(self, score: Score) -> Bound {
        // Nothing lies beyond the ends of the scale.
        if score <= self.alpha && self.alpha > -Score::INFINITE {
            Bound::Upper
        } else if self.fails_high(score) && self.beta < Score::INFINITE {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// Whether a score with this bound tells all that a search within the window could.
    #[inline]
    #[must_use]
    pub fn is_decided_by(self, score: Score, bound: Bound) -> bool {
        bound.decides(score, self.alpha, self.beta)
    }
}

impl Neg for Window {
    type Output = Window;

    /// The same window as the other side sees it: what a node asks its child.
    #[inline]
    fn neg(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(value: i32) -> Score {
        Score::new(value)
    }

    #[test]
    fn the_childs_window_is_the_opposite() {
        let window = Window::around(score(50), 20);
        assert_eq!((window.alpha(), window.beta()), (score(30), score(70)));
        assert_eq!(
            ((-window).alpha(), (-window).beta()),
            (score(-70), score(-30))
        );
        assert_eq!(-(-window), window);
        assert_eq!(-Window::FULL, Window::FULL);
        assert_eq!(-Window::zero(score(7)), Window::zero(score(-8)));
    }

    #[test]
    fn a_zero_window_tells_only_above_or_not() {
        let window = Window::zero(score(10));
        assert!(window.is_zero() && window.is_open());
        assert!(!Window::around(score(10), 1).is_zero());
        assert_eq!(window.bound(score(10)), Bound::Upper);
        assert_eq!(window.bound(score(11)), Bound::Lower);
    }

    #[test]
    fn alpha_only_rises() {
        let mut window = Window::around(score(0), 100);
        assert!(!window.raise_alpha(score(-100)));
        assert!(window.raise_alpha(score(40)));
        assert!(!window.raise_alpha(score(39)));
        assert_eq!(window.alpha(), score(40));
        assert!(window.is_open());
        assert!(window.raise_alpha(score(100)));
        assert!(!window.is_open());
    }

    #[test]
    fn narrowing_cuts_both_ends_and_can_leave_nothing() {
        let window = Window::FULL.narrowed(Score::loss_in(4), Score::win_in(5));
        assert_eq!(
            (window.alpha(), window.beta()),
            (Score::loss_in(4), Score::win_in(5))
        );
        assert_eq!(window.narrowed(-Score::INFINITE, Score::INFINITE), window);
        assert!(!window.narrowed(Score::WIN, Score::INFINITE).is_open());
    }

    #[test]
    fn widening_moves_the_end_that_was_missed() {
        let window = Window::around(score(0), 100);
        let widened = |missed: Score, reach| {
            let mut wider = window;
            wider.widen(missed, reach);
            (wider.alpha().value(), wider.beta().value())
        };
        assert_eq!(widened(score(-150), 300), (-450, 100));
        assert_eq!(widened(score(100), 300), (-100, 400));
        assert_eq!(widened(score(99), 300), (-100, 100));
        let all = 2 * Score::INFINITE.value();
        assert_eq!(widened(score(-150), all), (-Score::INFINITE.value(), 100));
        assert_eq!(widened(score(150), all), (-100, Score::INFINITE.value()));
    }

    #[test]
    fn a_score_at_the_end_of_the_scale_is_exact() {
        assert_eq!(Window::FULL.bound(Score::win_in(1)), Bound::Exact);
        assert_eq!(Window::FULL.bound(Score::INFINITE), Bound::Exact);
        let window = Window::around(score(0), 100);
        assert_eq!(window.bound(score(-100)), Bound::Upper);
        assert_eq!(window.bound(score(-99)), Bound::Exact);
        assert_eq!(window.bound(score(100)), Bound::Lower);
    }

    #[test]
    fn a_bound_outside_the_window_decides() {
        let window = Window::around(score(0), 100);
        for (value, bound, decides) in [
            (0, Bound::Exact, true),
            (100, Bound::Lower, true),
            (99, Bound::Lower, false),
            (-100, Bound::Upper, true),
            (-99, Bound::Upper, false),
            (-500, Bound::Lower, false),
        ] {
            assert_eq!(
                window.is_decided_by(score(value), bound),
                decides,
                "{value}"
            );
        }
    }
}
