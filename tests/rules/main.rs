//! Every corner case of the rules of Togyz Kumalak, by name.

mod capture;
mod end;
mod positions;
mod repetition;
mod sowing;
mod tuzdiks;

use tuzdik::game::sets::TogyzKumalak;
use tuzdik::game::{
    Board, EndReason, Game, IllegalMove, Move, MoveEffect, Outcome, Parts, Pit, Position,
    PositionError, Rules, Side, Variant,
};

use Side::{North, South};

/// These balls in the pits, the rest shared between the kazans (North has the odd one), no tuzdiks,
/// South to move.
fn board(south: [u8; 9], north: [u8; 9]) -> Parts {
    let rest = 162 - south.iter().chain(&north).sum::<u8>();
    Parts {
        pits: [south, north],
        kazans: [rest / 2, rest - rest / 2],
        tuzdiks: [None; 2],
        side: South,
    }
}

/// The tuzdiks by pit number, South's first; 0 for none.
fn tuzdiks(south: u8, north: u8) -> [Option<Pit>; 2] {
    [Pit::new(south), Pit::new(north)]
}

fn sow(pit: u8) -> Move {
    Move::sow(Pit::new(pit).expect("a pit number"))
}

fn position(parts: Parts) -> Position {
    Position::from_parts(&TogyzKumalak::SET, &parts).expect("a sound position")
}

/// Plays a move and returns what is there then, with what the move did.
fn play(parts: Parts, pit: u8) -> (Parts, MoveEffect) {
    let position = position(parts);
    assert!(position.moves::<TogyzKumalak>().contains(sow(pit)));
    let (next, effect) = position.play_with_effect::<TogyzKumalak>(sow(pit));
    assert_eq!(next, position.play::<TogyzKumalak>(sow(pit)));
    assert_eq!(next.side(), parts.side.opponent());
    (next.parts(), effect)
}

fn outcome(parts: Parts) -> Option<Outcome> {
    position(parts).outcome::<TogyzKumalak>()
}

fn win(side: Side, kazans: [u8; 2], reason: EndReason) -> Option<Outcome> {
    Some(Outcome {
        winner: Some(side),
        kazans,
        reason,
    })
}

fn landing(effect: MoveEffect) -> (Side, u8) {
    let (side, pit) = effect.landing.expect("a ball was sown");
    (side, pit.number())
}

const EMPTY: [u8; 9] = [0; 9];
