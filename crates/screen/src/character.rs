//! Characters: cells of 6 × 8 pixels, as words of 48 bits, the top row highest.

use crate::{Picture, font, geometry, row};

/// Pixels across a character cell.
pub(crate) const CELL_WIDTH: usize = 6;

/// Pixels down a character cell.
pub(crate) const CELL_HEIGHT: usize = 8;

/// Every pixel of a cell.
pub(crate) const WHOLE_CELL: u64 = (1 << (CELL_WIDTH * CELL_HEIGHT)) - 1;

impl Picture {
    /// Draws the character of `code` (32..=99) at BASIC's CX, CY, clipped to the screen; other codes draw nothing.
    ///
    /// A character is opaque: it rewrites its whole cell, x CX−3..=CX+2 and y CY−4..=CY+3. The 5 × 7 shape stands
    /// in the left five columns and upper seven rows (ROTATE's centered texts and framed letters need it so).
    pub fn draw_code(&mut self, cx: i16, cy: i16, code: u8) {
        if let Some(cell) = font::cell(code) {
            let column = geometry::column(i64::from(cx) - 3);
            let row = geometry::row(i64::from(cy) + 3);
            self.put_cell(column, row, WHOLE_CELL, cell);
        }
    }

    /// Replaces the pixels in `mask` of the cell whose top left corner is given by those of `bits`.
    pub(crate) fn put_cell(&mut self, column: i64, row: i64, mask: u64, bits: u64) {
        for line in 0..CELL_HEIGHT {
            if let Some(words) = self.row_mut(row + line as i64) {
                row::splice(words, column, cell_row(mask, line), cell_row(bits, line));
            }
        }
    }

    /// The cell whose top left corner is given; what the right and bottom edges cut off is background.
    pub(crate) fn cell(&self, column: usize, row: usize) -> u64 {
        let line = |line: usize| self.rows().get(row + line).map_or(0, |words| row::six(words, column));
        (0..CELL_HEIGHT).fold(0, |cell, at| cell << CELL_WIDTH | line(at))
    }
}

/// Row `line` of a cell, moved to the top of a word.
fn cell_row(cell: u64, line: usize) -> u32 {
    let top = (cell << (u64::BITS as usize - CELL_WIDTH * (CELL_HEIGHT - line))) >> 32;
    top as u32 & 0xFC00_0000
}
