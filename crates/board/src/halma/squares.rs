//! The occupied squares as one bit vector per line and direction, so that a shift yields the squares ahead.

use std::fmt;

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
    /// Creates the lines of a board with pieces on these squares.
    pub fn new(squares: impl Iterator<Item = u8>) -> Self {
        let mut lines = Self([u32::MAX; 256]);
        (0..=255).chain(squares).for_each(|square| lines.toggle(square));
        lines
    }

    /// Puts a piece on a square or removes it.
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
    /// Creates a set from its bytes.
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

    /// Returns whether the set contains a square.
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

    /// Returns whether the set is empty.
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
