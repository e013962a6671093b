//! The kernel of the games that sow once, as Togyz Kumalak does.

use super::kernel::{Kernel, MoveEffect, Rules};
use super::layout::{HASH, Lanes, SIDE_SHIFT, STATE, TUZDIK_MASK, TUZDIK_SHIFT, slot, slot_pit};
use super::outcome::{EndReason, Outcome};
use super::position::Position;
use super::rules::{CaptureRule, Leftovers, Objective, TuzdikRule};
use super::types::{Move, MoveSet, Pit, Side};
use super::zobrist::Keys;

/// Moves that sow once.
#[derive(Clone, Copy, Debug)]
pub struct Single;

impl Kernel for Single {
    #[inline]
    fn moves<R: Rules>(position: &Position) -> MoveSet {
        if ends_by_majority::<R>(position) {
            return MoveSet::EMPTY;
        }
        let all = MoveSet::from_bits(position.occupied(position.side()));
        if R::SET.extra_move && all.is_empty() && must_pass::<R>(position) {
            return [Move::PASS].into_iter().collect();
        }
        match R::SET.objective {
            Objective::Most => all,
            Objective::Least => {
                let winning: MoveSet = all
                    .iter()
                    .filter(|&mv| {
                        position.play::<R>(mv).kazan(position.side())
                            > position.kazan(position.side())
                    })
                    .collect();
                if winning.is_empty() { all } else { winning }
            }
        }
    }

    #[inline]
    fn move_count<R: Rules>(position: &Position) -> usize {
        if R::SET.extra_move || matches!(R::SET.objective, Objective::Least) {
            return Self::moves::<R>(position).len();
        }
        if ends_by_majority::<R>(position) {
            return 0;
        }
        position.occupied_count(position.side())
    }

    #[inline]
    fn captures<R: Rules>(position: &Position) -> MoveSet {
        let mover = position.side();
        let own_tuzdik = position.tuzdik(mover);
        let mut set = 0;
        let mut rest = position.occupied(mover);
        while rest != 0 {
            let pit_index = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let origin = slot(mover, pit_index);
            let (landing, found) = R::SOW.last_pit(&position.0, origin, position.0.byte(origin));
            let captured = match R::SET.capture {
                CaptureRule::Even => found & 1 == 0,
                CaptureRule::Singleton => found == 2,
            };
            let wins = !landing.on_own_side() && (captured || found == 3);
            set |= u16::from(wins) << pit_index;
        }
        // Few moves are left; sort out those of a last ball in the mover's tuzdik, which holds
        // nothing, and of three balls that make no tuzdik.
        if matches!(R::SET.tuzdik, TuzdikRule::None) {
            return MoveSet::from_bits(set);
        }
        let mut rest = set;
        while rest != 0 {
            let pit_index = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let origin = slot(mover, pit_index);
            let (landing, found) = R::SOW.last_pit(&position.0, origin, position.0.byte(origin));
            let (_, target) = slot_pit(landing.slot());
            let target = Pit::new(target as u8 + 1);
            let into_tuzdik = own_tuzdik.is_some() && own_tuzdik == target;
            let refused = found == 3
                && (own_tuzdik.is_some()
                    || target == position.tuzdik(mover.opponent())
                    || !target.is_some_and(|pit| R::SET.allows_tuzdik(pit)));
            if into_tuzdik || refused {
                set &= !(1 << pit_index);
            }
        }
        MoveSet::from_bits(set)
    }

    #[inline]
    fn play<R: Rules>(position: &Position, mv: Move) -> Position {
        if R::SET.extra_move && mv.pit().is_none() {
            return pass::<R>(position);
        }
        let mover = position.side();
        // The index of a legal move is that of its pit here, so that nothing need be asked.
        let origin = slot(mover, mv.index());
        let count = position.0.byte(origin);
        debug_assert!(mv.pit().is_some() && count > 0, "{mv} in {position:?}");
        let (mut lanes, landing) = R::SOW.sow(position.0, origin, count);
        let with_tuzdik = !matches!(R::SET.tuzdik, TuzdikRule::None);
        if with_tuzdik && lanes.0[STATE] & TUZDIK_MASK != 0 {
            for owner in Side::BOTH {
                let number = (lanes.0[STATE] >> TUZDIK_SHIFT[owner.index()]) as u8;
                if number != 0 {
                    let tuzdik = slot(owner.opponent(), number as usize - 1);
                    let fallen = lanes.byte(tuzdik);
                    lanes = lanes.plus(
                        R::SOW.deltas.to_kazan[owner.index()][tuzdik].times(u64::from(fallen)),
                    );
                }
            }
        }
        // A last ball in a tuzdik has left a pit of 0, which captures nothing.
        let found = if landing.on_own_side() {
            0
        } else {
            lanes.byte(landing.slot())
        };
        let captured = match R::SET.capture {
            CaptureRule::Even => found & 1 == 0,
            CaptureRule::Singleton => found == 2,
        };
        let taken = if captured { found } else { 0 };
        lanes = lanes
            .plus(R::SOW.deltas.to_kazan[mover.index()][landing.slot()].times(u64::from(taken)));
        if with_tuzdik && found == 3 {
            lanes = make_tuzdik::<R>(lanes, mover, landing.slot());
        }
        let next = Position(lanes);
        if R::SET.extra_move && next.is_extra() && !next.is_empty(next.side()) {
            return next.without_extra();
        }
        next
    }

    fn play_with_effect<R: Rules>(position: &Position, mv: Move) -> (Position, MoveEffect) {
        let next = position.play::<R>(mv);
        let mover = position.side();
        let Some(pit) = mv.pit() else {
            return (next, MoveEffect::default());
        };
        let origin = slot(mover, pit.index());
        let (sown, landing) = R::SOW.sow(position.0, origin, position.0.byte(origin));
        let (landing_side, pit_index) = slot_pit(landing.slot());
        let landing_pit = Pit::new(pit_index as u8 + 1).expect("a slot's pit number is 1..=9");
        let into_tuzdik = position.tuzdik(landing_side.opponent()) == Some(landing_pit);
        let emptied = landing_side != mover && next.balls(landing_side, landing_pit) == 0;
        let effect = MoveEffect {
            landing: Some((landing_side, landing_pit)),
            captured: if emptied && !into_tuzdik {
                sown.byte(landing.slot())
            } else {
                0
            },
            tuzdik: position.tuzdik(mover).is_none() && next.tuzdik(mover).is_some(),
        };
        (next, effect)
    }

    #[inline]
    fn is_over<R: Rules>(position: &Position) -> bool {
        (position.is_empty(position.side()) && !must_pass::<R>(position))
            || ends_by_majority::<R>(position)
    }

    fn outcome<R: Rules>(position: &Position) -> Option<Outcome> {
        let (kazans, reason) = if ends_by_majority::<R>(position) {
            (position.kazans(), EndReason::Majority)
        } else if Self::is_over::<R>(position) {
            (settled_kazans::<R>(position), EndReason::NoMoves)
        } else {
            return None;
        };
        Some(Outcome::of(&R::SET, kazans, reason))
    }
}

/// Whether a majority ends the game here.
#[inline]
const fn ends_by_majority<R: Rules>(position: &Position) -> bool {
    !R::SET.plays_on && position.has_majority::<R>()
}

/// Whether the player to move, who has no ball, passes for an extra move.
#[inline]
const fn must_pass<R: Rules>(position: &Position) -> bool {
    R::SET.extra_move && !position.is_extra() && !position.is_empty(position.side().opponent())
}

/// The kazans after the balls of the player who still has some went where the rules say, for a
/// position whose player to move has none.
fn settled_kazans<R: Rules>(position: &Position) -> [u8; 2] {
    let mut kazans = position.kazans();
    let other = position.side().opponent();
    let heir = match R::SET.leftovers {
        Leftovers::Opponent => other,
        Leftovers::PlayerToMove => position.side(),
    };
    kazans[heir.index()] += position.row_total(other);
    kazans
}

/// The same board after a pass at atsyz kalu.
#[cold]
const fn pass<R: Rules>(position: &Position) -> Position {
    let key = const { Keys::of(&R::SET).north_to_move };
    let mut lanes = position.0;
    lanes.0[STATE] ^= 1 << SIDE_SHIFT;
    lanes.0[HASH] = match position.side() {
        Side::South => lanes.0[HASH].wrapping_add(key),
        Side::North => lanes.0[HASH].wrapping_sub(key),
    };
    Position(lanes).with_extra()
}

#[cold]
fn make_tuzdik<R: Rules>(lanes: Lanes, mover: Side, landing: usize) -> Lanes {
    let state = lanes.0[STATE];
    let own = (state >> TUZDIK_SHIFT[mover.index()]) as u8;
    let other = (state >> TUZDIK_SHIFT[mover.opponent().index()]) as u8;
    let (_, pit_index) = slot_pit(landing);
    let allowed = Pit::new(pit_index as u8 + 1).is_some_and(|pit| R::SET.allows_tuzdik(pit));
    if own != 0 || !allowed || other as usize == pit_index + 1 {
        return lanes;
    }
    lanes
        .plus(R::SOW.deltas.to_kazan[mover.index()][landing].times(3))
        .plus(R::SOW.deltas.make_tuzdik[mover.index()][pit_index])
}
