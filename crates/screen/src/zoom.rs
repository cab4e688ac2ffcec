//! The size of a pixel in files.

use crate::{HEIGHT, WIDTH};

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

    /// Returns a zoom of `n` by `n` dots.
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
