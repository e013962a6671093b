//! The programs in `examples/`, run as functions.

#[path = "../examples/analyse.rs"]
#[allow(dead_code)]
mod analyse;
#[path = "../examples/play_game.rs"]
#[allow(dead_code)]
mod play_game;
#[path = "../examples/protocol.rs"]
#[allow(dead_code)]
mod protocol;
#[path = "../examples/review_game.rs"]
#[allow(dead_code)]
mod review_game;

use tuzdik::game::Variant;
use tuzdik::notation::records;

/// What an example prints.
fn printed<E: std::fmt::Debug>(run: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> String {
    let mut out = Vec::new();
    run(&mut out).expect("the example runs");
    String::from_utf8(out).expect("text")
}

#[test]
fn the_protocol_from_a_string() {
    let text = printed(protocol::run);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "response 11 22 33 44 55 66 78 89 99");
    assert!(lines[1].starts_with("info depth 1 "), "{text}");
    let [.., best, last] = lines.as_slice() else {
        panic!("{text}");
    };
    let best = best.strip_prefix("bestmove ").expect("a move");
    assert_eq!(*last, format!("The engine plays {best}."));
}

#[test]
fn the_best_moves_of_a_position() {
    let text = printed(analyse::run);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5, "{text}");
    assert!(lines[0].ends_with(" 10 0 N 1"), "{text}");
    for (rank, line) in (1..).zip(&lines[1..4]) {
        assert!(line.starts_with(&format!("{rank}. ")), "{text}");
    }
    let best = lines[1].split_once("%  ").expect("a line of play").1;
    let best = best.split(' ').next().expect("a move");
    assert_eq!(lines[4], format!("North plays {best}."));
}

#[test]
fn a_game_of_the_engine_against_itself() {
    let text = printed(play_game::run);
    let file = records::read(text.as_bytes(), Variant::TogyzKumalak);
    assert_eq!(file.games.len(), 1, "{text}");
    assert!(file.games[0].errors.is_empty(), "{text}");
    let game = file.games[0].record.game();
    assert_eq!(game.variant(), Variant::Bestemshe);
    assert!(game.outcome().is_some(), "{text}");
}

#[test]
fn costly_moves_of_a_game() {
    let file = include_bytes!("data/master.tgk");
    let text = printed(|out| review_game::run(file, out));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with(", 75 moves"), "{text}");
    assert!(lines.len() > 1, "{text}");
    assert!(
        lines[1..].iter().all(|line| line.contains(" cost ")),
        "{text}"
    );
}
