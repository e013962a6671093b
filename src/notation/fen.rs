//! Positions as one line of text.
//!
//! Written form, PlayStrategy's: `north-row/south-row south-kazan north-kazan S|N move-number`. Both
//! rows run from left to right as South sees them, so North's row starts with North's last pit.
//! `9S` is a pit with nine balls, `t` a tuzdik (it belongs to the other side), a bare number a run of
//! that many empty pits.
//!
//! In Mangala the kazans are the piles, and the side `?` says that the choice of sides is still to be
//! made. Where the rules have an extra move at atsyz kalu, a `+` after the side says that a player has
//! passed for it.
//!
//! Also read: `south-row/north-row kazans tuzdiks w|b plies`, where each row runs from its owner's
//! left with a plain count for every pit, the other pairs are South's and North's values separated
//! by a comma, and `-` stands for no tuzdik.

mod counts;
mod error;

use crate::game::{Board, MAX_PITS, Parts, Pit, Position, Side, Variant};

use super::quote::quote;
pub use counts::format_counts;
pub use error::{FenError, Field};

/// Stands for the side to move while the choice of sides is still to be made.
const CHOICE: &str = "?";

/// Follows the side to move after a pass at atsyz kalu.
const EXTRA: char = '+';

/// The board and the move number that a text stands for, in either form.
///
/// Blanks around and between the parts may be any white space; a comma may follow a row.
///
/// # Errors
/// If the text has neither form or the position is impossible under the rules of the variant.
///
/// ```
/// use tuzdik::game::{Board, Variant};
/// use tuzdik::notation::fen;
/// let start = Board::start(Variant::TogyzKumalak);
/// let one = "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1";
/// let other = "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 0,0 -,- w 0";
/// assert_eq!(fen::parse(one, Variant::TogyzKumalak), Ok((start, 1)));
/// assert_eq!(fen::parse(other, Variant::TogyzKumalak), Ok((start, 1)));
/// assert_eq!(fen::format(&start, 1), one);
/// ```
pub fn parse(text: &str, variant: Variant) -> Result<(Board, u32), FenError> {
    let mut fields = [""; 5];
    let mut found = 0;
    for field in text.split_whitespace() {
        if let Some(place) = fields.get_mut(found) {
            *place = field;
        }
        found += 1;
    }
    if found != fields.len() {
        return Err(FenError::Fields { found });
    }
    let (parts, number) = if fields[1].contains(',') {
        counts_form(fields, variant)?
    } else {
        stones_form(fields, variant)?
    };
    let position = Position::from_parts(variant.rules(), &parts)?;
    let position = match fields[3] {
        CHOICE => position.with_choice(),
        side if side.ends_with(EXTRA) => position.with_extra(),
        _ => position,
    };
    Ok((Board::new(variant, position), number))
}

/// The board in PlayStrategy's form, which does not name the game. Text to board to text is the
/// identity.
#[must_use]
pub fn format(board: &Board, move_number: u32) -> String {
    let position = board.position();
    let mut text = String::new();
    for side in [Side::North, Side::South] {
        if side == Side::South {
            text.push('/');
        }
        write_row(&mut text, board, side);
    }
    let side = match position.side() {
        _ if position.is_choice() => CHOICE,
        Side::South => "S",
        Side::North => "N",
    };
    let extra = if position.is_extra() { "+" } else { "" };
    let [south, north] = Side::BOTH.map(|side| position.kazan(side));
    text + &format!(" {south} {north} {side}{extra} {move_number}")
}

fn write_row(text: &mut String, board: &Board, side: Side) {
    let position = board.position();
    let mut tokens = Vec::new();
    let mut empty = 0;
    for pit in seen_from_south(side, board.rules().pits) {
        let balls = position.balls(side, pit);
        let tuzdik = position.tuzdik(side.opponent()) == Some(pit);
        if balls == 0 && !tuzdik {
            empty += 1;
            continue;
        }
        if empty > 0 {
            tokens.push(empty.to_string());
            empty = 0;
        }
        tokens.push(if tuzdik {
            "t".to_owned()
        } else {
            format!("{balls}S")
        });
    }
    if empty > 0 {
        tokens.push(empty.to_string());
    }
    text.push_str(&tokens.join(","));
}

/// The pits of a side from left to right as South sees them.
pub(super) fn seen_from_south(side: Side, pits: u8) -> impl Iterator<Item = Pit> {
    (1..=pits).filter_map(move |n| {
        Pit::new(match side {
            Side::South => n,
            Side::North => pits + 1 - n,
        })
    })
}

fn empty_parts(side: Side) -> Parts {
    Parts {
        pits: [[0; MAX_PITS]; 2],
        kazans: [0; 2],
        tuzdiks: [None; 2],
        side,
    }
}

fn two_rows(board: &str) -> Result<[&str; 2], FenError> {
    match board.split_once('/') {
        Some((first, second)) if !second.contains('/') => Ok([first, second]),
        _ => Err(FenError::Rows {
            found: board.split('/').count(),
        }),
    }
}

fn stones_form(fields: [&str; 5], variant: Variant) -> Result<(Parts, u32), FenError> {
    let [board, south, north, side, number] = fields;
    let [north_row, south_row] = two_rows(board)?;
    let mut parts = empty_parts(stones_side(side, variant)?);
    for (side, row) in [(Side::North, north_row), (Side::South, south_row)] {
        read_stones(&mut parts, side, row, variant)?;
    }
    for (side, kazan) in [(Side::South, south), (Side::North, north)] {
        parts.kazans[side.index()] = balls(Field::Kazan(side), kazan, variant)?;
    }
    let expected = "a number from 1 to 4294967295";
    let number = whole(Field::MoveNumber, number, expected)?;
    if number == 0 {
        return Err(value(Field::MoveNumber, "0", expected));
    }
    Ok((parts, number))
}

fn stones_side(side: &str, variant: Variant) -> Result<Side, FenError> {
    let rules = variant.rules();
    if rules.is_forced() && side == CHOICE {
        return Ok(Side::South);
    }
    let (letter, expected) = match side.strip_suffix(EXTRA) {
        _ if rules.is_forced() => (side, "S, N or ?"),
        Some(letter) if rules.extra_move => (letter, "S, N, S+ or N+"),
        None if rules.extra_move => (side, "S, N, S+ or N+"),
        _ => (side, "S or N"),
    };
    match letter {
        "S" => Ok(Side::South),
        "N" => Ok(Side::North),
        _ => Err(value(Field::SideToMove, side, expected)),
    }
}

fn read_stones(parts: &mut Parts, side: Side, row: &str, variant: Variant) -> Result<(), FenError> {
    const EXPECTED: &str = "balls such as 9S, a run of empty pits such as 2, or t";
    let field = Field::Row(side);
    let pits = variant.rules().pits;
    // Index from South's left; may run beyond the board, which is reported at the end.
    let mut file: usize = 0;
    for token in row.strip_suffix(',').unwrap_or(row).split(',') {
        let pit = seen_from_south(side, pits).nth(file);
        if token == "t" {
            let owner = side.opponent().index();
            if parts.tuzdiks[owner].is_some() {
                return Err(FenError::TwoTuzdiks { side });
            }
            parts.tuzdiks[owner] = pit;
            file += 1;
        } else if let Some(count) = token.strip_suffix('S') {
            let count = match all_digits(count) {
                true => balls(field, count, variant)?,
                false => 0,
            };
            if count == 0 {
                return Err(value(field, token, EXPECTED));
            }
            if let Some(pit) = pit {
                parts.pits[side.index()][pit.index()] = count;
            }
            file += 1;
        } else {
            match whole(field, token, EXPECTED)? {
                0 => return Err(value(field, token, EXPECTED)),
                run => file = file.saturating_add(run as usize),
            }
        }
    }
    check_pits(side, file, pits)
}

fn counts_form(fields: [&str; 5], variant: Variant) -> Result<(Parts, u32), FenError> {
    let [board, kazans, tuzdiks, side, plies] = fields;
    let rows = two_rows(board)?;
    let mut parts = empty_parts(match side {
        "w" => Side::South,
        "b" => Side::North,
        _ => return Err(value(Field::SideToMove, side, "w or b")),
    });
    for (side, row) in Side::BOTH.into_iter().zip(rows) {
        let mut index = 0;
        for token in row.strip_suffix(',').unwrap_or(row).split(',') {
            let count = balls(Field::Row(side), token, variant)?;
            if let Some(pit) = parts.pits[side.index()].get_mut(index) {
                *pit = count;
            }
            index += 1;
        }
        check_pits(side, index, variant.rules().pits)?;
    }
    let kazans = pair(Field::Kazans, kazans, "two numbers such as 10,0")?;
    let tuzdiks = pair(Field::Tuzdiks, tuzdiks, "two pit numbers or - such as 4,-")?;
    for side in Side::BOTH {
        let i = side.index();
        parts.kazans[i] = balls(Field::Kazan(side), kazans[i], variant)?;
        parts.tuzdiks[i] = match tuzdiks[i] {
            "-" => None,
            text => {
                let expected = "the number of a pit, or -";
                let number = whole(Field::Tuzdik(side), text, expected)?;
                let pit = u8::try_from(number).ok().and_then(Pit::new);
                let pit = pit.filter(|pit| pit.number() <= variant.rules().pits);
                Some(pit.ok_or_else(|| value(Field::Tuzdik(side), text, expected))?)
            }
        };
    }
    let plies = whole(Field::Plies, plies, "a number from 0 to 4294967295")?;
    Ok((parts, plies / 2 + 1))
}

fn check_pits(side: Side, found: usize, expected: u8) -> Result<(), FenError> {
    if found == usize::from(expected) {
        return Ok(());
    }
    Err(FenError::Pits {
        side,
        found,
        expected,
    })
}

fn pair<'a>(field: Field, text: &'a str, expected: &'static str) -> Result<[&'a str; 2], FenError> {
    match text.split_once(',') {
        Some((south, north)) => Ok([south, north]),
        None => Err(value(field, text, expected)),
    }
}

fn balls(field: Field, text: &str, variant: Variant) -> Result<u8, FenError> {
    let balls = variant.rules().balls();
    if !all_digits(text) {
        return Err(value(field, text, "a number of balls"));
    }
    let count = text.parse().ok().filter(|&n| n <= balls);
    count.ok_or_else(|| FenError::TooMany {
        field,
        found: quote(text),
        balls,
    })
}

fn whole(field: Field, text: &str, expected: &'static str) -> Result<u32, FenError> {
    let number = all_digits(text).then(|| text.parse().ok()).flatten();
    number.ok_or_else(|| value(field, text, expected))
}

/// Only digits, no sign, at least one.
fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn value(field: Field, found: &str, expected: &'static str) -> FenError {
    FenError::Value {
        field,
        found: quote(found),
        expected,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VARIANT: Variant = Variant::TogyzKumalak;

    #[test]
    fn rows_stand_as_south_sees_them() {
        let text = "6S,1,1S,t,5S,3S,4S,3S,1S/1S,2S,2S,t,3S,2S,2S,1S,1S 82 43 N 38";
        // South's tuzdik stands in the fourth pit from the left, which is North's pit 6.
        let (board, number) = parse(text, VARIANT).unwrap();
        let position = board.position();
        assert_eq!(number, 38);
        assert_eq!(position.side(), Side::North);
        assert_eq!(position.tuzdik(Side::South), Pit::new(6));
        assert_eq!(position.tuzdik(Side::North), Pit::new(4));
        assert_eq!(position.balls(Side::North, Pit::new(9).unwrap()), 6);
        assert_eq!(position.balls(Side::South, Pit::new(9).unwrap()), 1);
        assert_eq!(format(&board, number), text);
    }

    #[test]
    fn both_forms_give_the_same_position() {
        let stones = "6S,1,1S,t,5S,3S,4S,3S,1S/1S,2S,2S,t,3S,2S,2S,1S,1S 82 43 N 38";
        let counts = "1,2,2,0,3,2,2,1,1/1,3,4,3,5,0,1,0,6 82,43 6,4 b 75";
        assert_eq!(parse(stones, VARIANT), parse(counts, VARIANT));
    }

    #[test]
    fn blanks_commas_and_split_runs_are_tolerated() {
        let canonical = "9/9 82 80 N 2";
        for text in [
            "9,/9, 82 80 N 2",
            " 4,5/1,8\t82  80 N 2\r\n",
            "9/2,7, 82 80 N 02",
        ] {
            let (board, number) = parse(text, VARIANT).unwrap();
            assert_eq!(format(&board, number), canonical);
        }
    }

    #[test]
    fn huge_and_foreign_input_gives_short_messages() {
        let long = "9".repeat(1_000_000);
        for text in [
            "",
            "/",
            "٩S/9 0 0 S 1",
            &long,
            &"/".repeat(1_000_000),
            &format!("{long}S/9 0 0 S 1"),
            &format!("{long}/9 0 0 S 1"),
            &format!("9/9 {long} 0 S 1"),
            &format!("9/9 82 80 S {long}"),
            &format!("{} 82 80 S 1", "4294967295,".repeat(90_000)),
            &format!("9/{} 82 80 S 1", "4294967295,".repeat(90_000)),
            &format!("{} 0,0 -,- w 0", "1,".repeat(500_000)),
        ] {
            let message = parse(text, VARIANT).unwrap_err().to_string();
            assert!(message.len() < 200 && !message.contains('\n'), "{message}");
        }
    }
}
