//! Pixels as indexes into a table of the colors that occur.

use crate::palette::{Scale, rgb};

/// Pixels with indexed colors. The color bytes are in ascending order.
pub(crate) struct Indexed {
    pub(crate) colors: Vec<u8>,
    pub(crate) pixels: Vec<u8>,
}

impl Indexed {
    /// Converts color bytes.
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
