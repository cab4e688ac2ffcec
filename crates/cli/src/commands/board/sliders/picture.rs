//! Boards as text.

use arcadian_board::sliders::{Square, group};

/// Returns whether a square is in a set.
pub fn has(set: u64, square: Square) -> bool {
    set >> square.bit() & 1 != 0
}

/// Draws a board with ranks and files, and a text of `width` characters on each square.
pub fn board(width: usize, mark: impl Fn(Square) -> String) -> String {
    let files: String = ('a'..='h').map(|file| format!(" {file:>width$}")).collect();
    let mut text = format!(" {files}\n");
    for row in 0..8 {
        let marks = Square::all()
            .filter(|square| square.row() == row)
            .map(|square| format!(" {:>width$}", mark(square)));
        text += &format!("{}{}\n", 8 - row, marks.collect::<String>());
    }
    text
}

/// Joins two boards side by side.
pub fn side_by_side(left: &str, right: &str) -> String {
    left.lines().zip(right.lines()).map(|(left, right)| format!("{left:36}{right}\n")).collect()
}

/// Draws the bit numbers and the groups.
pub fn numbering() -> String {
    let bits = board(2, |square| square.bit().to_string());
    let groups = board(2, |square| group(square).map_or("-", |group| group.name).to_owned());
    format!("{:36}groups of three bits\n{}", "bits", side_by_side(&bits, &groups))
}

/// Returns the name of a square by its group and the bit in it, as in `2'.1`; `-` for a corner.
pub fn place(square: Square) -> String {
    group(square).map_or("-".to_owned(), |group| format!("{}.{}", group.name, square.bit() - group.first))
}
