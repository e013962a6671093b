//! What happens, said in the language of the player.

use std::io;

use tuzdik::game::{Move, Position, Side};
use tuzdik::notation::quote::quote;
use tuzdik::score::Value;
use tuzdik::search::SearchLine;
pub use tuzdik::texts::words::{deed, kazan, move_error, outcome, side};
use tuzdik::texts::{Texts, fill};

use super::file::{FileFault, Loaded};
use super::ritual::{Call, Ritual};
use super::session::Seat;

/// Who plays a side; the engine with its level, if it has one.
pub fn seat(texts: &Texts, seat: Seat, level: Option<u8>) -> String {
    match (seat, level) {
        (Seat::Human, _) => texts.human.to_owned(),
        (Seat::Engine, Some(level)) => fill(texts.engine_level, &[("level", &level)]),
        (Seat::Engine, None) => texts.engine.to_owned(),
    }
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
        FileFault::NoSuchGame(count) => fill(texts.no_such_game, &[("count", count)]),
        FileFault::Exists => texts.file_exists.to_owned(),
        FileFault::Faulty(line) => fill(texts.faulty_game, &[("line", line)]),
        FileFault::Variant(variant) => fill(texts.other_variant, &[("variant", variant)]),
    }
}

/// That a game was loaded, and which one if the file holds others too.
pub fn loaded(texts: &Texts, file: &str, loaded: Loaded) -> String {
    let Loaded { number, count } = loaded;
    let message = match count {
        1 => texts.loaded,
        _ => texts.loaded_one,
    };
    fill(
        message,
        &[("file", &file), ("number", &number), ("count", &count)],
    )
}

/// South's chance of winning in thousandths, a draw counting half, and the score from South's view.
pub fn judgement(line: &SearchLine, position: &Position) -> (u32, String) {
    // Whoever chooses a side is on it from then on.
    let mover = match line.pv.first() {
        Some(&Move::NORTH) => Side::North,
        _ => position.side(),
    };
    let wins = u32::from(line.wdl.win) + u32::from(line.wdl.draw) / 2;
    let (chance, sign) = match mover {
        Side::South => (wins, 1),
        Side::North => (1000_u32.saturating_sub(wins), -1),
    };
    let score = match Value::from(line.score) {
        Value::Centiballs(score) => format!("{:+.1}", f64::from(sign * score) / 100.0),
        Value::Mate(moves) => format!("#{}", sign * moves),
    };
    (chance, score)
}
