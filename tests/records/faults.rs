//! Files with everything that can be wrong.

use super::*;

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
