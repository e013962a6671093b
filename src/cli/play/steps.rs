//! A move shown ball by ball.

use tuzdik::game::steps::Steps;
use tuzdik::game::{Board, MAX_PITS, Move, Position, Side};

/// The board at one moment of a sowing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SowingFrame {
    /// Balls in each pit, `[side][pit index]`.
    pub pits: [[u8; MAX_PITS]; 2],
    /// Balls in each kazan.
    pub kazans: [u8; 2],
    /// The pit that the hand is at: its side and index.
    pub at: Option<(Side, usize)>,
    /// Balls still in the hand.
    pub hand: u8,
}

impl SowingFrame {
    /// A position at rest.
    pub fn still(position: &Position) -> SowingFrame {
        let parts = position.parts();
        SowingFrame {
            pits: parts.pits,
            kazans: parts.kazans,
            at: None,
            hand: 0,
        }
    }
}

/// What a legal move looks like: the hand takes up the balls and drops them one by one; last comes
/// the position after the move, which differs where balls were captured.
pub fn frames(before: &Board, mv: Move) -> Vec<SowingFrame> {
    let steps = Steps::new(before, mv);
    let mut frame = SowingFrame::still(before.position());
    let mut frames = Vec::new();
    let mut lifted = steps.lifted.iter();
    let mut lap = None;
    for drop in &steps.drops {
        if lap != Some(drop.lap)
            && let Some(&(side, pit)) = lifted.next()
        {
            lap = Some(drop.lap);
            frame.hand = std::mem::take(&mut frame.pits[side.index()][pit.index()]);
            frame.at = Some((side, pit.index()));
            frames.push(frame);
        }
        let (side, pit) = drop.place;
        frame.hand -= 1;
        match drop.owner {
            Some(owner) => frame.kazans[owner.index()] += 1,
            None => frame.pits[side.index()][pit.index()] += 1,
        }
        frame.at = Some((side, pit.index()));
        frames.push(frame);
    }
    let last = SowingFrame {
        at: frame.at,
        ..SowingFrame::still(before.play(mv).position())
    };
    if frames.is_empty() || last != frame {
        frames.push(last);
    }
    frames
}

#[cfg(test)]
mod tests {
    use rand::seq::IteratorRandom;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use tuzdik::game::{Game, Pit, Variant};

    use super::*;

    #[test]
    fn nine_balls_from_pit_seven_are_captured_with_the_tenth() {
        let start = Board::start(Variant::TogyzKumalak);
        let frames = frames(&start, Move::sow(Pit::new(7).unwrap()));
        assert_eq!(frames.len(), 1 + 9 + 1);
        assert_eq!((frames[0].hand, frames[0].pits[0][6]), (9, 0));
        assert_eq!((frames[1].hand, frames[1].pits[0][6]), (8, 1));
        assert_eq!(frames[9].pits[1][5], 10);
        assert_eq!((frames[10].pits[1][5], frames[10].kazans), (0, [10, 0]));
    }

    #[test]
    fn steps_lead_where_the_rules_do_in_every_game() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for &variant in Variant::ALL {
            for _ in 0..50 {
                let mut game = Game::new(variant);
                while let Some(mv) = game.legal_moves().iter().choose(&mut random) {
                    let before = game.board();
                    let effect = game.play(mv).unwrap();
                    let frames = frames(&before, mv);
                    let after = SowingFrame::still(game.position());
                    let total = |f: &SowingFrame| -> u32 {
                        let balls = f.pits.iter().flatten().chain(&f.kazans).chain([&f.hand]);
                        balls.map(|&n| u32::from(n)).sum()
                    };
                    for frame in &frames {
                        assert_eq!(total(frame), u32::from(variant.rules().balls()));
                    }
                    if variant.rules().is_relay() || mv.pit().is_none() {
                        let last = frames.last().unwrap();
                        assert_eq!((last.pits, last.kazans), (after.pits, after.kazans));
                        continue;
                    }
                    // The last ball falls where the rules say, and what the rules add to that is
                    // the capture.
                    let sown = frames.iter().rev().find(|f| f.at.is_some() && f.hand == 0);
                    let (side, pit) = effect.landing.unwrap();
                    let landing = (side, pit.index());
                    assert_eq!(
                        sown.unwrap().at,
                        Some(landing),
                        "{variant} {before:?} {mv:?}"
                    );
                    let mut dropped = frames[usize::from(frames[0].hand)];
                    let (side, pit) = landing;
                    dropped.pits[side.index()][pit] -= effect.captured;
                    dropped.kazans[before.side().index()] += effect.captured;
                    assert_eq!((dropped.pits, dropped.kazans), (after.pits, after.kazans));
                    if game.moves().len() > 300 || random.random_ratio(1, 200) {
                        break;
                    }
                }
            }
        }
    }
}
