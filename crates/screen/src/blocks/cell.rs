//! Terminal cells and their colors: of the picture's pixels, which two colors have, and of a raster's, which have any.

use super::{
    Depth,
    pen::{Paint, Painted},
};
use crate::{
    Frame, Raster,
    palette::{Scale, rgb},
};

/// Half blocks, indexed by upper pixel (2) and lower pixel (1).
pub(super) const HALVES: [char; 4] = [' ', '▄', '▀', '█'];

/// The column and row of each pixel of a braille cell, by its bit in the code point (Unicode 2800–28FF).
pub(super) const DOTS: [(usize, usize); 8] = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)];

/// A character and its two colors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// The character if colors are shown.
    pub colored: char,
    /// The character without colors: ink for foreground.
    pub plain: char,
    /// The color of the character.
    pub ink: Color,
    /// The color of the background.
    pub paper: Color,
}

impl Cell {
    /// Returns the cell as shown with a color depth. A blank has no ink, and a full block no paper.
    pub(super) fn painted(&self, depth: Depth) -> Painted {
        let paint = match depth {
            Depth::TrueColor => |color: Color| Paint::Rgb(color.rgb),
            Depth::Ansi16 => |color: Color| Paint::Ansi(color.ansi),
            Depth::None => return Painted { character: self.plain, ink: None, paper: None },
        };
        Painted {
            character: self.colored,
            ink: (self.colored != ' ').then(|| paint(self.ink)),
            paper: (self.colored != '█').then(|| paint(self.paper)),
        }
    }
}

/// Returns the cell of two pixels, an upper and a lower one.
pub(super) fn half(frame: &Frame, tints: &Tints, column: usize, row: usize) -> Cell {
    let rows = [2 * row, 2 * row + 1];
    let [upper, lower] = rows.map(|row| frame.picture.at(column, row));
    let [above, below] = rows.map(|row| frame.color(column, row));
    let (colored, ink, paper) = match (upper, lower) {
        (false, false) if above == below => (' ', above, above),
        _ if above == below => ('█', above, above),
        (false, true) => ('▄', below, above),
        _ => ('▀', above, below),
    };
    let plain = HALVES[2 * usize::from(upper) + usize::from(lower)];
    Cell { colored, plain, ink: tints.of(ink), paper: tints.of(paper) }
}

/// Returns the cell of eight pixels, with the most common color of the foreground and that of the background.
pub(super) fn braille(frame: &Frame, tints: &Tints, column: usize, row: usize) -> Cell {
    let places = DOTS.map(|(x, y)| (2 * column + x, 4 * row + y));
    let set = places.map(|(column, row)| frame.picture.at(column, row));
    let shades = places.map(|(column, row)| frame.color(column, row));
    let registers = frame.colors.at(2 * column);
    let paper = most_common(&shades, &set, false).unwrap_or(registers[0]);
    let ink = most_common(&shades, &set, true).unwrap_or(registers[2]);
    let character = dots(set);
    Cell { colored: character, plain: character, ink: tints.of(ink), paper: tints.of(paper) }
}

/// Returns the most common color of the foreground's, or the background's, pixels.
fn most_common(shades: &[u8; 8], set: &[bool; 8], foreground: bool) -> Option<u8> {
    let alike = || shades.iter().zip(set).filter(|(_, set)| **set == foreground).map(|(shade, _)| *shade);
    alike().max_by_key(|shade| alike().filter(|other| other == shade).count())
}

/// Returns the braille pattern; without dots, the blank, which every font has.
pub(super) fn dots(set: [bool; 8]) -> char {
    match (0..).zip(set).fold(0, |bits, (bit, set)| bits | u32::from(set) << bit) {
        0 => ' ',
        bits => char::from_u32(0x2800 + bits).unwrap_or(' '),
    }
}

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

/// Returns the cell of two pixels, an upper and a lower one.
pub(super) fn raster_half(
    raster: &Raster,
    background: u8,
    tints: &Tints,
    (column, row): (usize, usize),
) -> Cell {
    let [above, below] = [2 * row, 2 * row + 1].map(|row| raster.color(column, row));
    let plain = HALVES[2 * usize::from(above != background) + usize::from(below != background)];
    let colored = if above == below { ' ' } else { '▀' };
    Cell { colored, plain, ink: tints.of(above), paper: tints.of(below) }
}

/// Returns the cell of eight pixels in two colors: the background, or the most common color where it does not occur, and the
/// most common other color.
pub(super) fn raster_braille(
    raster: &Raster,
    background: u8,
    tints: &Tints,
    (column, row): (usize, usize),
) -> Cell {
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
