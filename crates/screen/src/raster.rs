//! A picture of any size as color bytes.

use crate::{Frame, WIDTH};

/// Rows of color bytes, which can have all 256 colors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raster {
    width: usize,
    colors: Vec<u8>,
    /// The upper rows that a small screen must show completely if it can.
    content: usize,
}

impl Raster {
    /// Returns a raster of complete rows; an incomplete last row is removed. A width of 0 counts as 1.
    pub fn new(width: usize, mut colors: Vec<u8>) -> Self {
        let width = width.max(1);
        colors.truncate(colors.len() / width * width);
        let content = colors.len() / width;
        Raster { width, colors, content }
    }

    /// Sets the number of upper rows with content. The rows below them are the first that a small screen omits.
    pub fn with_content(self, rows: usize) -> Self {
        Raster { content: rows.min(self.height()), ..self }
    }

    /// Returns the width in pixels.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the height in pixels.
    pub fn height(&self) -> usize {
        self.colors.len() / self.width
    }

    /// Returns the color bytes, row by row.
    pub fn colors(&self) -> &[u8] {
        &self.colors
    }

    /// Returns the color byte at a column and row; outside, that of the nearest pixel.
    pub fn color(&self, column: usize, row: usize) -> u8 {
        let (column, row) = (column.min(self.width - 1), row.min(self.height().saturating_sub(1)));
        self.colors.get(row * self.width + column).copied().unwrap_or(0)
    }

    /// Returns the color byte that most pixels have.
    pub fn background(&self) -> u8 {
        let mut counts = [0_usize; 256];
        self.colors.iter().for_each(|color| counts[usize::from(*color)] += 1);
        (0..=255).max_by_key(|color| counts[usize::from(*color)]).unwrap_or(0)
    }

    /// Returns the raster in at most `rows` rows: without rows that have no content, and, if that is not enough, with some
    /// pairs of rows merged. A merged row shows what differs from the background.
    pub fn fitted(&self, rows: usize) -> Raster {
        if rows >= self.height() {
            return self.clone();
        }
        let (background, source) = (self.background(), self.content.max(rows));
        let merged = (0..rows).flat_map(|row| {
            let range = row * source / rows..((row + 1) * source / rows).max(row * source / rows + 1);
            (0..self.width).map(move |column| self.merged(column, range.clone(), background))
        });
        Raster::new(self.width, merged.collect())
    }

    fn merged(&self, column: usize, rows: std::ops::Range<usize>, background: u8) -> u8 {
        rows.map(|row| self.color(column, row)).find(|color| *color != background).unwrap_or(background)
    }
}

impl From<&Frame> for Raster {
    fn from(frame: &Frame) -> Self {
        Raster::new(WIDTH, frame.raster())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_content_are_omitted_first() {
        let raster = Raster::new(2, vec![1, 0, 0, 2, 3, 3, 0, 0, 0, 0]).with_content(3);
        assert_eq!((raster.height(), raster.background()), (5, 0));
        assert_eq!(raster.fitted(5), raster);
        assert_eq!(raster.fitted(3).colors(), [1, 0, 0, 2, 3, 3]);
        assert_eq!(raster.fitted(2).colors(), [1, 0, 3, 2]);
    }

    #[test]
    fn incomplete_rows_are_removed() {
        assert_eq!(Raster::new(3, vec![1, 2, 3, 4]).colors(), [1, 2, 3]);
        let empty = Raster::new(0, Vec::new());
        assert_eq!((empty.width(), empty.height(), empty.color(5, 5)), (1, 0, 0));
    }
}
