//! Games that were published.

use super::*;

#[test]
fn playok_games() {
    let games = cases(include_str!("../data/facts/online_games.txt"));
    let mut captures = 0;
    for case in &games {
        let [stated, marker, moves] = case[..] else {
            panic!("{case:?}");
        };
        let zero = marker == "zero";
        let mark = if zero { "{zero}" } else { "" };
        let record = sound(&format!(
            "[Result \"{stated}\"]\r\n\r\n{}{mark} {stated}",
            numbered(moves)
        ));
        let game = record.game();
        // Every kazan count and tuzdik mark is there, and none that should not be.
        assert_eq!(tokens(game, moves::format_playok), moves);
        captures += moves.matches('(').count();
        let outcome = game.outcome().expect("the game is over");
        assert_eq!(GameResult::from(outcome).to_string(), stated);
        assert_eq!(outcome.reason == EndReason::NoMoves, zero, "{moves}");
        assert_survives(&record);
    }
    assert_eq!((games.len(), captures), (155, 3254));
}

#[test]
fn master_games() {
    let games = cases(include_str!("../data/facts/master_games.txt"));
    for case in &games {
        let [stated, moves] = case[..] else {
            panic!("{case:?}");
        };
        let known = stated != "-";
        let tag = match known {
            true => format!("[Result \"{stated}\"]\n\n"),
            false => String::new(),
        };
        let record = sound(&(tag + &numbered(moves)));
        assert_eq!(tokens(record.game(), moves::format_tgk), moves);
        if known {
            assert_eq!(record.result().to_string(), stated);
        }
        assert_survives(&record);
    }
    assert_eq!(games.len(), 372);
}

#[test]
fn games_in_the_repository() {
    let files = [
        (&include_bytes!("../data/shortest.tgk")[..], Format::Tgk, 2),
        (include_bytes!("../data/master.tgk"), Format::Tgk, 1),
        (include_bytes!("../data/online.txt"), Format::PlayOk, 2),
    ];
    for (bytes, format, games) in files {
        let file = read(bytes, VARIANT);
        assert_eq!(file.format, format);
        assert_eq!(file.games.len(), games);
        let mut written = String::new();
        for game in &file.games {
            assert_eq!(game.errors, []);
            written += &write(&game.record, format);
        }
        assert_eq!(written.as_bytes(), bytes);
    }
}

#[test]
fn shortest_games_end_as_published() {
    let file = read(include_bytes!("../data/shortest.tgk"), VARIANT);
    let ends = file.games.iter().map(|game| {
        let game = game.record.game();
        (
            game.moves().len(),
            game.position().parts().kazans,
            game.outcome().map(|o| o.winner),
        )
    });
    let south = Some(Some(Side::South));
    assert!(ends.eq([(11, [82, 15], south), (11, [86, 20], south)]));
}
