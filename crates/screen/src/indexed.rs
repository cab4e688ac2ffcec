//! Pixels as numbers into a table of the colours that occur.

use crate::palette::{Scale, rgb};

/// Pixels, and the colour bytes that their numbers stand for, in ascending order.
pub(crate) struct Indexed {
    pub(crate) colours: Vec<u8>,
    pub(crate) pixels: Vec<u8>,
}

impl Indexed {
    /// From colour bytes.
    pub(crate) fn of(raster: &[u8]) -> Self {
        let mut used = [false; 256];
        raster.iter().for_each(|colour| used[usize::from(*colour)] = true);
        let colours: Vec<u8> = (0..=255).filter(|colour| used[usize::from(*colour)]).collect();
        let mut numbers = [0; 256];
        (0..).zip(&colours).for_each(|(number, colour)| numbers[usize::from(*colour)] = number);
        let pixels = raster.iter().map(|colour| numbers[usize::from(*colour)]).collect();
        Indexed { colours, pixels }
    }

    /// Red, green and blue of all colours, one after another.
    pub(crate) fn table(&self, scale: Scale) -> Vec<u8> {
        self.colours.iter().flat_map(|colour| rgb(*colour, scale)).collect()
    }
}
