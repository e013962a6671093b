//! The pits and the kazans.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph};
use tuzdik::game::{Pit, Side};

use super::app::App;
use super::heap;
use crate::cli::play::{seen, words};

/// Narrowest and widest pit.
const CELL: (u16, u16) = (5, 13);
/// Narrowest pit where the list of moves has its place beside the board.
const CELL_BESIDE_LIST: u16 = 7;
/// Width of the list of moves.
const LIST: u16 = 17;
/// Height of a pit with and without room for the balls.
const HEIGHT: (u16, u16) = (5, 3);
/// Lines of the screen beside the two rows of pits.
const OTHER_LINES: u16 = 11;
/// Width below which the lines of text would be cut too short.
const LEAST_WIDTH: u16 = 45;

/// Where things are on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    /// Width of a pit.
    pub cell: u16,
    /// Height of a pit.
    pub height: u16,
    /// Width of the list of moves, 0 without one.
    pub list: u16,
}

impl Geometry {
    /// What fits on a screen; the least size as an error if nothing does.
    pub fn new(pits: u8, width: u16, height: u16) -> Result<Geometry, (u16, u16)> {
        let pits = u16::from(pits);
        let least = ((pits * CELL.0).max(LEAST_WIDTH), OTHER_LINES + 2 * HEIGHT.1);
        if width < least.0 || height < least.1 {
            return Err(least);
        }
        let list = if width >= pits * CELL_BESIDE_LIST + LIST {
            LIST
        } else {
            0
        };
        let high = height >= OTHER_LINES + 2 * HEIGHT.0;
        Ok(Geometry {
            cell: ((width - list) / pits).clamp(CELL.0, CELL.1),
            height: if high { HEIGHT.0 } else { HEIGHT.1 },
            list,
        })
    }

    /// Lines of the rows, their labels and the kazans.
    pub fn lines(&self) -> u16 {
        2 * self.height + 4
    }
}

/// Draws labels, rows and kazans into an area.
pub fn draw(app: &App, frame: &mut Frame, area: Rect, geometry: Geometry) {
    let pits = u16::from(app.session().variant().rules().pits);
    let width = geometry.cell * pits;
    let line = |y: u16, height: u16| Rect::new(area.x, area.y + y, width.min(area.width), height);
    let (top, bottom) = (app.bottom.opponent(), app.bottom);
    let height = geometry.height;
    labels(app, frame, line(0, 1), geometry, top);
    row(app, frame, line(1, height), geometry, top);
    kazan(app, frame, line(height + 1, 1), top);
    kazan(app, frame, line(height + 2, 1), bottom);
    row(app, frame, line(height + 3, height), geometry, bottom);
    labels(app, frame, line(2 * height + 3, 1), geometry, bottom);
}

/// The cells of a row from the left.
fn cells(
    app: &App,
    area: Rect,
    geometry: Geometry,
    side: Side,
) -> impl Iterator<Item = (Pit, Rect)> {
    let pits = app.session().variant().rules().pits;
    seen(side, app.bottom, pits)
        .zip(0_u16..)
        .map(move |(pit, index)| {
            let x = area.x + index * geometry.cell;
            (
                pit,
                Rect::new(x, area.y, geometry.cell, area.height).intersection(area),
            )
        })
}

fn labels(app: &App, frame: &mut Frame, area: Rect, geometry: Geometry, side: Side) {
    let pits = app.session().variant().rules().pits;
    for (pit, cell) in cells(app, area, geometry, side) {
        let name = app.texts.pit_name(pits, pit);
        let text = match name.filter(|_| app.names && geometry.cell == CELL.1) {
            Some(name) => name.to_owned(),
            None => pit.to_string(),
        };
        let (text, style) = if app.chosen() == Some((side, pit)) {
            (
                format!("▸{text}◂"),
                Style::new().add_modifier(Modifier::BOLD),
            )
        } else {
            (text, Style::new().fg(Color::DarkGray))
        };
        let label = Paragraph::new(Span::styled(text, style)).alignment(Alignment::Center);
        frame.render_widget(label, cell);
    }
}

fn row(app: &App, frame: &mut Frame, area: Rect, geometry: Geometry, side: Side) {
    for (pit, cell) in cells(app, area, geometry, side) {
        draw_pit(app, frame, cell, side, pit);
    }
}

fn draw_pit(app: &App, frame: &mut Frame, cell: Rect, side: Side, pit: Pit) {
    let shown = app.frame();
    let here = (side, pit);
    let block = Block::bordered();
    let block = if shown.at == Some((side, pit.index())) {
        block
            .border_type(BorderType::Thick)
            .border_style(Style::new().fg(Color::Cyan))
    } else if app.hinted() == Some(here) {
        block
            .border_type(BorderType::Double)
            .border_style(Style::new().fg(Color::Magenta))
    } else if app.chosen() == Some(here) {
        block
            .border_type(BorderType::Thick)
            .border_style(Style::new().fg(Color::Yellow))
    } else if !app.is_sowing() && touched(app).contains(&Some(here)) {
        block
            .border_type(BorderType::Rounded)
            .border_style(Style::new().fg(Color::Green))
    } else {
        block
            .border_type(BorderType::Rounded)
            .border_style(Style::new().fg(Color::DarkGray))
    };
    let inner = block.inner(cell);
    frame.render_widget(block, cell);

    let tuzdik = app.game().position().tuzdik(side.opponent()) == Some(pit);
    let balls = shown.pits[side.index()][pit.index()];
    let heap_height = usize::from(inner.height.saturating_sub(1));
    let mut lines: Vec<Line> = heap::lines(balls, usize::from(inner.width), heap_height)
        .into_iter()
        .map(Line::from)
        .collect();
    lines.push(if tuzdik && balls == 0 {
        Line::styled("✕", Style::new().fg(Color::Red).bold())
    } else if balls == 0 {
        Line::styled("·", Style::new().fg(Color::DarkGray))
    } else {
        Line::styled(balls.to_string(), Style::new().bold())
    });
    let text = Paragraph::new(lines).alignment(Alignment::Center);
    frame.render_widget(text, inner);
}

/// The pits where the last move began and ended.
fn touched(app: &App) -> [Option<(Side, Pit)>; 2] {
    let Some((before, mv)) = app.session().last_move() else {
        return [None; 2];
    };
    let Some(origin) = mv.pit() else {
        return [None; 2];
    };
    let (_, effect) = before.play_with_effect(mv);
    [Some((before.side(), origin)), effect.landing]
}

fn kazan(app: &App, frame: &mut Frame, area: Rect, side: Side) {
    let rules = app.session().variant().rules();
    let balls = app.frame().kazans[side.index()];
    let name = words::kazan(app.texts, app.game().position(), side);
    let count = format!(" {balls}/{}", rules.majority());
    let room = usize::from(area.width).saturating_sub(count.chars().count());
    let name_room = (room / 2).min(30);
    let name: String = format!("{name:<name_room$}")
        .chars()
        .take(name_room)
        .collect();
    let room = room - name_room;
    let filled = (usize::from(balls) * room / usize::from(rules.majority())).min(room);
    let style = Style::new().fg(match side {
        Side::South => Color::Blue,
        Side::North => Color::LightRed,
    });
    let line = Line::from(vec![
        Span::raw(name),
        Span::styled("█".repeat(filled), style),
        Span::styled("░".repeat(room - filled), Style::new().fg(Color::DarkGray)),
        Span::styled(count, Style::new().bold()),
    ]);
    frame.render_widget(Paragraph::new(line), area);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_fits_on_the_screen_that_it_is_made_for() {
        for pits in [5, 7, 9] {
            for width in 1..200 {
                for height in 1..60 {
                    match Geometry::new(pits, width, height) {
                        Ok(geometry) => {
                            assert!(geometry.cell * u16::from(pits) + geometry.list <= width);
                            assert!(geometry.lines() + 7 <= height);
                        }
                        Err(least) => assert!(width < least.0 || height < least.1),
                    }
                }
            }
        }
        let usual = Geometry::new(9, 80, 24).unwrap();
        assert_eq!((usual.cell, usual.height, usual.list), (7, 5, LIST));
    }
}
