//! The screen of a program, as it is now.

use arcadian_screen::{
    Frame, Raster,
    blocks::{Depth, Grid, Layout},
    palette::Scale,
};

/// What a program shows.
#[derive(Clone, Debug)]
pub enum Screen {
    /// The picture of BASIC.
    Basic(Box<Frame>),
    /// A picture that a beam draws.
    Beam(BeamScreen),
}

/// A picture that a beam draws line by line: above the beam it is of this frame, below it of the last one.
#[derive(Clone, Debug)]
pub struct BeamScreen {
    /// The pixel values, row by row.
    pub pixels: Raster,
    /// The row that is being drawn; none if the beam is outside the picture.
    pub row: Option<usize>,
    /// Where the beam is, as text.
    pub place: String,
}

/// The mark before the row in which the beam is.
pub const BEAM: &str = "▶";

impl Screen {
    /// Draws the screen in braille characters, two by four pixels in each. Before a picture that a beam draws stand the
    /// beam's place and a column for its mark.
    pub fn dots(&self) -> Vec<String> {
        match self {
            Screen::Basic(frame) => Grid::new(frame, Layout::Braille, Scale::default()).lines(Depth::None),
            Screen::Beam(screen) => {
                let lines =
                    Grid::of_raster(&screen.pixels, Layout::Braille, Scale::default()).lines(Depth::None);
                let beam = screen.row.map(|row| row / Layout::Braille.pixels().1);
                let mark = |row| if beam == Some(row) { BEAM } else { " " };
                let rows = lines.into_iter().enumerate().map(|(row, line)| format!("{}{line}", mark(row)));
                std::iter::once(screen.place.clone()).chain(rows).collect()
            }
        }
    }
}
