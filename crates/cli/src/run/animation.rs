//! A run as an animation in emulated time.

use anyhow::Result;
use arcadian_basic::{Basic, cost, script::Moment};
use arcadian_screen::{EncodeError, Frame, gif::Recorder};

use crate::output;

/// Statements between two looks at the emulated clock: common ones take some hundredths of a second together.
pub const SLICE: u64 = 16;
/// T-states between two pictures.
const TENTH: u64 = cost::PER_SECOND / 10;
/// How long a picture stands, in hundredths of a second: while running, when a key is asked for, at the end.
const RUNNING: u32 = 10;
const ASKED: u32 = 60;
const LAST: u32 = 200;
/// Pictures that differ from the one before; five minutes of steady motion.
const MOST: u32 = 3_000;

/// Takes pictures of a run, if anybody wants them.
pub struct Animation {
    recorder: Option<Recorder>,
    /// When the next picture is due, in T-states.
    next: u64,
    last: Option<Frame>,
    changes: u32,
    error: Option<EncodeError>,
}

impl Animation {
    /// Without a recorder, nothing happens.
    pub fn new(recorder: Option<Recorder>) -> Self {
        Self { recorder, next: 0, last: None, changes: 0, error: None }
    }

    /// Whether pictures are taken.
    pub fn is_wanted(&self) -> bool {
        self.recorder.is_some()
    }

    /// Takes the pictures that are due.
    pub fn observe(&mut self, basic: &Basic, moment: Moment) {
        if self.recorder.is_none() || self.is_full() {
            return;
        }
        if moment == Moment::Asked {
            self.push(basic, ASKED);
        }
        let due = (basic.tstates() + TENTH).saturating_sub(self.next) / TENTH;
        if due > 0 {
            self.next += due * TENTH;
            self.push(basic, RUNNING.saturating_mul(u32::try_from(due).unwrap_or(u32::MAX)));
        }
    }

    fn is_full(&self) -> bool {
        self.changes >= MOST
    }

    fn push(&mut self, basic: &Basic, centiseconds: u32) {
        let frame = basic.frame();
        if self.last.as_ref() != Some(&frame) {
            self.changes += 1;
        }
        let pushed = self.recorder.as_mut().map_or(Ok(()), |recorder| recorder.push(&frame, centiseconds));
        self.error = self.error.take().or(pushed.err());
        self.last = Some(frame);
    }

    /// The file, with the last picture standing longer; what was left out is said on standard error.
    pub fn finish(mut self, basic: &Basic) -> Result<Option<Vec<u8>>> {
        if self.recorder.is_none() {
            return Ok(None);
        }
        if self.is_full() {
            output::note(&format!("note: the animation ends after {MOST} pictures; the run went on"));
        } else {
            self.push(basic, LAST);
        }
        match self.error.take() {
            Some(error) => Err(error.into()),
            None => Ok(self.recorder.map(Recorder::finish).transpose()?),
        }
    }
}
