//! The picture of 160 × 102 pixels.

use arcadian_bally::{Bally, HEIGHT, WIDTH};
use arcadian_screen::Raster;

/// The rows of a picture that always count as content: those of BASIC.
const LEAST: usize = 88;

/// Returns the last frame. Rows below VERBL have no content.
pub fn raster(bally: &Bally) -> Raster {
    let frame = bally.frame();
    let pixels = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| frame.pixel_color(x, y)));
    let lines = bally.chips().registers().by_name("VERBL").unwrap_or(0);
    Raster::new(WIDTH, pixels.collect()).with_content(usize::from(lines / 2).max(LEAST))
}
