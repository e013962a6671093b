//! Scores, chances, lines and curves for people.

use tuzdik::game::{Game, Side};
use tuzdik::notation::moves;
use tuzdik::score::{Score, Value};
use tuzdik::search::Info;

/// Characters of a curve, from the lowest to the highest.
const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Plies in one line of a curve.
const CURVE_WIDTH: usize = 60;

/// A score of the side to move seen by one side: balls, or `#n` for a forced win in n moves.
pub fn score(score: Score, to_move: Side, viewer: Side) -> String {
    let sign = if to_move == viewer { 1 } else { -1 };
    match Value::from(score) {
        Value::Centiballs(cb) => format!("{:+.2}", f64::from(sign * cb) / 100.0),
        Value::Mate(moves) => format!("#{}", sign * moves),
    }
}

/// The chance as a percentage.
pub fn percent(chance: f64) -> String {
    format!("{:.0}%", 100.0 * chance)
}

/// The first moves of a line of play from the last position of a game.
pub fn line(game: &Game, info: &Info, most: usize) -> String {
    let mut words = names(game, info, most);
    if info.pv.len() > most {
        words.push("…".to_owned());
    }
    words.join(" ")
}

/// The names of the first moves of a line of play from the last position of a game.
pub fn names(game: &Game, info: &Info, most: usize) -> Vec<String> {
    let mut board = game.board();
    let mut names = Vec::new();
    for &mv in info.pv.iter().take(most) {
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
    fn scores_are_told_from_the_viewers_side() {
        assert_eq!(score(Score::new(125), Side::South, Side::South), "+1.25");
        assert_eq!(score(Score::new(125), Side::North, Side::South), "-1.25");
        assert_eq!(score(Score::win_in(5), Side::North, Side::South), "#-3");
        assert_eq!(score(Score::loss_in(4), Side::North, Side::South), "#2");
    }

    #[test]
    fn a_curve_spans_all_levels_and_wraps() {
        assert_eq!(curve(&[0.0, 0.5, 1.0]), "    0  ▁▅█\n");
        assert_eq!(curve(&[0.5; 61]).lines().count(), 2);
        assert_eq!(curve(&[]), "");
    }
}
