//! The board of the slides: three redundant structures, two sets of squares and the piece lists.

use super::Set;

/// The number of squares: 16 rows of 16. Square = 16 × row + column, from the top left.
pub const SQUARES: usize = 256;

/// The number of pieces of a side, and of squares in a camp.
pub const PIECES: usize = 19;

/// White's camp, in the order of the pieces.
const WHITE_CAMP: [u8; PIECES] = [0, 1, 2, 3, 4, 16, 17, 18, 19, 20, 32, 33, 34, 35, 48, 49, 50, 64, 65];

/// The color of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Begins in the upper left corner and moves first.
    White,
    /// Begins in the lower right corner.
    Black,
}

impl Color {
    /// Both colors.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// Returns the other color.
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Returns the starting squares of this side; piece n begins on the nth. A square s of White's camp corresponds to
    /// 255 − s of Black's.
    pub fn camp(self) -> [u8; PIECES] {
        match self {
            Self::White => WHITE_CAMP,
            Self::Black => WHITE_CAMP.map(|square| 255 - square),
        }
    }
}

/// The slides' `h_board`: the occupied squares, those with a black piece, and the square of each piece.
///
/// A slot of the piece list may be empty, so that positions with fewer pieces can be studied. The byte form of a board
/// has all pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    occupied: Set,
    color: Set,
    position: [[Option<u8>; PIECES]; 2],
}

impl Board {
    /// The size of the byte form: two sets, White's pieces, Black's pieces.
    pub const BYTES: usize = 32 + 32 + 2 * PIECES;

    /// Creates a board without pieces.
    pub const fn empty() -> Self {
        Self {
            occupied: Set::from_bytes([0; 32]),
            color: Set::from_bytes([0; 32]),
            position: [[None; PIECES]; 2],
        }
    }

    /// Creates the initial board: every piece in its camp.
    pub fn init() -> Self {
        let mut board = Self::empty();
        for color in Color::BOTH {
            for (piece, square) in color.camp().into_iter().enumerate() {
                board.add_piece(color, piece, square);
            }
        }
        board
    }

    /// Puts piece number `piece`, 0 to 18, on a square in all three structures. Any other number does nothing.
    pub fn add_piece(&mut self, color: Color, piece: usize, square: u8) {
        let Some(slot) = self.position[color as usize].get_mut(piece) else { return };
        *slot = Some(square);
        self.occupied.incl(square);
        match color {
            Color::White => self.color.excl(square),
            Color::Black => self.color.incl(square),
        }
    }

    /// Moves a piece in all three structures: clears its square, then adds it to the destination. Does not check the
    /// rules. Does nothing if the piece is not on the board.
    pub fn make(&mut self, color: Color, piece: usize, destination: u8) {
        let Some(from) = self.piece(color, piece) else { return };
        self.occupied.excl(from);
        self.color.excl(from);
        self.add_piece(color, piece, destination);
    }

    /// Returns the color of the piece on a square, or `None` if the square is empty.
    pub fn at(&self, square: u8) -> Option<Color> {
        let color = if self.color.is_in(square) { Color::Black } else { Color::White };
        self.occupied.is_in(square).then_some(color)
    }

    /// Returns the square of a piece, or `None` if it is not on the board.
    pub fn piece(&self, color: Color, piece: usize) -> Option<u8> {
        *self.position[color as usize].get(piece)?
    }

    /// Returns the numbers and squares of a side's pieces.
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = (usize, u8)> {
        self.position[color as usize].iter().enumerate().filter_map(|(n, &square)| Some((n, square?)))
    }

    /// Returns the occupied squares.
    pub const fn occupied(&self) -> &Set {
        &self.occupied
    }

    /// Returns the squares with a black piece.
    pub const fn color(&self) -> &Set {
        &self.color
    }

    /// Returns whether the sets and the lists describe the same pieces.
    pub fn is_consistent(&self) -> bool {
        let squares = |color| self.pieces(color).map(|(_, square)| square);
        let [white, black] = Color::BOTH.map(|color| squares(color).collect::<Set>());
        let both: Set = white.squares().chain(black.squares()).collect();
        let listed: usize = Color::BOTH.into_iter().map(|color| squares(color).count()).sum();
        self.color == black && self.occupied == both && both.len() as usize == listed
    }

    /// Returns the byte form: occupied, color, White's pieces, Black's pieces; or `None` if a piece is missing, because
    /// every byte value is a square.
    pub fn to_bytes(&self) -> Option<[u8; Self::BYTES]> {
        let mut bytes = [0; Self::BYTES];
        bytes[..32].copy_from_slice(&self.occupied.to_bytes());
        bytes[32..64].copy_from_slice(&self.color.to_bytes());
        for (byte, square) in bytes[64..].iter_mut().zip(self.position.as_flattened()) {
            *byte = (*square)?;
        }
        Some(bytes)
    }

    /// Creates the board with this byte form, whether or not its three structures are consistent.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let set = |from: usize| Set::from_bytes(std::array::from_fn(|n| bytes[from + n]));
        let list = |from: usize| std::array::from_fn(|n| Some(bytes[from + n]));
        Self { occupied: set(0), color: set(32), position: [list(64), list(64 + PIECES)] }
    }
}
