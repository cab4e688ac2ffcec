//! Frames: the geometry of the raster, its relation to time, and the picture that the beam leaves.

use std::fmt;

use crate::{
    registers::{CONCM, ChipRegisters, HORCB},
    state::{Reader, StateError, Writer},
};

/// The width of the picture in pixels. A pixel is two dots wide.
pub const WIDTH: usize = 160;

/// The height of the picture in pixels. A pixel is two lines high.
pub const HEIGHT: usize = 102;

pub const RASTER_WIDTH: usize = VISIBLE_DOTS as usize;

pub const RASTER_HEIGHT: usize = VISIBLE_LINES as usize;

/// The bytes of screen memory in a line, and in one of high resolution.
const BYTES: usize = 40;
const HIGH_BYTES: usize = 80;

/// The address of the screen memory.
pub const SCREEN: u16 = 0x4000;

/// The size of screen memory. A row after its end continues at its start.
const SCREEN_SIZE: usize = 0x1000;

/// The dots of a byte: four pixels of two dots. In high resolution a pixel is one dot.
const FRAME_DOTS: usize = 8;
const HIGH_DOTS: usize = 4;

/// The data that the display fetched for a line.
// A frame is cloned as a whole, so that a pointer to the larger variant would cost more than it saves.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, PartialEq, Eq)]
enum Data {
    /// No data: the line is border.
    None,
    Low([u8; BYTES]),
    High([u8; HIGH_BYTES]),
}

/// A line of the raster: what the display fetched, and the registers that it used.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Line {
    data: Data,
    colors: [u8; 8],
    horcb: u8,
}

impl Line {
    const BLANK: Line = Line { data: Data::None, colors: [0; 8], horcb: 0 };

    /// Returns the line with a number in screen memory, or one of border. Two lines of low resolution have the same bytes.
    pub(crate) fn new(memory: &[u8; 0x1_0000], data_line: Option<u16>, registers: &ChipRegisters) -> Self {
        let is_high = registers[CONCM] & 1 != 0;
        let data = match data_line.map(usize::from) {
            None => Data::None,
            Some(line) if is_high => Data::High(fetch(memory, line * HIGH_BYTES)),
            Some(line) => Data::Low(fetch(memory, line / 2 * BYTES)),
        };
        Line { data, colors: registers.colors(), horcb: registers[HORCB] }
    }

    /// Returns the pixel value that the border shows.
    fn background(&self) -> u8 {
        self.horcb >> 6
    }

    /// Returns the number of units of eight dots, of the 44 in a line, that have the left colors.
    fn boundary(&self) -> usize {
        usize::from(FIRST_DATA_DOT) / FRAME_DOTS + usize::from(self.horcb & 0x3F)
    }

    fn value(&self, dot: usize) -> u8 {
        let data = dot.checked_sub(FIRST_DATA_DOT.into());
        let byte = data.and_then(|dot| match &self.data {
            Data::None => None,
            Data::Low(bytes) => Some((bytes.get(dot / FRAME_DOTS)?, dot % FRAME_DOTS / 2)),
            Data::High(bytes) => Some((bytes.get(dot / HIGH_DOTS)?, dot % HIGH_DOTS)),
        });
        byte.map_or(self.background(), |(byte, pixel)| byte >> (6 - 2 * pixel) & 3)
    }

    /// Returns the color byte at a dot.
    fn color(&self, dot: usize) -> u8 {
        let side = if dot / FRAME_DOTS < self.boundary() { 4 } else { 0 };
        self.colors[side + usize::from(self.value(dot))]
    }

    fn save(&self, state: &mut Writer) {
        state.bytes(&self.colors);
        state.byte(self.horcb);
        match &self.data {
            Data::None => state.byte(0),
            Data::Low(bytes) => {
                state.byte(1);
                state.bytes(bytes);
            }
            Data::High(bytes) => {
                state.byte(2);
                state.bytes(bytes);
            }
        }
    }

    fn load(state: &mut Reader) -> Result<Self, StateError> {
        let (colors, horcb) = (state.array()?, state.byte()?);
        let data = match state.byte()? {
            0 => Data::None,
            1 => Data::Low(state.array()?),
            2 => Data::High(state.array()?),
            _ => return Err(StateError::BadValue("line")),
        };
        Ok(Line { data, colors, horcb })
    }
}

/// Returns bytes of screen memory from an offset on.
fn fetch<const N: usize>(memory: &[u8; 0x1_0000], offset: usize) -> [u8; N] {
    let screen = &memory[usize::from(SCREEN)..][..SCREEN_SIZE];
    let start = offset % SCREEN_SIZE;
    match screen[start..].first_chunk() {
        Some(bytes) => *bytes,
        None => std::array::from_fn(|byte| screen[(start + byte) % SCREEN_SIZE]),
    }
}

/// The visible lines of a frame.
#[derive(Clone, PartialEq, Eq)]
pub struct VideoFrame {
    pub(crate) lines: [Line; RASTER_HEIGHT],
    pub(crate) number: u64,
}

impl Default for VideoFrame {
    fn default() -> Self {
        VideoFrame { lines: [const { Line::BLANK }; RASTER_HEIGHT], number: 0 }
    }
}

impl fmt::Debug for VideoFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VideoFrame").field("number", &self.number).finish_non_exhaustive()
    }
}

impl VideoFrame {
    /// Returns the number of frames drawn since power-up.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the color byte at a dot of the visible raster of 352 × 240; 0 outside.
    pub fn color(&self, dot: usize, line: usize) -> u8 {
        let line = self.lines.get(line).filter(|_| dot < RASTER_WIDTH);
        line.map_or(0, |line| line.color(dot))
    }

    /// Returns the pixel value, 0 to 3, at a dot of the visible raster; 0 outside.
    pub fn value(&self, dot: usize, line: usize) -> u8 {
        let line = self.lines.get(line).filter(|_| dot < RASTER_WIDTH);
        line.map_or(0, |line| line.value(dot))
    }

    /// Returns the value, 0 to 3, of a pixel of the picture of 160 × 102: from screen memory, or that of the background
    /// below the last line with data, and outside the picture 0. In high resolution it is every second pixel of every
    /// second line.
    pub fn pixel(&self, x: usize, y: usize) -> u8 {
        let line = self.picture_line(y).filter(|_| x < WIDTH);
        line.map_or(0, |line| line.value(usize::from(FIRST_DATA_DOT) + 2 * x))
    }

    /// Returns the color byte of a pixel of the picture.
    pub fn pixel_color(&self, x: usize, y: usize) -> u8 {
        let line = self.picture_line(y).filter(|_| x < WIDTH);
        line.map_or(0, |line| line.color(usize::from(FIRST_DATA_DOT) + 2 * x))
    }

    fn picture_line(&self, y: usize) -> Option<&Line> {
        self.lines.get(usize::from(FIRST_DATA_LINE) + 2 * y).filter(|_| y < HEIGHT)
    }

    /// Returns the pixel values of the picture, row by row.
    pub fn picture(&self) -> Vec<[u8; WIDTH]> {
        (0..HEIGHT).map(|y| std::array::from_fn(|x| self.pixel(x, y))).collect()
    }

    /// Writes the color bytes of the visible raster, line by line. A buffer of another size is filled, or gets all of them.
    pub fn write_raster(&self, raster: &mut [u8]) {
        let (mut tables, mut done) = (Tables::default(), None);
        let (rows, _) = raster.as_chunks_mut::<RASTER_WIDTH>();
        for (number, line) in self.lines.iter().enumerate().take(rows.len()) {
            if done == Some(line) {
                // The second line of a row of pixels, or one more of the border.
                rows[number] = rows[number - 1];
            } else {
                tables.write(line, &mut rows[number]);
            }
            done = Some(line);
        }
    }

    /// Returns the color bytes of the visible raster, line by line.
    pub fn raster(&self) -> Vec<u8> {
        let mut raster = vec![0; RASTER_WIDTH * RASTER_HEIGHT];
        self.write_raster(&mut raster);
        raster
    }

    pub(crate) fn save(&self, state: &mut Writer) {
        state.long(self.number);
        self.lines.iter().for_each(|line| line.save(state));
    }

    pub(crate) fn load(state: &mut Reader) -> Result<Self, StateError> {
        let mut frame = VideoFrame { number: state.long()?, ..VideoFrame::default() };
        for line in &mut frame.lines {
            *line = Line::load(state)?;
        }
        Ok(frame)
    }
}

/// The dots of two pixels, by their four bits, with the right and with the left colors.
#[derive(Default)]
struct Tables {
    colors: [u8; 8],
    sides: [[[u8; FRAME_DOTS / 2]; 16]; 2],
}

const RIGHT: usize = 0;
const LEFT: usize = 1;

impl Tables {
    fn write(&mut self, line: &Line, dots: &mut [u8]) {
        let background = line.background() * 0x55;
        let data = match &line.data {
            Data::None => &[background; BYTES],
            Data::Low(bytes) => bytes,
            Data::High(_) => return (0..).zip(dots).for_each(|(number, dot)| *dot = line.color(number)),
        };
        self.set_colors(line.colors);
        let border = [background; FIRST_DATA_DOT as usize / FRAME_DOTS];
        let bytes = border.iter().chain(data).chain(&border);
        let (boundary, (dots, _)) = (line.boundary(), dots.as_chunks_mut::<FRAME_DOTS>());
        for (index, (byte, dots)) in bytes.zip(dots).enumerate() {
            let table = &self.sides[if index < boundary { LEFT } else { RIGHT }];
            dots[..FRAME_DOTS / 2].copy_from_slice(&table[usize::from(byte >> 4)]);
            dots[FRAME_DOTS / 2..].copy_from_slice(&table[usize::from(byte & 15)]);
        }
    }

    fn set_colors(&mut self, colors: [u8; 8]) {
        if self.colors == colors {
            return;
        }
        self.colors = colors;
        for (side, colors) in self.sides.iter_mut().zip(colors.as_chunks::<4>().0) {
            for (bits, dots) in side.iter_mut().enumerate() {
                let (left, right) = (colors[bits >> 2], colors[bits & 3]);
                *dots = [left, left, right, right];
            }
        }
    }
}

/// The clock of the processor in Hz: an eighth of the crystal's 14.31818 MHz.
pub const CLOCK: u32 = 1_789_772;

/// The lines of a frame.
pub const LINES: u16 = 262;

/// The dots of a line, including horizontal blanking.
pub const DOTS: u16 = 455;

/// The lines of a frame that are visible. Vertical blanking starts after them.
pub(crate) const VISIBLE_LINES: u16 = 240;

/// The dots of a line that are visible.
pub(crate) const VISIBLE_DOTS: u16 = 352;

/// The raster line of the first line of screen memory.
pub const FIRST_DATA_LINE: u16 = 22;

/// The dot of the first pixel of screen memory in a line.
pub const FIRST_DATA_DOT: u16 = 16;

const DOTS_PER_CYCLE: u64 = 4;

/// Returns the cycle at which a line starts. Lines are counted from power-up; the fraction of a cycle is carried.
pub const fn line_start(line: u64) -> u64 {
    (line * DOTS as u64).div_ceil(DOTS_PER_CYCLE)
}

/// Returns the line, counted from power-up, that is drawn at a cycle.
pub const fn line_at(cycle: u64) -> u64 {
    cycle * DOTS_PER_CYCLE / DOTS as u64
}

/// Returns the cycle at which the next vertical blanking after a cycle starts. A frame of a run ends there.
pub const fn frame_end(cycle: u64) -> u64 {
    let (line, lines, visible) = (line_at(cycle), LINES as u64, VISIBLE_LINES as u64);
    let in_this_frame = line / lines * lines + visible;
    line_start(if line < in_this_frame { in_this_frame } else { in_this_frame + lines })
}

/// Returns the cycle at which a dot of a line is drawn.
pub(crate) const fn dot_at(line: u64, dot: u16) -> u64 {
    (line * DOTS as u64 + dot as u64).div_ceil(DOTS_PER_CYCLE)
}

/// Returns the raster line, 0 to 261, of a line counted from power-up.
pub(crate) const fn raster_line(line: u64) -> u16 {
    (line % LINES as u64) as u16
}

/// Returns the raster line at which a screen interrupt with this INLIN occurs.
pub const fn interrupt_line(inlin: u8) -> u16 {
    (inlin as u16 + FIRST_DATA_LINE) % LINES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_starts_at_the_first_cycle_that_is_in_it() {
        for line in 0..1000 {
            let start = line_start(line);
            assert_eq!(line_at(start), line);
            assert!(start == 0 || line_at(start - 1) + 1 == line);
        }
        assert_eq!(line_start(2 * u64::from(LINES)), 59_605);
    }

    #[test]
    fn a_frame_ends_at_vertical_blanking() {
        let blanking = line_start(240);
        assert_eq!((frame_end(0), frame_end(blanking - 1)), (blanking, blanking));
        assert_eq!((frame_end(blanking), frame_end(blanking + 9_000)), (line_start(502), line_start(502)));
    }
}
