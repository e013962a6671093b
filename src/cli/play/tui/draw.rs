//! The whole screen.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};
use tuzdik::game::Side;

use super::app::{App, Note};
use super::board::{self, Geometry};
use super::help;
use crate::cli::play::words;
use tuzdik::texts::fill;

/// Draws the board and what is around it.
pub fn draw(app: &App, frame: &mut Frame) {
    let area = frame.area();
    let pits = app.session().variant().rules().pits;
    let geometry = match Geometry::new(pits, area.width, area.height) {
        Ok(geometry) => geometry,
        Err((width, height)) => {
            let text = fill(
                app.texts.too_small,
                &[("width", &width), ("height", &height)],
            );
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        }
    };
    let [title, middle, foot] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(geometry.lines()),
        Constraint::Min(1),
    ])
    .areas(area);
    let width = geometry.cell * u16::from(pits);
    let [place, list] =
        Layout::horizontal([Constraint::Length(width), Constraint::Length(geometry.list)])
            .areas(middle);

    frame.render_widget(Line::styled(app.title(), Style::new().bold()), title);
    board::draw(app, frame, place, geometry);
    if geometry.list > 0 {
        move_list(app, frame, list);
    }
    // What is too long for a line goes on in the next one, at the cost of the keys.
    let lines = foot_lines(app, usize::from(width), usize::from(area.width));
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), foot);
    if app.help {
        help::draw(app.texts, pits, frame);
    }
}

/// What stands below the board: the bar or the seal, the last move, whose turn it is, a note, keys.
fn foot_lines(app: &App, board_width: usize, width: usize) -> Vec<Line<'static>> {
    let mut lines: Vec<Line> = match app.seal() {
        Some(seal) => seal.map(Line::from).to_vec(),
        None => {
            let bar = app.bar.then(|| bar_line(app, board_width));
            let last = app.last_move().filter(|_| !app.is_sowing());
            vec![
                bar.unwrap_or_default(),
                last.map(Line::from).unwrap_or_default(),
            ]
        }
    };
    lines.push(Line::styled(state_line(app), Style::new().bold()));
    lines.push(note_line(app, width));
    let keys = help::line(app.texts, app.session().variant().rules().pits);
    lines.push(Line::styled(keys, Style::new().fg(Color::DarkGray)));
    lines
}

/// Whose turn it is, with the name of the chosen pit where names are shown.
fn state_line(app: &App) -> String {
    let pits = app.session().variant().rules().pits;
    let name = app
        .chosen()
        .filter(|_| app.names)
        .and_then(|(_, pit)| Some((pit, app.texts.pit_name(pits, pit)?)));
    match name {
        Some((pit, name)) => format!("{} · {pit} {name}", app.state()),
        None => app.state(),
    }
}

fn note_line(app: &App, width: usize) -> Line<'static> {
    if let Some(question) = app.question(width) {
        return Line::styled(question, Style::new().fg(Color::Yellow));
    }
    match &app.note {
        Some(Note::Done(text)) => Line::styled(text.clone(), Style::new().fg(Color::Green)),
        Some(Note::Fault(text)) => Line::styled(text.clone(), Style::new().fg(Color::Red)),
        None => Line::default(),
    }
}

/// South's chance as a bar, and the score.
fn bar_line(app: &App, width: usize) -> Line<'static> {
    let (chance, score) = app.judged().unwrap_or((500, "…".to_owned()));
    let left = format!(
        "{}  {} ",
        app.texts.evaluation,
        words::side(app.texts, Side::South)
    );
    let percent = (chance + 5) / 10;
    let north = words::side(app.texts, Side::North);
    let right = format!(" {north}  {score} {percent}%");
    let room = width.saturating_sub(left.chars().count() + right.chars().count());
    let filled = (chance as usize * room + 500) / 1000;
    Line::from(vec![
        Span::raw(left),
        Span::styled("█".repeat(filled), Style::new().fg(Color::Blue)),
        Span::styled(
            "▒".repeat(room.saturating_sub(filled)),
            Style::new().fg(Color::LightRed),
        ),
        Span::raw(right),
    ])
}

/// The last moves that there is room for, the moves of a pair in one line.
fn move_list(app: &App, frame: &mut Frame, area: Rect) {
    let block = Block::new()
        .borders(Borders::LEFT)
        .border_style(Style::new().fg(Color::DarkGray))
        .title(format!(" {}", app.texts.moves));
    let inner = block.inner(area);
    let mut lines: Vec<String> = Vec::new();
    for (number, side, text) in app.session().move_list() {
        match (side, lines.last_mut()) {
            (Side::North, Some(line)) => *line = format!("{line:<9} {text}"),
            (Side::North, None) => lines.push(format!("{number:>3}. {:<4} {text}", "…")),
            (Side::South, _) => lines.push(format!("{number:>3}. {text}")),
        }
    }
    let first = lines.len().saturating_sub(usize::from(inner.height));
    let shown: Vec<Line> = lines.drain(first..).map(Line::from).collect();
    frame.render_widget(block, area);
    frame.render_widget(Paragraph::new(shown), inner);
}
