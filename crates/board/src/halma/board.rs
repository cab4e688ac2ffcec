//! The board of the slides, kept three times over: who is where, and where everyone is.

use super::Set;

/// Squares on the board: 16 rows of 16. Square = 16 × row + column, from the top left.
pub const SQUARES: usize = 256;

/// Pieces of a side, and squares of a camp.
pub const PIECES: usize = 19;

/// White's camp, in the order of the pieces.
const WHITE_CAMP: [u8; PIECES] = [0, 1, 2, 3, 4, 16, 17, 18, 19, 20, 32, 33, 34, 35, 48, 49, 50, 64, 65];

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Begins in the upper left corner, and moves first.
    White,
    /// Begins in the lower right corner.
    Black,
}

impl Colour {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The squares on which this side begins; piece n begins on the nth. Black's are 255 less White's.
    pub fn camp(self) -> [u8; PIECES] {
        match self {
            Self::White => WHITE_CAMP,
            Self::Black => WHITE_CAMP.map(|square| 255 - square),
        }
    }
}

/// The slide's `h_board`: which squares have a piece, which of them a black one, and where each piece stands.
///
/// A slot of the piece list may be empty here, so that positions with fewer pieces can be studied.
/// The board in bytes is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    occupied: Set,
    colour: Set,
    position: [[Option<u8>; PIECES]; 2],
}

impl Board {
    /// Its size in bytes: two sets, then White's pieces, then Black's.
    pub const BYTES: usize = 32 + 32 + 2 * PIECES;

    /// Nothing on the board.
    pub const fn empty() -> Self {
        Self {
            occupied: Set::from_bytes([0; 32]),
            colour: Set::from_bytes([0; 32]),
            position: [[None; PIECES]; 2],
        }
    }

    /// Every piece in its camp.
    pub fn init() -> Self {
        let mut board = Self::empty();
        for colour in Colour::BOTH {
            for (piece, square) in colour.camp().into_iter().enumerate() {
                board.add_piece(colour, piece, square);
            }
        }
        board
    }

    /// Puts piece number `piece`, 0 to 18, on a square, in all three structures. Another number does nothing.
    pub fn add_piece(&mut self, colour: Colour, piece: usize, square: u8) {
        let Some(slot) = self.position[colour as usize].get_mut(piece) else { return };
        *slot = Some(square);
        self.occupied.incl(square);
        match colour {
            Colour::White => self.colour.excl(square),
            Colour::Black => self.colour.incl(square),
        }
    }

    /// Moves a piece, in all three structures: its square becomes empty, then it is added where it goes.
    /// The rules are not asked. A piece that is not there stays away.
    pub fn make(&mut self, colour: Colour, piece: usize, destination: u8) {
        let Some(from) = self.piece(colour, piece) else { return };
        self.occupied.excl(from);
        self.colour.excl(from);
        self.add_piece(colour, piece, destination);
    }

    /// Whose piece stands on a square, if one does.
    pub fn at(&self, square: u8) -> Option<Colour> {
        let colour = if self.colour.is_in(square) { Colour::Black } else { Colour::White };
        self.occupied.is_in(square).then_some(colour)
    }

    /// Where a piece stands, if it is on the board.
    pub fn piece(&self, colour: Colour, piece: usize) -> Option<u8> {
        *self.position[colour as usize].get(piece)?
    }

    /// The numbers of a side's pieces, and where they stand.
    pub fn pieces(&self, colour: Colour) -> impl Iterator<Item = (usize, u8)> {
        self.position[colour as usize].iter().enumerate().filter_map(|(n, &square)| Some((n, square?)))
    }

    /// The squares that have a piece.
    pub const fn occupied(&self) -> &Set {
        &self.occupied
    }

    /// The squares that have a black piece.
    pub const fn colour(&self) -> &Set {
        &self.colour
    }

    /// Whether sets and lists tell of the same pieces.
    pub fn agrees(&self) -> bool {
        let squares = |colour| self.pieces(colour).map(|(_, square)| square);
        let [white, black] = Colour::BOTH.map(|colour| squares(colour).collect::<Set>());
        let both: Set = white.squares().chain(black.squares()).collect();
        let listed: usize = Colour::BOTH.into_iter().map(|colour| squares(colour).count()).sum();
        self.colour == black && self.occupied == both && both.len() as usize == listed
    }

    /// Its bytes: occupied, colour, White's pieces, Black's pieces. None if a piece is missing: every byte
    /// is a square, so there is none to say it.
    pub fn to_bytes(&self) -> Option<[u8; Self::BYTES]> {
        let mut bytes = [0; Self::BYTES];
        bytes[..32].copy_from_slice(&self.occupied.to_bytes());
        bytes[32..64].copy_from_slice(&self.colour.to_bytes());
        for (byte, square) in bytes[64..].iter_mut().zip(self.position.as_flattened()) {
            *byte = (*square)?;
        }
        Some(bytes)
    }

    /// The board with these bytes, whether or not its three structures agree.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let set = |from: usize| Set::from_bytes(std::array::from_fn(|n| bytes[from + n]));
        let list = |from: usize| std::array::from_fn(|n| Some(bytes[from + n]));
        Self { occupied: set(0), colour: set(32), position: [list(64), list(64 + PIECES)] }
    }
}
