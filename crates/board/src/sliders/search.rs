//! An exhaustive search for carry-free magics that give rotated squares the same key.
//!
//! An assignment of squares to key bits determines every magic: moving the square with bit p to place q requires the
//! shift q - p. The same shift moves other squares into the key too. Each of them must reach the same place from every
//! image of the square, which requires further shifts, and so on. So the pairs (square of the mask, bit of the key)
//! fall into *blocks*: closed sets that can only be chosen as a whole. There are at most 12 × 14 pairs. The search
//! combines consistent blocks until all squares of the mask are in the key.

use super::{Key, Piece, Square, Symmetry, squares};

/// A family of squares that share a table: images of one square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    pub piece: Piece,
    pub base: Square,
    /// The symmetries that map the base square to the others.
    pub images: Vec<Symmetry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The best magics, if any exist.
    pub found: Option<Found>,
    /// The number of consistent blocks.
    pub blocks: usize,
    /// The number of combinations of blocks tried.
    pub tried: u64,
}

/// The magics of a family. Better ones sort first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// The total number of set bits: the shifts on a processor without multiplication.
    pub ones: u32,
    /// The total of the shift counts modulo 8: the single-bit shifts that whole-byte moves leave.
    pub places: u32,
    /// The magic of each image.
    pub magics: Vec<u64>,
}

/// A closed set of (square, key bit) pairs.
struct Block {
    /// The squares of the mask that it covers, by their index in the mask.
    squares: u32,
    /// The bits of the key that it fills.
    places: u32,
    sum: Sum,
}

/// The sum of the blocks chosen.
#[derive(Clone)]
struct Sum {
    found: Found,
    /// For each image, the sum of the bits below the key when all squares of the mask are occupied.
    below: Vec<u64>,
}

impl Family {
    pub fn of_turns(piece: Piece, base: Square, turns: &[u8]) -> Self {
        Self { piece, base, images: turns.iter().copied().map(Symmetry::turn).collect() }
    }

    /// Creates the family of a square and its eight images.
    pub fn of_all(piece: Piece, base: Square) -> Self {
        Self { piece, base, images: Symmetry::all().collect() }
    }

    /// Searches all carry-free magics whose keys, 1 to 16 bits wide, are equal for all images.
    ///
    /// The best result has the fewest set bits, then the fewest single-bit shifts, then the least magics.
    pub fn search(&self, width: u32) -> Search {
        let width = width.clamp(1, 16);
        let blocks = self.blocks(width);
        let empty = Sum {
            found: Found { ones: 0, places: 0, magics: vec![0; self.images.len()] },
            below: vec![0; self.images.len()],
        };
        let all = (1 << self.piece.mask(self.base).count_ones()) - 1;
        let mut search = Combiner { blocks: &blocks, all, limit: 1 << (64 - width), best: None, tried: 0 };
        search.extend(0, 0, &empty);
        Search { found: search.best, tried: search.tried, blocks: blocks.len() }
    }

    /// Returns, for each image, the bits of the mask's squares in corresponding order.
    pub(super) fn bits(&self) -> Vec<Vec<u32>> {
        let bit = |symmetry: Symmetry| {
            squares(self.piece.mask(self.base)).map(move |square| symmetry.apply(square).bit())
        };
        self.images.iter().map(|&symmetry| bit(symmetry).collect()).collect()
    }

    fn blocks(&self, width: u32) -> Vec<Block> {
        let bits = self.bits();
        let mut seen = vec![0_u32; self.piece.mask(self.base).count_ones() as usize];
        let pairs = (0..seen.len()).flat_map(|square| (0..width).map(move |place| (square, place)));
        pairs.filter_map(|pair| block(&bits, width, pair, &mut seen)).collect()
    }
}

/// Returns the block of a pair if it is new and consistent. Marks its pairs as seen.
fn block(bits: &[Vec<u32>], width: u32, pair: (usize, u32), seen: &mut [u32]) -> Option<Block> {
    if seen[pair.0] >> pair.1 & 1 != 0 {
        return None;
    }
    let floor = 64 - width;
    let mut magics = vec![0_u64; bits.len()];
    let (mut covered, mut filled, mut is_consistent) = (0, 0, true);
    let mut open = vec![pair];
    seen[pair.0] |= 1 << pair.1;
    while let Some((square, place)) = open.pop() {
        is_consistent &= filled >> place & 1 == 0;
        covered |= 1 << square;
        filled |= 1 << place;
        for (bits, magic) in bits.iter().zip(&mut magics) {
            let Some(shift) = (floor + place).checked_sub(bits[square]) else {
                is_consistent = false;
                continue;
            };
            *magic |= 1 << shift;
            for (other, bit) in bits.iter().enumerate() {
                let Some(place) = (bit + shift).checked_sub(floor).filter(|&place| place < width) else {
                    continue;
                };
                if seen[other] >> place & 1 == 0 {
                    seen[other] |= 1 << place;
                    open.push((other, place));
                }
            }
        }
    }
    is_consistent.then(|| Block { squares: covered, places: filled, sum: Sum::new(bits, floor, magics) })
}

impl Sum {
    fn new(bits: &[Vec<u32>], floor: u32, magics: Vec<u64>) -> Self {
        let shifts = |magic: u64| (0..64).filter(move |shift| magic >> shift & 1 != 0);
        let below = |(bits, &magic): (&Vec<u32>, &u64)| {
            let places = shifts(magic).flat_map(|shift| bits.iter().map(move |bit| bit + shift));
            places.filter(|&place| place < floor).fold(0_u64, |sum, place| sum.saturating_add(1 << place))
        };
        Self {
            below: bits.iter().zip(&magics).map(below).collect(),
            found: Found {
                ones: magics.iter().map(|magic| magic.count_ones()).sum(),
                places: magics.iter().flat_map(|&magic| shifts(magic)).map(|shift| shift % 8).sum(),
                magics,
            },
        }
    }

    /// Adds two sums. They have no shift in common, because pairs with a common shift are in the same block.
    fn with(&self, other: &Self) -> Self {
        let add =
            |one: &[u64], other: &[u64]| one.iter().zip(other).map(|(a, b)| a.saturating_add(*b)).collect();
        Self {
            below: add(&self.below, &other.below),
            found: Found {
                ones: self.found.ones + other.found.ones,
                places: self.found.places + other.found.places,
                magics: add(&self.found.magics, &other.found.magics),
            },
        }
    }
}

/// A depth-first search over combinations of blocks.
struct Combiner<'a> {
    blocks: &'a [Block],
    /// All squares of the mask.
    all: u32,
    /// The sum of the bits below the key must be less than this.
    limit: u64,
    best: Option<Found>,
    tried: u64,
}

impl Combiner<'_> {
    /// Picks the missing square with the fewest fitting blocks and tries each of them.
    fn extend(&mut self, covered: u32, filled: u32, sum: &Sum) {
        self.tried += 1;
        if self.best.as_ref().is_some_and(|best| sum.found >= *best) {
            return;
        }
        let blocks = self.blocks;
        let fitting = |square: u32| {
            blocks.iter().filter(move |block| block.squares >> square & 1 != 0 && block.places & filled == 0)
        };
        let missing = (0..32).filter(|square| (self.all & !covered) >> square & 1 != 0);
        let Some(scarce) = missing.min_by_key(|&square| fitting(square).count()) else {
            self.best = Some(sum.found.clone());
            return;
        };
        for block in fitting(scarce) {
            let sum = sum.with(&block.sum);
            if sum.below.iter().all(|&below| below < self.limit) {
                self.extend(covered | block.squares, filled | block.places, &sum);
            }
        }
    }
}

/// Rotated squares that share one index table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared {
    pub piece: Piece,
    /// The base square, rotated by 0 turns.
    pub base: Square,
    /// The width of the key in bits: the table has 2^width entries.
    pub width: u32,
    /// The magics of the base square after 0 to 3 turns; `None` where another table serves the square.
    pub magics: [Option<u64>; 4],
}

impl Shared {
    /// Returns the keys of its squares, each with the number of turns from the base square.
    pub fn keys(self) -> impl Iterator<Item = (u8, Key)> {
        (0..4).zip(self.magics).filter_map(move |(turns, magic)| {
            let square = Symmetry::turn(turns).apply(self.base);
            Some((turns, Key::new(self.piece, square, magic?, self.width)?))
        })
    }
}

impl Piece {
    /// Returns the tables of all squares, as `Orbit::tables` computes them.
    pub const fn tables(self) -> &'static [Shared] {
        match self {
            Self::Rook => &ROOK,
            Self::Bishop => &BISHOP,
        }
    }
}

#[rustfmt::skip]
const ROOK: [Shared; 18] = [
    rook(0, 0, 12, [0x0080_0820_0000_0010, 0x0010_0100_0200_0000, 0x0002_0000_1000_2000, 0x0000_4000_0001_0002]),
    rook(0, 1, 12, [0x2000_0040_1000_4002, 0x0400_0020_0401_0004, 0x0080_0040_0200_4010, 0x0010_0100_0400_2004]),
    rook(0, 2, 11, [0x0800_0400_4008_0008, 0x0100_0080_4004_0080, 0x0020_0800_0804_0040, 0]),
    rook(0, 2, 11, [0, 0, 0, 0x0000_1008_0810_0010]),
    rook(0, 3, 11, [0x2000_0801_0002_0010, 0x0400_0100_8010_0020, 0x0080_0200_1008_0100, 0]),
    rook(0, 3, 11, [0, 0, 0, 0x0000_4000_2008_0008]),
    rook(0, 4, 11, [0x2002_0020_0202_0020, 0x0400_0220_0200_2020, 0x0080_0200_2200_2002, 0x0010_0020_2002_2002]),
    rook(0, 5, 11, [0x0400_0100_0801_0040, 0x0080_0400_1000_8010, 0x0010_0100_4001_0008, 0x0002_0080_1004_0010]),
    rook(0, 6, 11, [0x0400_0100_0201_0020, 0x0080_0200_1000_2010, 0x0010_0100_2001_0002, 0x0002_0020_1002_0010]),
    rook(1, 1, 10, [0x0000_0044_0000_8040, 0x0000_0400_0440_0008, 0x0000_0080_4000_4400, 0x0000_4000_0804_0004]),
    rook(1, 2, 10, [0x0000_0404_0008_0010, 0x0000_0100_4040_0080, 0x0000_0800_1004_0400, 0x0000_4000_8001_0040]),
    rook(1, 3, 12, [0x0000_1000_2400_4010, 0x0000_0101_0002_4004, 0x0004_0040_1010_0024, 0x0000_0240_0401_0100]),
    rook(1, 4, 10, [0x0002_0100_8001_1002, 0x0001_0020_1008_0010, 0x0000_0110_0201_0080, 0x0000_0800_1100_2010]),
    rook(1, 5, 10, [0x0001_0042_0002_0201, 0x0000_2010_0420_0020, 0x0000_0202_0100_4200, 0x0000_2000_2020_1004]),
    rook(2, 2, 10, [0x0000_0088_0001_0080, 0x0000_0800_0880_0010, 0x0000_0100_8000_8800, 0x0000_8000_1008_0008]),
    rook(2, 3, 10, [0x0000_2000_8010_0020, 0x0000_0202_0008_0100, 0x0000_1000_2020_0080, 0x0000_0801_0002_0200]),
    rook(2, 4, 11, [0x0002_0080_8001_0202, 0x0000_2020_0808_0010, 0x0000_0102_0200_8080, 0x0000_0800_1020_2008]),
    rook(3, 3, 11, [0x0000_0400_2001_0080, 0x0000_0800_4002_0010, 0x0000_0100_8004_0020, 0x0000_0200_1008_0040]),
];

#[rustfmt::skip]
const BISHOP: [Shared; 16] = [
    bishop(0, 0, 6, [0x0000_4000_0200_0000, 0x0000_0004_0000_2000, 0x0002_0000_0040_0000, 0x0000_0020_0000_0400]),
    bishop(0, 1, 5, [0x0000_1001_0000_2000, 0x0002_0001_0010_0000, 0x0000_0020_0010_0100, 0x0000_1000_0200_0100]),
    bishop(0, 2, 5, [0x0000_1001_0040_0020, 0x0000_0201_0010_0400, 0x0000_4000_2010_0100, 0x0000_1004_0002_0100]),
    bishop(0, 3, 5, [0x0000_0801_0000_2020, 0x0002_0200_8010_0000, 0x0000_0020_2008_0100, 0x0000_1000_0202_0080]),
    bishop(0, 4, 5, [0x0000_1000_8200_0010, 0x0000_0101_0008_2000, 0x0002_0000_1010_0080, 0x0000_0820_0001_0100]),
    bishop(0, 5, 5, [0x0000_2001_0004_0200, 0x0000_2002_0010_0040, 0x0000_0402_0020_0100, 0x0000_1000_4020_0200]),
    bishop(0, 6, 5, [0x0000_1000_0200_0100, 0x0000_1001_0000_2000, 0x0002_0001_0010_0000, 0x0000_0020_0010_0100]),
    bishop(1, 1, 5, [0x0002_0000_0080_0000, 0x0000_0020_0000_0800, 0x0000_8000_0200_0000, 0x0000_0008_0000_2000]),
    bishop(1, 2, 5, [0x0000_1001_0000_1040, 0x0001_0401_0010_0000, 0x0000_0010_4010_0100, 0x0000_1000_0104_0100]),
    bishop(1, 3, 5, [0x0000_1002_0040_0000, 0x0000_0001_0020_0400, 0x0000_4000_0010_0200, 0x0000_2004_0000_0100]),
    bishop(1, 4, 5, [0x0000_1100_0002_2200, 0x0002_2001_1000_0020, 0x0000_0222_0011_0000, 0x0000_0000_2220_0110]),
    bishop(1, 5, 5, [0x0000_1002_0800_0100, 0x0000_1001_0020_8000, 0x0008_0001_0010_0200, 0x0000_2080_0010_0100]),
    bishop(2, 2, 7, [0x0000_2000_0200_0010, 0x0000_0102_0000_2000, 0x0002_0000_1020_0000, 0x0000_0020_0001_0200]),
    bishop(2, 3, 7, [0x0000_2000_2004_0200, 0x0000_2002_0002_0040, 0x0000_0402_0020_0020, 0x0000_0200_4020_0200]),
    bishop(2, 4, 7, [0x0000_0204_0020_0080, 0x0000_0800_2040_0200, 0x0000_2000_8002_0400, 0x0000_4002_0008_0020]),
    bishop(3, 3, 9, [0x0002_0020_0010_0100, 0x0000_1020_0200_0100, 0x0000_1001_0200_2000, 0x0000_0001_0010_2002]),
];

const fn rook(row: u8, column: u8, width: u32, magics: [u64; 4]) -> Shared {
    shared(Piece::Rook, row, column, width, magics)
}

const fn bishop(row: u8, column: u8, width: u32, magics: [u64; 4]) -> Shared {
    shared(Piece::Bishop, row, column, width, magics)
}

/// Creates a row of a table. A magic of 0 means that another table serves the square.
const fn shared(piece: Piece, row: u8, column: u8, width: u32, magics: [u64; 4]) -> Shared {
    let mut shared = Shared { piece, base: Square::new(row, column).unwrap(), width, magics: [None; 4] };
    let mut turns = 0;
    while turns < 4 {
        if magics[turns] != 0 {
            shared.magics[turns] = Some(magics[turns]);
        }
        turns += 1;
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Muller predicted, a turn of the board rotates the magic back by 12 places in a ring of 48. This holds for inner
    /// squares with four shifts; the others need one more shift where the ring is cut.
    #[test]
    fn magics_turn_with_the_ring() {
        let four = |magics: [Option<u64>; 4]| magics.iter().flatten().all(|magic| magic.count_ones() == 4);
        let orbits: Vec<_> = Piece::Rook
            .tables()
            .iter()
            .filter(|shared| shared.base.row() > 0 && four(shared.magics))
            .collect();
        assert_eq!(orbits.len(), 5);
        for &Shared { base, magics, .. } in orbits {
            for turn in 0..3 {
                let [one, next] = [magics[turn], magics[turn + 1]].map(Option::unwrap);
                assert_eq!(next, (one >> 12 | one << 36) & 0xFFFF_FFFF_FFFF, "{base}");
            }
        }
    }
}
