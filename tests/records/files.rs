//! What files contain beside plain games.

use super::*;

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
}

#[test]
fn names_in_any_encoding_stay_apart() {
    // Two names in Windows-1251, of equal length.
    let file = read(
        b"[White \"\xc8\xe2\xe0\xed\xee\xe2\"]\r[Black \"\xcf\xe5\xf2\xf0\xee\xe2\"]\r\r1. 76 98 *\r",
        VARIANT,
    );
    assert_eq!(file.encoding.as_ref().map(|note| note.line), Some(1));
    let game = &file.games[0];
    assert_eq!(game.errors, []);
    assert_eq!(game.record.game().moves().len(), 2);
    let names = ["White", "Black"].map(|name| game.record.tag(name).unwrap_or(""));
    assert_ne!(names[0], names[1]);
    if cfg!(feature = "encodings") {
        assert_eq!(names, ["Иванов", "Петров"]);
    }
    // Lines of an old Macintosh are counted, too.
    let error = &read(b"[White \"a\"]\r\r1. 76 97 *\r", VARIANT).games[0].errors[0];
    assert_eq!(error.line, 3);
}

#[test]
fn a_record_may_begin_anywhere() {
    let start = "9/8,1S 80 81 N 7";
    let (board, number) = fen::parse(start, VARIANT).expect("a sound FEN");
    let record = Record::from_board(board, number);
    assert!(write(&record, Format::Tgk).contains(&format!("[FEN \"{start}\"]")));
    assert_survives(&record);
    let start = "8,2S/8,1S 80 79 N 7";
    let (board, number) = fen::parse(start, VARIANT).expect("a sound FEN");
    let mut record = Record::from_board(board, number);
    record.set_comment(0, "late");
    for mv in ["1", "9"] {
        let mv = moves::parse(mv, &record.game().board()).expect("a legal move");
        record.play(mv).expect("a legal move");
    }
    let written = write(&record, Format::Tgk);
    assert!(
        written.ends_with("\n{late} 7... 12 8. 91 1-0\n\n"),
        "{written}"
    );
    assert_survives(&record);
}
