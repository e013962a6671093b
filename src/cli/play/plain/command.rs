//! The lines that a player types.

use tuzdik::texts::Texts;

/// A line understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command<'a> {
    /// A move, or what is not any of the others.
    Move(&'a str),
    Hint,
    Eval,
    Undo,
    New,
    Board,
    Names,
    Flip,
    /// With the name of the file, empty if there is none.
    Save(&'a str),
    /// With the name of the file, empty if there is none.
    Load(&'a str),
    Help,
    Quit,
}

impl Command<'_> {
    /// What a line says; `None` for an empty one.
    pub fn parse(line: &str) -> Option<Command<'_>> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let file = matches!(word, "save" | "load");
        Some(match word {
            "" => return None,
            "save" => Command::Save(rest),
            "load" => Command::Load(rest),
            _ if !rest.is_empty() && !file => Command::Move(line),
            "hint" => Command::Hint,
            "eval" => Command::Eval,
            "undo" => Command::Undo,
            "new" => Command::New,
            "board" => Command::Board,
            "names" => Command::Names,
            "flip" => Command::Flip,
            "help" => Command::Help,
            "quit" => Command::Quit,
            _ => Command::Move(line),
        })
    }
}

/// The commands with what they do, one a line.
pub fn help(texts: &Texts) -> String {
    [
        ("7, 76", texts.do_move),
        ("hint", texts.do_hint),
        ("undo", texts.do_undo),
        ("eval", texts.do_eval),
        ("board", texts.do_board),
        ("flip", texts.do_flip),
        ("names", texts.do_names),
        ("save FILE", texts.do_save),
        ("load FILE N", texts.do_load),
        ("new", texts.do_new),
        ("quit", texts.do_quit),
    ]
    .map(|(command, meaning)| format!("  {command:<11} {meaning}"))
    .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        for (line, command) in [
            (" 76 \r\n", Some(Command::Move("76"))),
            ("", None),
            ("hint", Some(Command::Hint)),
            ("hint me", Some(Command::Move("hint me"))),
            ("save", Some(Command::Save(""))),
            ("load my game.tgk", Some(Command::Load("my game.tgk"))),
            ("quit", Some(Command::Quit)),
        ] {
            assert_eq!(Command::parse(line), command, "{line:?}");
        }
    }
}
