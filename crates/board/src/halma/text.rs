//! A position as a line of text: sixteen rows with `/` between them, a blank, the side to move.
//!
//! In a row `w` and `b` are pieces and a number is so many empty squares: `wwwww11`.

use std::{error::Error, fmt, str::FromStr};

use super::{Board, Colour, Position, board::PIECES};

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
            Some(colour) => {
                push_empty(&mut text, &mut empty);
                text.push(letter(colour));
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

const fn letter(colour: Colour) -> char {
    match colour {
        Colour::White => 'w',
        Colour::Black => 'b',
    }
}

fn colour(letter: char) -> Option<Colour> {
    Colour::BOTH.into_iter().find(|&colour| self::letter(colour) == letter)
}

/// Why a text is no position. Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextError {
    /// Not a board, one blank and a side.
    Parts,
    /// The side is neither `w` nor `b`.
    Side(String),
    /// So many rows, not 16.
    Rows(usize),
    /// A row of so many squares, not 16.
    Row {
        /// The row.
        row: usize,
        /// Its squares; 17 for any number above 16.
        squares: usize,
    },
    /// A character that is no piece and no number.
    Character {
        /// The row.
        row: usize,
        /// The character.
        found: char,
    },
    /// A number of empty squares that is 0 or begins with 0.
    Zero {
        /// The row.
        row: usize,
    },
    /// More pieces than a side has.
    Pieces(Colour),
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parts => write!(
                f,
                "a position is 16 rows with / between them, a blank, and w or b for the side to move"
            ),
            Self::Side(found) => write!(f, "the side to move is '{found}': expected w or b"),
            Self::Rows(found) => write!(f, "the board has {found} rows: expected 16 with / between them"),
            Self::Row { row, squares: 17.. } => write!(f, "row {row} has more than 16 squares"),
            Self::Row { row, squares } => write!(f, "row {row} has {squares} squares: expected 16"),
            Self::Character { row, found } => {
                write!(f, "row {row} has '{found}': expected w, b or a number of empty squares")
            }
            Self::Zero { row } => {
                write!(f, "row {row} has a number that begins with 0: empty squares are 1 to 16")
            }
            Self::Pieces(colour) => write!(f, "{colour} has more than {PIECES} pieces"),
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
        match (letters.next().and_then(colour), letters.next()) {
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
        for (column, colour) in read_row(row, text)?.into_iter().enumerate() {
            let Some(colour) = colour else { continue };
            let piece = &mut count[colour as usize];
            if *piece == PIECES {
                return Err(TextError::Pieces(colour));
            }
            board.add_piece(colour, *piece, (WIDTH * row + column) as u8);
            *piece += 1;
        }
    }
    Ok(board)
}

fn read_row(row: usize, text: &str) -> Result<[Option<Colour>; WIDTH], TextError> {
    let mut squares = [None; WIDTH];
    let mut used = 0;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let width = match (colour(first), digits) {
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
