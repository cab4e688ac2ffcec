//! Positions as text: sixteen rows separated by `/`, a space, the side to move.
//!
//! In a row, `w` and `b` are pieces and a number counts empty squares: `wwwww11`.

use std::{error::Error, fmt, str::FromStr};

use super::{Board, Color, Position, board::PIECES};

const WIDTH: usize = 16;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..WIDTH {
            let end = if row + 1 < WIDTH { "/" } else { " " };
            write!(f, "{}{end}", row_text(&self.board, row))?;
        }
        write!(f, "{}", letter(self.side))
    }
}

fn row_text(board: &Board, row: usize) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for column in 0..WIDTH {
        match board.at((WIDTH * row + column) as u8) {
            None => empty += 1,
            Some(color) => {
                push_empty(&mut text, &mut empty);
                text.push(letter(color));
            }
        }
    }
    push_empty(&mut text, &mut empty);
    text
}

fn push_empty(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        text.push_str(&std::mem::take(empty).to_string());
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::White => 'w',
        Color::Black => 'b',
    }
}

fn color(letter: char) -> Option<Color> {
    Color::BOTH.into_iter().find(|&color| self::letter(color) == letter)
}

/// The reason why a text is not a position. Rows count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextError {
    /// The text does not have a board, one space and a side.
    Parts,
    /// The side is neither `w` nor `b`.
    Side(String),
    /// The number of rows is not 16.
    Rows(usize),
    /// The number of squares in a row is not 16.
    Row {
        row: usize,
        /// The number of its squares; 17 for any number above 16.
        squares: usize,
    },
    /// A character that is neither a piece nor a number.
    Character {
        row: usize,
        /// The character.
        found: char,
    },
    /// A number of empty squares that is 0 or begins with 0.
    Zero { row: usize },
    /// Too many pieces of one color.
    Pieces(Color),
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parts => {
                write!(f, "a position is 16 rows separated by /, a space, and w or b for the side to move")
            }
            Self::Side(found) => write!(f, "the side to move is `{found}`, expected w or b"),
            Self::Rows(found) => write!(f, "the board has {found} rows, expected 16 separated by /"),
            Self::Row { row, squares: 17.. } => write!(f, "row {row} has more than 16 squares"),
            Self::Row { row, squares } => write!(f, "row {row} has {squares} squares, expected 16"),
            Self::Character { row, found } => {
                write!(f, "row {row} contains `{found}`, expected w, b or a number of empty squares")
            }
            Self::Zero { row } => {
                write!(f, "row {row} has a number with a leading 0; write 1 to 16 for empty squares")
            }
            Self::Pieces(color) => write!(f, "{color} has more than {PIECES} pieces"),
        }
    }
}

impl Error for TextError {}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let (rows, side) = text.split_once(' ').ok_or(TextError::Parts)?;
        let board = read_board(rows)?;
        let mut letters = side.chars();
        match (letters.next().and_then(color), letters.next()) {
            (Some(side), None) => Ok(Self { board, side }),
            _ => Err(TextError::Side(side.to_owned())),
        }
    }
}

fn read_board(text: &str) -> Result<Board, TextError> {
    let rows = text.split('/').count();
    if rows != WIDTH {
        return Err(TextError::Rows(rows));
    }
    let mut board = Board::empty();
    let mut count = [0; 2];
    for (row, text) in text.split('/').enumerate() {
        for (column, color) in read_row(row, text)?.into_iter().enumerate() {
            let Some(color) = color else { continue };
            let piece = &mut count[color as usize];
            if *piece == PIECES {
                return Err(TextError::Pieces(color));
            }
            board.add_piece(color, *piece, (WIDTH * row + column) as u8);
            *piece += 1;
        }
    }
    Ok(board)
}

fn read_row(row: usize, text: &str) -> Result<[Option<Color>; WIDTH], TextError> {
    let mut squares = [None; WIDTH];
    let mut used = 0;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let width = match (color(first), digits) {
            (None, 0) => return Err(TextError::Character { row, found: first }),
            (None, _) if first == '0' => return Err(TextError::Zero { row }),
            (None, _) => rest[..digits].parse().unwrap_or(usize::MAX),
            (piece @ Some(_), _) => {
                if let Some(square) = squares.get_mut(used) {
                    *square = piece;
                }
                1
            }
        };
        used = (WIDTH + 1).min(width.saturating_add(used));
        rest = &rest[digits.max(1)..];
    }
    if used == WIDTH { Ok(squares) } else { Err(TextError::Row { row, squares: used }) }
}
