//! The interrupt requests of the screen and of the light pen.

use crate::state::{Reader, StateError, Writer};

/// Who requests an interrupt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Screen,
    Pen,
}

/// The state of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    None,
    /// Held until it is acknowledged (mode 0).
    Held,
    /// Dropped at this cycle (mode 1).
    Until(u64),
}

/// The pending requests.
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
