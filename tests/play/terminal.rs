//! The board on a real pseudo-terminal.

use std::process::Command;

use crate::screen::Screen;

const LEFT: &str = "\x1b[D";
const RIGHT: &str = "\x1b[C";
const ESCAPE: &str = "\x1b";
const CTRL_C: &str = "\x03";

const TWO_HUMANS: [&str; 5] = ["--south", "human", "--north", "human", "--no-steps"];

/// Starts `tuzdik play` with these arguments on a terminal of this size.
fn start(columns: u16, rows: u16, args: &[&str]) -> Screen {
    Screen::start(columns, rows, &[&["play"], args].concat())
}

/// Whether the last move told is North's.
fn north_has_moved(text: &str) -> bool {
    text.lines()
        .any(|line| line.starts_with("North ") && line.contains("balls sown"))
}

/// Leaves a game with unsaved moves.
fn leave(screen: &mut Screen) {
    screen.keys("q");
    screen.wait_for("Leave without saving");
    screen.keys("\r");
    assert!(screen.end().success());
    assert!(screen.is_restored(), "{}", screen.text());
}

#[test]
fn start_and_quit() {
    let mut screen = start(80, 24, &[]);
    screen.wait_for("South to move");
    let text = screen.text();
    assert!(text.contains("North: engine, level 5"), "{text}");
    assert!(text.contains("Kazan of North"), "{text}");
    assert!(text.contains("0/82"), "{text}");
    assert!(text.contains("▸1◂"), "{text}");
    assert!(screen.screen().alternate_screen());
    screen.keys("q");
    assert!(screen.end().success());
    assert!(screen.is_restored(), "{}", screen.text());
}

#[test]
fn digits_and_arrows_sow() {
    let mut screen = start(80, 24, &TWO_HUMANS);
    screen.wait_for("South to move");
    screen.keys("7");
    screen.wait_for("South 76: from pit 7, balls sown: 9; captured: 10");
    screen.wait_for("10/82");
    // North's row runs from right to left as South sees it.
    screen.wait_for("▸1◂");
    screen.keys(RIGHT);
    screen.wait_for("▸9◂");
    screen.keys(LEFT);
    screen.wait_for("▸1◂");
    screen.keys(LEFT);
    screen.wait_for("▸2◂");
    screen.keys("\r");
    screen.wait_for("North 22: from pit 2, balls sown: 10; captured: 10");
    screen.wait_for("1. 76   22");
    leave(&mut screen);
}

#[test]
fn a_sowing_is_shown_step_by_step_and_the_engine_answers() {
    let mut screen = start(80, 24, &["--level", "1"]);
    screen.wait_for("South to move");
    screen.keys("7");
    // While balls fall the kazan is not yet full and no turn is told.
    screen.wait("the sowing", |text| {
        text.contains("South: human") && !text.contains("to move") && text.contains(" 0/82")
    });
    screen.wait_for("10/82");
    screen.wait("an answer", |text| {
        text.contains("South to move") && north_has_moved(text)
    });
    leave(&mut screen);
}

#[test]
fn hint_and_undo() {
    let mut screen = start(80, 24, &["--level", "1", "--no-steps"]);
    screen.wait_for("South to move");
    screen.keys("u");
    screen.wait_for("There is no move to take back");
    screen.keys("h");
    screen.wait_for("Hint: ");
    screen.keys("\r");
    screen.wait("the engine's move", |text| {
        text.contains("South to move") && north_has_moved(text)
    });
    screen.keys("u");
    screen.wait_for("Moves taken back: 2");
    screen.wait("the start position", |text| !text.contains("1. "));
    screen.keys("q");
    assert!(screen.end().success());
}

#[test]
fn wrong_keys_say_why() {
    let position = "9S,9S,9S,9S,9S,9S,9S,9S,9S/1,9S,9S,9S,9S,9S,9S,9S,8S 1 9 S 3";
    let args = [&TWO_HUMANS[..], &["--position", position]].concat();
    let mut screen = start(80, 24, &args);
    screen.wait_for("South to move");
    screen.keys("1");
    screen.wait_for("Pit 1 is empty");
    screen.keys("x");
    screen.wait_for("This key has no meaning here");
    screen.keys("?");
    screen.wait_for("Any key closes this");
    screen.keys("x");
    screen.wait("the board", |text| !text.contains("Any key closes this"));
    screen.keys("7");
    leave(&mut screen);
}

#[test]
fn the_board_follows_the_size_of_the_window() {
    let mut screen = start(80, 24, &TWO_HUMANS);
    screen.wait_for("South to move");
    screen.wait_for("Moves");
    screen.resize(50, 24);
    screen.wait("a narrow board", |text| {
        !text.contains("Moves") && text.contains("South to move")
    });
    screen.resize(30, 8);
    screen.wait_for("The window is too small");
    // On the least screen long messages go on in the next line and all keys are told.
    screen.resize(45, 17);
    screen.wait_for("South to move");
    screen.keys("x");
    screen.wait("the whole message", |text| {
        let words: Vec<&str> = text.split_whitespace().collect();
        words
            .join(" ")
            .contains("has no meaning here; ? shows those that have")
    });
    screen.keys("?");
    screen.wait_for("Any key closes this");
    assert!(screen.text().contains("q      quit"), "{}", screen.text());
    screen.keys("x");
    screen.resize(120, 40);
    screen.wait("a wide board", |text| {
        text.contains("Moves") && text.contains("South to move")
    });
    screen.keys("n");
    screen.wait_for("Pit names are shown");
    screen.keys("q");
    assert!(screen.end().success());
}

#[test]
fn save_and_load() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.tgk");
    let name = file.display().to_string();
    let mut screen = start(120, 24, &TWO_HUMANS);
    screen.wait_for("South to move");
    screen.keys("7");
    screen.wait_for("North to move");
    screen.keys("s");
    screen.wait_for("Save as: game.tgk");
    // Ctrl-U clears the name that is proposed.
    screen.keys(&format!("\x15{name}\r"));
    screen.wait_for("Saved: ");
    assert!(std::fs::read_to_string(&file).unwrap().contains("1. 76 *"));
    screen.keys("r");
    screen.wait_for("New game");
    screen.keys("l");
    screen.wait_for("Load from: ");
    screen.keys(ESCAPE);
    screen.wait("no question", |text| !text.contains("Load from"));
    screen.keys(&format!("l\x15{name}\r"));
    screen.wait_for("Loaded: ");
    screen.wait_for("North to move");
    // A file of another session is not replaced unasked.
    std::fs::write(&file, "1. 98 *").unwrap();
    screen.keys(&format!("r7s\x15{name}\r"));
    screen.wait_for("Replace game.tgk?");
    screen.keys(ESCAPE);
    screen.wait("no question", |text| !text.contains("Replace"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "1. 98 *");
    screen.keys(&format!("s\x15{name}\r"));
    screen.wait_for("Replace game.tgk?");
    screen.keys("\r");
    screen.wait_for("Saved: ");
    assert!(std::fs::read_to_string(&file).unwrap().contains("1. 76 *"));
    screen.keys("l\x15/no/such/file\r");
    screen.wait_for("Cannot load /no/such/file: there is no such file");
    // The game is as it was saved, so nothing is asked.
    screen.keys("q");
    assert!(screen.end().success());
}

#[test]
fn ctrl_c_restores_the_terminal() {
    let mut screen = start(
        80,
        24,
        &["--south", "engine", "--movetime", "60000", "--no-book"],
    );
    screen.wait_for("South is thinking");
    assert!(!screen.is_restored());
    screen.keys(CTRL_C);
    assert!(screen.end().success());
    assert!(screen.is_restored(), "{}", screen.text());
}

#[test]
fn a_signal_restores_the_terminal() {
    let mut screen = start(80, 24, &[]);
    screen.wait_for("South to move");
    let killed = Command::new("kill")
        .args(["-TERM", &screen.process().to_string()])
        .status()
        .expect("kill runs");
    assert!(killed.success());
    screen.end();
    assert!(screen.is_restored(), "{}", screen.text());
}

#[test]
fn a_closed_terminal_ends_the_program() {
    for args in [
        &[][..],
        &["--south", "engine", "--movetime", "60000", "--no-book"],
    ] {
        let mut screen = start(80, 24, args);
        screen.wait_for("South");
        screen.hang_up();
        screen.end();
    }
}

#[test]
fn the_player_of_north_sits_at_the_north() {
    let args = [
        "--south",
        "engine",
        "--level",
        "1",
        "--no-steps",
        "--language",
        "kk",
    ];
    let mut screen = start(80, 24, &args);
    screen.wait_for("Жүріс: Солтүстік");
    let text = screen.text();
    let north = text.find("Қазан: Солтүстік").expect("North's kazan");
    let south = text.find("Қазан: Оңтүстік").expect("South's kazan");
    assert!(south < north, "{text}");
    screen.keys("n");
    // Pit 1 is chosen, unless the engine captured it.
    screen.wait("a name", |text| {
        text.contains("1 арт") || text.contains("2 тектұрмас")
    });
    screen.keys("f");
    screen.wait("the board turned", |text| {
        text.find("Қазан: Солтүстік") < text.find("Қазан: Оңтүстік")
    });
    screen.keys(CTRL_C);
    assert!(screen.end().success());
}
