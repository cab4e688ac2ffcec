//! The position of the beam.

use crate::raster::{LINES, VISIBLE_LINES, line_at, line_start, raster_line};

/// The line that is being drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Beam {
    line: u64,
    raster: u16,
}

impl Beam {
    /// Returns the beam at a time.
    pub(super) fn at(cycle: u64) -> Self {
        let line = line_at(cycle);
        Beam { line, raster: raster_line(line) }
    }

    /// Returns the line since power-up.
    pub(super) fn line(self) -> u64 {
        self.line
    }

    /// Returns the raster line, 0 to 261.
    pub(super) fn raster(self) -> u16 {
        self.raster
    }

    /// Returns the visible line, 0 to 239, or `None` in vertical blanking.
    pub(super) fn visible(self) -> Option<usize> {
        Some(self.raster).filter(|&raster| raster < VISIBLE_LINES).map(usize::from)
    }

    /// Returns the cycle at which the current line started.
    pub(super) fn start(self) -> u64 {
        line_start(self.line)
    }

    /// Returns the cycle at which the next line starts.
    pub(super) fn next(self) -> u64 {
        line_start(self.line + 1)
    }

    pub(super) fn advance(&mut self) {
        self.line += 1;
        self.raster = if self.raster == LINES - 1 { 0 } else { self.raster + 1 };
    }
}
