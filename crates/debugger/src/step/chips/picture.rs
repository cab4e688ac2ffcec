//! The picture as far as the beam has drawn it.

use crate::debuggee::BeamScreen;
use arcadian_bally::{Chips, FIRST_DATA_LINE, HEIGHT, WIDTH};
use arcadian_screen::Raster;

/// The raster line after the last one of the picture. A row of pixels has two.
const END: u16 = FIRST_DATA_LINE + 2 * HEIGHT as u16;

/// The first raster line of vertical blanking.
const BLANKING: u16 = 240;

/// Returns the picture: above the beam the lines of this frame, below it those of the last one.
pub(super) fn screen(chips: &Chips) -> BeamScreen {
    let frame = chips.frame();
    let pixels = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| frame.pixel(x, y))).collect();
    let line = chips.raster_line();
    let row = line.checked_sub(FIRST_DATA_LINE).map(|line| usize::from(line / 2)).filter(|row| *row < HEIGHT);
    let place = match (line, row) {
        (_, Some(row)) => format!("row {row}"),
        (BLANKING.., _) => "vertical blanking".to_owned(),
        (END.., _) => "below the picture".to_owned(),
        _ => "above the picture".to_owned(),
    };
    let place = format!("raster line {line}, {place}, frame {}", frame.number());
    BeamScreen { pixels: Raster::new(WIDTH, pixels), row, place }
}
