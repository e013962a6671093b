//! The board drawn in text, for people.

use crate::game::{Board, EndReason, Outcome, Position, Side};

use super::fen::{self, seen_from_south};

/// Width of one pit.
const CELL: usize = 5;

/// The board as South sees it, North's row above: balls in each pit, `x` for a tuzdik, kazans with
/// the tuzdik that each side owns; then the side to move or the result, the position as text and
/// its hash. Every line ends with a line feed.
///
/// ```
/// use tuzdik::game::{Board, Variant};
/// use tuzdik::notation::diagram;
/// let drawing = diagram::draw(&Board::start(Variant::TogyzKumalak), 1);
/// assert!(drawing.contains("South to move"));
/// ```
#[must_use]
pub fn draw(board: &Board, move_number: u32) -> String {
    let pits = board.rules().pits;
    let position = board.position();
    let frame = format!("       +{}-+\n", "-".repeat(CELL * usize::from(pits)));
    [
        numbers(Side::North, pits),
        frame.clone(),
        row(Side::North, position, pits),
        row(Side::South, position, pits),
        frame,
        numbers(Side::South, pits),
        format!("\n{}\n", state(board, move_number)),
        format!("Fen: {}\n", fen::format(board, move_number)),
        format!("Hash: {:016x}\n", position.hash()),
    ]
    .concat()
}

fn numbers(side: Side, pits: u8) -> String {
    let cells = seen_from_south(side, pits).map(|pit| format!("{:>CELL$}", pit.number()));
    format!("        {}\n", cells.collect::<String>())
}

fn row(side: Side, position: &Position, pits: u8) -> String {
    let cells = seen_from_south(side, pits).map(|pit| {
        if position.tuzdik(side.opponent()) == Some(pit) {
            format!("{:>CELL$}", "x")
        } else {
            format!("{:>CELL$}", position.balls(side, pit))
        }
    });
    let tuzdik = match position.tuzdik(side) {
        Some(pit) => format!(", tuzdik in {}'s pit {pit}", side.opponent()),
        None => String::new(),
    };
    let name = side.to_string();
    let kazan = position.kazan(side);
    let cells = cells.collect::<String>();
    format!("{name:<6} |{cells} |  kazan {kazan}{tuzdik}\n")
}

fn state(board: &Board, move_number: u32) -> String {
    match board.outcome() {
        None if board.position().is_choice() => {
            "The choice of sides is to be made: south or north".to_owned()
        }
        None => format!("{} to move, move {move_number}", board.side()),
        Some(outcome) => result(&outcome),
    }
}

/// The end of a game in words.
#[must_use]
pub fn result(outcome: &Outcome) -> String {
    let [south, north] = outcome.kazans;
    let winner = match outcome.winner {
        Some(side) => format!("{side} wins"),
        None => "Draw".to_owned(),
    };
    let reason = match outcome.reason {
        EndReason::Majority => "majority of the balls",
        EndReason::NoMoves => "atsyz kalu, the player to move has no ball",
        EndReason::Repetition => "repetition of the position",
        EndReason::Exhausted => "at most one counter is left",
    };
    format!("{winner} {south}-{north}: {reason}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    #[test]
    fn the_drawing_shows_everything() {
        let text = "6S,1,1S,t,5S,3S,4S,3S,1S/1S,2S,2S,t,3S,2S,2S,1S,14S 80 32 N 38";
        let (board, number) = fen::parse(text, Variant::TogyzKumalak).unwrap();
        let hash = format!("Hash: {:016x}", board.position().hash());
        let fen = format!("Fen: {text}");
        let expected = [
            "            9    8    7    6    5    4    3    2    1",
            "       +----------------------------------------------+",
            "North  |    6    0    1    x    5    3    4    3    1 |  kazan 32, tuzdik in South's pit 4",
            "South  |    1    2    2    x    3    2    2    1   14 |  kazan 80, tuzdik in North's pit 6",
            "       +----------------------------------------------+",
            "            1    2    3    4    5    6    7    8    9",
            "",
            "North to move, move 38",
            &fen,
            &hash,
            "",
        ];
        let expected = expected.join("\n");
        assert_eq!(draw(&board, number), expected);
    }

    #[test]
    fn a_finished_game_shows_its_result() {
        let (board, number) = fen::parse("9/9 81 81 S 60", Variant::TogyzKumalak).unwrap();
        let drawing = draw(&board, number);
        assert!(drawing.contains("\nDraw 81-81: atsyz kalu, the player to move has no ball\n"));
    }
}
