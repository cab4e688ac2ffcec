//! How large a pixel of the picture is in a file.

use crate::{HEIGHT, WIDTH};

/// The shape of a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Aspect {
    /// As on an NTSC television: 6 wide to 7 high.
    #[default]
    Tv,
    /// As wide as high.
    Square,
}

/// Whole dots of a file for each pixel of the picture, across and down; 1 to [`Zoom::MAX`] each way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Zoom {
    x: u32,
    y: u32,
}

impl Zoom {
    /// The most dots for a pixel, each way; a picture is then 2560 × 1408.
    pub const MAX: u32 = 16;

    /// The shape on a television, 6 : 7; a picture is 960 × 616.
    pub const TV: Zoom = Zoom::new(6, 7);

    /// `x` by `y` dots, each brought into 1..=[`Zoom::MAX`].
    pub const fn new(x: u32, y: u32) -> Zoom {
        Zoom { x: bounded(x), y: bounded(y) }
    }

    /// `n` by `n` dots.
    pub const fn square(n: u32) -> Zoom {
        Zoom::new(n, n)
    }

    /// Dots across a pixel.
    pub const fn x(self) -> u32 {
        self.x
    }

    /// Dots down a pixel.
    pub const fn y(self) -> u32 {
        self.y
    }

    /// Dots across the picture.
    pub const fn width(self) -> u32 {
        WIDTH as u32 * self.x
    }

    /// Dots down the picture.
    pub const fn height(self) -> u32 {
        HEIGHT as u32 * self.y
    }

    /// Dots of a row for the given pixels.
    pub(crate) fn across<T: Copy>(self, pixels: &[T]) -> Vec<T> {
        pixels.iter().flat_map(|pixel| std::iter::repeat_n(*pixel, self.x as usize)).collect()
    }

    /// Appends one row of dots as often as a pixel is high.
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
