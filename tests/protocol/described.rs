//! The dialogues in protocol.md.

use super::driver::Engine;

const TEXT: &str = include_str!("../../protocol.md");

/// What stands in a line of a dialogue.
enum Line<'a> {
    Sent(&'a str),
    Answered(&'a str),
    /// Lines are left out.
    LeftOut,
}

/// The dialogues: indented blocks that begin with a line to the engine.
fn dialogues() -> Vec<Vec<Line<'static>>> {
    let mut dialogues = Vec::new();
    let mut open = false;
    for line in TEXT.lines() {
        let Some(line) = line.strip_prefix("    ").map(str::trim) else {
            open = false;
            continue;
        };
        let line = if let Some(text) = line.strip_prefix("> ") {
            if !open {
                dialogues.push(Vec::new());
                open = true;
            }
            Line::Sent(text)
        } else if let Some(text) = line.strip_prefix("< ") {
            Line::Answered(text)
        } else if line == "..." {
            Line::LeftOut
        } else {
            continue;
        };
        if open && let Some(dialogue) = dialogues.last_mut() {
            dialogue.push(line);
        }
    }
    dialogues
}

/// A line without what differs from one search or version to the next.
fn shape(line: &str) -> String {
    if line.starts_with("id name ") {
        return "id name".to_owned();
    }
    if line.starts_with("info string book move ") {
        return "book move".to_owned();
    }
    if !line.starts_with("info depth ") && !line.starts_with("bestmove ") {
        return line.to_owned();
    }
    let words = line.split(' ').take_while(|&word| word != "pv");
    let shapes = words.map(|word| match word.parse::<i64>() {
        Ok(_) => "N",
        Err(_) => word,
    });
    shapes.collect::<Vec<_>>().join(" ")
}

fn matches(expected: &str, line: &str) -> bool {
    let (expected, line) = (shape(expected), shape(line));
    match expected.split_once('…') {
        Some((beginning, _)) => line.starts_with(beginning),
        None => line == expected,
    }
}

#[test]
fn the_dialogues_are_true() {
    let dialogues = dialogues();
    assert!(dialogues.len() >= 5, "{}", dialogues.len());
    for dialogue in dialogues {
        let mut engine = Engine::start();
        let mut left_out = false;
        for line in dialogue {
            match line {
                Line::Sent(text) => engine.send(text),
                Line::LeftOut => left_out = true,
                Line::Answered(expected) => {
                    let mut line = engine.line();
                    while left_out && !matches(expected, &line) {
                        line = engine.line();
                    }
                    left_out = false;
                    assert!(matches(expected, &line), "{expected} is said to be {line}");
                }
            }
        }
    }
}
