//! Shared parts of the encoders: the size of a pixel, pixels as indexes into the colors that occur, errors.

use crate::{
    HEIGHT, WIDTH,
    palette::{Scale, rgb},
};

#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    #[error("cannot encode the picture as PNG; try a smaller zoom")]
    Png(#[from] ::png::EncodingError),
    #[error("cannot encode the recording as GIF; try a smaller zoom or a shorter recording")]
    Gif(#[source] ::gif::EncodingError),
    /// A GIF would be too large.
    #[error("a GIF cannot have {pixels} pixels of {zoom} dots in one direction: the limit is 65535 dots")]
    TooLarge {
        /// The width or height in pixels.
        pixels: usize,
        /// The dots of a pixel.
        zoom: u32,
    },
    #[error(
        "cannot add a picture of {} × {} pixels to a recording of {} × {}",
        found.0, found.1, expected.0, expected.1
    )]
    Size {
        /// The width and height of the recording.
        expected: (usize, usize),
        found: (usize, usize),
    },
    #[error(transparent)]
    Write(#[from] std::io::Error),
}

impl From<::gif::EncodingError> for EncodeError {
    fn from(error: ::gif::EncodingError) -> Self {
        match error {
            ::gif::EncodingError::Io(error) => EncodeError::Write(error),
            error => EncodeError::Gif(error),
        }
    }
}

/// Pixels with indexed colors. The color bytes are in ascending order.
pub(crate) struct Indexed {
    pub(crate) colors: Vec<u8>,
    pub(crate) pixels: Vec<u8>,
}

impl Indexed {
    pub(crate) fn of(raster: &[u8]) -> Self {
        let mut used = [false; 256];
        raster.iter().for_each(|color| used[usize::from(*color)] = true);
        let colors: Vec<u8> = (0..=255).filter(|color| used[usize::from(*color)]).collect();
        let mut numbers = [0; 256];
        (0..=255).zip(&colors).for_each(|(number, color)| numbers[usize::from(*color)] = number);
        let pixels = raster.iter().map(|color| numbers[usize::from(*color)]).collect();
        Indexed { colors, pixels }
    }

    /// Returns red, green and blue of all colors in order.
    pub(crate) fn table(&self, scale: Scale) -> Vec<u8> {
        self.colors.iter().flat_map(|color| rgb(*color, scale)).collect()
    }
}

/// The shape of a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Aspect {
    /// As on an NTSC television: 6 wide, 7 high.
    #[default]
    Tv,
    Square,
}

/// The size of a pixel in dots of a file: width and height, each 1 to [`Zoom::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Zoom {
    x: u32,
    y: u32,
}

impl Zoom {
    /// The largest width and height; a picture is then 2560 × 1408.
    pub const MAX: u32 = 16;

    /// The shape of a pixel on a television, 6 : 7; a picture is 960 × 616.
    pub const TV: Zoom = Zoom::new(6, 7);

    /// Returns a zoom of `x` by `y` dots, each clamped to 1..=[`Zoom::MAX`].
    pub const fn new(x: u32, y: u32) -> Zoom {
        Zoom { x: bounded(x), y: bounded(y) }
    }

    pub const fn square(n: u32) -> Zoom {
        Zoom::new(n, n)
    }

    /// Returns the width of a pixel in dots.
    pub const fn x(self) -> u32 {
        self.x
    }

    /// Returns the height of a pixel in dots.
    pub const fn y(self) -> u32 {
        self.y
    }

    /// Returns the width of the picture in dots.
    pub const fn width(self) -> u32 {
        WIDTH as u32 * self.x
    }

    /// Returns the height of the picture in dots.
    pub const fn height(self) -> u32 {
        HEIGHT as u32 * self.y
    }

    /// Returns a row of dots for a row of pixels.
    pub(crate) fn across<T: Copy>(self, pixels: &[T]) -> Vec<T> {
        pixels.iter().flat_map(|pixel| std::iter::repeat_n(*pixel, self.x as usize)).collect()
    }

    /// Appends a row of dots once for each dot of a pixel's height.
    pub(crate) fn down(self, dots: &[u8], image: &mut Vec<u8>) {
        (0..self.y).for_each(|_| image.extend_from_slice(dots));
    }
}

const fn bounded(dots: u32) -> u32 {
    match dots {
        0 => 1,
        1..Zoom::MAX => dots,
        _ => Zoom::MAX,
    }
}

impl Default for Zoom {
    fn default() -> Self {
        Zoom::TV
    }
}
