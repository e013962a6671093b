//! What the keys do.

use ratatui::Frame;
use ratatui::layout::{Constraint, Flex, Layout};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use tuzdik::texts::Texts;

fn keys(texts: &Texts, pits: u8) -> [(String, &'static str); 15] {
    let digits = format!("1-{pits}");
    [
        (digits.as_str(), texts.do_sow),
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
    .map(|(key, meaning)| (key.to_owned(), meaning))
}

/// The most needed keys, for the foot of the board.
pub fn line(texts: &Texts, pits: u8) -> String {
    let needed = ["← →", "h", "u", "s", "l", "?", "q"];
    let parts: Vec<String> = keys(texts, pits)
        .into_iter()
        .filter(|(key, _)| key.starts_with("1-") || needed.contains(&key.as_str()))
        .map(|(key, meaning)| format!("{key} {meaning}"))
        .collect();
    parts.join("   ")
}

/// All keys, over the board. The lowest screen that the board fits on has just room for them.
pub fn draw(texts: &Texts, pits: u8, frame: &mut Frame) {
    let lines = keys(texts, pits)
        .map(|(key, meaning)| Line::from(format!(" {key:<6} {meaning} ")))
        .to_vec();
    let close = Line::from(format!(" {} ", texts.help_close));
    let widest = lines.iter().chain([&close]).map(Line::width).max();
    let wide = widest.unwrap_or_default() + 2;
    let high = lines.len() + 2;
    let [row] = Layout::vertical([Constraint::Length(high as u16)])
        .flex(Flex::Center)
        .areas(frame.area());
    let [area] = Layout::horizontal([Constraint::Length(wide as u16)])
        .flex(Flex::Center)
        .areas(row);
    frame.render_widget(Clear, area);
    let block = Block::bordered()
        .title(format!(" {} ", texts.help_title))
        .title_bottom(close);
    frame.render_widget(Paragraph::new(lines).block(block), area);
}
