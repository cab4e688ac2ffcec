//! Terminal cells.

use super::{
    Color, Depth,
    color::Tints,
    pen::{Paint, Painted},
};
use crate::Frame;

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
