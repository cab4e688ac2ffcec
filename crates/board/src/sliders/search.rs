//! An exhaustive search for carry-free magics that give rotated squares the same key.
//!
//! An assignment of squares to key bits determines every magic: moving the square with bit p to place q requires the
//! shift q - p. The same shift moves other squares into the key too. Each of them must reach the same place from every
//! image of the square, which requires further shifts, and so on. So the pairs (square of the mask, bit of the key)
//! fall into *blocks*: closed sets that can only be chosen as a whole. There are at most 12 × 14 pairs. The search
//! combines consistent blocks until all squares of the mask are in the key.

use super::{Piece, Square, Symmetry, squares};

/// A family of squares that share a table: images of one square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The piece on the squares.
    pub piece: Piece,
    /// The base square.
    pub base: Square,
    /// The symmetries that map the base square to the others.
    pub images: Vec<Symmetry>,
}

/// The result and the statistics of a search.
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
    /// Creates the family of a square and its turns.
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
