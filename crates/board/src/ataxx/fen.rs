//! Positions as text (FEN): `x5o/7/7/7/7/7/o5x x 0 1`.

use std::{error::Error, fmt, str::FromStr};

use super::{
    board::{Board, Cell, SIDE, Side, Square},
    position::Position,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The number of the character, from 1.
    pub at: usize,
    pub fault: FenFault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenFault {
    /// The character is not a cell.
    Letter(char),
    /// The rank ends too early.
    Narrow {
        /// The rank, 7 at the top.
        rank: usize,
        /// The number of its squares.
        found: usize,
    },
    /// The rank has more than seven squares.
    Wide {
        /// The rank, 7 at the top.
        rank: usize,
    },
    /// The board has only this many ranks.
    FewRanks(usize),
    ManyRanks,
    NoSide,
    /// The side to move is neither x nor o.
    Side,
    /// The half-move clock or the number of the move is not a number.
    Number,
    /// The text continues after the last field.
    Extra,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: ", self.at)?;
        match self.fault {
            FenFault::Letter(found) => write!(
                f,
                "`{}` is not a cell; x and o are stones, - is a wall, 1 to 7 are free squares, / ends a rank",
                found.escape_debug()
            ),
            FenFault::Narrow { rank, found } => {
                write!(f, "rank {rank} has {found} squares, expected 7")
            }
            FenFault::Wide { rank } => write!(f, "rank {rank} has more than 7 squares"),
            FenFault::FewRanks(found) => write!(f, "the board has {found} ranks, expected 7"),
            FenFault::ManyRanks => f.write_str("the board has more than 7 ranks"),
            FenFault::NoSide => f.write_str("the side to move is missing; write x or o"),
            FenFault::Side => f.write_str("the side to move must be x or o"),
            FenFault::Number => f.write_str("expected a number from 0 to 65535"),
            FenFault::Extra => {
                f.write_str("expected the end; a FEN is board, side, half-move clock, number of the move")
            }
        }
    }
}

impl Error for FenError {}

impl FromStr for Position {
    type Err = FenError;

    /// Parses ranks 7 to 1, the side to move, the half-move clock and the number of the move. The last two default to 0
    /// and 1, because older programs omit them. Players may be called b and w, and letters may be upper case.
    fn from_str(text: &str) -> Result<Self, FenError> {
        let mut words = words(text);
        let end = text.trim_end().chars().count() + 1;
        let board = words.next().map_or(Err((end, FenFault::FewRanks(0))), |(at, word)| board(at, word));
        let position = board.and_then(|board| {
            let (at, word) = words.next().ok_or((end, FenFault::NoSide))?;
            let side = side(word).ok_or((at, FenFault::Side))?;
            let half_moves = words.next().map_or(Ok(0), number)?;
            let full_moves = words.next().map_or(Ok(1), number)?;
            Ok(Self { board, side, half_moves, full_moves })
        });
        match (position, words.next()) {
            (Err((at, fault)), _) => Err(FenError { at, fault }),
            (Ok(_), Some((at, _))) => Err(FenError { at, fault: FenFault::Extra }),
            (Ok(position), None) => Ok(position),
        }
    }
}

/// Splits a text into words, each with the number of its first character.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| {
        let before = word.as_ptr() as usize - text.as_ptr() as usize;
        (text[..before].chars().count() + 1, word)
    })
}

fn board(start: usize, text: &str) -> Result<Board, (usize, FenFault)> {
    let mut board = Board::default();
    let (mut row, mut column) = (0, 0);
    for (at, letter) in (start..).zip(text.chars()) {
        let rank = SIDE - row;
        match (letter, letter.to_digit(10), stone_or_wall(letter)) {
            ('/', ..) if column < SIDE => return Err((at, FenFault::Narrow { rank, found: column })),
            ('/', ..) if row + 1 == SIDE => return Err((at, FenFault::ManyRanks)),
            ('/', ..) => (row, column) = (row + 1, 0),
            (_, Some(free @ 1..=7), _) => column += free as usize,
            (_, _, Some(cell)) => {
                Square::new(row, column).into_iter().for_each(|square| board.set(square, cell));
                column += 1;
            }
            _ => return Err((at, FenFault::Letter(letter))),
        }
        if column > SIDE {
            return Err((at, FenFault::Wide { rank }));
        }
    }
    let end = start + text.chars().count();
    match (row, column) {
        (6, SIDE) => Ok(board),
        (_, SIDE) => Err((end, FenFault::FewRanks(row + 1))),
        (_, found) => Err((end, FenFault::Narrow { rank: SIDE - row, found })),
    }
}

fn stone_or_wall(letter: char) -> Option<Cell> {
    match letter {
        '-' => Some(Cell::Wall),
        other => side(other.encode_utf8(&mut [0; 4])).map(Cell::from),
    }
}

fn side(text: &str) -> Option<Side> {
    match text {
        "x" | "X" | "b" | "B" => Some(Side::X),
        "o" | "O" | "w" | "W" => Some(Side::O),
        _ => None,
    }
}

fn number((at, text): (usize, &str)) -> Result<u16, (usize, FenFault)> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number).ok_or((at, FenFault::Number))
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.board, self.side.letter(), self.half_moves, self.full_moves)
    }
}

impl fmt::Display for Board {
    /// Writes ranks 7 to 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut free = 0;
        for square in Square::all() {
            if square.column() == 0 && square.row() > 0 {
                f.write_str("/")?;
            }
            let cell = self.get(square);
            free += u32::from(cell == Cell::Free);
            if free > 0 && (cell != Cell::Free || square.column() == SIDE - 1) {
                write!(f, "{free}")?;
                free = 0;
            }
            f.write_str(match cell {
                Cell::Free => "",
                Cell::X => "x",
                Cell::O => "o",
                Cell::Wall => "-",
            })?;
        }
        Ok(())
    }
}
