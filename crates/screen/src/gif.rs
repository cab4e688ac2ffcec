//! GIF: a recording that loops for ever.

use crate::{EncodeError, Frame, HEIGHT, WIDTH, Zoom, indexed::Indexed, palette::Scale};
use ::gif::{Encoder, Repeat};
use std::{borrow::Cow, io::Write, mem, ops::Range};

/// Players show shorter delays than this as a tenth of a second, so shorter pictures are left out.
const SHORTEST: u32 = 2;

/// Frames are pushed with the time they stand, and come out as a GIF file in which only what changed is stored.
///
/// Encoded bytes go to `W` at once; the recorder holds two pictures.
pub struct Recorder<W: Write> {
    encoder: Encoder<W>,
    zoom: Zoom,
    scale: Scale,
    written: Vec<u8>,
    standing: Vec<u8>,
    centiseconds: u32,
    pictures: u32,
}

impl<W: Write> Recorder<W> {
    /// An empty recording of [`Zoom::width`] × [`Zoom::height`] dots.
    pub fn new(out: W, zoom: Zoom, scale: Scale) -> Result<Self, EncodeError> {
        let mut encoder = Encoder::new(out, zoom.width() as u16, zoom.height() as u16, &[])?;
        encoder.set_repeat(Repeat::Infinite)?;
        let (written, standing) = (Vec::new(), Vec::new());
        Ok(Recorder { encoder, zoom, scale, written, standing, centiseconds: 0, pictures: 0 })
    }

    /// Shows `frame` for so many hundredths of a second, after all pushed before.
    ///
    /// A picture that stands for less than 2 hands its time to the next one, since players would stretch it to a tenth
    /// of a second. A picture that stands for more than 655.35 seconds is shown for that long, the most a GIF can say.
    pub fn push(&mut self, frame: &Frame, centiseconds: u32) -> Result<(), EncodeError> {
        let raster = frame.raster();
        if raster != self.standing {
            if self.centiseconds >= SHORTEST {
                self.write()?;
            }
            self.standing = raster;
        }
        self.hold(centiseconds);
        Ok(())
    }

    /// Shows the last frame longer, by this number of hundredths of a second.
    pub fn hold(&mut self, centiseconds: u32) {
        self.centiseconds = self.centiseconds.saturating_add(centiseconds);
    }

    /// How many pictures have been written.
    pub fn pictures(&self) -> u32 {
        self.pictures
    }

    /// Where the bytes go.
    pub fn out(&self) -> &W {
        self.encoder.get_ref()
    }

    /// Writes what is left.
    pub fn finish(mut self) -> Result<W, EncodeError> {
        if !self.standing.is_empty() {
            self.write()?;
        }
        Ok(self.encoder.into_inner()?)
    }

    /// Encodes the picture that stands, as far as it differs from the one written before.
    fn write(&mut self) -> Result<(), EncodeError> {
        let delay = mem::take(&mut self.centiseconds).try_into().unwrap_or(u16::MAX);
        let area = Area::of_change(&self.written, &self.standing);
        self.encoder.write_frame(&area.image(&self.standing, self.zoom, self.scale, delay))?;
        self.written.clone_from(&self.standing);
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
    /// What has to be drawn over `before` to show `after`: all if there is nothing before; at least one pixel, since
    /// a GIF knows no empty image.
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
