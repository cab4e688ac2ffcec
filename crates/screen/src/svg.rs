//! SVG: one path for each color, of as few rectangles as rows and runs allow.

use crate::{
    Aspect, Frame, WIDTH, Zoom,
    indexed::Indexed,
    palette::{Scale, rgb},
    recognize,
};
use std::{fmt::Write, ops::Range};

/// A frame as an SVG document, with the text that stands on the picture as its title for those who cannot see it.
pub fn encode(frame: &Frame, aspect: Aspect, scale: Scale) -> String {
    let indexed = Indexed::of(&frame.raster());
    let ground = commonest(&indexed);
    let mut svg = head(frame, zoom(aspect), &hex(indexed.colors[usize::from(ground)], scale));
    for (number, color) in (0..).zip(&indexed.colors).filter(|(number, _)| *number != ground) {
        let path: String = rectangles(&indexed.pixels, number).iter().map(Rectangle::path).collect();
        let _ = writeln!(svg, r#"<path fill="{}" d="{path}"/>"#, hex(*color, scale));
    }
    svg + "</g>\n</svg>\n"
}

const fn zoom(aspect: Aspect) -> Zoom {
    match aspect {
        Aspect::Tv => Zoom::TV,
        Aspect::Square => Zoom::square(1),
    }
}

fn head(frame: &Frame, zoom: Zoom, ground: &str) -> String {
    let (width, height, x, y) = (zoom.width(), zoom.height(), zoom.x(), zoom.y());
    let title = escaped(&title(frame));
    format!(
        concat!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" "#,
            r#"shape-rendering="crispEdges">"#,
            "\n<title>{title}</title>\n",
            r#"<rect width="{width}" height="{height}" fill="{ground}"/>"#,
            "\n",
            r#"<g transform="scale({x} {y})">"#,
            "\n"
        ),
        width = width,
        height = height,
        title = title,
        ground = ground,
        x = x,
        y = y
    )
}

fn title(frame: &Frame) -> String {
    let rows = recognize::text(&frame.picture);
    let text: Vec<&str> = rows.iter().map(|row| row.trim()).filter(|row| !row.is_empty()).collect();
    if text.is_empty() { String::from("Bally BASIC screen without text") } else { text.join("\n") }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn hex(color: u8, scale: Scale) -> String {
    let [red, green, blue] = rgb(color, scale);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The number of the color with the most pixels: it needs no path.
fn commonest(indexed: &Indexed) -> u8 {
    let count = |number: &u8| indexed.pixels.iter().filter(|pixel| *pixel == number).count();
    (0..indexed.colors.len() as u8).max_by_key(count).unwrap_or(0)
}

/// Pixels of one color.
struct Rectangle {
    columns: Range<usize>,
    rows: Range<usize>,
}

impl Rectangle {
    fn path(&self) -> String {
        let (width, height) = (self.columns.len(), self.rows.len());
        format!("M{} {}h{width}v{height}h-{width}z", self.columns.start, self.rows.start)
    }

    /// Whether the run of columns continues it in `row`.
    fn grows(&self, columns: &Range<usize>, row: usize) -> bool {
        self.rows.end == row && self.columns == *columns
    }
}

/// The pixels of a color: runs along the rows, equal runs below each other joined.
fn rectangles(pixels: &[u8], color: u8) -> Vec<Rectangle> {
    let mut all: Vec<Rectangle> = Vec::new();
    for (row, pixels) in pixels.chunks(WIDTH).enumerate() {
        for columns in runs(pixels, color) {
            match all.iter_mut().find(|one| one.grows(&columns, row)) {
                Some(above) => above.rows.end += 1,
                None => all.push(Rectangle { columns, rows: row..row + 1 }),
            }
        }
    }
    all
}

/// Where a row has a color, as ranges of columns.
fn runs(pixels: &[u8], color: u8) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut runs = Vec::new();
    for run in pixels.chunk_by(|a, b| a == b) {
        if run[0] == color {
            runs.push(start..start + run.len());
        }
        start += run.len();
    }
    runs
}
