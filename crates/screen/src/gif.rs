//! GIF recordings, which loop forever.

use crate::{EncodeError, Frame, HEIGHT, Raster, WIDTH, Zoom, encoding::Indexed, palette::Scale};
use ::gif::{Encoder, Repeat};
use std::{borrow::Cow, io::Write, mem, ops::Range};

/// The shortest delay in hundredths of a second. Players show shorter ones as a tenth of a second.
const SHORTEST: u32 = 2;

/// An encoder of frames with durations, which stores only what changes from picture to picture.
///
/// Encoded bytes are written to `W` at once; the recorder keeps two pictures.
pub struct Recorder<W: Write> {
    encoder: Encoder<W>,
    /// The width and height of a picture in pixels.
    size: (usize, usize),
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
        Self::of_rasters(out, (WIDTH, HEIGHT), zoom, scale)
    }

    /// Begins a recording of rasters with a width and height in pixels. GIF has at most 65,535 dots in both directions.
    pub fn of_rasters(out: W, size: (usize, usize), zoom: Zoom, scale: Scale) -> Result<Self, EncodeError> {
        let (width, height) = (dots(size.0, zoom.x())?, dots(size.1, zoom.y())?);
        let mut encoder = Encoder::new(out, width, height, &[])?;
        encoder.set_repeat(Repeat::Infinite)?;
        let (written, current) = (Vec::new(), Vec::new());
        Ok(Recorder { encoder, size, zoom, scale, written, current, centiseconds: 0, pictures: 0 })
    }

    /// Appends `frame`, shown for a number of hundredths of a second.
    ///
    /// A picture that is shown for less than 2 is left out, because players would extend it to a tenth of a second; its
    /// time is added to the next picture. The longest time is 655.35 seconds, the maximum of GIF.
    pub fn push(&mut self, frame: &Frame, centiseconds: u32) -> Result<(), EncodeError> {
        self.push_raster(&Raster::from(frame), centiseconds)
    }

    /// Appends a raster, which must have the size of the recording, as [`push`](Self::push) appends a frame.
    pub fn push_raster(&mut self, raster: &Raster, centiseconds: u32) -> Result<(), EncodeError> {
        if (raster.width(), raster.height()) != self.size {
            return Err(EncodeError::Size { expected: self.size, found: (raster.width(), raster.height()) });
        }
        if raster.colors() != self.current {
            if self.centiseconds >= SHORTEST {
                self.write()?;
            }
            self.current = raster.colors().to_vec();
        }
        self.hold(centiseconds);
        Ok(())
    }

    /// Shows the last frame longer by a number of hundredths of a second.
    pub fn hold(&mut self, centiseconds: u32) {
        self.centiseconds = self.centiseconds.saturating_add(centiseconds);
    }

    pub fn pictures(&self) -> u32 {
        self.pictures
    }

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
        let area = Area::of_change(&self.written, &self.current, self.size.0);
        self.encoder.write_frame(&area.image(&self.current, self.zoom, self.scale, delay))?;
        self.written.clone_from(&self.current);
        self.pictures += 1;
        Ok(())
    }
}

/// Returns the size of pixels in dots.
fn dots(pixels: usize, zoom: u32) -> Result<u16, EncodeError> {
    let dots = u16::try_from(pixels.saturating_mul(zoom as usize));
    dots.map_err(|_| EncodeError::TooLarge { pixels, zoom })
}

/// A rectangle of rasters of a width.
struct Area {
    width: usize,
    columns: Range<usize>,
    rows: Range<usize>,
}

impl Area {
    /// Returns the area in which `after` differs from `before`: everything if `before` is empty, and at least one
    /// pixel, because GIF has no empty images.
    fn of_change(before: &[u8], after: &[u8], width: usize) -> Area {
        let changed = |at: &usize| before.get(*at) != after.get(*at);
        let columns = || (0..after.len()).filter(changed).map(|at| at % width);
        let mut rows = (0..after.len()).filter(changed).map(|at| at / width);
        let top = rows.next().unwrap_or(0);
        let left = columns().min().unwrap_or(0);
        Area {
            width,
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
        let rows = raster.chunks(self.width).take(self.rows.end).skip(self.rows.start);
        rows.flat_map(|row| &row[self.columns.clone()]).copied().collect()
    }
}
