//! The light pen's latches.

use crate::{
    input::Pen,
    raster::{FIRST_DATA_DOT, dot_at},
    state::{Reader, StateError, Writer},
};

/// The column of the raster's first dots.
const BORDER_COLUMN: u8 = 12;

/// The column of the first pixel of screen memory.
const FIRST_COLUMN: u8 = BORDER_COLUMN + FIRST_DATA_DOT as u8 / 2;

/// The position at which the light pen last saw the beam.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PenLatch {
    position: Option<Pen>,
    /// The line, from power-up, in which the pen has seen the beam.
    seen: Option<u64>,
}

impl PenLatch {
    /// Returns the line of screen memory: two for each row of pixels.
    pub(super) fn line(self) -> u8 {
        self.position.map_or(0, |pen| pen.y * 2)
    }

    /// Returns the column in units of two dots, which are pixels, counted from a place left of the raster.
    pub(super) fn position(self) -> u8 {
        self.position.map_or(0, |pen| FIRST_COLUMN + pen.x)
    }

    /// Returns the cycle at which the beam reaches the pen in a line, unless it has.
    pub(super) fn due(self, line: u64, pen: Pen) -> Option<u64> {
        let dot = FIRST_DATA_DOT + 2 * u16::from(pen.x);
        (self.seen != Some(line)).then(|| dot_at(line, dot))
    }

    pub(super) fn latch(&mut self, line: u64, pen: Pen) {
        *self = PenLatch { position: Some(pen), seen: Some(line) };
    }

    pub(super) fn save(self, state: &mut Writer) {
        Pen::save(self.position, state);
        state.byte(self.seen.is_some().into());
        state.long(self.seen.unwrap_or(0));
    }

    pub(super) fn load(state: &mut Reader) -> Result<Self, StateError> {
        let position = Pen::load(state)?;
        let (is_seen, line) = (state.flag()?, state.long()?);
        Ok(PenLatch { position, seen: is_seen.then_some(line) })
    }
}
