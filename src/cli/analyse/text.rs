//! Scores, chances, lines and curves for people.

use tuzdik::game::{Game, Side};
use tuzdik::notation::moves;
use tuzdik::score::{Score, Value};
use tuzdik::search::SearchLine;

/// Characters of a curve, from the lowest to the highest.
const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Plies in one line of a curve.
const CURVE_WIDTH: usize = 60;

/// A score: balls, or `#n` for a forced win in n moves.
pub fn score(value: Value) -> String {
    match value {
        Value::Centiballs(margin) => format!("{:+.2}", f64::from(margin) / 100.0),
        Value::Mate(moves) => format!("#{moves}"),
    }
}

/// A score of the side to move as South sees it.
pub fn seen_by_south(score: Score, to_move: Side) -> Value {
    match to_move {
        Side::South => score.into(),
        Side::North => -Value::from(score),
    }
}

/// The chance as a percentage.
pub fn percent(chance: f64) -> String {
    format!("{:.0}%", 100.0 * chance)
}

/// The first moves of a line of play from the last position of a game.
pub fn line(game: &Game, line: &SearchLine, most: usize) -> String {
    let mut words = names(game, line, most);
    if line.pv.len() > most {
        words.push("…".to_owned());
    }
    words.join(" ")
}

/// The names of the first moves of a line of play from the last position of a game.
pub fn names(game: &Game, line: &SearchLine, most: usize) -> Vec<String> {
    let mut board = game.board();
    let mut names = Vec::new();
    for &mv in line.pv.iter().take(most) {
        names.push(moves::format_tgk(&board, mv));
        board = board.play(mv);
    }
    names
}

/// A curve of chances between 0 and 1, in lines that begin with the ply of their first value.
pub fn curve(chances: &[f64]) -> String {
    let level = |&chance: &f64| {
        let top = LEVELS.len() - 1;
        LEVELS[((chance * top as f64).round() as usize).min(top)]
    };
    let lines = chances.chunks(CURVE_WIDTH).enumerate().map(|(i, chunk)| {
        let bars: String = chunk.iter().map(level).collect();
        format!("{:>5}  {bars}\n", i * CURVE_WIDTH)
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_balls_or_moves_to_a_forced_win() {
        assert_eq!(score(Value::Centiballs(125)), "+1.25");
        assert_eq!(score(Value::Centiballs(-5)), "-0.05");
        assert_eq!(score(Value::Mate(-3)), "#-3");
    }

    #[test]
    fn a_curve_spans_all_levels_and_wraps() {
        assert_eq!(curve(&[0.0, 0.5, 1.0]), "    0  ▁▅█\n");
        assert_eq!(curve(&[0.5; 61]).lines().count(), 2);
        assert_eq!(curve(&[]), "");
    }
}
