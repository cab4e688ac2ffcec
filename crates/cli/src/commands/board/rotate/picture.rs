//! Drawings of boards.

use arcadian_board::rotate::{Board, Move};

/// The number of boards side by side.
const ACROSS: usize = 4;

/// Draws a board next to the numbers of its positions.
pub fn numbered(board: &Board) -> String {
    let rows = rows(board, None).into_iter().enumerate();
    let lines = rows.map(|(row, letters)| {
        let numbers: String = (1..=4).map(|column| format!("{:>4}", 4 * row + column)).collect();
        format!("{letters}   {numbers}\n")
    });
    lines.collect()
}

/// Draws the board before each move and after the last. The letters of a turn are in brackets, those of a special move in
/// parentheses.
pub fn moves(mut board: Board, moves: &[Move]) -> String {
    let mut blocks: Vec<[String; 4]> = Vec::new();
    for (number, step) in (1..).zip(moves) {
        let between = [format!("{number}."), step.keys(&board), "-->".to_owned(), String::new()];
        let mut block = rows(&board, Some(*step));
        block.iter_mut().zip(between).for_each(|(row, text)| row.push_str(&format!("{text:^6}")));
        blocks.push(block);
        step.play(&mut board);
    }
    blocks.push(rows(&board, None));
    blocks.chunks(ACROSS).map(side_by_side).collect::<Vec<_>>().join("\n")
}

/// Joins blocks side by side.
fn side_by_side(blocks: &[[String; 4]]) -> String {
    let line = |row: usize| blocks.iter().map(|block| block[row].as_str()).collect::<String>();
    (0..4).map(|row| format!("{}\n", line(row).trim_end())).collect()
}

fn rows(board: &Board, marked: Option<Move>) -> [String; 4] {
    let letters = board.letters();
    [0, 1, 2, 3].map(|row: usize| {
        let cell = |column| {
            let index = 4 * row + column;
            let (before, after) = marks(marked, index + 1);
            format!("{before}{}{after}", char::from(letters[index]))
        };
        (0..4).map(cell).collect()
    })
}

/// Returns the characters before and after the letter at a position.
fn marks(marked: Option<Move>, position: usize) -> (char, char) {
    let (lefts, [open, close]) = match marked {
        None => return (' ', ' '),
        Some(Move::Turn(p) | Move::Unturn(p)) => ([p, p + 4], ['[', ']']),
        Some(Move::Special(p)) => ([p, p], ['(', ')']),
    };
    let is_left = lefts.contains(&position);
    let is_right = lefts.contains(&(position - 1));
    (if is_left { open } else { ' ' }, if is_right { close } else { ' ' })
}
