//! Drawings, as lines of equal width.

use arcadian_board::ataxx::{Board, Cell, Square};

/// Draws a board with its files and ranks.
pub fn plain(board: &Board) -> Vec<String> {
    drawn(|square| letter(board.get(square)))
}

/// Draws a board after a move: stones that the move placed or captured are capital, the square that it left is `_`.
pub fn changed(before: &Board, after: &Board) -> Vec<String> {
    drawn(|square| match after.get(square) {
        same if same == before.get(square) => letter(same),
        Cell::Free => '_',
        stone => letter(stone).to_ascii_uppercase(),
    })
}

fn letter(cell: Cell) -> char {
    match cell {
        Cell::Free => '.',
        Cell::X => 'x',
        Cell::O => 'o',
        Cell::Wall => '#',
    }
}

fn drawn(letter: impl Fn(Square) -> char) -> Vec<String> {
    let mut lines = vec!["  a b c d e f g".to_owned()];
    for square in Square::all() {
        if square.column() == 0 {
            lines.push((7 - square.row()).to_string());
        }
        lines.iter_mut().last().into_iter().for_each(|line| line.extend([' ', letter(square)]));
    }
    lines
}

/// Joins drawings side by side.
pub fn side_by_side(drawings: &[Vec<String>], gap: usize) -> String {
    let height = drawings.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<_> = drawings
        .iter()
        .map(|drawing| drawing.iter().map(|line| line.chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in 0..height {
        let cells = drawings.iter().zip(&widths).map(|(drawing, width)| {
            let line = drawing.get(row).map_or("", String::as_str);
            format!("{line:width$}{:gap$}", "")
        });
        text += cells.collect::<String>().trim_end();
        text.push('\n');
    }
    text
}
