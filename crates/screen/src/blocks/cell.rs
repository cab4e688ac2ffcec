//! Terminal cells and their colors: of the picture's pixels, which two colors have, and of a raster's, which have any.
//! Cells are written with as few escape sequences as possible (ECMA-48: CUP, SGR).

use std::fmt::Write;

use crate::{
    Frame, Raster,
    palette::{Scale, rgb},
};

/// The colors that a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Depth {
    /// 24 bits: exact colors.
    #[default]
    TrueColor,
    /// The 16 standard colors. Different colors stay different.
    Ansi16,
    /// No colors: foreground is ink, background is blank.
    None,
}

/// Half blocks, indexed by upper pixel (2) and lower pixel (1).
pub(super) const HALVES: [char; 4] = [' ', '▄', '▀', '█'];

/// The column and row of each pixel of a braille cell, by its bit in the code point (Unicode 2800–28FF).
pub(super) const DOTS: [(usize, usize); 8] = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)];

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

/// A color in an escape sequence.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Paint {
    Rgb([u8; 3]),
    Ansi(u8),
}

impl Paint {
    /// Returns the SGR parameters; `base` is 30 for the character and 40 for the background.
    fn parameters(self, base: u8) -> String {
        match self {
            Paint::Rgb([red, green, blue]) => format!("{};2;{red};{green};{blue}", base + 8),
            Paint::Ansi(color @ 0..=7) => (base + color).to_string(),
            Paint::Ansi(bright) => (base + 60 + bright % 8).to_string(),
        }
    }
}

/// A character with the colors that are visible in it.
#[derive(PartialEq, Eq)]
pub(super) struct Painted {
    pub(super) character: char,
    pub(super) ink: Option<Paint>,
    pub(super) paper: Option<Paint>,
}

/// Text for a terminal, and the colors that are set at its end.
#[derive(Default)]
pub(super) struct Pen {
    out: String,
    ink: Option<Paint>,
    paper: Option<Paint>,
}

impl Pen {
    pub(super) fn move_to(&mut self, row: u32, column: u32) {
        let _ = write!(self.out, "\x1b[{row};{column}H");
    }

    pub(super) fn put(&mut self, painted: &Painted) {
        let ink = change(&mut self.ink, painted.ink, 30);
        let paper = change(&mut self.paper, painted.paper, 40);
        let codes: Vec<String> = ink.into_iter().chain(paper).collect();
        if !codes.is_empty() {
            let _ = write!(self.out, "\x1b[{}m", codes.join(";"));
        }
        self.out.push(painted.character);
    }

    /// Returns the text; resets the colors if any are set.
    pub(super) fn finish(mut self) -> String {
        if self.ink.or(self.paper).is_some() {
            self.out.push_str("\x1b[0m");
        }
        self.out
    }
}

/// Returns the parameters that switch to `wanted`, if it is visible and differs from the current color.
fn change(now: &mut Option<Paint>, wanted: Option<Paint>, base: u8) -> Option<String> {
    let paint = wanted.filter(|_| *now != wanted)?;
    *now = wanted;
    Some(paint.parameters(base))
}
