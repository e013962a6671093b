//! What people see of a running match.

use libtest_mimic::Trial;

use crate::screen::Screen;
use crate::util::{Outcome, Room, check};

pub fn tests() -> Vec<Trial> {
    vec![
        Trial::test("live_line_on_a_terminal", || on_a_terminal(130)),
        Trial::test("live_line_on_a_narrow_terminal", || on_a_terminal(80)),
        Trial::test("plain_log_elsewhere", elsewhere),
    ]
}

/// One line that changes, on the terminal's last line but for what was said before.
fn on_a_terminal(columns: u16) -> Outcome {
    let room = Room::new();
    let [one, two] = [room.engine("a", "slow", 1), room.engine("b", "slow", 1)];
    let args = [
        "match",
        "--engine",
        &one,
        "--engine",
        &two,
        "--each",
        "depth=1",
        "--rounds",
        "14",
        "--seed",
        "1",
        "--sprt",
        "elo0=0,elo1=20",
        "-c",
        "2",
    ];
    let mut screen = Screen::start(columns, 24, &args);
    let parts = ["+", "=", "Elo ", "±", "LLR ", "/min", " left"];
    let live = |text: &str| {
        let line = text.lines().rfind(|line| !line.trim().is_empty());
        line.is_some_and(|line| parts.iter().all(|part| line.contains(part)))
    };
    screen.wait("the live line", live);
    check(screen.text().matches("LLR").count() == 1, || screen.text())?;
    check(screen.end().success(), || screen.text())?;
    let text = screen.text();
    check(!text.contains("/min"), || {
        format!("the live line was left behind:\n{text}")
    })?;
    check(
        text.contains("a against b") && text.contains("28: "),
        || text,
    )
}

/// Whole lines without control characters.
fn elsewhere() -> Outcome {
    let room = Room::new();
    let rest = "--each depth=1 --rounds 10 --ratinginterval 15";
    let output = room.command(&room.a_and_b(), rest).output()?;
    let log = crate::program::stderr(&output);
    check(log.contains("\n10/20 games  "), || log.clone())?;
    check(log.contains("\n20/20 games  "), || log.clone())?;
    check(log.matches("a against b").count() == 1, || log.clone())?;
    let plain = |c: char| c == '\n' || !c.is_control();
    check(log.chars().all(plain), || format!("{log:?}"))
}
