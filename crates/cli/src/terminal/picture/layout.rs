//! The layout of the picture and the lines below it for a terminal size.

use arcadian_play::bally::report::BORDER;
use arcadian_screen::{Border, HEIGHT, WIDTH, Zoom, blocks::Layout};

use super::wrapped;

/// The height of a picture of 160 pixels, and the lines below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The height in pixels.
    pub height: usize,
    /// The height in pixels to which block characters can reduce it.
    pub least: usize,
    /// The lines below the picture, if there is room.
    pub footer: u16,
    /// The border around the picture. Only the part that fits is shown; the border never makes the picture smaller.
    pub border: Border,
}

impl Shape {
    /// The picture of BASIC. Its second line is only for messages.
    pub const BASIC: Shape = Shape { height: HEIGHT, least: HEIGHT, footer: 1, border: Border::NONE };
    /// The picture of the Bally. Its last rows are seldom used.
    pub const BALLY: Shape =
        Shape { height: arcadian_bally::HEIGHT, least: HEIGHT, footer: 2, border: BORDER };
}

/// The size of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub columns: u16,
    pub rows: u16,
    /// Width and height of a character cell in dots, if known.
    pub cell: Option<(u16, u16)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Blocks,
    /// Characters of ASCII.
    Ascii,
    Sixel,
    Kitty,
}

/// A method of drawing with the size of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    Blocks(Layout),
    Sixel(Zoom),
    /// Scaled by the terminal to a number of cells.
    Kitty {
        columns: u16,
        rows: u16,
        zoom: Zoom,
    },
}

/// The positions of picture and footer; rows and columns count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub picture: Picture,
    /// The part of the border that is shown.
    pub border: Border,
    /// The height of the picture in rows of cells.
    pub rows: u16,
    pub row: u16,
    pub column: u16,
    pub footer: Footer,
}

impl Plan {
    /// Returns the pixel of the picture, without its border, in the middle of a cell. Column and row of the cell count from 0.
    /// `shown_first` says which row of the picture a row of block characters shows first, of how many rows of pixels.
    pub fn pixel_at(
        &self,
        cell: (u16, u16),
        dots: Option<(u16, u16)>,
        shape: Shape,
        shown_first: impl Fn(usize, usize) -> usize,
    ) -> Option<(usize, usize)> {
        let column = usize::from((cell.0 + 1).checked_sub(self.column)?);
        let row = usize::from((cell.1 + 1).checked_sub(self.row)?);
        let middle = |cell: usize, pixels: usize, cells: usize| (2 * cell + 1) * pixels / (2 * cells.max(1));
        let (x, y) = match self.picture {
            Picture::Blocks(layout) => {
                let (width, height) = layout.pixels();
                let pixels = usize::from(self.rows) * height;
                (middle(column, width, 1), shown_first(middle(row, height, 1), pixels))
            }
            Picture::Sixel(zoom) => {
                let (width, height) = dots.unwrap_or(DEFAULT_CELL);
                let (across, down) = (zoom.x() as usize, zoom.y() as usize);
                (middle(column, width.into(), across), middle(row, height.into(), down))
            }
            Picture::Kitty { columns, rows, .. } => {
                let (width, height) =
                    (WIDTH + 2 * self.border.sides, shape.height + self.border.top + self.border.bottom);
                (middle(column, width, columns.into()), middle(row, height, rows.into()))
            }
        };
        let (x, y) = (x.checked_sub(self.border.sides)?, y.checked_sub(self.border.top)?);
        (x < WIDTH && y < shape.height).then_some((x, y))
    }
}

/// The lines below the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footer {
    pub row: u16,
    pub column: u16,
    pub width: u16,
    /// The number of lines, at least 1.
    pub lines: u16,
    /// The number of lines that a message may take. It covers the last rows of the picture if it needs more than [`lines`].
    ///
    /// [`lines`]: Footer::lines
    pub most: u16,
}

/// The maximum length of a message in columns.
const MESSAGE: u16 = 160;

/// The width of a footer, if the terminal is that wide and the picture is not wider.
const FOOTER: u16 = 80;

/// The minimum terminal size in columns and rows, for the text of the picture and one line below it.
pub const LEAST: (u16, u16) = (Layout::Text.columns() as u16, Layout::Text.rows() as u16 + 1);
/// The assumed cell size in dots if graphics are requested and the size is unknown.
const DEFAULT_CELL: (u16, u16) = (10, 20);

/// Returns the plan for the largest picture that fits, centered; `None` if no picture fits.
pub fn plan(size: Size, method: Method, shape: Shape) -> Option<Plan> {
    let free = (size.columns, size.rows.saturating_sub(1));
    let Sized { picture, border, columns, rows } = match method {
        Method::Blocks | Method::Ascii => None,
        Method::Sixel => sixel(free, size.cell.unwrap_or(DEFAULT_CELL), shape),
        Method::Kitty => kitty(free, size.cell.unwrap_or(DEFAULT_CELL), shape),
    }
    .or_else(|| blocks(free, method, shape))?;
    let (row, column) = ((free.1 - rows) / 2 + 1, (free.0 - columns) / 2 + 1);
    let width = columns.max(FOOTER.min(size.columns));
    let most = MESSAGE.div_ceil(width).max(2).min(size.rows - row);
    let lines = (size.rows - (row + rows - 1)).min(most);
    let footer = Footer { row: row + rows, column: (size.columns - width) / 2 + 1, width, lines, most };
    Some(Plan { picture, border, rows, row, column, footer })
}

/// A picture with its size in cells.
struct Sized {
    picture: Picture,
    border: Border,
    columns: u16,
    rows: u16,
}

fn blocks(free: (u16, u16), method: Method, shape: Shape) -> Option<Sized> {
    let fits = |sized: &Sized| sized.columns <= free.0 && sized.rows <= free.1;
    let layouts = match method {
        Method::Ascii => &[Layout::Ascii, Layout::AsciiSmall, Layout::AsciiText][..],
        _ => &[Layout::Half, Layout::Braille, Layout::Small, Layout::Text],
    };
    layouts.iter().map(|layout| cells(*layout, free, shape)).find(fits)
}

/// Sizes a picture of block characters: the whole one with a border of whole cells, or less if there are too few rows.
fn cells(layout: Layout, free: (u16, u16), shape: Shape) -> Sized {
    let (width, height) = layout.pixels();
    let rows = |pixels: usize| pixels.div_ceil(height);
    // Text is recognized only in the picture itself, and not in merged rows.
    let (border, footer) = match layout {
        Layout::Half | Layout::Braille => (shape.border, shape.footer),
        Layout::Ascii => (Border::NONE, shape.footer),
        _ => (Border::NONE, 1),
    };
    let room = usize::from(free.1 + 1).saturating_sub(footer.into());
    let inner = rows(shape.height).min(room.max(rows(shape.least)));
    let all = Border {
        sides: border.sides / width,
        top: border.top / height,
        bottom: rows(shape.height + border.bottom) - rows(shape.height),
    };
    let cells = all.fitted(usize::from(free.0).saturating_sub(layout.columns()), room.saturating_sub(inner));
    let lower = ((inner + cells.bottom) * height).saturating_sub(shape.height);
    let border =
        Border { sides: cells.sides * width, top: cells.top * height, bottom: lower.min(border.bottom) };
    let columns = (layout.columns() + 2 * cells.sides) as u16;
    let rows = (inner + cells.top + cells.bottom) as u16;
    Sized { picture: Picture::Blocks(layout), border, columns, rows }
}

/// Sizes a sixel picture: whole dots per pixel, with the ratio closest to a television's 6:7.
fn sixel(free: (u16, u16), cell: (u16, u16), shape: Shape) -> Option<Sized> {
    let cell = (cell.0.max(1), cell.1.max(1));
    let (width, height) = dots(free, cell);
    let fits = |x: &u32| WIDTH as u32 * x <= width && shape.height as u32 * tall(*x) <= height;
    let x = (1..=Zoom::MAX).take_while(|x| tall(*x) <= Zoom::MAX).filter(fits).last()?;
    let zoom = Zoom::new(x, tall(x));
    let spare = ((width / x) as usize - WIDTH, (height / zoom.y()) as usize - shape.height);
    let border = shape.border.fitted(spare.0, spare.1);
    let columns = ((WIDTH + 2 * border.sides) as u32 * x).div_ceil(cell.0.into());
    let rows = ((shape.height + border.top + border.bottom) as u32 * zoom.y()).div_ceil(cell.1.into());
    Some(Sized { picture: Picture::Sixel(zoom), border, columns: columns as u16, rows: rows as u16 })
}

fn tall(x: u32) -> u32 {
    (7 * x + 3) / 6
}

/// Sizes a kitty picture. The terminal scales it, so its size is a number of cells with the shape of a television picture.
fn kitty(free: (u16, u16), cell: (u16, u16), shape: Shape) -> Option<Sized> {
    let cell = (u64::from(cell.0.max(1)), u64::from(cell.1.max(1)));
    let room = (u64::from(free.0) * cell.0, u64::from(free.1) * cell.1);
    let (pixels, tall) = ((WIDTH as u64, shape.height as u64), u64::from(Zoom::TV.y()) * shape.height as u64);
    let across = u64::from(Zoom::TV.width());
    let width = room.0.min(room.1 * across / tall);
    let height = width * tall / across;
    if width < pixels.0 || height < cell.1 {
        return None;
    }
    let spare = (room.0 * pixels.0 / width - pixels.0, room.1 * pixels.1 / height - pixels.1);
    let border = shape.border.fitted(spare.0 as usize, spare.1 as usize);
    let with_border = |dots: u64, pixels: u64, border: usize| dots * (pixels + border as u64) / pixels;
    let columns = (with_border(width, pixels.0, 2 * border.sides) / cell.0) as u16;
    let rows = (with_border(height, pixels.1, border.top + border.bottom) / cell.1) as u16;
    let zoom = Zoom::new((width / pixels.0) as u32, (height / pixels.1) as u32);
    Some(Sized { picture: Picture::Kitty { columns, rows, zoom }, border, columns, rows })
}

/// Returns the size of an area of cells in dots.
fn dots(free: (u16, u16), cell: (u16, u16)) -> (u32, u32) {
    (u32::from(free.0) * u32::from(cell.0), u32::from(free.1) * u32::from(cell.1))
}

/// Returns the message for a terminal that is too small: a sentence if it fits, otherwise a few words.
pub fn too_small(size: Size) -> Vec<String> {
    let ((columns, rows), Size { columns: has_columns, rows: has_rows, .. }) = (LEAST, size);
    let width = usize::from(has_columns);
    let sentence = format!(
        "The picture needs {columns} columns and {rows} rows; the terminal has {has_columns} and {has_rows}."
    );
    let words = format!("needs {columns}x{rows}, has {has_columns}x{has_rows}");
    let message = if sentence.len() <= width { sentence } else { words };
    wrapped(&message, width, has_rows.into()).into_iter().take(has_rows.into()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(columns: u16, rows: u16) -> Size {
        Size { columns, rows, cell: Some((10, 20)) }
    }

    #[test]
    fn blocks_take_the_largest_that_fits() {
        let picture =
            |columns, rows| plan(at(columns, rows), Method::Blocks, Shape::BASIC).map(|plan| plan.picture);
        assert_eq!(picture(160, 45), Some(Picture::Blocks(Layout::Half)));
        assert_eq!(picture(160, 44), Some(Picture::Blocks(Layout::Braille)));
        assert_eq!(picture(159, 60), Some(Picture::Blocks(Layout::Braille)));
        assert_eq!(picture(80, 23), Some(Picture::Blocks(Layout::Braille)));
        for (columns, rows, layout) in [
            (79, 50, Some(Layout::Small)),
            (80, 22, Some(Layout::Small)),
            (40, 12, Some(Layout::Small)),
            (39, 12, Some(Layout::Text)),
            (27, 12, Some(Layout::Text)),
            (26, 12, None),
            (200, 11, None),
            (0, 0, None),
        ] {
            assert_eq!(picture(columns, rows), layout.map(Picture::Blocks), "{columns} × {rows}");
        }
    }

    #[test]
    fn ascii_takes_the_largest_that_fits() {
        for (columns, rows, shape, layout) in [
            (200, 70, Shape::BASIC, Some(Layout::Ascii)),
            (80, 23, Shape::BASIC, Some(Layout::Ascii)),
            (80, 24, Shape::BALLY, Some(Layout::Ascii)),
            (79, 50, Shape::BASIC, Some(Layout::AsciiSmall)),
            (40, 12, Shape::BALLY, Some(Layout::AsciiSmall)),
            (27, 12, Shape::BASIC, Some(Layout::AsciiText)),
            (26, 12, Shape::BASIC, None),
        ] {
            let picture = plan(at(columns, rows), Method::Ascii, shape).map(|plan| plan.picture);
            assert_eq!(picture, layout.map(Picture::Blocks), "{columns} × {rows}");
        }
    }

    #[test]
    fn a_higher_picture_is_reduced_to_the_terminal() {
        let rows = |columns, rows| {
            let plan = plan(at(columns, rows), Method::Blocks, Shape::BALLY)?;
            Some((plan.picture, plan.rows, plan.footer.lines))
        };
        assert_eq!(rows(160, 53), Some((Picture::Blocks(Layout::Half), 51, 2)));
        assert_eq!(rows(160, 46), Some((Picture::Blocks(Layout::Half), 44, 2)));
        assert_eq!(rows(80, 24), Some((Picture::Blocks(Layout::Braille), 22, 2)));
        assert_eq!(rows(80, 23), Some((Picture::Blocks(Layout::Braille), 22, 1)));
        assert_eq!(rows(80, 22), Some((Picture::Blocks(Layout::Small), 13, 2)));
        assert_eq!(rows(40, 12), Some((Picture::Blocks(Layout::Small), 11, 1)));
        assert_eq!(rows(40, 14), Some((Picture::Blocks(Layout::Small), 13, 1)));
        assert_eq!(rows(30, 13), Some((Picture::Blocks(Layout::Text), 12, 1)));
        assert_eq!(rows(30, 11), None);
    }

    #[test]
    fn a_border_takes_the_room_that_is_left() {
        let border = |columns, rows, method| {
            let Plan { border, rows, footer, .. } = plan(at(columns, rows), method, Shape::BALLY)?;
            Some(((border.sides, border.top, border.bottom), rows, footer.width))
        };
        assert_eq!(border(80, 24, Method::Blocks), Some(((0, 0, 0), 22, 80)));
        assert_eq!(border(80, 28, Method::Blocks), Some(((0, 0, 2), 26, 80)), "the end of the last cell");
        assert_eq!(border(90, 32, Method::Blocks), Some(((8, 8, 7), 30, 88)));
        assert_eq!(border(160, 53, Method::Blocks), Some(((0, 0, 0), 51, 160)));
        assert_eq!(border(171, 57, Method::Blocks), Some(((5, 4, 4), 55, 170)));
        assert_eq!(border(200, 70, Method::Blocks), Some(((8, 10, 7), 60, 176)));
        // 580 dots have room for 116 rows of pixels of 4 × 5 dots.
        assert_eq!(border(100, 30, Method::Sixel), Some(((8, 7, 7), 29, 80)));
        assert_eq!(border(120, 30, Method::Kitty), Some(((8, 0, 0), 28, 85)));
    }

    #[test]
    fn a_cell_shows_a_pixel() {
        let pixel = |columns, rows, method, cell| {
            let plan = plan(at(columns, rows), method, Shape::BALLY)?;
            let merged = |row, pixels| if pixels == 88 { row * 96 / pixels } else { row };
            plan.pixel_at(cell, Some((10, 20)), Shape::BALLY, merged)
        };
        // Braille without a border: cells of 2 × 4 pixels, 88 rows of pixels for 96 of the picture.
        assert_eq!(pixel(80, 24, Method::Blocks, (0, 0)), Some((1, 2)));
        assert_eq!(pixel(80, 24, Method::Blocks, (79, 21)), Some((159, 93)));
        // Half blocks in the middle of 200 × 70 cells, with a border of 8, 10 and 7 pixels.
        assert_eq!(pixel(200, 70, Method::Blocks, (12 + 8, 4 + 5)), Some((0, 1)));
        assert_eq!(pixel(200, 70, Method::Blocks, (12 + 7, 4 + 5)), None, "the border");
        assert_eq!(pixel(200, 70, Method::Blocks, (0, 0)), None);
        // 4 × 5 dots for a pixel.
        assert_eq!(pixel(100, 30, Method::Sixel, (50, 14)), Some((83, 51)));
        assert_eq!(pixel(120, 30, Method::Kitty, (60, 14)), Some((82, 52)));
    }

    #[test]
    fn graphics_keep_the_shape_and_leave_the_last_line() {
        let sixel = plan(at(100, 30), Method::Sixel, Shape::BASIC).expect("a plan");
        assert_eq!(sixel.picture, Picture::Sixel(Zoom::new(5, 6)));
        let kitty = plan(at(100, 30), Method::Kitty, Shape::BASIC).expect("a plan");
        assert_eq!(kitty.picture, Picture::Kitty { columns: 90, rows: 28, zoom: Zoom::new(5, 6) });
    }

    #[test]
    fn everything_is_inside_at_every_size() {
        for method in [Method::Blocks, Method::Ascii, Method::Sixel, Method::Kitty] {
            for (columns, rows, cell) in
                (0..400).step_by(7).flat_map(|c| (0..100).map(move |r| (c, r, (r % 13, c % 29))))
            {
                let size = Size { columns, rows, cell: (cell.0 > 0 && cell.1 > 0).then_some(cell) };
                let shape = if rows % 2 == 0 { Shape::BASIC } else { Shape::BALLY };
                let Some(Plan { row, rows: height, column, footer, .. }) = plan(size, method, shape) else {
                    continue;
                };
                assert!(row + height <= rows, "{size:?}");
                assert!(row >= 1 && column >= 1 && row < footer.row, "{size:?}");
                assert!(footer.lines >= 1 && footer.row + footer.lines - 1 <= rows, "{size:?}");
                assert!(footer.lines <= footer.most && footer.most < footer.row + footer.lines, "{size:?}");
                assert!(footer.column >= 1 && footer.column + footer.width - 1 <= columns, "{size:?}");
            }
        }
    }

    #[test]
    fn the_message_fits_a_terminal_that_is_too_small() {
        for (columns, rows) in [(0, 0), (1, 1), (9, 2), (79, 0), (79, 11), (26, 40), (200, 1)] {
            let lines = too_small(at(columns, rows));
            let fits = |line: &String| line.chars().count() <= columns.into();
            assert!(lines.len() <= rows.into() && lines.iter().all(fits), "{lines:?}");
        }
        assert_eq!(too_small(at(10, 3)), ["needs     ", "27x12, has", "10x3      "]);
        assert_eq!(too_small(at(30, 10)), ["needs 27x12, has 30x10        "]);
    }
}
