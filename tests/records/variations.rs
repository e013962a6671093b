//! Annotated games: variations, comments and marks.

use super::*;

use tuzdik::notation::records::{GameTree, Nag, NodeId};

/// The tree of the one game of a text, in brackets: each move with its marks and comments.
fn shape(tree: &GameTree) -> String {
    fn line(tree: &GameTree, node: NodeId, text: &mut String) {
        let before = tree.comment_before(node);
        if !before.is_empty() {
            *text += &format!("<{before}>");
        }
        *text += &tree.mv(node).map_or_else(String::new, |mv| mv.to_string());
        for nag in tree.nags(node) {
            *text += &nag.to_string();
        }
        let comment = tree.comment(node);
        if !comment.is_empty() {
            *text += &format!("<{comment}>");
        }
        let Some((&main, others)) = tree.children(node).split_first() else {
            return;
        };
        for &other in others {
            *text += "(";
            line(tree, other, text);
            *text += ")";
        }
        *text += " ";
        line(tree, main, text);
    }
    let mut text = String::new();
    line(tree, GameTree::ROOT, &mut text);
    text.trim_start().to_owned()
}

fn sound_shape(text: &str) -> String {
    let record = sound(text);
    assert_survives(&record);
    shape(record.tree())
}

/// The main line and the errors of a text.
fn cut(text: &str) -> (usize, Vec<String>) {
    let file = read(text.as_bytes(), VARIANT);
    assert_eq!(file.games.len(), 1, "{text}");
    assert_survives(&file.games[0].record);
    let plies = file.games[0].record.game().moves().len();
    (plies, errors(text))
}

#[test]
fn variations_stand_beside_the_move_that_they_replace() {
    // The alternatives of a move are shown before it.
    assert_eq!(
        sound_shape("1. 76 98 (1... 87 2. 66 (2. 1) 7) (1... 1) 2. 66 87 *"),
        "7(8(1) 6 7)(1) 9 6 8"
    );
    assert_eq!(
        sound_shape("1. 76 (1. 1 98) (98) 1... 98 *"),
        "(1 9)(9) 7 9"
    );
    // Brackets without blanks, beside the counts of PlayOK.
    assert_eq!(
        sound_shape("1. 76(10)(1 98)98(1... 87) 2. 66 87(4)(1)*"),
        "(1 9) 7(8) 9 6(1) 8"
    );
    // A result inside ends nothing, and neither does the move number 1.
    assert_eq!(
        sound_shape("1. 76 (1. 1 98 1-0) 98 2. 66 0-1"),
        "(1 9) 7 9 6"
    );
    assert_eq!(
        sound("1. 76 (1. 1 98 1-0) 98 2. 66 0-1").result(),
        GameResult::Win(Side::North)
    );
}

#[test]
fn the_same_move_as_a_variation_is_one_with_it() {
    assert_eq!(
        sound_shape("1. 76 98 (1... 98 {same} 2. 1 7) 2. 66! *"),
        "7 9<same>(1 7) 6$1"
    );
    assert_eq!(sound_shape("1. 76 (1) (1 98) (1 87) *"), "(1(8) 9) 7");
}

#[test]
fn comments_and_marks_of_variations_are_kept() {
    assert_eq!(
        sound_shape("{a} 1. 76 {b} ({c} 1. 1? {d} 98) {e} 98 $16 ({f}) *"),
        "<a>(<c>1$2<d> 9) 7<b e> 9$16<f>"
    );
    let written = write(
        &sound("$13 1. 76!! ± {b} ({c} 1. 1 $1 $4) 98 $146 2. 66 *"),
        Format::Tgk,
    );
    assert!(
        written.ends_with("\n$13 1. 76!! $16 {b} ({c} 1. 19! $4) 1... 98 $146 2. 66 *\n\n"),
        "{written}"
    );
}

#[test]
fn all_spellings_of_marks_are_read() {
    for (text, number) in [
        ("!", 1),
        ("?", 2),
        ("!!", 3),
        ("‼", 3),
        ("??", 4),
        ("!?", 5),
        ("?!", 6),
        ("=", 10),
        ("∞", 13),
        ("+=", 14),
        ("⩱", 15),
        ("±", 16),
        ("+/-", 16),
        ("∓", 17),
        ("+-", 18),
        ("-+", 19),
        ("$140", 140),
    ] {
        for gap in ["", " "] {
            let record = sound(&format!("1. 76{gap}{text} 98 *"));
            let first = record.tree().children(GameTree::ROOT)[0];
            let expected = Nag::new(number);
            assert_eq!(
                record.tree().nags(first).first(),
                expected.as_ref(),
                "{text}"
            );
            assert_eq!(record.game().moves().len(), 2, "{text}");
            assert_survives(&record);
        }
    }
    // More than one at a move; `$0` says nothing.
    assert_eq!(
        sound_shape("1. 76!± $0 $7 {!} 98!!! *"),
        "7$1$7$16<!> 9$1$3"
    );
}

#[test]
fn a_variation_is_cut_where_it_contradicts_the_rules() {
    let text = "1. 76 98 (1... 87 2. 1 86 {lost} 3. 1 (3. 66)) (1... 1) 2. 66 (x) 87 *";
    let (plies, errors) = cut(text);
    assert_eq!(plies, 4);
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(
        errors[0]
            .starts_with("game 1, a variation, move 2 of North, line 1: the landing pit of '86'"),
        "{errors:?}"
    );
    assert!(
        errors[1].starts_with("game 1, a variation, move 2 of South, line 1: 'x' is not a move")
    );
    let game = &read(text.as_bytes(), VARIANT).games[0];
    assert!(game.is_complete());
    assert_eq!(shape(game.record.tree()), "7(8 1)(1) 9 6 8");
    // Where the game itself is cut, its variations are not errors, too.
    let (plies, errors) = cut("1. 76 98 2. 75 (2. 1 87) (2. 99 x) 87 *");
    assert_eq!((plies, errors.len()), (2, 1));
}

#[test]
fn brackets_that_do_not_match_are_told() {
    assert_eq!(
        cut("1. 76 98\n(1... 87 2. 66 (2. 1 *"),
        (
            2,
            vec!["game 1, line 2: the variation has no closing bracket".to_owned()]
        )
    );
    assert!(!read(b"1. 76 98 (87 2. 66 *", VARIANT).games[0].is_complete());
    assert_eq!(
        cut("1. 76) 98 *"),
        (
            2,
            vec!["game 1, line 1: this bracket closes no variation".to_owned()]
        )
    );
    assert_eq!(
        cut("(1. 1) 1. 76 98 *"),
        (
            2,
            vec![
                "game 1, line 1: the variation stands before the first move and is not read"
                    .to_owned()
            ]
        )
    );
    assert_eq!(cut("1. 76 ((1) 98) 98 ((() 87)) *").0, 2);
    // An unclosed variation does not reach into the next game.
    let file = read(b"1. 76 (1\n\n[White \"b\"]\n\n1. 98 98 *", VARIANT);
    assert_eq!(file.games.len(), 2);
    assert!(file.games[1].errors.is_empty());
}

#[test]
fn comments_in_comments_are_part_of_them() {
    assert_eq!(
        sound_shape("1. 76 {a {b} {c {d}} e} 98 *"),
        "7<a (b) (c (d)) e> 9"
    );
    assert_eq!(
        cut("1. 76 {a { b} 98 {c} *"),
        (
            2,
            vec![
                "game 1, line 1: a brace opens inside the comment; if the comment should have ended \
                 before, what stands there was not read"
                    .to_owned()
            ]
        )
    );
    assert_eq!(cut("1. 76 a} 98 *").1.len(), 2,);
    assert_eq!(
        cut("1. 76 {a}} 98 *"),
        (
            2,
            vec!["game 1, line 1: this brace closes no comment".to_owned()]
        )
    );
}

#[test]
fn lines_for_other_programs_are_passed_over() {
    assert_eq!(
        sound_shape("%first line\n1. 76 98\n% 1-0 {\r\n2. 66 ; 87 {\n87 *\n%"),
        "7 9 6<87 (> 8"
    );
    // Only at the beginning of a line.
    assert_eq!(cut("1. 76 %98 *").1.len(), 1);
}

#[test]
fn marks_that_are_none_are_told() {
    assert_eq!(
        cut("1. 76 $256 98 $ *"),
        (
            2,
            vec![
                "game 1, line 1: '$256' is not a mark; expected $1 to $255".to_owned(),
                "game 1, line 1: '$' is not a mark; expected $1 to $255".to_owned(),
            ]
        )
    );
}

#[test]
fn long_lines_are_wrapped_and_never_look_like_tags() {
    let mut record = sound("1. 76 98 (1... 87 2. 66 (2. 1)) 2. 66 *");
    let text = "[Event \"no tag\"] ".repeat(40);
    record.set_comment(2, &text);
    record.edit(|tree| {
        let main = tree.children(GameTree::ROOT)[0];
        let other = tree.children(main)[1];
        tree.set_comment_before(other, &"words ".repeat(60));
        tree.set_comment(other, &text);
    });
    assert_survives(&record);
    let written = write(&record, Format::Tgk);
    assert!(
        written
            .lines()
            .filter(|line| line.contains("words"))
            .count()
            > 4
    );
    assert!(
        written
            .lines()
            .all(|line| !line.contains("words") || line.len() <= 80)
    );
}

#[test]
fn editing_keeps_game_and_result_in_step() {
    let game = numbered("54 11 32 55x 89 35 78 47 67 51 46");
    let mut record = sound(&game);
    assert_eq!(record.result(), GameResult::Win(Side::South));
    let last = record.tree().main_line().last().expect("eleven moves");
    assert!(record.edit(|tree| tree.delete(last)));
    assert_eq!(record.game().moves().len(), 10);
    assert_eq!(record.result(), GameResult::Unknown);
    assert_survives(&record);
    let mv = sound(&game).game().moves()[10];
    record.play(mv).expect("the last move");
    assert_eq!(record, sound(&game));
}
