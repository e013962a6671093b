//! Game records as text.

#[path = "../common"]
mod common {
    pub mod facts;
    pub mod games;
}
mod faults;
mod files;
mod properties;
mod published;
mod spellings;
mod variations;

use common::facts::cases;
use common::games::random_game;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use tuzdik::game::{Board, EndReason, Game, Side, Variant};
use tuzdik::notation::records::{
    Format, GameResult, ParsedRecord, Record, RecordFile, read, write,
};
use tuzdik::notation::{fen, moves};

const VARIANT: Variant = Variant::TogyzKumalak;

/// Numbers move tokens and fills them into lines, as a file has them.
fn numbered(tokens: &str) -> String {
    let tokens: Vec<&str> = tokens.split_whitespace().collect();
    let pairs = tokens.chunks(2).enumerate();
    let lines: Vec<String> = pairs
        .map(|(i, pair)| format!("{}. {}", i + 1, pair.join(" ")))
        .collect();
    lines
        .chunks(7)
        .map(|line| line.join(" ") + "\r\n")
        .collect()
}

/// The one game of a text, which must be sound.
fn sound(text: &str) -> Record {
    let mut file = read(text.as_bytes(), VARIANT);
    assert_eq!(file.games.len(), 1, "{text}");
    let game = file.games.remove(0);
    assert_eq!(game.errors, [], "{text}");
    game.record
}

/// The errors in a text as they are told.
fn errors(text: &str) -> Vec<String> {
    let file = read(text.as_bytes(), VARIANT);
    let errors = file.games.iter().flat_map(|game| &game.errors);
    errors.map(ToString::to_string).collect()
}

/// The moves of a game, written by one of the functions of `moves`.
fn tokens(game: &Game, form: fn(&Board, tuzdik::game::Move) -> String) -> String {
    let moves = game.boards().zip(game.moves());
    let tokens: Vec<String> = moves.map(|(board, &mv)| form(&board, mv)).collect();
    tokens.join(" ")
}

fn assert_survives(record: &Record) {
    for format in Format::ALL {
        let written = write(record, format);
        let again = sound(&written);
        assert_eq!(&again, record, "{written}");
        assert_eq!(write(&again, format), written);
    }
}
