//! The search for carry-free magics with which turned squares get the same key: complete, and short.
//!
//! Say which square comes to which bit of the key, and every magic follows: to bring the square with bit p to place q
//! takes the shift q - p. That shift brings other squares into the key too, and each of them must come to the same
//! place from every turned square, which takes shifts there, and so on. So the pairs (square of the mask, bit of the
//! key) fall into *blocks* that are only to be had whole. There are at most 12 × 14 pairs. Blocks that agree with
//! themselves are put together until all squares of the mask are in the key.

use super::{Square, Symmetry, mask, squares};

/// Squares that are to share a table: images of one square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The square itself.
    pub base: Square,
    /// How the others come from it.
    pub images: Vec<Symmetry>,
}

/// What a search found, and how much there was to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The best magics, if there are any.
    pub found: Option<Found>,
    /// How many blocks agree with themselves.
    pub blocks: usize,
    /// How many ways of putting blocks together were tried.
    pub tried: u64,
}

/// Magics of a family.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// How many bits they have together: the shifts of a processor that cannot multiply.
    pub ones: u32,
    /// How many single places their shifts leave beside whole bytes.
    pub places: u32,
    /// The magic of each image.
    pub magics: Vec<u64>,
}

/// A part of a key that can be had only whole.
struct Block {
    /// Squares of the mask that it brings, by their number in the mask.
    brings: u32,
    /// Bits of the key that it fills.
    fills: u32,
    part: Part,
}

/// What blocks add up to.
#[derive(Clone)]
struct Part {
    found: Found,
    /// For each image, what stays below the key when all squares of the mask are occupied.
    below: Vec<u64>,
}

impl Family {
    /// A square and its turns.
    pub fn of_turns(base: Square, turns: &[u8]) -> Self {
        Self { base, images: turns.iter().copied().map(Symmetry::turn).collect() }
    }

    /// A square and its eight images.
    pub fn of_all(base: Square) -> Self {
        Self { base, images: Symmetry::all().collect() }
    }

    /// Searches the whole class of carry-free magics for keys of so many bits, 1 to 16, that are equal for all images.
    ///
    /// The best has the fewest bits, then the fewest single places, then the least magics.
    pub fn search(&self, width: u32) -> Search {
        let width = width.clamp(1, 16);
        let blocks = self.blocks(width);
        let empty = Part {
            found: Found { ones: 0, places: 0, magics: vec![0; self.images.len()] },
            below: vec![0; self.images.len()],
        };
        let all = (1 << mask(self.base).count_ones()) - 1;
        let mut search = Assembly { blocks: &blocks, all, limit: 1 << (64 - width), best: None, tried: 0 };
        search.go_on(0, 0, &empty);
        Search { found: search.best, tried: search.tried, blocks: blocks.len() }
    }

    /// For each image, the bits of the mask's squares, in one order for all.
    fn bits(&self) -> Vec<Vec<u32>> {
        let bit =
            |symmetry: Symmetry| squares(mask(self.base)).map(move |square| symmetry.apply(square).bit());
        self.images.iter().map(|&symmetry| bit(symmetry).collect()).collect()
    }

    fn blocks(&self, width: u32) -> Vec<Block> {
        let bits = self.bits();
        let mut seen = vec![0_u32; mask(self.base).count_ones() as usize];
        let pairs = (0..seen.len()).flat_map(|square| (0..width).map(move |place| (square, place)));
        pairs.filter_map(|pair| block(&bits, width, pair, &mut seen)).collect()
    }
}

/// The block of a pair, if it is new and agrees with itself. Marks its pairs as seen.
fn block(bits: &[Vec<u32>], width: u32, pair: (usize, u32), seen: &mut [u32]) -> Option<Block> {
    if seen[pair.0] >> pair.1 & 1 != 0 {
        return None;
    }
    let floor = 64 - width;
    let mut magics = vec![0_u64; bits.len()];
    let (mut brings, mut fills, mut agrees) = (0, 0, true);
    let mut open = vec![pair];
    seen[pair.0] |= 1 << pair.1;
    while let Some((square, place)) = open.pop() {
        agrees &= fills >> place & 1 == 0;
        brings |= 1 << square;
        fills |= 1 << place;
        for (bits, magic) in bits.iter().zip(&mut magics) {
            let Some(shift) = (floor + place).checked_sub(bits[square]) else {
                agrees = false;
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
    agrees.then(|| Block { brings, fills, part: Part::new(bits, floor, magics) })
}

impl Part {
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

    /// Both together. No shift of one is a shift of the other, because pairs with a shift in common are in one block.
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

/// Puts blocks together.
struct Assembly<'a> {
    blocks: &'a [Block],
    /// All squares of the mask.
    all: u32,
    /// What stays below the key must be less.
    limit: u64,
    best: Option<Found>,
    tried: u64,
}

impl Assembly<'_> {
    /// Tries every block that brings the square for which there are fewest.
    fn go_on(&mut self, brought: u32, filled: u32, part: &Part) {
        self.tried += 1;
        if self.best.as_ref().is_some_and(|best| part.found >= *best) {
            return;
        }
        let blocks = self.blocks;
        let fitting = |square: u32| {
            blocks.iter().filter(move |block| block.brings >> square & 1 != 0 && block.fills & filled == 0)
        };
        let missing = (0..32).filter(|square| (self.all & !brought) >> square & 1 != 0);
        let Some(scarce) = missing.min_by_key(|&square| fitting(square).count()) else {
            self.best = Some(part.found.clone());
            return;
        };
        for block in fitting(scarce) {
            let sum = part.with(&block.part);
            if sum.below.iter().all(|&below| below < self.limit) {
                self.go_on(brought | block.brings, filled | block.fills, &sum);
            }
        }
    }
}
