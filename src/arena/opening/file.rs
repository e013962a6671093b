//! Openings in a file: positions, moves, or both.

use std::path::Path;

use crate::files;
use crate::game::{Game, Variant};
use crate::notation::{fen, moves};

use super::{Opening, OpeningError};

/// The openings of a file, one in each line.
///
/// # Errors
/// If it cannot be read, a line is no opening, or there is none.
pub(super) fn read_file(
    path: &Path,
    variant: Variant,
    plies: Option<u32>,
) -> Result<Vec<Opening>, OpeningError> {
    let bytes = files::read(path).map_err(|e| OpeningError::File(path.to_owned(), e))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut openings = Vec::new();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let opening = read_line(line, variant, plies)
            .map_err(|why| OpeningError::Line(path.to_owned(), index + 1, why))?;
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err(OpeningError::Empty(path.to_owned()));
    }
    Ok(openings)
}

/// A line holds a FEN or `startpos`, or moves, or both with the word `moves` between.
fn read_line(line: &str, variant: Variant, plies: Option<u32>) -> Result<Opening, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (position, moves) = match words.iter().position(|&word| word == "moves") {
        Some(at) => (words[..at].join(" "), &words[at + 1..]),
        None if line == "startpos" || line.contains('/') => (words.join(" "), [].as_slice()),
        None => (String::new(), words.as_slice()),
    };
    let start = match position.as_str() {
        "" | "startpos" => None,
        text => Some(fen::parse(text, variant).map_err(|e| e.to_string())?),
    };
    let mut game = match start {
        None => Game::new(variant),
        Some((position, _)) => Game::from_position(variant, position),
    };
    let limit = plies.map_or(usize::MAX, |n| n as usize);
    let words = moves
        .iter()
        // Move numbers, `1.` or `1...`, may stand between the moves.
        .filter(|word| !word.ends_with('.'))
        .take(limit);
    for &word in words {
        moves::play(&mut game, word).map_err(|e| e.to_string())?;
    }
    if game.outcome().is_some() {
        return Err("the game is already over after this opening".to_owned());
    }
    Ok(Opening {
        start,
        moves: game.moves().to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_file() {
        let variant = Variant::default();
        let start = fen::format(variant, &variant.start(), 1);
        assert_eq!(read_line("76 1. 98", variant, None).unwrap().moves.len(), 2);
        assert_eq!(read_line("76 98", variant, Some(1)).unwrap().moves.len(), 1);
        assert!(read_line(&start, variant, None).unwrap().start.is_some());
        let both = read_line(&format!("{start} moves 76"), variant, None).unwrap();
        assert_eq!((both.start.is_some(), both.moves.len()), (true, 1));
        for (line, count) in [
            ("startpos", 0),
            ("startpos  moves\t76 98", 2),
            ("startpos moves", 0),
        ] {
            let opening = read_line(line, variant, None).unwrap();
            assert_eq!((opening.start, opening.moves.len()), (None, count));
        }
        let none = read_line(&format!("{start} moves"), variant, None).unwrap();
        assert_eq!((none.start.is_some(), none.moves.len()), (true, 0));
        assert!(read_line("70", variant, None).is_err());
        assert!(read_line("1/2 3 4 S 1", variant, None).is_err());
        let finished = "54 11 32 55x 89 35 78 47 67 51 46";
        let why = read_line(finished, variant, None).unwrap_err();
        assert!(why.contains("already over"), "{why}");
    }
}
