//! A question at the foot of the board.

use std::path::Path;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use tuzdik::texts::{Texts, fill};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The name of the file to save to.
    Save,
    /// The name of the file to load.
    Load,
    /// Whether to replace a file that holds something; the answer is its name.
    Replace,
    /// Whether to leave an unsaved game.
    Leave,
}

/// A question that waits for its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    kind: Kind,
    text: String,
}

/// What a key did to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It waits still.
    Open(Prompt),
    /// It was answered, with this text.
    Given(Kind, String),
    /// It was dropped.
    Dropped,
}

/// Longest answer, in characters.
const MAX_TEXT: usize = 250;

impl Prompt {
    /// A question, with an answer to begin with.
    pub fn new(kind: Kind, text: &str) -> Prompt {
        Prompt {
            kind,
            text: text.to_owned(),
        }
    }

    /// What the foot of the board says in a line this wide: of a long answer the end, where one types.
    pub fn line(&self, texts: &Texts, width: usize) -> String {
        let yes_or_no = |question: &str| format!("{question}   {}", texts.leave_keys);
        let question = match self.kind {
            Kind::Save => texts.save_as,
            Kind::Load => texts.load_from,
            Kind::Replace => {
                let name = Path::new(&self.text).file_name().unwrap_or_default();
                let name = name.to_string_lossy();
                return yes_or_no(&fill(texts.replace_question, &[("file", &name)]));
            }
            Kind::Leave => return yes_or_no(texts.leave_question),
        };
        let length = self.text.chars().count();
        let room = width.saturating_sub(question.chars().count() + ": ▏".chars().count());
        if length <= room {
            return format!("{question}: {}▏", self.text);
        }
        let hidden = length - room.saturating_sub(1);
        let end: String = self.text.chars().skip(hidden).collect();
        format!("{question}: …{end}▏")
    }

    /// Whether Enter alone is an answer.
    fn is_yes_or_no(&self) -> bool {
        matches!(self.kind, Kind::Replace | Kind::Leave)
    }

    /// Takes a key.
    pub fn press(mut self, key: &KeyEvent) -> Reply {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return Reply::Dropped,
            KeyCode::Enter if !self.is_yes_or_no() && self.text.trim().is_empty() => {
                return Reply::Dropped;
            }
            KeyCode::Enter => return Reply::Given(self.kind, self.text.trim().to_owned()),
            _ if self.is_yes_or_no() => {}
            KeyCode::Char('u') if control => self.text.clear(),
            KeyCode::Backspace => {
                self.text.pop();
            }
            KeyCode::Char(c) if !control && self.text.chars().count() < MAX_TEXT => {
                self.text.push(c);
            }
            _ => {}
        }
        Reply::Open(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tuzdik::texts::Language;

    #[test]
    fn of_a_long_answer_the_end_is_shown() {
        let texts = Language::En.texts();
        let name = "/a/long/name/of/a/folder/game.tgk";
        let line = |width| Prompt::new(Kind::Save, name).line(texts, width);
        assert_eq!(line(80), format!("Save as: {name}▏"));
        assert_eq!(line(20), "Save as: …/game.tgk▏");
        for width in 12..50 {
            assert!(line(width).chars().count() <= width, "{width}");
        }
    }
}
