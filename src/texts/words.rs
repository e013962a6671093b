//! What happens on a board, said in a language.

use crate::game::{Board, EndReason, Move, Outcome, Pit, Position, PositionError, Side};
use crate::notation::moves::{self, Deed, MoveError};

use super::{Texts, fill};

/// The name of a side.
#[must_use]
pub fn side(texts: &Texts, side: Side) -> &'static str {
    match side {
        Side::South => texts.south,
        Side::North => texts.north,
    }
}

/// A kazan, with the tuzdik that its owner has.
#[must_use]
pub fn kazan(texts: &Texts, position: &Position, owner: Side) -> String {
    let name = fill(texts.kazan, &[("side", &side(texts, owner))]);
    match position.tuzdik(owner) {
        Some(pit) => format!("{name}, {}", fill(texts.kazan_tuzdik, &[("pit", &pit)])),
        None => name,
    }
}

/// What a legal move does on a board.
#[must_use]
pub fn deed(texts: &Texts, board: &Board, mv: Move) -> String {
    let (message, who) = match mv {
        Move::SOUTH => (texts.chosen, Side::South),
        Move::NORTH => (texts.chosen, Side::North),
        _ => (texts.passes, board.side()),
    };
    let Some(pit) = mv.pit() else {
        return fill(message, &[("side", &side(texts, who))]);
    };
    let deed = Deed::new(board, pit);
    let mut text = fill(
        texts.sown,
        &[
            ("side", &side(texts, deed.mover)),
            ("move", &moves::format_tgk(board, mv)),
            ("pit", &deed.pit),
            ("balls", &deed.balls),
        ],
    );
    if deed.effect.tuzdik {
        text = format!("{text}; {}", texts.makes_tuzdik);
    } else if deed.effect.captured > 0 {
        let captured = fill(texts.captured, &[("balls", &deed.effect.captured)]);
        text = format!("{text}; {captured}");
    }
    text
}

/// The end of a game.
#[must_use]
pub fn outcome(texts: &Texts, outcome: &Outcome) -> String {
    let [south, north] = outcome.kazans;
    let score = format!("{south}–{north}");
    let result = match outcome.winner {
        Some(winner) => fill(
            texts.wins,
            &[("side", &side(texts, winner)), ("score", &score)],
        ),
        None => fill(texts.draw, &[("score", &score)]),
    };
    let reason = match outcome.reason {
        EndReason::Majority => texts.majority,
        EndReason::NoMoves => texts.no_moves,
        EndReason::Repetition => texts.repetition,
        EndReason::Exhausted => texts.exhausted,
    };
    format!("{result}: {reason}")
}

/// Why a text is not a move.
#[must_use]
pub fn move_error(texts: &Texts, error: &MoveError, board: &Board) -> String {
    let pits = board.rules().pits;
    match error {
        MoveError::Unreadable { token } => {
            fill(texts.unknown_input, &[("text", token), ("pits", &pits)])
        }
        MoveError::NoSuchPit { token, pits } => {
            fill(texts.no_such_pit, &[("text", token), ("pits", pits)])
        }
        MoveError::WrongSide { token, mover } => fill(
            texts.wrong_side,
            &[("text", token), ("side", &side(texts, *mover))],
        ),
        MoveError::GameOver { .. } => texts.game_over.to_owned(),
        MoveError::Empty { pit, tuzdik, .. } => empty(texts, *pit, *tuzdik),
        MoveError::Forced { pit, .. } => fill(texts.forced, &[("pit", pit)]),
        MoveError::NotNow { legal, .. } if legal.is_empty() => texts.game_over.to_owned(),
        MoveError::NotNow { token, legal } => {
            let legal: Vec<String> = legal.iter().map(|mv| mv.to_string()).collect();
            let legal = legal.join(", ");
            fill(texts.not_now, &[("text", token), ("moves", &legal)])
        }
        MoveError::Contradiction { token, deed, .. } => {
            let really = moves::format_tgk(board, Move::sow(deed.pit));
            fill(texts.contradiction, &[("text", token), ("move", &really)])
        }
    }
}

fn empty(texts: &Texts, pit: Pit, tuzdik: bool) -> String {
    let message = if tuzdik {
        texts.tuzdik_pit
    } else {
        texts.empty_pit
    };
    fill(message, &[("pit", &pit)])
}

/// What is impossible about a position.
#[must_use]
pub fn position_error(texts: &Texts, error: &PositionError) -> String {
    let named = |message, side_, pit: &Pit| {
        let who = side(texts, side_);
        fill(message, &[("side", &who), ("pit", pit)])
    };
    match error {
        PositionError::Total { found, expected } => {
            let expected = u32::from(*expected);
            let message = match *found < expected {
                true => texts.problem_missing,
                false => texts.problem_too_many,
            };
            fill(message, &[("balls", &expected.abs_diff(*found))])
        }
        PositionError::NoSuchPit(side, pit) => named(texts.problem_no_pit, *side, pit),
        PositionError::EqualTuzdiks(pit) => fill(texts.problem_equal_tuzdiks, &[("pit", pit)]),
        PositionError::TuzdikNotAllowed(owner, pit) => {
            named(texts.problem_tuzdik_not_allowed, *owner, pit)
        }
        PositionError::BallsInTuzdik(owner, pit) => {
            named(texts.problem_balls_in_tuzdik, *owner, pit)
        }
    }
}
