//! The board of the slides: three redundant structures, two sets of squares and the piece lists.
//! The occupied squares are one bit vector per line and direction, so that a shift yields the squares ahead.

use std::fmt;

/// The number of squares: 16 rows of 16. Square = 16 × row + column, from the top left.
pub const SQUARES: usize = 256;

/// The number of pieces of a side, and of squares in a camp.
pub const PIECES: usize = 19;

/// White's camp, in the order of the pieces.
const WHITE_CAMP: [u8; PIECES] = [0, 1, 2, 3, 4, 16, 17, 18, 19, 20, 32, 33, 34, 35, 48, 49, 50, 64, 65];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Begins in the upper left corner and moves first.
    White,
    /// Begins in the lower right corner.
    Black,
}

impl Color {
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

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

    pub const fn empty() -> Self {
        Self {
            occupied: Set::from_bytes([0; 32]),
            color: Set::from_bytes([0; 32]),
            position: [[None; PIECES]; 2],
        }
    }

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

/// The rule for hops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Over an adjacent piece to the square directly beyond it.
    Standard,
    /// Over a piece at any distance to the square at the same distance beyond it, if all other squares between are empty.
    Kangaroo,
}

/// For each of eight directions 32 words, one for each line of the board in that direction, with a 1 for each piece.
///
/// The squares of a line are at bits 8 to 23; the next square in the direction is one bit higher. All other bits are 1,
/// so that the border blocks movement like a piece.
#[derive(Clone, Copy, Debug)]
pub struct Lines([u32; 256]);

/// The offset of one step in each direction: right, down, down right, down left, and their opposites.
const STEP: [i32; 8] = [1, 16, 17, 15, -1, -16, -17, -15];

/// The word and the bit of each square in each direction.
static PLACES: [[(u8, u8); 8]; 256] = {
    let mut places = [[(0, 0); 8]; 256];
    let mut n = 0;
    while n < 8 * 256 {
        places[n / 8][n % 8] = place(n % 8, (n / 8) as u8);
        n += 1;
    }
    places
};

const fn place(direction: usize, square: u8) -> (u8, u8) {
    let (row, column) = (square / 16, square % 16);
    let (line, bit) = match direction % 4 {
        0 => (row, 8 + column),
        1 => (column, 8 + row),
        2 => (15 + column - row, 8 + row),
        _ => (column + row, 8 + row),
    };
    (32 * direction as u8 + line, if direction < 4 { bit } else { 31 - bit })
}

impl Lines {
    pub fn new(squares: impl Iterator<Item = u8>) -> Self {
        let mut lines = Self([u32::MAX; 256]);
        (0..=255).chain(squares).for_each(|square| lines.toggle(square));
        lines
    }

    #[inline]
    pub fn toggle(&mut self, square: u8) {
        for (word, bit) in PLACES[usize::from(square)] {
            self.0[usize::from(word)] ^= 1 << bit;
        }
    }

    /// Returns the squares ahead of a square, the next one at bit 0.
    #[inline(always)]
    fn ahead(&self, direction: usize, square: u8) -> u32 {
        let (word, bit) = PLACES[usize::from(square)][direction];
        self.0[usize::from(word)] >> bit >> 1
    }

    /// Returns the number of empty squares around a square.
    #[inline]
    pub(super) fn count_steps(&self, from: u8) -> u32 {
        8 - (0..8).map(|direction| self.ahead(direction, from) & 1).sum::<u32>()
    }

    /// Returns the empty squares around a square.
    fn steps(&self, from: u8) -> impl Iterator<Item = u8> {
        let is_empty = move |&(direction, _): &(usize, i32)| self.ahead(direction, from) & 1 == 0;
        STEP.into_iter().enumerate().filter(is_empty).map(move |(_, step)| (i32::from(from) + step) as u8)
    }

    /// Returns the distance to the piece that can be hopped over in a direction.
    #[inline(always)]
    fn length(&self, direction: usize, from: u8, variant: Variant) -> Option<i32> {
        let ahead = self.ahead(direction, from);
        let gap = ahead.trailing_zeros();
        let can_hop = match variant {
            Variant::Standard => ahead & 0b11 == 0b01,
            Variant::Kangaroo => (ahead >> gap >> 1).trailing_zeros() > gap,
        };
        can_hop.then_some(gap as i32 + 1)
    }

    /// Returns the destinations of the piece on a square: first those of hops, then those of steps.
    pub fn destinations(&mut self, from: u8, variant: Variant) -> impl Iterator<Item = u8> {
        let hops = self.hops(from, variant);
        let landings = (0..64).filter(move |n| hops >> n & 1 != 0).map(move |n| square_of(n, from));
        landings.chain(self.steps(from))
    }

    /// Returns the squares that the piece on a square can reach by hops, numbered as in [`square_of`].
    #[inline]
    pub(super) fn hops(&mut self, from: u8, variant: Variant) -> u64 {
        // Most pieces have no hop; this is known without lifting the piece.
        if (0..8).all(|direction| self.length(direction, from, variant).is_none()) {
            return 0;
        }
        self.toggle(from);
        let reached = self.flood(from, variant);
        self.toggle(from);
        reached & !(1 << index(from))
    }

    /// Returns the squares reachable by hops, including the starting square, by flood fill.
    #[inline]
    fn flood(&self, from: u8, variant: Variant) -> u64 {
        let mut reached = 1 << index(from);
        let mut queue = [from; 64];
        let (mut next, mut end) = (0, 1);
        while next < end {
            let square = queue[next & 63];
            next += 1;
            for (direction, step) in STEP.into_iter().enumerate() {
                let Some(length) = self.length(direction, square, variant) else { continue };
                let landing = (i32::from(square) + 2 * length * step) as u8;
                if reached >> index(landing) & 1 == 0 {
                    reached |= 1 << index(landing);
                    queue[end & 63] = landing;
                    end += 1;
                }
            }
        }
        reached
    }
}

/// Returns the index of a square among the 64 with the same parities of row and column, which hops preserve.
const fn index(square: u8) -> u32 {
    ((square >> 5) * 8 + (square >> 1 & 7)) as u32
}

/// Returns the square with this index among those with the parities of another square.
const fn square_of(index: u32, like: u8) -> u8 {
    ((index / 8 * 32 + index % 8 * 2) as u8) | (like & 0x11)
}

/// A set of squares, the slides' `h_bitset`: square s is bit s mod 8 of byte s div 8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Set([u8; 32]);

impl Set {
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub const fn to_bytes(self) -> [u8; 32] {
        self.0
    }

    /// Inserts a square.
    pub fn incl(&mut self, square: u8) {
        self.0[usize::from(square / 8)] |= 1 << (square % 8);
    }

    /// Removes a square.
    pub fn excl(&mut self, square: u8) {
        self.0[usize::from(square / 8)] &= !(1 << (square % 8));
    }

    pub fn is_in(&self, square: u8) -> bool {
        self.0[usize::from(square / 8)] & 1 << (square % 8) != 0
    }

    /// Returns its squares in ascending order.
    pub fn squares(self) -> impl Iterator<Item = u8> {
        (0..=255).filter(move |&square| self.is_in(square))
    }

    /// Returns the number of its squares, 0 to 256.
    pub fn len(self) -> u32 {
        self.0.iter().map(|byte| byte.count_ones()).sum()
    }

    pub fn is_empty(self) -> bool {
        self == Self::default()
    }
}

impl Extend<u8> for Set {
    fn extend<I: IntoIterator<Item = u8>>(&mut self, squares: I) {
        squares.into_iter().for_each(|square| self.incl(square));
    }
}

impl FromIterator<u8> for Set {
    fn from_iter<I: IntoIterator<Item = u8>>(squares: I) -> Self {
        let mut set = Self::default();
        set.extend(squares);
        set
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.squares()).finish()
    }
}
