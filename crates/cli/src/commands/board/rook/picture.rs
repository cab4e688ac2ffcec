//! Boards as text.

use arcadian_board::rook::{Square, group};

/// Whether a square is in a set.
pub fn has(set: u64, square: Square) -> bool {
    set >> square.bit() & 1 != 0
}

/// The board with a text of so many characters on each square, and with its ranks and files.
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

/// Two boards side by side.
pub fn beside(left: &str, right: &str) -> String {
    left.lines().zip(right.lines()).map(|(left, right)| format!("{left:36}{right}\n")).collect()
}

/// The bits and the groups.
pub fn numbering() -> String {
    let bits = board(2, |square| square.bit().to_string());
    let groups = board(2, |square| group(square).map_or("-", |group| group.name).to_owned());
    format!("{:36}groups of three bits\n{}", "bits", beside(&bits, &groups))
}

/// A square by its group and place in it: `2'.1`. Corners have none.
pub fn place(square: Square) -> String {
    group(square).map_or("-".to_owned(), |group| format!("{}.{}", group.name, square.bit() - group.first))
}
