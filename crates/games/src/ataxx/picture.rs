//! Boards of Ataxx drawn with characters.

use arcadian_board::ataxx::{Board, Cell, Position, SIDE, Side, Square, Walls};

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column} of the picture: {fault}")]
pub struct PictureError {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    pub fault: PictureFault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureFault {
    #[error("`{}` is not a square; . is free, # a wall, x and o are stones", .0.escape_debug())]
    Character(char),
    #[error("the row has {0} squares, expected 7")]
    Width(usize),
    #[error("the board has {0} rows, expected 7")]
    Height(usize),
    #[error("{} has no stones; draw stones of both sides, or none for the usual start", .0.letter())]
    OneSide(Side),
    #[error("there is a wall on a corner, where stones start; draw the stones elsewhere, or no wall there")]
    Corner,
}

/// Reads a board of seven lines of seven characters: `.` is free, `#` or `-` is a wall, `x` and `o` are stones. A `/` ends a line,
/// too; empty lines are skipped. Without stones they start on the corners. x is to move.
pub fn picture(text: &str) -> Result<Position, PictureError> {
    let lines = (1..).zip(text.split(['\n', '/'])).map(|(line, row)| (line, row.trim_end()));
    let rows: Vec<(usize, &str)> = lines.filter(|(_, row)| !row.is_empty()).collect();
    let mut board = Board::default();
    for (row, &(line, text)) in rows.iter().enumerate() {
        read_row(&mut board, row, text).map_err(|(column, fault)| PictureError { line, column, fault })?;
    }
    let end = rows.last().map_or(1, |&(line, _)| line);
    let at = |fault| PictureError { line: end, column: 1, fault };
    if rows.len() != SIDE {
        return Err(at(PictureFault::Height(rows.len())));
    }
    placed(board).map_err(at)
}

fn read_row(board: &mut Board, row: usize, text: &str) -> Result<(), (usize, PictureFault)> {
    let width = text.chars().count();
    for (column, character) in text.chars().enumerate() {
        let cell = match character {
            '.' => Cell::Free,
            '#' | '-' => Cell::Wall,
            'x' | 'X' => Cell::X,
            'o' | 'O' => Cell::O,
            other => return Err((column + 1, PictureFault::Character(other))),
        };
        Square::new(row, column).into_iter().for_each(|square| board.set(square, cell));
    }
    if width == SIDE { Ok(()) } else { Err((width.min(SIDE) + 1, PictureFault::Width(width))) }
}

/// Puts the stones on the corners if the picture has none.
fn placed(mut board: Board) -> Result<Position, PictureFault> {
    let start = Position::start(Walls::default());
    match [Side::X, Side::O].map(|side| board.stones(side).is_empty()) {
        [false, false] => Ok(Position { board, ..start }),
        [true, false] => Err(PictureFault::OneSide(Side::X)),
        [false, true] => Err(PictureFault::OneSide(Side::O)),
        [true, true] => {
            for side in [Side::X, Side::O] {
                for corner in start.board.stones(side) {
                    if board.get(corner) == Cell::Wall {
                        return Err(PictureFault::Corner);
                    }
                    board.set(corner, side.into());
                }
            }
            Ok(Position { board, ..start })
        }
    }
}
