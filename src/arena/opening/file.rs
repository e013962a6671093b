//! Openings in a file: a position, moves, or both in each line; or game records.

use std::path::Path;

use crate::files;
use crate::game::Variant;
use crate::notation::encoding::decode;
use crate::notation::records::{self, GameResult};

use super::error::OpeningError;
use super::line::Opening;

/// Plies taken from a record of a game that was played to an end, unless the user says otherwise.
const RECORD_PLIES: u32 = 8;

/// The openings of a file.
///
/// # Errors
/// If it cannot be read, something in it is no opening, or there is none.
pub(super) fn read_file(
    path: &Path,
    variant: Variant,
    plies: Option<u32>,
) -> Result<Vec<Opening>, OpeningError> {
    let bytes = files::read(path).map_err(|e| OpeningError::File(path.to_owned(), e))?;
    let text = decode(&bytes).text;
    // A tag begins a record, and nothing else begins with a bracket.
    let openings = if text.lines().any(|line| line.trim_start().starts_with('[')) {
        read_records(path, &text, variant, plies)?
    } else {
        read_lines(path, &text, variant, plies)?
    };
    if openings.is_empty() {
        return Err(OpeningError::Empty(path.to_owned()));
    }
    Ok(openings)
}

/// One opening in each line; `#` begins a comment.
fn read_lines(
    path: &Path,
    text: &str,
    variant: Variant,
    plies: Option<u32>,
) -> Result<Vec<Opening>, OpeningError> {
    let lines = text.lines();
    let lines = lines.map(|line| line.split('#').next().unwrap_or_default().trim());
    lines
        .enumerate()
        .filter(|(_, line)| !line.is_empty())
        .map(|(index, line)| {
            Opening::parse(line, variant, plies)
                .map_err(|why| OpeningError::Line(path.to_owned(), index + 1, why))
        })
        .collect()
}

/// The first moves of each game; without a limit all of a game that has no result yet, as a collection of
/// openings holds them.
fn read_records(
    path: &Path,
    text: &str,
    variant: Variant,
    plies: Option<u32>,
) -> Result<Vec<Opening>, OpeningError> {
    let file = records::read(text.as_bytes(), variant);
    let openings = file.games.iter().map(|parsed| {
        if let Some(error) = parsed.errors.iter().find(|error| error.costs_moves()) {
            return Err(OpeningError::Record(path.to_owned(), error.clone()));
        }
        let record = &parsed.record;
        let refused = |why: String| OpeningError::Game(path.to_owned(), parsed.number, why);
        let game = record.game();
        if game.variant() != variant {
            return Err(refused(format!(
                "it is of {}; expected {variant}",
                game.variant()
            )));
        }
        let whole = plies.is_none() && record.result() == GameResult::Unknown;
        let plies = (!whole).then(|| plies.unwrap_or(RECORD_PLIES));
        Opening::from_game(game, record.first_move(), plies).map_err(refused)
    });
    openings.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, bytes: &[u8], plies: Option<u32>) -> Result<Vec<usize>, String> {
        let name = format!("tuzdik-openings-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, bytes).unwrap();
        let read = read_file(&path, Variant::default(), plies);
        std::fs::remove_file(&path).unwrap();
        let openings = read.map_err(|error| error.to_string())?;
        Ok(openings.iter().map(|opening| opening.moves.len()).collect())
    }

    #[test]
    fn lines_with_any_ends_and_encodings() {
        for (name, ends) in [("lf", "\n"), ("crlf", "\r\n"), ("cr", "\r")] {
            let text = ["76", "# a comment", "", "76 98 # another", ""].join(ends);
            assert_eq!(read(name, text.as_bytes(), None), Ok(vec![1, 2]), "{name}");
            let wrong = ["76", "# a comment", "70"].join(ends);
            let error = read(name, wrong.as_bytes(), None).unwrap_err();
            assert!(error.contains(":3: "), "{name}: {error}");
            for (mark, unit) in [
                ([0xff, 0xfe], u16::to_le_bytes as fn(u16) -> [u8; 2]),
                ([0xfe, 0xff], u16::to_be_bytes),
            ] {
                let mut bytes = mark.to_vec();
                bytes.extend(text.encode_utf16().flat_map(unit));
                assert_eq!(read(name, &bytes, None), Ok(vec![1, 2]), "{name} {mark:?}");
            }
        }
        let error = read("empty", b"# nothing\n", None).unwrap_err();
        assert!(error.contains("holds no openings"), "{error}");
    }

    #[test]
    fn records_give_their_first_moves() {
        let moves = "76 98 66 87 12 76 25 78 48 36x";
        let tgk = format!(
            "[White \"a\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n[White \"b\"]\n\n{moves} *\n\n[White \"c\"]\n\n*\n"
        );
        assert_eq!(read("tgk", tgk.as_bytes(), None), Ok(vec![8, 10, 0]));
        assert_eq!(read("tgk", tgk.as_bytes(), Some(3)), Ok(vec![3, 3, 0]));
        let old_mac = tgk.replace('\n', "\r");
        assert_eq!(read("tgk-cr", old_mac.as_bytes(), None), Ok(vec![8, 10, 0]));
        let playok = b"[White \"a\"]\n\n1. 76(10) 98 2. 66 *\n";
        assert_eq!(read("playok", playok, None), Ok(vec![3]));
        for (wrong, words) in [
            (
                "[White \"a\"]\n\n76 97 *\n",
                "game 1, move 1 of North, line 3: ",
            ),
            (
                "[Variant \"bestemshe\"]\n\n*\n",
                "game 1: it is of bestemshe",
            ),
            (
                "[White \"a\"]\n\n54 11 32 55x 89 35 78 47 67 51 46 *\n",
                "game 1: the game is already over",
            ),
        ] {
            let error = read("wrong", wrong.as_bytes(), Some(100)).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }
}
