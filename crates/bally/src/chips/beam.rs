//! The position of the beam, and what it leads to: interrupt requests and the latches of the light pen. The data chip's function
//! generator: what happens to a byte that is written to magic memory.

use crate::{
    frame::{FIRST_DATA_DOT, LINES, VISIBLE_LINES, dot_at, line_at, line_start, raster_line},
    input::Pen,
    state::{Reader, StateError, Writer},
};

/// The line that is being drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Beam {
    line: u64,
    raster: u16,
}

impl Beam {
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

/// The source of an interrupt request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Screen,
    Pen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    None,
    /// Held until it is acknowledged (mode 0).
    Held,
    /// Dropped at this cycle (mode 1).
    Until(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Requests {
    screen: Request,
    pen: Request,
}

impl Requests {
    pub(super) const NONE: Requests = Requests { screen: Request::None, pen: Request::None };

    /// Requests an interrupt, which is dropped at a cycle or held.
    pub(super) fn raise(&mut self, source: Source, dropped_at: Option<u64>) {
        *self.of(source) = dropped_at.map_or(Request::Held, Request::Until);
    }

    fn of(&mut self, source: Source) -> &mut Request {
        match source {
            Source::Screen => &mut self.screen,
            Source::Pen => &mut self.pen,
        }
    }

    pub(super) fn is_pending(&self) -> bool {
        *self != Requests::NONE
    }

    /// Removes and returns the request that an acknowledge cycle answers: the screen's before the pen's.
    pub(super) fn acknowledge(&mut self) -> Source {
        let source = if self.screen == Request::None { Source::Pen } else { Source::Screen };
        *self.of(source) = Request::None;
        source
    }

    /// Returns the cycle at which a request is dropped next, or `u64::MAX`.
    pub(super) fn due(&self) -> u64 {
        self.screen.end().min(self.pen.end())
    }

    /// Drops the requests that end by this cycle.
    pub(super) fn drop_until(&mut self, now: u64) {
        for request in [&mut self.screen, &mut self.pen] {
            if request.end() <= now {
                *request = Request::None;
            }
        }
    }

    pub(super) fn save(&self, state: &mut Writer) {
        for request in [self.screen, self.pen] {
            let (tag, end) = match request {
                Request::None => (0, 0),
                Request::Held => (1, 0),
                Request::Until(end) => (2, end),
            };
            state.byte(tag);
            state.long(end);
        }
    }

    pub(super) fn load(state: &mut Reader) -> Result<Requests, StateError> {
        Ok(Requests { screen: Request::load(state)?, pen: Request::load(state)? })
    }
}

impl Request {
    /// Returns the cycle at which the request is dropped, or `u64::MAX`.
    fn end(self) -> u64 {
        match self {
            Request::Until(end) => end,
            Request::None | Request::Held => u64::MAX,
        }
    }

    fn load(state: &mut Reader) -> Result<Request, StateError> {
        let (tag, end) = (state.byte()?, state.long()?);
        match tag {
            0 => Ok(Request::None),
            1 => Ok(Request::Held),
            2 => Ok(Request::Until(end)),
            _ => Err(StateError::BadValue("interrupt request")),
        }
    }
}

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

const SHIFT: u8 = 0x03;
const ROTATE: u8 = 0x04;
const EXPAND: u8 = 0x08;
const OR: u8 = 0x10;
const XOR: u8 = 0x20;
const FLOP: u8 = 0x40;

/// For each byte, which of its four pixels are not 0: bit 0 for the left one.
static NONZERO: [u8; 256] = nonzero();

const fn nonzero() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut pixel = 0;
        while pixel < 4 {
            let is_nonzero = byte >> (6 - 2 * pixel) & 3 != 0;
            table[byte] |= (is_nonzero as u8) << pixel;
            pixel += 1;
        }
        byte += 1;
    }
    table
}

/// For each nibble, a mask of the pixels whose bits are set.
static PIXELS: [u8; 16] =
    [0x00, 0x03, 0x0C, 0x0F, 0x30, 0x33, 0x3C, 0x3F, 0xC0, 0xC3, 0xCC, 0xCF, 0xF0, 0xF3, 0xFC, 0xFF];

/// Returns a byte with a value in all four pixels.
fn four(pixel: u8) -> u8 {
    (pixel & 3) * 0x55
}

/// The function generator. A byte passes through expand, then rotate or shift, then flop, then OR or XOR.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Magic {
    mode: u8,
    /// The pixel values that expand makes of a 0 and of a 1, in all four pixels.
    expanded: [u8; 2],
    /// Whether expand takes the low nibble next.
    takes_low: bool,
    /// The byte of the previous write, whose right pixels a shift moves in.
    previous: u8,
    rotated: [u8; 4],
    rotations: u8,
    intercept: u8,
}

impl Magic {
    /// Writes MAGIC, which resets expand, shift and rotate, but not the intercept.
    pub(super) fn set_mode(&mut self, mode: u8) {
        let Magic { expanded, intercept, .. } = *self;
        *self = Magic { mode, expanded, intercept, ..Magic::default() };
    }

    /// Writes XPAND. The order of the nibbles goes on.
    pub(super) fn set_expanded(&mut self, value: u8) {
        self.expanded = [four(value), four(value >> 2)];
    }

    /// Returns the intercept: bits 0 to 3 are the pixels, from left to right, that any OR or XOR write hit since the last
    /// read, bits 4 to 7 those that the last one hit.
    pub(super) fn intercept(&self) -> u8 {
        self.intercept
    }

    /// Reads the intercept, which clears it.
    pub(super) fn take_intercept(&mut self) -> u8 {
        std::mem::take(&mut self.intercept)
    }

    /// Processes a written byte. Returns what is stored over `old`; `None` while rotate collects its first four bytes.
    pub(super) fn write(&mut self, old: u8, data: u8) -> Option<u8> {
        let data = if self.mode & EXPAND != 0 { self.expand(data) } else { data };
        let moved = if self.mode & ROTATE != 0 { self.rotate(data)? } else { self.shift(data) };
        self.previous = data;
        let flopped = if self.mode & FLOP != 0 { flop(moved) } else { moved };
        Some(self.combine(old, flopped))
    }

    fn expand(&mut self, data: u8) -> u8 {
        let nibble = if self.takes_low { data & 15 } else { data >> 4 };
        self.takes_low = !self.takes_low;
        let [zeros, ones] = self.expanded;
        let mask = PIXELS[usize::from(nibble)];
        mask & ones | !mask & zeros
    }

    fn shift(&self, data: u8) -> u8 {
        let bits = 2 * (self.mode & SHIFT);
        let both = u16::from_be_bytes([self.previous, data]) >> bits;
        both.to_be_bytes()[1]
    }

    /// Collects four bytes, then returns the columns of their 4 × 4 pixels one by one.
    fn rotate(&mut self, data: u8) -> Option<u8> {
        let count = self.rotations;
        self.rotations = (count + 1) & 7;
        if count < 4 {
            self.rotated[usize::from(count)] = data;
            return None;
        }
        let bits = 2 * (7 - count);
        Some(self.rotated.iter().rev().fold(0, |byte, row| byte << 2 | row >> bits & 3))
    }

    /// Combines a byte with the one in memory. OR takes precedence over XOR.
    fn combine(&mut self, old: u8, data: u8) -> u8 {
        if self.mode & (OR | XOR) == 0 {
            return data;
        }
        let hits = NONZERO[usize::from(old)] & NONZERO[usize::from(data)];
        self.intercept = self.intercept & 0x0F | hits | hits << 4;
        if self.mode & OR != 0 { old | data } else { old ^ data }
    }

    pub(super) fn save(&self, state: &mut Writer) {
        state.bytes(&[self.mode]);
        state.bytes(&self.expanded.map(|pixels| pixels & 3));
        state.bytes(&[self.takes_low.into(), self.previous]);
        state.bytes(&self.rotated);
        state.bytes(&[self.rotations, self.intercept]);
    }

    pub(super) fn load(state: &mut Reader) -> Result<Magic, StateError> {
        Ok(Magic {
            mode: state.byte()?,
            expanded: state.array()?.map(four),
            takes_low: state.flag()?,
            previous: state.byte()?,
            rotated: state.array()?,
            rotations: state.byte()? & 7,
            intercept: state.byte()?,
        })
    }
}

/// Reverses the order of the four pixels.
fn flop(byte: u8) -> u8 {
    byte >> 6 | byte >> 2 & 0x0C | byte << 2 & 0x30 | byte << 6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(mode: u8, expanded: u8, old: u8, data: u8) -> (Option<u8>, u8) {
        let mut magic = Magic::default();
        magic.set_expanded(expanded);
        magic.set_mode(mode);
        (magic.write(old, data), magic.take_intercept())
    }

    #[test]
    fn each_function_alone() {
        assert_eq!(written(0x00, 0, 0x00, 0xB4), (Some(0xB4), 0));
        assert_eq!(written(0x01, 0, 0x00, 0xC3), (Some(0x30), 0));
        assert_eq!(written(0x10, 0, 0xF0, 0x0F), (Some(0xFF), 0));
        assert_eq!(written(0x10, 0, 0xFF, 0xFF), (Some(0xFF), 0xFF));
        assert_eq!(written(0x20, 0, 0x0F, 0xAA), (Some(0xA5), 0xCC));
        assert_eq!(written(0x30, 0, 0x0F, 0xAA), (Some(0xAF), 0xCC));
        assert_eq!(written(0x40, 0, 0x00, 0x1B), (Some(0xE4), 0));
        assert_eq!(written(0x08, 9, 0x00, 0x5A), (Some(0x66), 0));
        assert_eq!(written(0x04, 0, 0x00, 0x5A), (None, 0));
    }

    #[test]
    fn a_rotated_block_is_turned() {
        let mut magic = Magic::default();
        magic.set_mode(ROTATE);
        let rows = [0b00_01_10_11, 0, 0, 0xFF];
        assert!(rows.iter().all(|&row| magic.write(0, row).is_none()));
        let turned: Vec<Option<u8>> = (0..4).map(|_| magic.write(0, 0x55)).collect();
        assert_eq!(turned, [0xC0, 0xC1, 0xC2, 0xC3].map(Some));
    }
}
