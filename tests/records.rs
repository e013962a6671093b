//! Game records: published games, round trips, and files with everything that goes wrong.

mod common {
    pub mod facts;
    pub mod games;
    pub mod vectors;
}

use common::facts::{list, text};
use common::games::random_game;
use common::vectors::load;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use tuzdik::game::{EndReason, Game, Side, Variant};
use tuzdik::notation::records::{Format, GameResult, Parsed, Record, RecordFile, read, write};
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
fn tokens(
    game: &Game,
    form: fn(Variant, &tuzdik::game::Position, tuzdik::game::Move) -> String,
) -> String {
    let moves = game.positions().iter().zip(game.moves());
    let tokens: Vec<String> = moves
        .map(|(position, &mv)| form(VARIANT, position, mv))
        .collect();
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

#[test]
fn playok_games() {
    let Some(file) = load("games_playok.json") else {
        return;
    };
    let games = list(&file, "games");
    let mut captures = 0;
    for case in games {
        let stated = text(&case["expected"], "result");
        let zero = case["expected"]["marker"] == "zero";
        let moves = text(case, "moves");
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
    println!(
        "games_playok.json: {} games, {captures} kazan counts",
        games.len()
    );
    assert!(captures > 0);
}

#[test]
fn master_games() {
    let mut games = 0;
    for name in ["games_masters.json", "tgk_sample.json"] {
        let Some(file) = load(name) else {
            continue;
        };
        for case in list(&file, "games") {
            let moves = text(case, "moves");
            let stated = case["expected"]["result"].as_str();
            let tag = stated
                .map(|r| format!("[Result \"{r}\"]\n\n"))
                .unwrap_or_default();
            let record = sound(&(tag + &numbered(moves)));
            assert_eq!(tokens(record.game(), moves::format_tgk), moves);
            if let Some(stated) = stated {
                assert_eq!(record.result().to_string(), stated);
            }
            assert_survives(&record);
            games += 1;
        }
        println!("{name}: {games} games so far");
        assert!(games > 0);
    }
}

#[test]
fn games_in_the_repository() {
    let files = [
        (&include_bytes!("data/shortest.tgk")[..], Format::Tgk, 2),
        (include_bytes!("data/master.tgk"), Format::Tgk, 1),
        (include_bytes!("data/online.txt"), Format::PlayOk, 2),
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
    let file = read(include_bytes!("data/shortest.tgk"), VARIANT);
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

fn any_record() -> impl Strategy<Value = Record> {
    let texts = prop::collection::vec((any::<u16>(), any::<String>()), 0..8);
    let tags = prop::collection::vec(
        ("[A-Za-z_]{1,8}|White|Date|Round|Comment", any::<String>()),
        0..6,
    );
    (
        random_game(VARIANT),
        0..60usize,
        1..5000u32,
        texts,
        tags,
        0..4usize,
    )
        .prop_map(|(game, skip, number, texts, tags, result)| {
            // A record may begin in the middle of the game.
            let skip = if skip < 30 {
                0
            } else {
                skip.min(game.moves().len())
            };
            let mut record = match skip {
                0 => Record::new(VARIANT),
                _ => Record::from_position(VARIANT, game.positions()[skip], number),
            };
            for &mv in &game.moves()[skip..] {
                record.play(mv).expect("a legal move");
            }
            for (ply, text) in texts {
                let plies = record.game().moves().len();
                record.set_comment(usize::from(ply) % (plies + 1), &text);
            }
            for (name, value) in tags {
                record.set_tag(&name, &value);
            }
            record.set_result(
                [
                    GameResult::Win(Side::South),
                    GameResult::Win(Side::North),
                    GameResult::Draw,
                    GameResult::Unknown,
                ][result],
            );
            record
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_failure_persistence(
        FileFailurePersistence::WithSource("regressions")
    ))]

    #[test]
    fn records_survive_both_formats(record in any_record()) {
        assert_survives(&record);
    }

    #[test]
    fn files_of_several_records_survive(records in prop::collection::vec(any_record(), 1..4)) {
        for format in Format::ALL {
            let text: String = records.iter().map(|record| write(record, format)).collect();
            let file = read(text.as_bytes(), VARIANT);
            let read: Vec<&Record> = file.games.iter().map(|game| &game.record).collect();
            prop_assert_eq!(read, records.iter().collect::<Vec<_>>());
            prop_assert!(file.games.iter().all(|game| game.errors.is_empty()));
        }
    }

    #[test]
    fn any_bytes_are_read(bytes in any::<Vec<u8>>()) {
        for game in read(&bytes, VARIANT).games {
            assert_survives(&game.record);
        }
    }

    /// Text made of what records are made of: what is read survives, errors are told in one line.
    #[test]
    fn any_mixture_is_read(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "[", "]", "\"", "\\", "{", "}", ";", "\n", "\r\n", " ", "1.", "2.", "1...", "76", "98",
                "66", "87(4)", "zero", "{zero}", "1-0", "0-1", "1/2-1/2", "*", "[White \"a\"]",
                "[Result \"1-0\"]", "[FEN \"9/9 81 81 S 1\"]", "\u{feff}", "x", "é",
            ]),
            0..40,
        ),
    ) {
        let RecordFile { games, .. } = read(pieces.concat().as_bytes(), VARIANT);
        for Parsed { record, errors, .. } in games {
            assert_survives(&record);
            for error in errors {
                prop_assert_eq!(error.to_string().lines().count(), 1);
            }
        }
    }
}

#[test]
fn what_real_files_contain_is_read() {
    let text = "\u{feff}[White \"A \"quoted\" name\"]\r\n[black \"B \\\"b\\\" \\\\ c\"]\r\n[Date \"????.??.??\"]\r\n\
        [Event \"\"] [Round \"-\"]\r\n[Count \"5\"]\r\n\r\n\
        {Before\r\nthe game} 1.76 98 2. 66\r\n\r\n87 ; to the end of the line\r\n3.12{a}{b} 3... 76\r\n\r\n0-1\r\n\
        1. 54 11\r\n1. 98 *";
    let file = read(text.as_bytes(), VARIANT);
    assert_eq!(file.games.len(), 3);
    assert!(file.games.iter().all(|game| game.errors.is_empty()));
    let first = &file.games[0].record;
    assert_eq!(first.tag("White"), Some("A \"quoted\" name"));
    assert_eq!(first.tag("Black"), Some("B \"b\" \\ c"));
    assert_eq!(first.tag("date"), None);
    assert_eq!(first.tag("Event"), None);
    let names: Vec<&str> = first.tags().iter().map(|tag| tag.name()).collect();
    assert_eq!(names, ["Round", "White", "Black", "Count"]);
    assert_eq!(first.comment(0), "Before the game");
    assert_eq!(first.comment(4), "to the end of the line");
    assert_eq!(first.comment(5), "a b");
    assert_eq!(first.game().moves().len(), 6);
    assert_eq!(first.result(), GameResult::Win(Side::North));
    assert_eq!(file.games[1].record.game().moves().len(), 2);
    assert_eq!(file.games[2].record.game().moves().len(), 1);
}

#[test]
fn marks_of_annotators_are_read() {
    let plain = sound("1. 76 76 2. 99 12 *");
    assert_eq!(
        sound("1. 76! 76?? 2. 99!? 12 *").game().moves(),
        plain.game().moves()
    );
    assert_eq!(
        sound("1. 76 ! 76 ?? 2. 99 12 *").game().moves(),
        plain.game().moves()
    );
}

#[test]
fn other_encodings_keep_the_moves() {
    let text = "[Site \"Қызылорда\"]\n\n1. 76 98 *";
    let units: Vec<u16> = std::iter::once(0xfeff).chain(text.encode_utf16()).collect();
    for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = units.iter().flat_map(|&unit| to_bytes(unit)).collect();
        let file = read(&bytes, VARIANT);
        assert_eq!(file.games[0].record.tag("Site"), Some("Қызылорда"));
        assert_eq!(file.games[0].record.game().moves().len(), 2);
    }
    let file = read(b"[Site \"\xca\xfb\xe7\"]\n\n1. 76 98 *", VARIANT);
    assert_eq!(file.games[0].errors, []);
    assert_eq!(file.games[0].record.game().moves().len(), 2);
}

#[test]
fn a_contradiction_is_told_and_the_next_game_read() {
    let text = "1. 76 98 2. 66 86 3. 12 *\n\n[White \"x\"]\n\n1. 76 98 2. 66 87(5) *\n1. 76x *\n1. 76 98 *\n";
    let file = read(text.as_bytes(), VARIANT);
    assert_eq!(
        errors(text),
        [
            "game 1, move 2 of North, line 1: the landing pit of '86' is wrong: North's pit 8 sows 9 \
             balls, the last falls into South's pit 7 and 4 are captured; the kazan then holds 4",
            "game 2, move 2 of North, line 5: the kazan count of '87(5)' is wrong: North's pit 8 sows 9 \
             balls, the last falls into South's pit 7 and 4 are captured; the kazan then holds 4",
            "game 3, move 1 of South, line 6: the tuzdik mark of '76x' is wrong: South's pit 7 sows 9 \
             balls, the last falls into North's pit 6 and 10 are captured; the kazan then holds 10",
        ]
    );
    let lengths: Vec<usize> = file
        .games
        .iter()
        .map(|g| g.record.game().moves().len())
        .collect();
    assert_eq!(lengths, [3, 3, 0, 2]);
    assert_eq!(file.games[1].record.tag("White"), Some("x"));
}

#[test]
fn moves_after_the_end_and_wrong_results_are_told() {
    let game = numbered("54 11 32 55x 89 35 78 47 67 51 46");
    let end = "South wins 82-15: majority of the balls";
    assert_eq!(
        errors(&format!("{game} 12 1-0")),
        [format!(
            "game 1, move 6 of North, line 2: '12' comes after the end of the game ({end})"
        )]
    );
    assert_eq!(
        errors(&format!("{game} 0-1")),
        [format!(
            "game 1, line 2: the result 0-1 is not what the rules say: {end}"
        )]
    );
    assert_eq!(
        errors(&format!("[Result \"0-1\"]\n{game} 1-0")),
        [
            "game 1, line 3: two results, 0-1 and 1-0".to_owned(),
            format!("game 1, line 1: the result 0-1 is not what the rules say: {end}"),
        ]
    );
    assert_eq!(
        errors("[Result \"2-0\"]\n1. 76 *"),
        ["game 1, line 1: the result '2-0' is none of 1-0, 0-1, 1/2-1/2 and *"]
    );
    assert_eq!(
        errors("1. 76 98 {zero} 1-0"),
        ["game 1, line 1: the mark {zero} is wrong: South is to move and has 83 balls"]
    );
    // A game given up, and a finished one whose file says nothing.
    assert_eq!(sound("1. 76 98 0-1").result(), GameResult::Win(Side::North));
    assert_eq!(
        sound(&format!("[Result \"*\"]\n{game}")).result(),
        GameResult::Win(Side::South)
    );
}

#[test]
fn damaged_files_are_read_as_far_as_possible() {
    assert_eq!(
        errors("[White Anna]\n[Black\n1. 76 98 *"),
        ["game 1, line 2: '[Black' is not a tag; expected [Name \"value\"]"]
    );
    let open = "1. 76 {never closed\n98\n[White \"b\"]\n1. 98 *";
    assert_eq!(
        errors(open),
        ["game 1, line 1: the comment has no closing brace"]
    );
    assert_eq!(
        read(open.as_bytes(), VARIANT).games[1]
            .record
            .game()
            .moves()
            .len(),
        1
    );
    assert_eq!(
        errors("[FEN \"9/9 81 80 S 1\"]\n1. 76 *\n1. 76 *"),
        [
            "game 1, line 1: the start position is wrong: the position holds 161 balls, the game has 162"
        ]
    );
    assert_eq!(errors("[Variant \"go\"]\n1. 76 *").len(), 1);
    assert_eq!(errors("Dear Sir,").len(), 1);
    assert!(read(b"", VARIANT).games.is_empty());
    assert!(read(b" {nothing} \n; here\n", VARIANT).games.is_empty());
}

#[test]
fn a_record_may_begin_anywhere() {
    let start = "9/8,1S 80 81 N 7";
    let (position, number) = fen::parse(start, VARIANT).expect("a sound FEN");
    let record = Record::from_position(VARIANT, position, number);
    assert!(write(&record, Format::Tgk).contains(&format!("[FEN \"{start}\"]")));
    assert_survives(&record);
    let start = "8,2S/8,1S 80 79 N 7";
    let (position, number) = fen::parse(start, VARIANT).expect("a sound FEN");
    let mut record = Record::from_position(VARIANT, position, number);
    record.set_comment(0, "late");
    for mv in ["1", "9"] {
        let mv = moves::parse(mv, VARIANT, record.game().position()).expect("a legal move");
        record.play(mv).expect("a legal move");
    }
    let written = write(&record, Format::Tgk);
    assert!(
        written.ends_with("\n{late} 7... 12 8. 91 1-0\n\n"),
        "{written}"
    );
    assert_survives(&record);
}

#[test]
fn a_megabyte_of_anything_is_read() {
    for piece in [
        "[",
        "[a",
        "{",
        "}",
        "\n",
        "1.",
        "76 ",
        "{a}",
        "[A \"\"]\n",
        "{\n[",
        "1-0 ",
        "\"",
        "é",
    ] {
        let text = piece.repeat(1_000_000 / piece.len());
        let file = read(text.as_bytes(), VARIANT);
        let messages = file
            .games
            .iter()
            .flat_map(|game| &game.errors)
            .map(ToString::to_string);
        assert!(messages.into_iter().all(|message| message.len() < 300));
    }
}
