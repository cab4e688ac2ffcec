//! Pictures and sound as the page takes them.

use arcadian_screen::palette::{Scale, rgb};

/// The samples per second.
pub const SAMPLE_RATE: u32 = 44_100;

/// A picture of red, green, blue and opaque bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    /// Four bytes for each pixel, row by row.
    pub rgba: Vec<u8>,
    /// The pixels of all color bytes.
    palette: Vec<[u8; 4]>,
}

impl Default for Pixels {
    fn default() -> Self {
        let opaque = |byte| {
            let [red, green, blue] = rgb(byte, Scale::Full);
            [red, green, blue, 0xFF]
        };
        Pixels { width: 0, height: 0, rgba: Vec::new(), palette: (0..=0xFF).map(opaque).collect() }
    }
}

impl Pixels {
    /// Draws color bytes of the Bally, row by row.
    pub fn draw(&mut self, width: usize, colors: impl Iterator<Item = u8>) {
        self.rgba.clear();
        self.rgba.extend(colors.flat_map(|color| self.palette[usize::from(color)]));
        self.width = width;
        self.height = self.rgba.len() / 4 / width.max(1);
    }
}

/// Returns samples as the page takes them, from -1 to 1.
pub fn samples(samples: &[i16]) -> impl Iterator<Item = f32> {
    samples.iter().map(|sample| f32::from(*sample) / 32768.0)
}
