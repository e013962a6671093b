//! What sites, phones and word processors make of records.

use super::*;

#[test]
fn tuzdik_marks_may_be_cyrillic() {
    let latin = sound("1. 76 98 2. 66 87 3. 12 76 4. 25 78 5. 48 36x *");
    assert_eq!(latin.game().moves().len(), 10);
    for mark in ["\u{445}", "\u{425}", "X"] {
        let text = format!("1. 76 98 2. 66 87 3. 12 76 4. 25 78 5. 48 36{mark} *");
        assert_eq!(sound(&text), latin, "{mark}");
    }
    // The capital letter says nothing of the format, as the Latin one does.
    let file = read(
        "1. 76 98 2. 66 87 3. 12 76 4. 25 78 5. 48 36\u{425} *".as_bytes(),
        VARIANT,
    );
    assert_eq!(file.format, Format::Tgk);
    // Where there is no tuzdik, the mark is wrong in any letters.
    assert_eq!(errors("1. 76\u{445} *").len(), 1);
}

#[test]
fn results_may_have_any_dash_and_blanks() {
    for (text, result) in [
        ("1–0", GameResult::Win(Side::South)),
        ("1 - 0", GameResult::Win(Side::South)),
        ("0 — 1", GameResult::Win(Side::North)),
        ("½-½", GameResult::Draw),
        ("1/2 - 1/2", GameResult::Draw),
        ("1/2", GameResult::Draw),
    ] {
        for file in [
            format!("[White \"a\"]\n\n1. 76 98 {text}\n\n1. 98 98 *"),
            format!("[Result \"{text}\"]\n\n1. 76 98\n\n1. 98 98 *"),
        ] {
            let games = read(file.as_bytes(), VARIANT).games;
            assert_eq!(games.len(), 2, "{file}");
            assert_eq!(games[0].errors, [], "{file}");
            assert_eq!(games[0].record.result(), result, "{file}");
            assert_eq!(games[0].record.game().moves().len(), 2, "{file}");
            assert_survives(&games[0].record);
        }
    }
}

#[test]
fn the_start_position_may_have_a_tag() {
    for value in ["startpos", "StartPos", "", "?"] {
        let record = sound(&format!("[FEN \"{value}\"]\n\n1. 76 98 *"));
        assert_eq!(record, sound("1. 76 98 *"), "{value}");
    }
    let tags = "[Variant \"bestemshe\"]\n[FEN \"startpos\"]";
    let record = sound(&format!("{tags}\n\n1. 1 *"));
    assert_eq!(record.game().variant(), Variant::Bestemshe);
    assert_eq!(record.game().start(), Board::start(Variant::Bestemshe));
}

#[test]
fn games_have_the_names_that_sites_give_them() {
    for (name, variant) in [
        ("Togyzqumalaq", Variant::TogyzKumalak),
        ("Toguz Korgool", Variant::TogyzKumalak),
        ("Тоғызқұмалақ", Variant::TogyzKumalak),
        ("togyz-kumalak", Variant::TogyzKumalak),
        ("Тогуз коргоол", Variant::TogyzKumalak),
        ("Бестемше", Variant::Bestemshe),
        ("Bestemshe", Variant::Bestemshe),
        ("From Position", Variant::Qozdatu),
    ] {
        let text = format!("[Variant \"{name}\"]\n\n1. 1 *");
        let file = read(text.as_bytes(), Variant::Qozdatu);
        assert_eq!(file.games[0].errors, [], "{name}");
        assert_eq!(file.games[0].record.game().variant(), variant, "{name}");
    }
    assert_eq!(
        errors("[Variant \"Oware\"]\n\n1. 1 *")[0].split(';').next(),
        Some("game 1, line 1: no game is called 'Oware'")
    );
}

#[test]
fn records_of_playstrategy_are_read() {
    let record = sound(
        "[Event \"Casual game\"]\n[P1 \"Ayan\"]\n[P2 \"Bermet\"]\n[Result \"*\"]\n\
         [Variant \"Togyzqumalaq\"]\n\n1. g1d2 a2h1 2. f1d2 *",
    );
    assert_eq!(record.tag("White"), Some("Ayan"));
    assert_eq!(record.tag("Black"), Some("Bermet"));
    assert_eq!(record.tag("P1"), Some("Ayan"));
    assert_eq!(
        record
            .game()
            .start()
            .line(record.game().moves())
            .to_string(),
        "76 98 66"
    );
    assert_survives(&record);
    // What the usual tags say comes first.
    let both = sound("[P1 \"a\"]\n[White \"b\"]\n[P2 \"?\"]\n\n1. g1d2 *");
    assert_eq!((both.tag("White"), both.tag("Black")), (Some("b"), None));
    let five = read(b"[Variant \"Bestemshe\"]\n\n1. e1b2 a2d1 *", VARIANT);
    assert_eq!(five.games[0].errors, []);
    // Every game of the site's own tests.
    let mut games = 0;
    for case in cases(include_str!("../data/facts/playstrategy.txt")) {
        if let ["game", moves, ..] = case[..] {
            let record = sound(&format!("{} *", numbered(moves)));
            assert_eq!(record.game().moves().len(), moves.split(' ').count());
            assert_survives(&record);
            games += 1;
        }
    }
    assert_eq!(games, 9);
}
