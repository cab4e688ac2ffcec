//! The picture as plain text, one character per pixel.

use crate::{HEIGHT, Picture, WIDTH};
use std::fmt;

/// Returns 88 rows from the top, each of 160 characters: `#` is foreground, `.` background.
pub fn pixels(picture: &Picture) -> Vec<String> {
    (0..HEIGHT).map(|row| (0..WIDTH).map(|column| mark(picture.at(column, row))).collect()).collect()
}

fn mark(foreground: bool) -> char {
    if foreground { '#' } else { '.' }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pixels(self).iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}
