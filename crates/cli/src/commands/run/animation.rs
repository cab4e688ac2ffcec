//! The animation of a run in emulated time.

use std::io::{self, BufWriter, Write};

use anyhow::{Context, Result};
use arcadian_basic::{cost, script::Moment};
use arcadian_screen::{EncodeError, Frame, Zoom, gif::Recorder, palette::Scale};

use arcadian_files::escape;

use super::machine::Machine;
use crate::files::output::{self, Pending};

/// The number of statements per slice. Sixteen common statements take a few hundredths of an emulated second.
pub const SLICE: u64 = 16;
/// The number of T-states between two pictures.
const TENTH: u64 = cost::PER_SECOND / 10;
/// The display time of a picture in hundredths of a second: while running, when a key is read, at the end.
const RUNNING: u32 = 10;
const ASKED: u32 = 60;
const LAST: u32 = 200;
/// The maximum number of pictures: five minutes of steady motion.
const MOST: u32 = 3_000;
/// The size in bytes at which the animation ends.
const LARGEST: u64 = 64 << 20;

/// Records pictures during a run, and writes each immediately.
pub struct Animation {
    recorder: Recorder<File>,
    /// The time of the next picture in T-states.
    next: u64,
    last: Option<Frame>,
    /// The emulated time at which the animation reached its limit.
    full: Option<u64>,
    error: Option<EncodeError>,
}

impl Animation {
    /// Starts an animation in a file.
    pub fn new(file: Pending, zoom: Zoom, scale: Scale) -> Result<Self> {
        let recorder = Recorder::new(File { out: BufWriter::new(file), bytes: 0 }, zoom, scale)?;
        Ok(Self { recorder, next: 0, last: None, full: None, error: None })
    }

    /// Records the pictures that are due.
    pub fn observe(&mut self, basic: &impl Machine, moment: Moment) {
        if self.full.is_some() || self.error.is_some() {
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
        let written = (self.recorder.pictures(), self.recorder.out().bytes);
        self.full = (written.0 >= MOST || written.1 >= LARGEST).then(|| basic.tstates());
    }

    fn push(&mut self, basic: &impl Machine, centiseconds: u32) {
        let frame = basic.frame();
        if self.last.as_ref().is_some_and(|last| last.looks_like(&frame)) {
            return self.recorder.hold(centiseconds);
        }
        self.error = self.recorder.push(&frame, centiseconds).err();
        self.last = Some(frame);
    }

    /// Completes the file, with a longer display time for the last picture. Reports a truncated animation on standard error.
    pub fn finish(mut self, basic: &impl Machine) -> Result<()> {
        match self.full {
            None if self.error.is_none() => self.push(basic, LAST),
            None => {}
            Some(end) => output::note(&format!(
                "note: the animation has the first {:.1} of {:.1} seconds; it ends after {MOST} pictures or {} MB",
                seconds(end),
                seconds(basic.tstates()),
                LARGEST >> 20
            )),
        }
        let path = escape::output_path(self.recorder.out().out.get_ref().path());
        let written = match self.error {
            Some(error) => Err(error),
            None => self.recorder.finish(),
        };
        let written =
            written.and_then(|file| Ok(file.out.into_inner().map_err(|error| error.into_error())?));
        written.with_context(|| format!("cannot write {path}"))?.keep()
    }
}

fn seconds(tstates: u64) -> f64 {
    tstates as f64 / cost::PER_SECOND as f64
}

/// A file that counts its bytes.
struct File {
    out: BufWriter<Pending>,
    bytes: u64,
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
