//! The position of the beam, and what it leads to: interrupt requests and the latches of the light pen.

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
