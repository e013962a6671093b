//! Writing the form with plain counts.

use crate::game::{Board, Pit, Side};

/// The position in the form with plain counts, which can say neither that the choice of sides is still to
/// be made nor that a player has passed at atsyz kalu: `None` for such a position.
///
/// ```
/// use tuzdik::game::{Board, Variant};
/// use tuzdik::notation::fen;
/// let start = Board::start(Variant::TogyzKumalak);
/// let text = "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 0,0 -,- w 0";
/// assert_eq!(fen::format_counts(&start, 1).as_deref(), Some(text));
/// ```
#[must_use]
pub fn format_counts(board: &Board, move_number: u32) -> Option<String> {
    let position = board.position();
    if position.is_choice() || position.is_extra() {
        return None;
    }
    let parts = position.parts();
    let pits = usize::from(board.rules().pits);
    let [south, north] = parts.pits.map(|row| {
        let counts: Vec<String> = row.iter().take(pits).map(u8::to_string).collect();
        counts.join(",")
    });
    let [first, second] = parts.kazans;
    let [own, other] = parts
        .tuzdiks
        .map(|pit: Option<Pit>| pit.map_or("-".to_owned(), |pit| pit.to_string()));
    let side = match position.side() {
        Side::South => 'w',
        Side::North => 'b',
    };
    let rounds = u64::from(move_number.saturating_sub(1));
    let plies = 2 * rounds + position.side().index() as u64;
    Some(format!(
        "{south}/{north} {first},{second} {own},{other} {side} {plies}"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::{format, parse};
    use super::*;
    use crate::game::Variant;

    #[test]
    fn both_forms_are_read_as_the_same_position() {
        for (variant, text) in [
            (
                Variant::TogyzKumalak,
                "6S,1,1S,t,5S,3S,4S,3S,1S/1S,2S,2S,t,3S,2S,2S,1S,1S 82 43 N 38",
            ),
            (Variant::TogyzKumalak, "9/9 82 80 S 2"),
            (Variant::Bestemshe, "5S,5S,5S,5S,5S/5S,5S,5S,5S,5S 0 0 S 1"),
        ] {
            let (board, number) = parse(text, variant).unwrap();
            let counts = format_counts(&board, number).unwrap();
            let again = parse(&counts, variant).unwrap();
            assert_eq!(format(&again.0, again.1), text, "{counts}");
        }
    }

    #[test]
    fn what_it_cannot_say_is_not_said() {
        let board = Board::start(Variant::Mangala);
        assert_eq!(format_counts(&board, 1), None);
    }
}
