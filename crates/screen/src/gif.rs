//! GIF recordings, which loop forever.

use crate::{EncodeError, Frame, HEIGHT, WIDTH, Zoom, indexed::Indexed, palette::Scale};
use ::gif::{Encoder, Repeat};
use std::{borrow::Cow, io::Write, mem, ops::Range};

/// The shortest delay in hundredths of a second. Players show shorter ones as a tenth of a second.
const SHORTEST: u32 = 2;

/// An encoder of frames with durations, which stores only what changes from picture to picture.
///
/// Encoded bytes are written to `W` at once; the recorder keeps two pictures.
pub struct Recorder<W: Write> {
    encoder: Encoder<W>,
    zoom: Zoom,
    scale: Scale,
    written: Vec<u8>,
    current: Vec<u8>,
    centiseconds: u32,
    pictures: u32,
}

impl<W: Write> Recorder<W> {
    /// Begins a recording of [`Zoom::width`] × [`Zoom::height`] dots.
    pub fn new(out: W, zoom: Zoom, scale: Scale) -> Result<Self, EncodeError> {
        let mut encoder = Encoder::new(out, zoom.width() as u16, zoom.height() as u16, &[])?;
        encoder.set_repeat(Repeat::Infinite)?;
        let (written, current) = (Vec::new(), Vec::new());
        Ok(Recorder { encoder, zoom, scale, written, current, centiseconds: 0, pictures: 0 })
    }

    /// Appends `frame`, shown for a number of hundredths of a second.
    ///
    /// A picture that is shown for less than 2 is left out, because players would extend it to a tenth of a second; its
    /// time is added to the next picture. The longest time is 655.35 seconds, the maximum of GIF.
    pub fn push(&mut self, frame: &Frame, centiseconds: u32) -> Result<(), EncodeError> {
        let raster = frame.raster();
        if raster != self.current {
            if self.centiseconds >= SHORTEST {
                self.write()?;
            }
            self.current = raster;
        }
        self.hold(centiseconds);
        Ok(())
    }

    /// Shows the last frame longer by a number of hundredths of a second.
    pub fn hold(&mut self, centiseconds: u32) {
        self.centiseconds = self.centiseconds.saturating_add(centiseconds);
    }

    /// Returns the number of pictures written.
    pub fn pictures(&self) -> u32 {
        self.pictures
    }

    /// Returns the writer.
    pub fn out(&self) -> &W {
        self.encoder.get_ref()
    }

    /// Writes the last picture and the end of the file.
    pub fn finish(mut self) -> Result<W, EncodeError> {
        if !self.current.is_empty() {
            self.write()?;
        }
        Ok(self.encoder.into_inner()?)
    }

    /// Encodes the part of the current picture that differs from the one written before.
    fn write(&mut self) -> Result<(), EncodeError> {
        let delay = mem::take(&mut self.centiseconds).try_into().unwrap_or(u16::MAX);
        let area = Area::of_change(&self.written, &self.current);
        self.encoder.write_frame(&area.image(&self.current, self.zoom, self.scale, delay))?;
        self.written.clone_from(&self.current);
        self.pictures += 1;
        Ok(())
    }
}

/// A rectangle of the raster.
struct Area {
    columns: Range<usize>,
    rows: Range<usize>,
}

impl Area {
    /// Returns the area in which `after` differs from `before`: everything if `before` is empty, and at least one
    /// pixel, because GIF has no empty images.
    fn of_change(before: &[u8], after: &[u8]) -> Area {
        let changed = |at: &usize| before.get(*at) != after.get(*at);
        let columns = || (0..WIDTH * HEIGHT).filter(changed).map(|at| at % WIDTH);
        let mut rows = (0..WIDTH * HEIGHT).filter(changed).map(|at| at / WIDTH);
        let top = rows.next().unwrap_or(0);
        let left = columns().min().unwrap_or(0);
        Area {
            columns: left..columns().max().unwrap_or(left) + 1,
            rows: top..rows.next_back().unwrap_or(top) + 1,
        }
    }

    fn image(&self, raster: &[u8], zoom: Zoom, scale: Scale, delay: u16) -> ::gif::Frame<'static> {
        let indexed = Indexed::of(&self.cut(raster));
        let mut dots = Vec::new();
        indexed.pixels.chunks(self.columns.len()).for_each(|row| zoom.down(&zoom.across(row), &mut dots));
        ::gif::Frame {
            delay,
            left: self.columns.start as u16 * zoom.x() as u16,
            top: self.rows.start as u16 * zoom.y() as u16,
            width: self.columns.len() as u16 * zoom.x() as u16,
            height: self.rows.len() as u16 * zoom.y() as u16,
            palette: Some(indexed.table(scale)),
            buffer: Cow::Owned(dots),
            ..Default::default()
        }
    }

    fn cut(&self, raster: &[u8]) -> Vec<u8> {
        let rows = raster.chunks(WIDTH).take(self.rows.end).skip(self.rows.start);
        rows.flat_map(|row| &row[self.columns.clone()]).copied().collect()
    }
}
