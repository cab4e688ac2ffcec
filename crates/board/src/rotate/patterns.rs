//! Pattern databases: for each placement of some letters, the least number of moves that brings them to their places.
//!
//! A solution of the whole board brings these letters to their places too, so the distance of their placement is a lower bound
//! for its length. See J. C. Culberson, J. Schaeffer, "Pattern Databases", Computational Intelligence 14 (1998).

use std::{error::Error, fmt};

use super::{
    Moves,
    packed::{SWAPS, TURNS},
};

const CELLS: usize = 16;
/// The largest distance that four bits hold. It stands for all larger ones, too.
pub(super) const FARTHEST: u8 = 15;
/// A position as a pattern has it, and where the last move before it had it.
type Before = [u8; CELLS];

const MAGIC: &[u8; 8] = b"ARCROT01";
const HEADER: usize = MAGIC.len() + 4 + 8;

/// The distances of the placements of the first letters.
#[derive(Clone, PartialEq, Eq)]
pub struct Patterns {
    letters: usize,
    both: bool,
    regular: Table,
    /// The distances if one move can be special.
    special: Option<Table>,
}

/// The numbers of letters that a database can have.
pub const LETTERS: std::ops::RangeInclusive<usize> = 1..=8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternsError {
    /// A number of letters that is not in [`LETTERS`].
    Letters(usize),
    /// The bytes do not begin as a database does.
    Foreign,
    /// There are fewer or more bytes than the header says.
    Length { expected: usize, found: usize },
    /// The checksum is another one.
    Damaged,
    /// A table of this number of bytes cannot be allocated.
    Memory(usize),
}

impl fmt::Display for PatternsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Letters(letters) => {
                write!(f, "a database has {} to {} letters, not {letters}", LETTERS.start(), LETTERS.end())
            }
            Self::Foreign => f.write_str("this is not a pattern database of ROTATE"),
            Self::Length { expected, found } => {
                write!(f, "the pattern database should have {expected} bytes, but has {found}")
            }
            Self::Memory(bytes) => {
                write!(
                    f,
                    "{} MB of memory cannot be allocated; use a database of fewer letters",
                    bytes.div_ceil(1 << 20)
                )
            }
            Self::Damaged => f.write_str("the pattern database is damaged: its checksum does not agree"),
        }
    }
}

impl Error for PatternsError {}

impl fmt::Debug for Patterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Patterns of {} letters with {:?}", self.letters, self.moves())
    }
}

impl Patterns {
    /// Computes the database of the first letters. Calls `progress` with each distance and the number of its placements.
    pub fn build(
        letters: usize,
        moves: Moves,
        mut progress: impl FnMut(u8, usize),
    ) -> Result<Self, PatternsError> {
        if !LETTERS.contains(&letters) {
            return Err(PatternsError::Letters(letters));
        }
        let regular = Table::build(letters, moves.both, None, &mut progress)?;
        let special = moves.special.then(|| Table::build(letters, moves.both, Some(&regular), &mut progress));
        let special = special.transpose()?;
        Ok(Self { letters, both: moves.both, regular, special })
    }

    pub fn letters(&self) -> usize {
        self.letters
    }

    /// Returns the moves whose number it bounds.
    pub fn moves(&self) -> Moves {
        Moves { both: self.both, special: self.special.is_some() }
    }

    /// Returns the least number of moves for letters at these positions, counted from 0, or 15 for more. With `has_special` one
    /// of them can be special.
    pub(super) fn distance(&self, positions: impl Iterator<Item = u8>, has_special: bool) -> u8 {
        let table = self.special.as_ref().filter(|_| has_special).unwrap_or(&self.regular);
        table.get(rank(positions))
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let tables: Vec<&Table> = [&self.regular].into_iter().chain(&self.special).collect();
        let mut bytes = MAGIC.to_vec();
        bytes.extend([self.letters as u8, self.both.into(), self.special.is_some().into(), 0]);
        bytes.extend(checksum(tables.iter().flat_map(|table| &table.0)).to_le_bytes());
        tables.iter().for_each(|table| bytes.extend(&table.0));
        bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PatternsError> {
        let Some((header, distances)) = bytes.split_at_checked(HEADER) else {
            return Err(PatternsError::Foreign);
        };
        let (magic, header) = header.split_at(MAGIC.len());
        let &[letters, both @ 0..=1, special @ 0..=1, 0, ref sum @ ..] = header else {
            return Err(PatternsError::Foreign);
        };
        let letters = usize::from(letters);
        if magic != MAGIC || !LETTERS.contains(&letters) {
            return Err(PatternsError::Foreign);
        }
        let size = placements(letters).div_ceil(2);
        let expected = HEADER + size * (1 + usize::from(special));
        if bytes.len() != expected {
            return Err(PatternsError::Length { expected, found: bytes.len() });
        }
        if *sum != checksum(distances).to_le_bytes() {
            return Err(PatternsError::Damaged);
        }
        let (regular, rest) = distances.split_at(size);
        let special = (special == 1).then(|| Table::copy(rest)).transpose()?;
        Ok(Self { letters, both: both == 1, regular: Table::copy(regular)?, special })
    }
}

/// Four bits for each placement, the lower ones first.
#[derive(Clone, PartialEq, Eq)]
struct Table(Vec<u8>);

impl Table {
    fn with_room(bytes: usize) -> Result<Self, PatternsError> {
        let mut table = Vec::new();
        table.try_reserve_exact(bytes).map_err(|_| PatternsError::Memory(bytes))?;
        Ok(Self(table))
    }

    fn copy(bytes: &[u8]) -> Result<Self, PatternsError> {
        let mut table = Self::with_room(bytes.len())?;
        table.0.extend_from_slice(bytes);
        Ok(table)
    }

    /// Computes all distances from that of the placement in order. With the table of regular moves, one move can be special.
    fn build(
        letters: usize,
        both: bool,
        regular: Option<&Table>,
        progress: &mut impl FnMut(u8, usize),
    ) -> Result<Self, PatternsError> {
        let bytes = placements(letters).div_ceil(2);
        let mut table = Self::with_room(bytes)?;
        table.0.resize(bytes, 0xFF);
        let directions = if both { &[true, false][..] } else { &[true] };
        let turns: Vec<Before> =
            TURNS.iter().flat_map(|&p| directions.iter().map(move |&way| before_turn(p, way))).collect();
        let swaps = SWAPS.map(before_swap);
        table.set(0, 0);
        for distance in 0..FARTHEST {
            let mut count = 0;
            for index in 0..placements(letters) {
                if table.get(index) == distance {
                    count += 1;
                    table.reach(index, letters, distance + 1, &turns);
                }
                if regular.is_some_and(|regular| regular.get(index) == distance) {
                    table.reach(index, letters, distance + 1, &swaps);
                }
            }
            if count == 0 {
                break;
            }
            progress(distance, count);
        }
        Ok(table)
    }

    fn get(&self, index: usize) -> u8 {
        self.0[index / 2] >> (index % 2 * 4) & 15
    }

    fn set(&mut self, index: usize, distance: u8) {
        let shift = index % 2 * 4;
        let byte = &mut self.0[index / 2];
        *byte = *byte & !(15 << shift) | distance << shift;
    }

    /// Notes a distance for the placements before a move that leads to a placement, unless they are nearer.
    fn reach(&mut self, index: usize, letters: usize, distance: u8, befores: &[Before]) {
        let mut positions = [0; CELLS];
        let positions = &mut positions[..letters];
        unrank(index, positions);
        for before in befores {
            if positions.iter().all(|&position| before[usize::from(position)] == position) {
                continue;
            }
            let index = rank(positions.iter().map(|&position| before[usize::from(position)]));
            if self.get(index) > distance {
                self.set(index, distance);
            }
        }
    }
}

/// Returns the positions of letters before a turn of a group, clockwise or not.
fn before_turn(position: usize, clockwise: bool) -> Before {
    let ring = [0, 1, 5, 4].map(|step| position - 1 + step);
    let mut before = std::array::from_fn(|cell| cell as u8);
    for (index, &cell) in ring.iter().enumerate() {
        before[cell] = ring[(index + if clockwise { 3 } else { 1 }) % 4] as u8;
    }
    before
}

/// Returns the positions of letters before an exchange.
fn before_swap(position: usize) -> Before {
    let mut before = std::array::from_fn(|cell| cell as u8);
    before.swap(position - 1, position);
    before
}

fn placements(letters: usize) -> usize {
    (0..letters).map(|letter| CELLS - letter).product()
}

/// Every nibble is the rank of its position among those that are free.
const ALL_FREE: u64 = 0xFEDC_BA98_7654_3210;
const ONES: u64 = 0x1111_1111_1111_1111;

/// Returns the number of a placement: the first letter has 16 places, the next one 15 that are left, and so on.
fn rank(positions: impl Iterator<Item = u8>) -> usize {
    let mut ranks = ALL_FREE;
    positions.enumerate().fold(0, |index, (letter, position)| {
        let shift = 4 * u32::from(position);
        let rank = ranks >> shift & 15;
        // The positions above it move up by one.
        ranks = ranks.wrapping_sub((ONES << shift) & !(15 << shift));
        index * (CELLS - letter) + rank as usize
    })
}

fn unrank(mut index: usize, positions: &mut [u8]) {
    for (letter, position) in positions.iter_mut().enumerate().rev() {
        *position = (index % (CELLS - letter)) as u8;
        index /= CELLS - letter;
    }
    let mut free = ALL_FREE;
    for position in positions {
        let shift = 4 * u32::from(*position);
        let below = (1u64 << shift) - 1;
        *position = (free >> shift & 15) as u8;
        free = free & below | free >> 4 & !below;
    }
}

/// Returns the FNV-1a checksum of bytes.
fn checksum<'a>(bytes: impl IntoIterator<Item = &'a u8>) -> u64 {
    bytes
        .into_iter()
        .fold(0xCBF2_9CE4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCKWISE: Moves = Moves { both: false, special: false };

    #[test]
    fn placements_are_numbered() {
        let mut positions = [0; 3];
        for index in 0..placements(3) {
            unrank(index, &mut positions);
            assert_eq!(rank(positions.iter().copied()), index, "{positions:?}");
        }
        unrank(0, &mut positions);
        assert_eq!(positions, [0, 1, 2]);
        unrank(placements(3) - 1, &mut positions);
        assert_eq!(positions, [15, 14, 13]);
    }

    #[test]
    fn a_single_letter_is_as_far_as_turns_bring_it() {
        let patterns = Patterns::build(1, CLOCKWISE, |_, _| {}).expect("one letter");
        let distances: Vec<u8> =
            (0..16).map(|position| patterns.distance([position].into_iter(), false)).collect();
        // A letter goes to the left on the lower side of a group and up on its left side: only the first row needs three turns.
        assert_eq!(distances, [0, 3, 4, 5, 1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6]);
    }

    #[test]
    fn files_are_checked() {
        let moves = Moves { both: true, special: true };
        let patterns = Patterns::build(2, moves, |_, _| {}).expect("two letters");
        assert_eq!((patterns.letters(), patterns.moves()), (2, moves));
        let bytes = patterns.to_bytes();
        assert_eq!(Patterns::from_bytes(&bytes).as_ref(), Ok(&patterns));
        for (index, _) in bytes.iter().enumerate() {
            let mut damaged = bytes.clone();
            damaged[index] ^= 0x41;
            assert!(Patterns::from_bytes(&damaged).is_err(), "byte {index}");
        }
        let shorter = PatternsError::Length { expected: bytes.len(), found: bytes.len() - 1 };
        assert_eq!(Patterns::from_bytes(&bytes[..bytes.len() - 1]), Err(shorter));
        assert_eq!(Patterns::from_bytes(b"ARCROT"), Err(PatternsError::Foreign));
        for letters in [0, 9] {
            assert_eq!(Patterns::build(letters, CLOCKWISE, |_, _| {}), Err(PatternsError::Letters(letters)));
        }
    }
}
