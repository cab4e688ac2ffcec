//! Boards as text.

use arcadian_board::rotate::{Board, Move};

/// Boards side by side with the moves between them.
const ACROSS: usize = 4;

/// A board and its positions.
pub fn numbered(board: &Board) -> String {
    let rows = rows(board, None).into_iter().enumerate();
    let lines = rows.map(|(row, letters)| {
        let numbers: String = (1..=4).map(|column| format!("{:>4}", 4 * row + column)).collect();
        format!("{letters}   {numbers}\n")
    });
    lines.collect()
}

/// A board before each move and after the last. What is about to move stands in brackets, a pair in round ones.
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
    blocks.chunks(ACROSS).map(beside).collect::<Vec<_>>().join("\n")
}

/// Blocks beside each other.
fn beside(blocks: &[[String; 4]]) -> String {
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

/// What stands before and behind the letter at a position.
fn marks(marked: Option<Move>, position: usize) -> (char, char) {
    let (lefts, [open, close]) = match marked {
        None => return (' ', ' '),
        Some(Move::Turn(p)) => ([p, p + 4], ['[', ']']),
        Some(Move::Special(p)) => ([p, p], ['(', ')']),
    };
    let is_left = lefts.contains(&position);
    let is_right = lefts.contains(&(position - 1));
    (if is_left { open } else { ' ' }, if is_right { close } else { ' ' })
}
