//! What the keys do.

use ratatui::Frame;
use ratatui::layout::{Constraint, Flex, Layout};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::cli::play::texts::Texts;

fn keys(texts: &Texts) -> [(&'static str, &'static str); 15] {
    [
        ("1-9", texts.do_sow),
        ("← →", texts.do_choose),
        ("Enter", texts.do_sow),
        ("h", texts.do_hint),
        ("u", texts.do_undo),
        ("e", texts.do_bar),
        ("a", texts.do_steps),
        ("n", texts.do_names),
        ("f", texts.do_flip),
        ("p", texts.do_pause),
        ("s", texts.do_save),
        ("l", texts.do_load),
        ("r", texts.do_new),
        ("?", texts.do_help),
        ("q", texts.do_quit),
    ]
}

/// The most needed keys, for the foot of the board.
pub fn line(texts: &Texts) -> String {
    let needed = ["1-9", "← →", "h", "u", "s", "l", "?", "q"];
    let parts: Vec<String> = keys(texts)
        .into_iter()
        .filter(|(key, _)| needed.contains(key))
        .map(|(key, meaning)| format!("{key} {meaning}"))
        .collect();
    parts.join("   ")
}

/// All keys, over the board.
pub fn draw(texts: &Texts, frame: &mut Frame) {
    let mut lines: Vec<Line> = keys(texts)
        .map(|(key, meaning)| Line::from(format!(" {key:<6} {meaning} ")))
        .to_vec();
    lines.push(Line::default());
    lines.push(Line::from(format!(" {} ", texts.help_close)));
    let wide = lines.iter().map(Line::width).max().unwrap_or_default() + 2;
    let high = lines.len() + 2;
    let [row] = Layout::vertical([Constraint::Length(high as u16)])
        .flex(Flex::Center)
        .areas(frame.area());
    let [area] = Layout::horizontal([Constraint::Length(wide as u16)])
        .flex(Flex::Center)
        .areas(row);
    frame.render_widget(Clear, area);
    let block = Block::bordered().title(format!(" {} ", texts.help_title));
    frame.render_widget(Paragraph::new(lines).block(block), area);
}
