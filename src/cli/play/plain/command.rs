//! The lines that a player types.

use tuzdik::texts::Texts;

/// A line understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlainCommand<'a> {
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

impl PlainCommand<'_> {
    /// What a line says; `None` for an empty one.
    pub fn parse(line: &str) -> Option<PlainCommand<'_>> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let file = matches!(word, "save" | "load");
        Some(match word {
            "" => return None,
            "save" => PlainCommand::Save(rest),
            "load" => PlainCommand::Load(rest),
            _ if !rest.is_empty() && !file => PlainCommand::Move(line),
            "hint" => PlainCommand::Hint,
            "eval" => PlainCommand::Eval,
            "undo" => PlainCommand::Undo,
            "new" => PlainCommand::New,
            "board" => PlainCommand::Board,
            "names" => PlainCommand::Names,
            "flip" => PlainCommand::Flip,
            "help" => PlainCommand::Help,
            "quit" => PlainCommand::Quit,
            _ => PlainCommand::Move(line),
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
            (" 76 \r\n", Some(PlainCommand::Move("76"))),
            ("", None),
            ("hint", Some(PlainCommand::Hint)),
            ("hint me", Some(PlainCommand::Move("hint me"))),
            ("save", Some(PlainCommand::Save(""))),
            ("load my game.tgk", Some(PlainCommand::Load("my game.tgk"))),
            ("quit", Some(PlainCommand::Quit)),
        ] {
            assert_eq!(PlainCommand::parse(line), command, "{line:?}");
        }
    }
}
