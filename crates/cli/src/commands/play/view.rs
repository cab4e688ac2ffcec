//! What stands on the terminal, and the least that has to be written to change it.

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

/// The shortest time between two redraws: of block characters, and of whole pictures.
const BLOCKS: Duration = Duration::from_millis(16);
const PICTURES: Duration = Duration::from_millis(40);

/// How the machine is shown.
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
    /// Whether a redraw was put off.
    late: bool,
}

/// What was written last.
#[derive(Default)]
struct Shown {
    /// Whether the rest of the terminal has been cleared.
    cleared: bool,
    frame: Option<Frame>,
    grid: Option<Grid>,
    footer: Vec<String>,
}

impl View {
    pub fn new(method: Method, depth: Depth, scale: Scale, speed: Speed, size: Size) -> Self {
        let plan = layout::plan(size, method);
        Self { method, depth, scale, speed, size, plan, shown: Shown::default(), next: None, late: false }
    }

    /// The terminal has another size.
    pub fn resize(&mut self, size: Size) {
        self.size = Size { cell: size.cell.or(self.size.cell), ..size };
        self.plan = layout::plan(self.size, self.method);
        self.forget();
    }

    /// Nothing that was written stands any more.
    pub fn forget(&mut self) {
        self.shown = Shown::default();
        self.next = None;
    }

    /// When a redraw that was put off is due.
    pub fn due(&self, now: Duration) -> Option<Duration> {
        self.next.filter(|_| self.late).map(|next| next.saturating_sub(now))
    }

    /// Brings the terminal up to date, unless it was just now.
    pub fn show(&mut self, terminal: &mut Terminal, host: &Host, now: Duration) -> Result<()> {
        self.late = self.next.is_some_and(|next| now < next);
        if self.late {
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
        if !self.shown.cleared {
            self.shown.cleared = true;
            text += "\x1b[2J";
            text += &self.take_picture_away();
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

    /// Takes away what does not go with the alternate screen on every terminal.
    pub fn close(&self, terminal: &mut Terminal) {
        // A terminal that is gone shows nothing any more.
        let _ = terminal.show(&self.take_picture_away());
    }

    fn take_picture_away(&self) -> String {
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

/// The picture, with a line below the place of the next character where a person types. The machine has no cursor.
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
