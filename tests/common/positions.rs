//! Random positions, reachable ones and others.

use rand::Rng;
use tuzdik::game::{MAX_PITS, Parts, Pit, Position, Side, Variant};

/// A position that obeys the limits of `Position::from_parts` and nothing else: balls heaped up or
/// spread out, any kazans, no, one or two tuzdiks.
pub fn any_position(rng: &mut impl Rng) -> Position {
    let mut tuzdiks = [(); 2].map(|()| {
        let number = if rng.random() {
            rng.random_range(1..=8)
        } else {
            0
        };
        Pit::new(number)
    });
    if tuzdiks[0] == tuzdiks[1] {
        tuzdiks[rng.random_range(0..2)] = None;
    }
    let free: Vec<(usize, usize)> = (0..2)
        .flat_map(|side| (0..MAX_PITS).map(move |pit| (side, pit)))
        .filter(|&(side, pit)| tuzdiks[1 - side].is_none_or(|tuzdik| tuzdik.index() != pit))
        .collect();
    let chosen: Vec<(usize, usize)> = match rng.random_range(1..=free.len()) {
        n if n == free.len() => free,
        n => (0..n)
            .map(|_| free[rng.random_range(0..free.len())])
            .collect(),
    };
    let on_board: u32 = rng.random_range(0..=162);
    let mut pits = [[0; MAX_PITS]; 2];
    let mut left = on_board;
    while left > 0 {
        let (side, pit) = chosen[rng.random_range(0..chosen.len())];
        // One ball at a time, or a heap.
        let balls = if rng.random_ratio(1, 16) {
            rng.random_range(1..=left)
        } else {
            1
        };
        pits[side][pit] += balls as u8;
        left -= balls;
    }
    let in_kazans = 162 - on_board;
    let south = rng.random_range(0..=in_kazans);
    let parts = Parts {
        pits,
        kazans: [south as u8, (in_kazans - south) as u8],
        tuzdiks,
        side: Side::BOTH[rng.random_range(0..2)],
    };
    Position::from_parts(Variant::TogyzKumalak.rules(), &parts).expect("the parts fit the rules")
}
