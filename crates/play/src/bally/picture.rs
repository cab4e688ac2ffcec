//! The picture of 160 × 102 pixels with its border.

use arcadian_bally::{Bally, FIRST_DATA_DOT, FIRST_DATA_LINE, HEIGHT, RASTER_HEIGHT, RASTER_WIDTH, WIDTH};
use arcadian_screen::{Border, Raster};

/// The visible border, in pixels of two dots by two lines.
pub const BORDER: Border = Border {
    sides: FIRST_DATA_DOT as usize / 2,
    top: FIRST_DATA_LINE as usize / 2,
    bottom: RASTER_HEIGHT / 2 - HEIGHT - FIRST_DATA_LINE as usize / 2,
};

/// The rows of a picture that always count as content: those of BASIC.
const LEAST: usize = 88;

/// Returns the last frame. Rows below VERBL have no content.
pub fn raster(bally: &Bally) -> Raster {
    let dots = bally.frame().raster();
    let rows = dots.chunks(RASTER_WIDTH).step_by(2);
    let colors = rows.flat_map(|row| row.iter().step_by(2)).copied().collect();
    let lines = bally.chips().registers().by_name("VERBL").unwrap_or(0);
    Raster::new(WIDTH + 2 * BORDER.sides, colors)
        .with_border(BORDER)
        .with_content(usize::from(lines / 2).max(LEAST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcadian_bally::{Config, Input};

    #[test]
    fn inside_the_border_is_the_picture() {
        let mut bally = Bally::new(Config::default());
        for _ in 0..30 {
            bally.run_frame(&Input::default());
        }
        let raster = raster(&bally);
        assert_eq!((raster.width(), raster.height()), (176, 120));
        let inside = raster.bordered(Border::NONE);
        assert_eq!((inside.width(), inside.height()), (WIDTH, HEIGHT));
        for (x, y) in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y))) {
            assert_eq!(inside.color(x, y), bally.frame().pixel_color(x, y));
        }
    }
}
