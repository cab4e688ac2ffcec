//! Terminal cells of a raster, in which any pixel can have any color.

use super::{
    cell::{Cell, DOTS, HALVES, dots},
    color::Tints,
};
use crate::Raster;

/// Returns the cell of two pixels, an upper and a lower one.
pub(super) fn half(raster: &Raster, background: u8, tints: &Tints, (column, row): (usize, usize)) -> Cell {
    let [above, below] = [2 * row, 2 * row + 1].map(|row| raster.color(column, row));
    let plain = HALVES[2 * usize::from(above != background) + usize::from(below != background)];
    let colored = if above == below { ' ' } else { '▀' };
    Cell { colored, plain, ink: tints.of(above), paper: tints.of(below) }
}

/// Returns the cell of eight pixels in two colors: the background, or the most common color where it does not occur, and the
/// most common other color.
pub(super) fn braille(raster: &Raster, background: u8, tints: &Tints, (column, row): (usize, usize)) -> Cell {
    let colors = DOTS.map(|(x, y)| raster.color(2 * column + x, 4 * row + y));
    let most_common = |without: Option<u8>| {
        let others = || colors.into_iter().filter(move |color| Some(*color) != without);
        others().max_by_key(|color| others().filter(|other| other == color).count())
    };
    let paper = Some(background).filter(|color| colors.contains(color)).or(most_common(None));
    let ink = most_common(paper).or(paper).unwrap_or(background);
    let paper = paper.unwrap_or(background);
    Cell {
        colored: dots(colors.map(|color| color != paper)),
        plain: dots(colors.map(|color| color != background)),
        ink: tints.of(ink),
        paper: tints.of(paper),
    }
}
