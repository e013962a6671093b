//! Moves as text.
//!
//! A move is written as its origin and landing pit, each counted from its owner's left: `76`. Game
//! records add marks: `36x` (TGK) and `36X` (PlayOK) make a tuzdik, `76(10)` (PlayOK) captures and
//! leaves ten balls in the mover's kazan. PlayStrategy names squares: `g1d2`, where files `a` to `i`
//! are South's pits 1 to 9 and North's pits 9 to 1.

mod error;
mod shown;

use crate::game::{Board, Game, Move, Pit, Side};

use super::quote::quote;
pub use error::{Claim, Deed, MoveError};
use shown::sowing;
pub use shown::{ShownLine, ShownMove};

/// Plays the move that a text means.
///
/// # Errors
/// If the text is no move, the move is illegal, a claim of it contradicts the rules, or the game is over.
/// The game is then as before.
pub fn play(game: &mut Game, token: &str) -> Result<Move, MoveError> {
    let mv = parse(token, &game.board())?;
    // What is illegal now, a repetition has ended the game before it.
    game.play(mv)
        .map_err(|_| MoveError::not_now(token, game.legal_moves()))?;
    Ok(mv)
}

/// The move that a text means on a board.
///
/// Everything that the text claims is checked: origin, landing pit, tuzdik mark, kazan count. Marks
/// may be left out. Repetition is not known to a board; see [`play`].
///
/// # Errors
/// If the text is no move, the move is illegal, or a claim contradicts the rules.
///
/// ```
/// use tuzdik::game::{Board, Variant};
/// use tuzdik::notation::moves::parse;
/// let start = Board::start(Variant::TogyzKumalak);
/// assert_eq!(parse("76(10)", &start), parse("g1d2", &start));
/// assert_eq!(
///     parse("75", &start).unwrap_err().to_string(),
///     "the landing pit of '75' is wrong: South's pit 7 sows 9 balls, the last falls into \
///      North's pit 6 and 10 are captured; the kazan then holds 10"
/// );
/// ```
pub fn parse(token: &str, board: &Board) -> Result<Move, MoveError> {
    let position = board.position();
    let pits = board.rules().pits;
    let mover = position.side();
    if let Some(mv) = [Move::PASS, Move::SOUTH, Move::NORTH]
        .into_iter()
        .find(|mv| token == mv.to_string())
    {
        let legal = board.moves();
        return if legal.contains(mv) {
            Ok(mv)
        } else {
            Err(MoveError::not_now(token, legal))
        };
    }
    let text = read(token).ok_or_else(|| MoveError::Unreadable {
        token: quote(token),
    })?;
    let place = |place: Place| {
        place.locate(pits).ok_or_else(|| MoveError::NoSuchPit {
            token: quote(token),
            pits,
        })
    };
    let (origin_side, origin) = place(text.origin)?;
    let landing = text.landing.map(place).transpose()?;
    if origin_side.is_some_and(|side| side != mover) {
        return Err(MoveError::WrongSide {
            token: quote(token),
            mover,
        });
    }
    if board.outcome().is_some() {
        return Err(MoveError::GameOver {
            token: quote(token),
        });
    }
    let mv = Move::sow(origin);
    if board.rules().is_relay() {
        let legal = board.moves();
        if !legal.contains(mv) {
            return Err(MoveError::not_now(token, legal));
        }
    }
    if position.balls(mover, origin) == 0 {
        return Err(MoveError::Empty {
            mover,
            pit: origin,
            tuzdik: position.tuzdik(mover.opponent()) == Some(origin),
        });
    }
    if !board.moves().contains(mv) {
        return Err(MoveError::Forced { mover, pit: origin });
    }
    let deed = Deed::new(board, origin);
    let wrong_landing = landing.is_some_and(|(side, pit)| {
        let fits = |(own, at)| pit == at && side.is_none_or(|side| side == own);
        !deed.effect.landing.is_some_and(fits)
    });
    let claim = if wrong_landing {
        Some(Claim::Landing)
    } else if text.tuzdik && !deed.effect.tuzdik {
        Some(Claim::Tuzdik)
    } else if text
        .kazan
        .is_some_and(|n| deed.effect.captured == 0 || n != u32::from(deed.kazan))
    {
        Some(Claim::Kazan)
    } else {
        None
    };
    match claim {
        None => Ok(mv),
        Some(claim) => Err(MoveError::Contradiction {
            token: quote(token),
            claim,
            deed,
        }),
    }
}

/// The move as TGK writes it: `x` follows a move that makes a tuzdik.
#[must_use]
pub fn format_tgk(board: &Board, mv: Move) -> String {
    board.show(mv).marked().to_string()
}

/// The move as PlayOK writes it: `X` follows a move that makes a tuzdik, the mover's kazan in
/// brackets another capture.
#[must_use]
pub fn format_playok(board: &Board, mv: Move) -> String {
    match sowing(board, mv) {
        Some((_, effect)) if effect.tuzdik => format!("{}X", board.show(mv)),
        Some((next, effect)) if effect.captured > 0 => {
            format!(
                "{}({})",
                board.show(mv),
                next.position().kazan(board.side())
            )
        }
        _ => board.show(mv).to_string(),
    }
}

/// A pit as written.
#[derive(Clone, Copy)]
enum Place {
    /// A number from its owner's left.
    Number(u8),
    /// A file from South's left, counted from 0, and the side of the rank.
    Square(u8, Side),
}

impl Place {
    /// The side, where the text names one, and the pit on a board with this many pits a side.
    fn locate(self, pits: u8) -> Option<(Option<Side>, Pit)> {
        let (side, number) = match self {
            Place::Number(number) => (None, number),
            Place::Square(file, Side::South) => (Some(Side::South), file + 1),
            Place::Square(file, Side::North) => (Some(Side::North), pits.checked_sub(file)?),
        };
        let pit = Pit::new(number).filter(|pit| pit.number() <= pits)?;
        Some((side, pit))
    }
}

/// What a move text says.
struct Text {
    origin: Place,
    landing: Option<Place>,
    tuzdik: bool,
    kazan: Option<u32>,
}

/// Reads the forms `7`, `76`, `76x`, `76X`, `76(10)` and `g1d2`.
fn read(token: &str) -> Option<Text> {
    let bytes = token.as_bytes();
    let squares = |at: usize| square(*bytes.get(at)?, *bytes.get(at + 1)?);
    if bytes.len() == 4
        && let (Some(origin), Some(landing)) = (squares(0), squares(2))
    {
        return Some(Text {
            origin,
            landing: Some(landing),
            tuzdik: false,
            kazan: None,
        });
    }
    let (&first, mut rest) = bytes.split_first()?;
    let mut text = Text {
        origin: number(first)?,
        landing: None,
        tuzdik: false,
        kazan: None,
    };
    if let Some((&second, after)) = rest.split_first()
        && let Some(landing) = number(second)
    {
        text.landing = Some(landing);
        rest = after;
    }
    if let Some(inner) = rest.strip_prefix(b"(") {
        let end = inner.iter().position(|&b| b == b')')?;
        let digits = &inner[..end];
        if !(1..=3).contains(&digits.len()) || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let value = digits.iter().fold(0, |n, &b| n * 10 + u32::from(b - b'0'));
        text.kazan = Some(value);
        rest = &inner[end + 1..];
    }
    // Word processors and keyboards make the Cyrillic letter of it.
    if matches!(rest, b"x" | b"X") || rest == "\u{445}".as_bytes() || rest == "\u{425}".as_bytes() {
        text.tuzdik = true;
        rest = &[];
    }
    rest.is_empty().then_some(text)
}

fn number(byte: u8) -> Option<Place> {
    byte.is_ascii_digit().then(|| Place::Number(byte - b'0'))
}

fn square(file: u8, rank: u8) -> Option<Place> {
    let side = match rank {
        b'1' => Side::South,
        b'2' => Side::North,
        _ => return None,
    };
    file.is_ascii_lowercase()
        .then(|| Place::Square(file - b'a', side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Variant};

    fn after(tokens: &str) -> Board {
        let mut game = Game::new(Variant::TogyzKumalak);
        for token in tokens.split_whitespace() {
            let mv = parse(token, &game.board()).expect(token);
            game.play(mv).expect(token);
        }
        game.board()
    }

    fn error(token: &str, board: &Board) -> String {
        parse(token, board).unwrap_err().to_string()
    }

    #[test]
    fn every_spelling_means_the_same_move() {
        let start = after("");
        for token in ["7", "76", "76(10)", "7(10)", "g1d2"] {
            let mv = parse(token, &start).expect(token);
            assert_eq!(mv.pit(), Pit::new(7), "{token}");
        }
        let second = after("76");
        for token in ["9", "98", "a2h1"] {
            let mv = parse(token, &second).expect(token);
            assert_eq!(mv.pit(), Pit::new(9), "{token}");
        }
    }

    #[test]
    fn tuzdik_marks_of_both_formats() {
        let before = after("76 98 66 87 12 76 25 78 48");
        for token in [
            "3",
            "36",
            "36x",
            "36X",
            "36\u{445}",
            "36\u{425}",
            "3x",
            "b2f1",
        ] {
            let read = parse(token, &before);
            assert_eq!(read.is_ok(), token != "b2f1", "{token}");
        }
        assert!(parse("g2f1", &before).is_ok());
        let mv = parse("36", &before).unwrap();
        assert_eq!(before.show(mv).to_string(), "36");
        assert_eq!(format_tgk(&before, mv), "36x");
        assert_eq!(format_playok(&before, mv), "36X");
    }

    #[test]
    fn contradictions_say_what_the_move_does() {
        let start = after("");
        assert_eq!(
            error("12", &start),
            "the landing pit of '12' is wrong: South's pit 1 sows 9 balls, the last falls into \
             South's pit 9 and nothing is captured; the kazan then holds 0"
        );
        assert!(error("76x", &start).starts_with("the tuzdik mark of '76x' is wrong: "));
        assert!(error("76(12)", &start).ends_with("the kazan then holds 10"));
        assert!(error("g1d1", &start).contains("North's pit 6"));
    }

    #[test]
    fn impossible_moves_say_why() {
        let start = after("");
        assert_eq!(
            error("a2h1", &start),
            "'a2h1' starts on the wrong side; South is to move"
        );
        assert!(error("0", &start).contains("expected 1 to 9"));
        assert!(error("j1a2", &start).contains("expected 1 to 9"));
        let emptied = after("98 98 91 91");
        assert_eq!(
            error("91", &emptied),
            "South's pit 9 cannot be sown, it is empty"
        );
        let owned = after("76 98 66 87 12 76 25 78 48 36x");
        assert_eq!(
            error("6", &owned),
            "South's pit 6 cannot be sown, it is North's tuzdik"
        );
        let over = after("54 11 32 55x 89 35 78 47 67 51 46");
        assert_eq!(
            error("12", &over),
            "'12' cannot be played, the game is over"
        );
    }

    #[test]
    fn garbage_is_quoted_in_one_short_line() {
        let start = after("");
        let long = "7".repeat(1_000_000);
        for token in [
            "",
            " ",
            "x",
            "7x6",
            "76(",
            "76()",
            "76(1234)",
            "76(-1)",
            "76xx",
            "76\u{445}x",
            "76\u{446}",
            "٧٦",
            "7\n6",
            "g1",
            "g3d2",
            "G1D2",
            "-7",
            "766",
            "\u{202e}76",
            &long,
        ] {
            let message = error(token, &start);
            assert!(message.contains("is not a move; expected"), "{message}");
            assert!(message.len() < 300 && !message.contains('\n'), "{message}");
        }
    }

    #[test]
    fn an_empty_pit_is_written_as_its_number() {
        let emptied = after("98 98 91 91");
        let mv = Move::sow(Pit::new(9).unwrap());
        assert_eq!(emptied.show(mv).to_string(), "9");
        assert_eq!(format_tgk(&emptied, mv), "9");
        assert_eq!(format_playok(&emptied, mv), "9");
    }
}
