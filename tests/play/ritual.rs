//! The ritual before a game of Mangala.

use sha2::{Digest, Sha256};

use crate::plain::play;

const TWO_HUMANS: [&str; 6] = [
    "--variant",
    "mangala",
    "--south",
    "human",
    "--north",
    "human",
];

/// The seal that a text shows and what it turned out to be of.
fn seal_and_contents(text: &str) -> (&str, &str) {
    let is_seal = |line: &&str| line.len() == 64 && line.bytes().all(|b| b.is_ascii_hexdigit());
    let seal = text.lines().find(is_seal).expect("a seal");
    let (_, contents) = text.split_once("Under the seal was: ").expect("an opening");
    (seal, contents.lines().next().expect("a line"))
}

#[test]
fn a_person_calls_and_the_winner_of_the_call_chooses_a_side() {
    let (mut right, mut wrong) = (0, 0);
    while right == 0 || wrong == 0 {
        assert!(right + wrong < 100, "the hidden number is always the same");
        let text = play(&["--variant", "mangala"], "1\n2\n");
        assert!(
            text.starts_with("mangala · South: human · North: engine"),
            "{text}"
        );
        let asked = text.find("Odd or even?").expect("a question");
        let (seal, contents) = seal_and_contents(&text);
        assert!(text.find(seal).expect("a seal") < asked);
        let sum: String = Sha256::digest(contents)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(seal, sum, "{contents}");
        if contents.starts_with("1 ") {
            right += 1;
            assert!(text.contains("odd: right."), "{text}");
            assert!(text.contains("Choose your side"), "{text}");
            assert!(text.contains("Side chosen: North"), "{text}");
        } else {
            wrong += 1;
            assert!(text.contains("odd: wrong."), "{text}");
            // Whoever moves first wins from the start position.
            assert!(text.contains("Side chosen: South"), "{text}");
        }
        assert!(
            text.contains("South: engine, level 5 · North: human"),
            "{text}"
        );
        assert!(text.contains("\nSouth 1"), "{text}");
    }
}

#[test]
fn answers_that_are_none_get_one_line() {
    let before = play(&TWO_HUMANS, "").lines().count();
    let text = play(&TWO_HUMANS, "castle\n");
    assert_eq!(text.lines().count(), before + 1);
    let last = text.lines().last().expect("a line");
    assert_eq!(
        last,
        "'castle' is not a legal move here; expected 1 (odd), 2 (even)"
    );
    let text = play(&TWO_HUMANS, "odd\n3\n");
    let last = text.lines().last().expect("a line");
    assert_eq!(
        last,
        "'3' is not a legal move here; expected 1 (South), 2 (North)"
    );
}

#[test]
fn the_choice_is_not_taken_back_and_a_new_game_has_a_new_seal() {
    let text = play(&TWO_HUMANS, "even\nnorth\nundo\n1\nundo\n");
    assert!(text.contains("There is no move to take back"), "{text}");
    assert!(text.contains("Moves taken back: 1"), "{text}");
    let text = play(&TWO_HUMANS, "1\nsouth\nnew\n");
    let seals: Vec<&str> = text.lines().filter(|line| line.len() == 64).collect();
    assert_eq!(seals.len(), 2, "{text}");
    assert_ne!(seals[0], seals[1]);
    assert!(text.trim_end().ends_with("2 for even"), "{text}");
}

#[test]
fn engines_do_it_by_themselves() {
    let args = [
        "--variant",
        "mangala",
        "--south",
        "engine",
        "--north",
        "engine",
    ];
    let text = play(&args, "");
    assert!(text.contains("Side chosen: South"), "{text}");
    let last = text.lines().last().expect("a line");
    assert_eq!(last, "South wins 64–34: at most one counter is left");
}

#[test]
fn no_ritual_where_the_sides_are_chosen() {
    let position = "7S,7S,7S,7S,7S,7S,7S/7S,7S,7S,7S,7S,7S,7S 0 0 N 1";
    let args = [&TWO_HUMANS[..], &["--position", position]].concat();
    let text = play(&args, "1\n");
    assert!(!text.contains("Odd or even"), "{text}");
    assert!(text.contains("North 1"), "{text}");
    let text = play(&["--variant", "mangala-free", "--level", "1"], "3\n");
    assert!(text.contains("\nNorth "), "{text}");
}

#[cfg(unix)]
#[test]
fn on_the_board() {
    use crate::screen::Screen;
    let args = [&["play"], &TWO_HUMANS[..], &["--no-steps"]].concat();
    let mut screen = Screen::start(80, 24, &args);
    screen.wait_for("Odd or even?");
    let seal = |text: &str| text.lines().any(|line| line.trim().len() == 64);
    screen.wait("a seal", seal);
    screen.keys("5");
    screen.wait_for("expected 1 (odd), 2 (even)");
    screen.keys("2");
    screen.wait_for("Under the seal was");
    screen.wait_for("Choose your side");
    screen.keys("1");
    screen.wait_for("South to move");
    screen.wait("no seal", |text| !seal(text));
    screen.keys("3");
    screen.wait_for("'3' is not a legal move here; expected 1");
    screen.keys("\r");
    screen.wait_for("North to move");
    screen.keys("q");
    screen.wait_for("Leave without saving");
    screen.keys("\r");
    assert!(screen.end().success());
    assert!(screen.is_restored(), "{}", screen.text());
}
