//! The files that a game is saved to and loaded from.

use std::io;
use std::path::Path;

use tuzdik::game::{Game, Variant};
use tuzdik::notation::records::{Format, GameResult, GameTree, Record, read, write};

use crate::cli::files;

/// Why a game file was not loaded or saved.
#[derive(Debug)]
pub enum FileFault {
    /// The system refused.
    System(io::ErrorKind, Option<i32>),
    /// There is no game in it.
    NoGame,
    /// It holds only so many games.
    NoSuchGame(usize),
    /// It holds something that would be lost.
    Exists,
    /// This line contradicts the rules or cannot be read.
    Faulty(usize),
    /// It is a game by other rules.
    Variant(Variant),
}

impl FileFault {
    fn of(error: &anyhow::Error) -> FileFault {
        let cause = error.downcast_ref::<io::Error>();
        let kind = cause.map_or(io::ErrorKind::Other, io::Error::kind);
        FileFault::System(kind, cause.and_then(io::Error::raw_os_error))
    }
}

/// Which game of a file was loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// The number of the game, from 1.
    pub number: usize,
    /// How many games the file holds.
    pub count: usize,
}

/// The name of a file and the number of a game in it, as a player types them: `games.tgk 3`. A file whose name
/// ends in a number is taken for what it is.
pub fn name_and_number(text: &str) -> (&str, usize) {
    let last = text.rsplit_once(char::is_whitespace);
    match last.map(|(name, number)| (name.trim_end(), number.parse())) {
        Some((name, Ok(number))) if !Path::new(text).exists() => (name, number),
        _ => (text, 1),
    }
}

/// Reads a game of this rule set by its number in the file, from 1.
pub fn load(path: &Path, number: usize, variant: Variant) -> Result<(Record, Loaded), FileFault> {
    let bytes = tuzdik::files::read(path)
        .map_err(|error| FileFault::System(error.kind(), error.raw_os_error()))?;
    let games = read(&bytes, variant).games;
    let count = games.len();
    if count == 0 {
        return Err(FileFault::NoGame);
    }
    let parsed = games.into_iter().find(|game| game.number == number);
    let parsed = parsed.ok_or(FileFault::NoSuchGame(count))?;
    if let Some(error) = parsed.errors.iter().find(|error| error.costs_moves()) {
        return Err(FileFault::Faulty(error.line));
    }
    let other = parsed.record.game().variant();
    if other != variant {
        return Err(FileFault::Variant(other));
    }
    Ok((parsed.record, Loaded { number, count }))
}

/// Writes a game in TGK.
pub fn save(path: &Path, record: &Record) -> Result<(), FileFault> {
    let text = write(record, Format::Tgk);
    files::replace(path, text.as_bytes()).map_err(|error| FileFault::of(&error))
}

/// Whether writing to a file would lose what it holds.
pub fn holds_something(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|found| found.is_file() && found.len() > 0)
}

/// The record of a game that was played on from a loaded one, or otherwise than it: its tags, comments and
/// variations, what was played as the main line and, where that left the loaded game, that as a variation.
pub fn played_on(loaded: &Record, game: &Game) -> Record {
    let mut record = loaded.clone();
    if loaded.game() == game {
        return record;
    }
    record.edit(|tree| {
        let mut last = GameTree::ROOT;
        for &mv in game.moves() {
            match tree.add_move(last, mv) {
                Ok(next) => last = next,
                Err(_) => break,
            }
        }
        tree.make_main(last);
        // What was taken back, and not replaced, is no part of the game.
        for next in tree.children(last).to_vec() {
            tree.delete(next);
        }
    });
    record.set_result(GameResult::Unknown);
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use tuzdik::notation::moves;

    #[test]
    fn names_may_end_in_the_number_of_a_game() {
        assert_eq!(name_and_number("my games.tgk 3"), ("my games.tgk", 3));
        assert_eq!(name_and_number("my games.tgk"), ("my games.tgk", 1));
        assert_eq!(name_and_number("games 3x"), ("games 3x", 1));
        assert_eq!(name_and_number("3"), ("3", 1));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game 3").display().to_string();
        std::fs::write(&path, "1. 76 *").unwrap();
        assert_eq!(name_and_number(&path), (&*path, 1));
    }

    #[test]
    fn what_was_loaded_is_kept_beside_what_was_played() {
        let variant = Variant::TogyzKumalak;
        let text = "[White \"a\"]\n\n1. 76! {good} 98 (1... 87) 2. 66 1-0";
        let loaded = read(text.as_bytes(), variant).games.remove(0).record;
        let moves_of = |line: &str| {
            let mut game = Game::new(variant);
            for token in line.split(' ') {
                moves::play(&mut game, token).unwrap();
            }
            let record = played_on(&loaded, &game);
            assert_eq!(record.game(), &game);
            assert_eq!(record.tag("White"), Some("a"));
            let text = write(&record, Format::Tgk);
            text.lines()
                .rev()
                .find(|line| !line.is_empty())
                .unwrap()
                .to_owned()
        };
        assert_eq!(moves_of("76 98 66"), "1. 76! {good} 98 (1... 87) 2. 66 1-0");
        assert_eq!(
            moves_of("76 98 66 87"),
            "1. 76! {good} 98 (1... 87) 2. 66 87 *"
        );
        assert_eq!(moves_of("76 98"), "1. 76! {good} 98 (1... 87) *");
        assert_eq!(
            moves_of("76 98 2"),
            "1. 76! {good} 98 (1... 87) 2. 22 (2. 66) *"
        );
        assert_eq!(moves_of("76 87"), "1. 76! {good} 87 (1... 98 2. 66) *");
    }
}
