//! The screen of `play`, and minimal updates of it.

use std::time::Duration;

use anyhow::Result;
use arcadian_desk::play::host::Host;
use arcadian_screen::{
    Frame, Ink,
    blocks::{Depth, Grid},
    kitty,
    palette::Scale,
    sixel,
};

use super::{
    Speed, footer,
    layout::{self, Method, Picture, Plan, Size},
};
use crate::terminal::Terminal;

/// The minimum time between two redraws of block characters.
const BLOCKS: Duration = Duration::from_millis(16);
/// The minimum time between two redraws of a sixel or kitty picture.
const PICTURES: Duration = Duration::from_millis(40);

/// The view of the machine.
pub struct View {
    method: Method,
    depth: Depth,
    scale: Scale,
    speed: Speed,
    size: Size,
    plan: Option<Plan>,
    shown: Shown,
    /// The earliest time of the next redraw.
    next: Option<Duration>,
    /// Whether a redraw was postponed.
    is_postponed: bool,
}

/// The last written content.
#[derive(Default)]
struct Shown {
    /// Whether the rest of the terminal has been cleared.
    is_cleared: bool,
    frame: Option<Frame>,
    grid: Option<Grid>,
    footer: Vec<String>,
}

impl View {
    pub fn new(method: Method, depth: Depth, scale: Scale, speed: Speed, size: Size) -> Self {
        let plan = layout::plan(size, method);
        Self {
            method,
            depth,
            scale,
            speed,
            size,
            plan,
            shown: Shown::default(),
            next: None,
            is_postponed: false,
        }
    }

    /// Adapts the layout to a new terminal size.
    pub fn resize(&mut self, size: Size) {
        self.size = Size { cell: size.cell.or(self.size.cell), ..size };
        self.plan = layout::plan(self.size, self.method);
        self.forget();
    }

    /// Discards the record of the screen, so that the next redraw is complete.
    pub fn forget(&mut self) {
        self.shown = Shown::default();
        self.next = None;
    }

    /// Returns the time until a postponed redraw is due.
    pub fn due(&self, now: Duration) -> Option<Duration> {
        self.next.filter(|_| self.is_postponed).map(|next| next.saturating_sub(now))
    }

    /// Updates the terminal, or postpones the redraw if the last one was too recent.
    pub fn show(&mut self, terminal: &mut Terminal, host: &Host, now: Duration) -> Result<()> {
        self.is_postponed = self.next.is_some_and(|next| now < next);
        if self.is_postponed {
            return Ok(());
        }
        let text = self.changes(host)?;
        if !text.is_empty() {
            terminal.show(&text)?;
            self.next = Some(now + if self.method == Method::Blocks { BLOCKS } else { PICTURES });
        }
        Ok(())
    }

    fn changes(&mut self, host: &Host) -> Result<String> {
        let mut text = String::new();
        if !self.shown.is_cleared {
            self.shown.is_cleared = true;
            text += "\x1b[2J";
            text += &self.delete_picture();
            if self.plan.is_none() {
                text += &too_small(self.size);
            }
        }
        if let Some(plan) = self.plan {
            text += &self.picture(plan, with_cursor(host))?;
            text += &self.footer(plan, host);
        }
        Ok(text)
    }

    /// Deletes the picture, which some terminals keep after the alternate screen.
    pub fn close(&self, terminal: &mut Terminal) {
        // A closed terminal shows nothing.
        let _ = terminal.show(&self.delete_picture());
    }

    fn delete_picture(&self) -> String {
        if self.method == Method::Kitty { kitty::delete() } else { String::new() }
    }

    fn picture(&mut self, plan: Plan, frame: Frame) -> Result<String> {
        if self.shown.frame.as_ref() == Some(&frame) {
            return Ok(String::new());
        }
        let at = format!("\x1b[{};{}H", plan.row, plan.column);
        let text = match plan.picture {
            Picture::Blocks(layout) => {
                let grid = Grid::new(&frame, layout, self.scale);
                let text = grid.update(self.shown.grid.as_ref(), self.depth, (plan.row, plan.column));
                self.shown.grid = Some(grid);
                text
            }
            Picture::Sixel(zoom) => at + &sixel::encode(&frame, zoom, self.scale),
            Picture::Kitty { columns, rows, zoom } => {
                at + &kitty::encode(&frame, columns, rows, zoom, self.scale)?
            }
        };
        self.shown.frame = Some(frame);
        Ok(text)
    }

    fn footer(&mut self, plan: Plan, host: &Host) -> String {
        let footer = footer::lines(host, self.speed, plan.footer.width.into(), plan.footer.lines.into());
        if self.shown.footer == footer {
            return String::new();
        }
        let column = plan.footer.column;
        let lines = (plan.footer.row..).zip(&footer);
        let text = lines.map(|(row, line)| format!("\x1b[{row};{column}H{line}")).collect();
        self.shown.footer = footer;
        text
    }
}

/// Returns the picture, with a cursor line at the next character during text entry. The original machine has no cursor.
fn with_cursor(host: &Host) -> Frame {
    let mut frame = host.basic().frame();
    if host.is_entering() {
        let (cx, cy) = host.basic().cursor();
        frame.picture.fill_box(cx.saturating_sub(1), cy.saturating_sub(4), 5, 1, Ink::Foreground);
    }
    frame
}

fn too_small(size: Size) -> String {
    let lines = layout::too_small(size);
    (1..).zip(lines).map(|(row, line): (usize, String)| format!("\x1b[{row};1H{line}")).collect()
}
