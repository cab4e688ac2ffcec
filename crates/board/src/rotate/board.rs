//! The 4 × 4 board: sixteen letters and the two kinds of move; and as sixteen arbitrary bytes in memory.

use std::{error::Error, fmt, str::FromStr};

/// A permutation of the letters A to P. Positions are 1..=16, left to right and top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board([u8; 16]);

impl Board {
    pub const SOLVED: Self = Self(*b"ABCDEFGHIJKLMNOP");

    /// Returns the letters, position 1 first.
    pub const fn letters(&self) -> &[u8; 16] {
        &self.0
    }

    /// Returns the letter at a position, or `None` outside the board.
    pub fn at(&self, position: usize) -> Option<u8> {
        self.0.get(position.checked_sub(1)?).copied()
    }

    /// Returns the position of a letter, or `None` if the board does not have it.
    pub fn find(&self, letter: u8) -> Option<usize> {
        self.0.iter().position(|&l| l == letter).map(|i| i + 1)
    }

    pub fn is_solved(&self) -> bool {
        *self == Self::SOLVED
    }

    /// Returns whether a position is the upper left one of a 2 × 2 group: not in the last column or the last row.
    pub const fn can_turn(position: usize) -> bool {
        position <= 11 && !position.is_multiple_of(4)
    }

    /// Returns whether a position has a right neighbor.
    pub const fn can_swap(position: usize) -> bool {
        position <= 15 && !position.is_multiple_of(4)
    }

    /// Turns the group with this upper left position clockwise by one place: p → p+1 → p+5 → p+4 → p.
    /// Does nothing if no group begins there.
    pub fn turn(&mut self, position: usize) {
        if Self::can_turn(position) {
            self.shift([0, 1, 5, 4].map(|step| position + step));
        }
    }

    /// Turns the group counterclockwise by one place, the inverse of [`turn`](Self::turn).
    pub fn unturn(&mut self, position: usize) {
        if Self::can_turn(position) {
            self.shift([0, 4, 5, 1].map(|step| position + step));
        }
    }

    /// Exchanges a letter and its right neighbor. Does nothing in the last column.
    pub fn swap(&mut self, position: usize) {
        if Self::can_swap(position) {
            self.0.swap(position - 1, position);
        }
    }

    /// Moves the letter at each position of a ring to the next one.
    fn shift(&mut self, ring: [usize; 4]) {
        let letters = ring.map(|position| self.0[position - 1]);
        for (i, letter) in letters.into_iter().enumerate() {
            self.0[ring[(i + 1) % 4] - 1] = letter;
        }
    }
}

/// A text that is not the letters A to P, each once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardError;

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a board has the letters A to P, each once, such as `BCDH FGEP IJKL AMNO`")
    }
}

impl Error for BoardError {}

impl FromStr for Board {
    type Err = BoardError;

    /// Parses sixteen letters in row-major order; whitespace is ignored.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let letters: Vec<u8> = text.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
        let board = Self(letters.try_into().map_err(|_| BoardError)?);
        let complete = Self::SOLVED.0.iter().all(|&letter| board.find(letter).is_some());
        complete.then_some(board).ok_or(BoardError)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<_> = self.0.chunks(4).map(|row| row.escape_ascii().to_string()).collect();
        f.pad(&rows.join(" "))
    }
}

/// A move of the player, named by its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The regular move: the group with this upper left position turns clockwise.
    Turn(usize),
    /// The special move: the letter at this position and its right neighbor change places.
    Special(usize),
    /// A counterclockwise turn of the group with this upper left position, which the game lacks: three regular moves.
    Unturn(usize),
}

impl Move {
    pub const fn position(self) -> usize {
        match self {
            Self::Turn(position) | Self::Special(position) | Self::Unturn(position) => position,
        }
    }

    /// Makes the move. Does nothing if the position does not allow it.
    pub fn play(self, board: &mut Board) {
        match self {
            Self::Turn(position) => board.turn(position),
            Self::Special(position) => board.swap(position),
            Self::Unturn(position) => board.unturn(position),
        }
    }

    /// Returns the keys for this move on a board: `E`, `SE` for the special move, or the three of a counterclockwise turn.
    pub fn keys(self, board: &Board) -> String {
        if let Self::Unturn(position) = self {
            return keys(*board, &[Self::Turn(position); 3]).concat();
        }
        let letter = board.at(self.position()).map(char::from);
        let special = matches!(self, Self::Special(_)).then_some('S');
        special.into_iter().chain(letter).collect()
    }
}

/// Writes the position, with the prefix `S` for a special move and `-` for a counterclockwise turn.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(position) => f.pad(&position.to_string()),
            Self::Special(position) => f.pad(&format!("S{position}")),
            Self::Unturn(position) => f.pad(&format!("-{position}")),
        }
    }
}

/// Returns the keys for a sequence of moves from a board, one string for each move.
pub fn keys(mut board: Board, moves: &[Move]) -> Vec<String> {
    moves
        .iter()
        .map(|step| {
            let keys = step.keys(&board);
            step.play(&mut board);
            keys
        })
        .collect()
}

/// The moves that a solution can have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moves {
    /// Turns in both directions. The game has clockwise ones only.
    pub both: bool,
    pub special: bool,
}

/// The bytes at positions 1 to 16.
pub type Cells = [u8; 16];

/// Makes the regular move at a position and returns whether a group begins there. If none does, nothing changes.
pub fn turn(cells: &mut Cells, position: usize) -> bool {
    let can = Board::can_turn(position);
    if can {
        let ring = [0, 1, 5, 4].map(|step| position - 1 + step);
        let bytes = ring.map(|index| cells[index]);
        (0..4).for_each(|i| cells[ring[(i + 1) % 4]] = bytes[i]);
    }
    can
}

/// Makes the special move at a position and returns whether it is legal. In the last column and outside the board
/// nothing changes.
pub fn special(cells: &mut Cells, position: usize) -> bool {
    let can = Board::can_swap(position);
    if can {
        cells.swap(position - 1, position);
    }
    can
}

/// Returns the first position of a byte.
pub fn find(cells: &Cells, byte: u8) -> Option<usize> {
    cells.iter().position(|&cell| cell == byte).map(|index| index + 1)
}

/// Makes the regular move of a letter key: turns the group with this upper left byte. Returns whether there is one.
pub fn key(cells: &mut Cells, letter: u8) -> bool {
    find(cells, letter).is_some_and(|position| turn(cells, position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_board() {
        let board: Board = "BCDH FGEP IJKL AMNO".parse().expect("a board");
        for position in 0..40 {
            let (mut turned, mut exchanged) = (board, board);
            turned.turn(position);
            exchanged.swap(position);
            let (mut cells, mut others, mut keyed) = (*board.letters(), *board.letters(), *board.letters());
            assert_eq!(turn(&mut cells, position), turned != board, "{position}");
            assert_eq!(special(&mut others, position), exchanged != board, "{position}");
            assert_eq!((&cells, &others), (turned.letters(), exchanged.letters()), "{position}");
            let letter = board.at(position).unwrap_or(0);
            assert_eq!((key(&mut keyed, letter), &keyed), (turned != board, turned.letters()), "{position}");
        }
        for byte in 0..=255 {
            assert_eq!(find(board.letters(), byte), board.find(byte));
        }
    }

    #[test]
    fn the_first_of_equal_bytes_is_found() {
        let mut cells = *b"XAXAXAXAXAXAXAXA";
        assert_eq!((find(&cells, b'X'), find(&cells, b'A'), find(&cells, b'B')), (Some(1), Some(2), None));
        assert!(key(&mut cells, b'A'));
        assert_eq!(&cells, b"XAAAXXXAXAXAXAXA");
    }
}
