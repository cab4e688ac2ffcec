//! The content of the panels.

mod board;
mod code;
mod line;
mod memory;
pub mod screen;
mod stack;
mod values;
mod watches;

use ratatui::text::Line;

use super::{
    app::App,
    layout::{Kind, Panel},
};

/// The content of a panel.
#[derive(Debug, Default)]
pub struct Content {
    pub title: String,
    pub lines: Vec<Line<'static>>,
    /// Whether the lines are only the visible part.
    pub is_part: bool,
}

/// Returns the content of a panel; `height` is without the title.
pub fn content(app: &App, panel: Panel, width: u16, height: u16) -> Content {
    let (width, height) = (usize::from(width), usize::from(height));
    match panel {
        Panel::Code => code::content(app, width, height),
        Panel::Values => values::content(app, width),
        Panel::Hardware => values::hardware(app, width),
        Panel::Board => board::content(app),
        Panel::Memory => memory::content(app, width, height),
        Panel::Stack => stack::content(app),
        Panel::Watches => watches::content(app),
        Panel::Output => output(app),
        Panel::Screen => screen::content(app, width, height),
        Panel::Line => line::content(app, width),
    }
}

/// Returns the number of columns that a panel needs.
pub fn width(app: &App, panel: Panel) -> u16 {
    match panel {
        Panel::Values | Panel::Hardware => 34,
        Panel::Board => board::width(app).max(34),
        _ => 0,
    }
}

/// Returns the number of rows that a panel of a width needs, without its title.
pub fn height(app: &App, panel: Panel, width: u16) -> u16 {
    content(app, panel, width, u16::MAX >> 4).lines.len() as u16
}

/// Returns the printed output.
fn output(app: &App) -> Content {
    let lines = app.program().output().into_iter().map(Line::from).collect();
    Content { title: "Output".to_owned(), lines, is_part: false }
}

/// Returns the title for machine code or for BASIC.
fn either(app: &App, code: &str, basic: &str) -> String {
    if app.kind() == Kind::Basic { basic } else { code }.to_owned()
}

/// Fills rows with words. A word longer than the width gets its own row.
pub fn filled(text: &str, width: usize) -> Vec<String> {
    let mut rows = vec![String::new()];
    for word in text.split(' ') {
        match rows.last_mut() {
            Some(row) if row.is_empty() => row.push_str(word),
            Some(row) if row.chars().count() + 1 + word.chars().count() <= width => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.to_owned()),
        }
    }
    rows
}
