//! Character cells on a picture.

use crate::{
    HEIGHT, Picture, WIDTH,
    font::{self, CELL_HEIGHT, CELL_WIDTH, WHOLE_CELL},
    geometry, row,
};

impl Picture {
    /// Draws the character of `code` (32..=99) at BASIC's CX, CY, clipped to the screen; other codes draw nothing.
    ///
    /// A character overwrites its whole cell, x CX−3..=CX+2 and y CY−4..=CY+3. The 5 × 7 glyph is in the left five
    /// columns and upper seven rows, which follows from ROTATE's centered texts and framed letters.
    pub fn draw_code(&mut self, cx: i16, cy: i16, code: u8) {
        if let Some(cell) = font::cell(code) {
            let column = geometry::column(i64::from(cx) - 3);
            let row = geometry::row(i64::from(cy) + 3);
            self.put_cell(column, row, WHOLE_CELL, cell);
        }
    }

    /// Returns the number of pixels on the screen of a character at a cursor position, of [`CELL_PIXELS`](font::CELL_PIXELS).
    pub fn visible_pixels(cx: i16, cy: i16) -> u32 {
        let column = geometry::column(i64::from(cx) - 3);
        let row = geometry::row(i64::from(cy) + 3);
        let columns = geometry::clip(column, column + CELL_WIDTH as i64 - 1, WIDTH);
        let rows = geometry::clip(row, row + CELL_HEIGHT as i64 - 1, HEIGHT);
        (columns.len() * rows.len()) as u32
    }

    /// Replaces the pixels in `mask` by those of `bits` in the cell with this top left corner.
    pub(crate) fn put_cell(&mut self, column: i64, row: i64, mask: u64, bits: u64) {
        for line in 0..CELL_HEIGHT {
            if let Some(words) = self.row_mut(row + line as i64) {
                row::splice(words, column, cell_row(mask, line), cell_row(bits, line));
            }
        }
    }

    /// Returns the cell with this top left corner; pixels beyond the right and bottom edges are background.
    pub(crate) fn cell(&self, column: usize, row: usize) -> u64 {
        let line = |line: usize| self.rows().get(row + line).map_or(0, |words| row::six(words, column));
        (0..CELL_HEIGHT).fold(0, |cell, at| cell << CELL_WIDTH | line(at))
    }
}

/// Returns row `line` of a cell in the highest bits of a word.
fn cell_row(cell: u64, line: usize) -> u32 {
    let top = (cell << (u64::BITS as usize - CELL_WIDTH * (CELL_HEIGHT - line))) >> 32;
    top as u32 & 0xFC00_0000
}
