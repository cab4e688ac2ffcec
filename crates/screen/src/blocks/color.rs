//! Terminal colors.

use crate::palette::{Scale, rgb};

/// The 16 standard colors of xterm; other terminals differ slightly.
const ANSI: [[u8; 3]; 16] = [
    [0, 0, 0],
    [205, 0, 0],
    [0, 205, 0],
    [205, 205, 0],
    [0, 0, 238],
    [205, 0, 205],
    [0, 205, 205],
    [229, 229, 229],
    [127, 127, 127],
    [255, 0, 0],
    [0, 255, 0],
    [255, 255, 0],
    [92, 92, 255],
    [255, 0, 255],
    [0, 255, 255],
    [255, 255, 255],
];

/// A color as terminals show it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Color {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// A similar standard color, 0..=15, different from those of the other colors of the frame.
    pub ansi: u8,
}

/// The terminal colors of a frame's color bytes.
pub(super) struct Tints(Vec<(u8, Color)>);

impl Tints {
    /// Assigns to each color byte the nearest standard color that is still free, so that different colors stay
    /// different while there are enough. The first is the most exact.
    pub(super) fn new(colors: impl Iterator<Item = u8>, scale: Scale) -> Self {
        let mut tints = Tints(Vec::new());
        for byte in colors {
            if !tints.0.iter().any(|(known, _)| *known == byte) {
                let rgb = rgb(byte, scale);
                let ansi = tints.nearest_free(rgb);
                tints.0.push((byte, Color { rgb, ansi }));
            }
        }
        tints
    }

    /// Returns the terminal color of a color byte.
    pub(super) fn of(&self, byte: u8) -> Color {
        let known = self.0.iter().find(|(known, _)| *known == byte);
        known.map_or(Color { rgb: [0; 3], ansi: 0 }, |(_, color)| *color)
    }

    fn nearest_free(&self, rgb: [u8; 3]) -> u8 {
        let free = |ansi: &u8| self.0.iter().all(|(_, color)| color.ansi != *ansi);
        let nearest = |ansi: &u8| distance(ANSI[usize::from(*ansi)], rgb);
        (0..16).filter(free).min_by_key(nearest).or((0..16).min_by_key(nearest)).unwrap_or(0)
    }
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}
