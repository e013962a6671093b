//! A move ball by ball, as a board shows it.

use super::board::Board;
use super::relay::Trace;
use super::rules::Origin;
use super::types::{Move, Pit, Place, Side};

/// One ball of a sowing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drop {
    /// Which lap of the move it belongs to, from 0; see [`Steps::lifted`].
    pub lap: usize,
    /// The pit into which it falls.
    pub place: Place,
    /// If that pit is a tuzdik, its owner, to whose kazan the ball goes at once.
    pub owner: Option<Side>,
}

/// What a move does, step by step. A move that sows nothing has no steps.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Steps {
    /// The pits that are lifted, one for each lap. Only relay games have more than one.
    pub lifted: Vec<Place>,
    /// The balls in the order in which they fall.
    pub drops: Vec<Drop>,
    /// The pits that are captured after the last ball, in order, with what lies in them. In relay games
    /// a pit opposite may be empty.
    pub captures: Vec<(Place, u8)>,
    /// The pit that becomes the mover's tuzdik; it is captured too.
    pub tuzdik: Option<Place>,
}

impl Steps {
    /// Follows a legal move.
    ///
    /// ```
    /// use tuzdik::game::{Board, Move, Pit, Side, Variant, steps::Steps};
    /// let start = Board::start(Variant::TogyzKumalak);
    /// let steps = Steps::new(&start, Move::sow(Pit::new(7).unwrap()));
    /// assert_eq!(steps.drops.len(), 9);
    /// let last = (Side::North, Pit::new(6).unwrap());
    /// assert_eq!(steps.drops[8].place, last);
    /// assert_eq!(steps.captures, [(last, 10)]);
    /// ```
    #[must_use]
    pub fn new(before: &Board, mv: Move) -> Steps {
        let Some(pit) = mv.pit() else {
            return Steps::default();
        };
        if before.rules().is_relay() {
            return laps(before, mv);
        }
        let mover = before.side();
        let origin = (mover, pit);
        let (after, effect) = before.play_with_effect(mv);
        Steps {
            lifted: vec![origin],
            drops: single_lap(before, origin),
            captures: effect
                .landing
                .filter(|_| effect.captured > 0)
                .map(|landing| (landing, effect.captured))
                .into_iter()
                .collect(),
            tuzdik: after
                .position()
                .tuzdik(mover)
                .filter(|_| effect.tuzdik)
                .map(|pit| (mover.opponent(), pit)),
        }
    }
}

/// The pit that follows in the direction of sowing.
fn next(pits: u8, (side, pit): Place) -> Place {
    match Pit::new(pit.number() + 1).filter(|next| next.number() <= pits) {
        Some(next) => (side, next),
        None => (side.opponent(), Pit::FIRST),
    }
}

fn single_lap(before: &Board, origin: Place) -> Vec<Drop> {
    let rules = before.rules();
    let position = before.position();
    let balls = position.balls(origin.0, origin.1);
    let returns = rules.origin == Origin::Return && balls > 1;
    let mut place = origin;
    let mut drops = Vec::with_capacity(balls.into());
    for ball in 0..balls {
        if ball > 0 || !returns {
            place = next(rules.pits, place);
        }
        if rules.origin == Origin::Skip && place == origin {
            place = next(rules.pits, place);
        }
        let (side, pit) = place;
        let owner = side.opponent();
        drops.push(Drop {
            lap: 0,
            place,
            owner: (position.tuzdik(owner) == Some(pit)).then_some(owner),
        });
    }
    drops
}

fn laps(before: &Board, mv: Move) -> Steps {
    let rules = before.rules();
    let trace = Trace::new(rules, before.position(), mv);
    let mut steps = Steps {
        captures: trace.captures,
        ..Steps::default()
    };
    for (lap, sown) in trace.laps.iter().enumerate() {
        steps.lifted.push(sown.from);
        let mut place = sown.from;
        for _ in 0..sown.counters {
            place = next(rules.pits, place);
            steps.drops.push(Drop {
                lap,
                place,
                owner: None,
            });
        }
    }
    steps
}
