//! What happens, said in the language of the player.

use std::io;

use tuzdik::game::{EndReason, Move, MoveSet, Outcome, Pit, Position, Side, Variant};
use tuzdik::notation::moves::{self, Deed, MoveError};
use tuzdik::notation::quote::quote;
use tuzdik::search::Info;
use tuzdik::search::score::Value;

use super::ritual::{Call, Ritual};
use super::session::{FileFault, Seat};
use super::texts::{Texts, fill};

/// The name of a side.
pub fn side(texts: &Texts, side: Side) -> &'static str {
    match side {
        Side::South => texts.south,
        Side::North => texts.north,
    }
}

/// Who plays a side; the engine with its level, if it has one.
pub fn seat(texts: &Texts, seat: Seat, level: Option<u8>) -> String {
    match (seat, level) {
        (Seat::Human, _) => texts.human.to_owned(),
        (Seat::Engine, Some(level)) => fill(texts.engine_level, &[("level", &level)]),
        (Seat::Engine, None) => texts.engine.to_owned(),
    }
}

/// A kazan, with the tuzdik that its owner has.
pub fn kazan(texts: &Texts, position: &Position, owner: Side) -> String {
    let name = fill(texts.kazan, &[("side", &side(texts, owner))]);
    match position.tuzdik(owner) {
        Some(pit) => format!("{name}, {}", fill(texts.kazan_tuzdik, &[("pit", &pit)])),
        None => name,
    }
}

/// What a legal move does in a position.
pub fn deed(texts: &Texts, variant: Variant, position: &Position, mv: Move) -> String {
    let (message, who) = match mv {
        Move::SOUTH => (texts.chosen, Side::South),
        Move::NORTH => (texts.chosen, Side::North),
        _ => (texts.passes, position.side()),
    };
    if mv.sown().is_none() {
        return fill(message, &[("side", &side(texts, who))]);
    }
    let deed = Deed::new(variant, position, mv);
    let mut text = fill(
        texts.sown,
        &[
            ("side", &side(texts, deed.mover)),
            ("move", &moves::format_tgk(variant, position, mv)),
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

/// The question of the ritual before a game of Mangala.
pub fn ritual_question(texts: &Texts, ritual: &Ritual) -> String {
    match ritual.opened() {
        None => texts.call.to_owned(),
        Some(_) => fill(
            texts.choose_side,
            &[("south", &texts.south), ("north", &texts.north)],
        ),
    }
}

/// Why a text does not answer that question.
pub fn ritual_fault(texts: &Texts, ritual: &Ritual, text: &str) -> String {
    let [one, two] = match ritual.opened() {
        None => [texts.odd, texts.even],
        Some(_) => [texts.south, texts.north],
    };
    let expected = format!("1 ({one}), 2 ({two})");
    fill(
        texts.not_now,
        &[("text", &quote(text)), ("moves", &expected)],
    )
}

/// How the call went, if there was one, with what the seal is of.
pub fn ritual_opened(texts: &Texts, ritual: &Ritual) -> Option<String> {
    let (call, right, opened) = ritual.opened()?;
    let call = match call {
        Call::Odd => texts.odd,
        Call::Even => texts.even,
    };
    let message = if right { texts.right } else { texts.wrong };
    Some(fill(message, &[("call", &call), ("opened", &opened)]))
}

/// The end of a game.
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
pub fn move_error(texts: &Texts, error: &MoveError, variant: Variant, at: &Position) -> String {
    let pits = variant.rules().pits;
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
        MoveError::NotNow { legal, .. } if MoveSet::is_empty(*legal) => texts.game_over.to_owned(),
        MoveError::NotNow { token, legal } => {
            let legal: Vec<String> = legal.map(|mv| mv.to_string()).collect();
            let legal = legal.join(", ");
            fill(texts.not_now, &[("text", token), ("moves", &legal)])
        }
        MoveError::Contradiction { token, deed, .. } => {
            let really = moves::format_tgk(variant, at, Move::sow(deed.pit));
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

/// Why a file could not be saved or loaded.
pub fn file_fault(texts: &Texts, fault: &FileFault) -> String {
    match fault {
        FileFault::System(io::ErrorKind::NotFound, _) => texts.no_such_file.to_owned(),
        FileFault::System(io::ErrorKind::PermissionDenied, _) => texts.no_permission.to_owned(),
        FileFault::System(io::ErrorKind::IsADirectory, _) => texts.is_folder.to_owned(),
        // Not the system's error, but one of reading without end.
        FileFault::System(io::ErrorKind::Other, None) => texts.not_regular.to_owned(),
        FileFault::System(kind, code) => {
            let code = code.map_or_else(|| kind.to_string(), |code| code.to_string());
            fill(texts.file_error, &[("code", &code)])
        }
        FileFault::NoGame => texts.no_game.to_owned(),
        FileFault::Faulty(line) => fill(texts.faulty_game, &[("line", line)]),
        FileFault::Variant(variant) => fill(texts.other_variant, &[("variant", variant)]),
    }
}

/// South's chance of winning in thousandths, a draw counting half, and the score from South's view.
pub fn judgement(info: &Info, position: &Position) -> (u32, String) {
    // Whoever chooses a side is on it from then on.
    let mover = match info.pv.first() {
        Some(&Move::NORTH) => Side::North,
        _ => position.side(),
    };
    let wins = u32::from(info.wdl.win) + u32::from(info.wdl.draw) / 2;
    let (chance, sign) = match mover {
        Side::South => (wins, 1),
        Side::North => (1000_u32.saturating_sub(wins), -1),
    };
    let score = match Value::from(info.score) {
        Value::Centiballs(score) => format!("{:+.1}", f64::from(sign * score) / 100.0),
        Value::Mate(moves) => format!("#{}", sign * moves),
    };
    (chance, score)
}
