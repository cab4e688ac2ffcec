//! SVG with one path for each color, composed of rectangles.

use crate::{
    Aspect, Frame, WIDTH, Zoom,
    encoding::Indexed,
    palette::{Scale, rgb},
    recognize,
};
use std::{fmt::Write, ops::Range};

/// Returns a frame as an SVG document. For accessibility, its title is the text on the picture.
pub fn encode(frame: &Frame, aspect: Aspect, scale: Scale) -> String {
    let indexed = Indexed::of(&frame.raster());
    let background = most_common(&indexed);
    let mut svg = head(frame, zoom(aspect), &hex(indexed.colors[usize::from(background)], scale));
    for (number, color) in (0..).zip(&indexed.colors).filter(|(number, _)| *number != background) {
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

fn head(frame: &Frame, zoom: Zoom, background: &str) -> String {
    let (width, height, x, y) = (zoom.width(), zoom.height(), zoom.x(), zoom.y());
    let title = escaped(&title(frame));
    format!(
        concat!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" "#,
            r#"shape-rendering="crispEdges">"#,
            "\n<title>{title}</title>\n",
            r#"<rect width="{width}" height="{height}" fill="{background}"/>"#,
            "\n",
            r#"<g transform="scale({x} {y})">"#,
            "\n"
        ),
        width = width,
        height = height,
        title = title,
        background = background,
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

/// Returns the number of the color with the most pixels, which becomes the background.
fn most_common(indexed: &Indexed) -> u8 {
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

    /// Returns whether a run of columns in `row` extends it.
    fn is_extended_by(&self, columns: &Range<usize>, row: usize) -> bool {
        self.rows.end == row && self.columns == *columns
    }
}

/// Returns the pixels of a color as rectangles: runs along the rows, with equal runs in adjacent rows merged.
fn rectangles(pixels: &[u8], color: u8) -> Vec<Rectangle> {
    let mut all: Vec<Rectangle> = Vec::new();
    for (row, pixels) in pixels.chunks(WIDTH).enumerate() {
        for columns in runs(pixels, color) {
            match all.iter_mut().find(|one| one.is_extended_by(&columns, row)) {
                Some(above) => above.rows.end += 1,
                None => all.push(Rectangle { columns, rows: row..row + 1 }),
            }
        }
    }
    all
}

/// Returns the ranges of columns in which a row has a color.
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
