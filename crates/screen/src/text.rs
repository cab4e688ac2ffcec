//! The picture as plain text, a character a pixel.

use crate::{HEIGHT, Picture, WIDTH};

/// 88 rows from the top, each of 160 characters: `#` foreground, `.` background.
pub fn pixels(picture: &Picture) -> Vec<String> {
    (0..HEIGHT).map(|row| (0..WIDTH).map(|column| mark(picture.at(column, row))).collect()).collect()
}

fn mark(foreground: bool) -> char {
    if foreground { '#' } else { '.' }
}
