//! A picture with a footer, and minimal updates of it.

use std::time::Duration;

use anyhow::Result;
use arcadian_screen::{
    Border, Frame, Raster,
    blocks::{Depth, Grid, Layout},
    kitty,
    palette::Scale,
    sixel,
};

use super::{
    Room,
    layout::{self, Footer, Method, Picture, Plan, Shape, Size},
};
use crate::terminal::{Charset, Terminal};

/// The minimum time between two redraws of block characters.
const BLOCKS: Duration = Duration::from_millis(16);
/// The minimum time between two redraws of a sixel or kitty picture.
const PICTURES: Duration = Duration::from_millis(40);

pub trait Image: PartialEq {
    /// Returns it as block characters in a number of rows of cells.
    fn grid(&self, layout: Layout, rows: u16, border: Border, scale: Scale) -> Grid;

    /// Returns the row of the raster with its border that a row of pixels of [`grid`](Self::grid) shows first.
    fn row_of_grid(&self, row: usize, pixels: usize, border: Border) -> usize;

    /// Returns its color bytes with a part of its border.
    fn raster(&self, border: Border) -> Raster;
}

/// The picture of BASIC always has all its rows, and no border.
impl Image for Frame {
    fn grid(&self, layout: Layout, _rows: u16, _border: Border, scale: Scale) -> Grid {
        Grid::new(self, layout, scale)
    }

    fn row_of_grid(&self, row: usize, _pixels: usize, _border: Border) -> usize {
        row
    }

    fn raster(&self, _border: Border) -> Raster {
        Raster::from(self)
    }
}

impl Image for Raster {
    fn grid(&self, layout: Layout, rows: u16, border: Border, scale: Scale) -> Grid {
        let shown = self.bordered(border).fitted(usize::from(rows) * layout.pixels().1);
        Grid::of_raster(&shown, layout, scale)
    }

    fn row_of_grid(&self, row: usize, pixels: usize, border: Border) -> usize {
        self.bordered(border).row_of_fitted(row, pixels)
    }

    fn raster(&self, border: Border) -> Raster {
        self.bordered(border)
    }
}

/// The content of a view.
pub trait Scene {
    type Image: Image;

    fn image(&self) -> Self::Image;

    /// Returns the lines for below the picture.
    fn footer(&self, room: Room) -> Vec<String>;
}

pub struct View<I> {
    method: Method,
    charset: Charset,
    depth: Depth,
    scale: Scale,
    shape: Shape,
    size: Size,
    plan: Option<Plan>,
    shown: Shown<I>,
    /// The earliest time of the next redraw.
    next: Option<Duration>,
    is_postponed: bool,
}

/// The last written content.
struct Shown<I> {
    /// Whether the rest of the terminal has been cleared.
    is_cleared: bool,
    image: Option<I>,
    grid: Option<Grid>,
    footer: Vec<String>,
    /// The rows of a page that is shown in place of the picture.
    page: Vec<String>,
}

impl<I> Default for Shown<I> {
    fn default() -> Self {
        Self { is_cleared: false, image: None, grid: None, footer: Vec::new(), page: Vec::new() }
    }
}

impl<I: Image> View<I> {
    pub fn new(
        method: Method,
        charset: Charset,
        depth: Depth,
        scale: Scale,
        shape: Shape,
        size: Size,
    ) -> Self {
        let plan = layout::plan(size, method, shape);
        Self {
            method,
            charset,
            depth,
            scale,
            shape,
            size,
            plan,
            shown: Shown::default(),
            next: None,
            is_postponed: false,
        }
    }

    pub fn resize(&mut self, size: Size) {
        self.size = Size { cell: size.cell.or(self.size.cell), ..size };
        self.plan = layout::plan(self.size, self.method, self.shape);
        self.forget();
    }

    /// Returns the pixel of the picture, without its border, in the middle of a cell. Column and row of the cell count from 0.
    pub fn pixel_at(&self, cell: (u16, u16)) -> Option<(usize, usize)> {
        let plan = self.plan?;
        let shown_first = |row, pixels| match &self.shown.image {
            Some(image) => image.row_of_grid(row, pixels, plan.border),
            None => row,
        };
        plan.pixel_at(cell, self.size.cell, self.shape, shown_first)
    }

    /// Discards the record of the screen, so that the next redraw is complete.
    pub fn forget(&mut self) {
        self.shown = Shown::default();
        self.next = None;
    }

    pub fn size(&self) -> Size {
        self.size
    }

    pub fn charset(&self) -> Charset {
        self.charset
    }

    /// Shows the rows of a page in place of the picture, until the next [`show`](Self::show).
    pub fn show_page(&mut self, terminal: &mut Terminal, rows: Vec<String>) -> Result<()> {
        if self.shown.page == rows {
            return Ok(());
        }
        let lines = (1..).zip(&rows).map(|(row, line): (usize, _)| format!("\x1b[{row};1H{line}"));
        let text = format!("\x1b[2J{}{}", self.delete_picture(), lines.collect::<String>());
        self.forget();
        self.shown.page = rows;
        Ok(terminal.show(&text)?)
    }

    /// Returns the time until a postponed redraw is due.
    pub fn due(&self, now: Duration) -> Option<Duration> {
        self.next.filter(|_| self.is_postponed).map(|next| next.saturating_sub(now))
    }

    /// Updates the terminal, or postpones the redraw if the last one was too recent.
    pub fn show(
        &mut self,
        terminal: &mut Terminal,
        scene: &impl Scene<Image = I>,
        now: Duration,
    ) -> Result<()> {
        if !self.shown.page.is_empty() {
            self.forget();
        }
        self.is_postponed = self.next.is_some_and(|next| now < next);
        if self.is_postponed {
            return Ok(());
        }
        let text = self.changes(scene)?;
        if !text.is_empty() {
            terminal.show(&text)?;
            let is_picture = matches!(self.method, Method::Sixel | Method::Kitty);
            self.next = Some(now + if is_picture { PICTURES } else { BLOCKS });
        }
        Ok(())
    }

    fn changes(&mut self, scene: &impl Scene<Image = I>) -> Result<String> {
        let lines = self.plan.map_or(Vec::new(), |Plan { footer, .. }| {
            scene.footer(Room {
                width: footer.width.into(),
                count: footer.lines.into(),
                most: footer.most.into(),
                charset: self.charset,
            })
        });
        if lines.len() < self.shown.footer.len() {
            // The last footer covered a part of the picture.
            self.shown = Shown::default();
        }
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
            text += &self.picture(plan, scene.image())?;
            text += &self.footer(plan.footer, lines, !text.is_empty());
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

    fn picture(&mut self, plan: Plan, image: I) -> Result<String> {
        if self.shown.image.as_ref() == Some(&image) {
            return Ok(String::new());
        }
        let at = format!("\x1b[{};{}H", plan.row, plan.column);
        let text = match plan.picture {
            Picture::Blocks(layout) => {
                let grid = image.grid(layout, plan.rows, plan.border, self.scale);
                let text = grid.update(self.shown.grid.as_ref(), self.depth, (plan.row, plan.column));
                self.shown.grid = Some(grid);
                text
            }
            Picture::Sixel(zoom) => at + &sixel::encode_raster(&image.raster(plan.border), zoom, self.scale),
            Picture::Kitty { columns, rows, zoom } => {
                at + &kitty::encode_raster(&image.raster(plan.border), columns, rows, zoom, self.scale)?
            }
        };
        self.shown.image = Some(image);
        Ok(text)
    }

    /// Draws the lines of the footer. If they cover a part of the picture, they are drawn again after each change of it.
    fn footer(&mut self, footer: Footer, lines: Vec<String>, is_picture_drawn: bool) -> String {
        let is_covering = lines.len() > usize::from(footer.lines);
        if self.shown.footer == lines && !(is_covering && is_picture_drawn) {
            return String::new();
        }
        let first = usize::from(footer.row + footer.lines).saturating_sub(lines.len());
        let column = footer.column;
        let text = (first..).zip(&lines).map(|(row, line)| format!("\x1b[{row};{column}H{line}")).collect();
        self.shown.footer = lines;
        text
    }
}

fn too_small(size: Size) -> String {
    let lines = layout::too_small(size);
    (1..).zip(lines).map(|(row, line): (usize, String)| format!("\x1b[{row};1H{line}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcadian_play::bally::report::BORDER;

    /// A raster with a footer of one line.
    struct Still(Raster, &'static str);

    impl Scene for Still {
        type Image = Raster;

        fn image(&self) -> Raster {
            self.0.clone()
        }

        fn footer(&self, _room: Room) -> Vec<String> {
            vec![self.1.to_owned()]
        }
    }

    fn raster(last: u8) -> Raster {
        let mut colors: Vec<u8> = (0..176 * 120_usize).map(|at| (at * 31 % 251) as u8).collect();
        colors[40 * 176 + 90] = last;
        Raster::new(176, colors).with_border(BORDER)
    }

    #[test]
    fn an_unchanged_picture_writes_nothing() {
        for method in [Method::Blocks, Method::Ascii, Method::Sixel, Method::Kitty] {
            let charset = Charset::default();
            let size = Size { columns: 160, rows: 53, cell: Some((10, 20)) };
            let mut view = View::new(method, charset, Depth::TrueColor, Scale::Mame, Shape::BALLY, size);
            let mut written =
                |last, footer| view.changes(&Still(raster(last), footer)).expect("a picture").len();
            assert!(written(0, "runs") > 10_000);
            assert_eq!(written(0, "runs"), 0, "{method:?}");
            assert!((1..20).contains(&written(0, "paused")), "only the footer: {method:?}");
            let one_pixel = written(1, "paused");
            // One of eight pixels of many colors need not show in a character.
            assert!(one_pixel > 0 || method == Method::Ascii, "{method:?}");
            let is_text = matches!(method, Method::Blocks | Method::Ascii);
            assert!(!is_text || one_pixel < 70, "{method:?}: {one_pixel}");
            view.forget();
        }
    }
}
