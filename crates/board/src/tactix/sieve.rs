//! Finds the P-positions of a set of moves, all at once.
//!
//! A position is a number with a bit for each counter, and a move is a mask of bits that it clears. Every move leads to a
//! smaller number, so in ascending order a position to which no P-position has been found below it is a P-position itself, and
//! strikes out every position from which one move leads to it.
//!
//! The table has one bit for each position: 64 positions, which differ in bits 0 to 5, are a word. The bits above are taken in
//! groups of six: a *range* of words consists of up to 64 smaller ones. A smaller range receives the strikes of its siblings,
//! whole ranges at a time, and is then settled by itself. So the words in use fit into a cache at every size, and what costs most
//! is an OR of two arrays. The largest ranges are the *parts*. They can be kept anywhere: the caller has the table.

use super::{Rule, Shape, TactixError};

/// The bits that a level of ranges decides.
const GROUP: u32 = 6;

/// The moves of a game, sorted by what they strike.
#[derive(Clone, Debug)]
pub struct Sieve {
    counters: u32,
    rule: Rule,
    /// For each content of a word, the contents from which one move leads to it.
    above: [u64; 64],
    /// The contents of a word that are positions: all, if there are six counters or more.
    contents: u64,
    /// For each level, from the smallest ranges: for each range, the strikes that it receives.
    levels: Vec<Vec<Vec<Strike>>>,
}

impl Sieve {
    /// Creates the sieve of a game with this number of counters, up to 36, and these moves, masks of counters.
    pub(super) fn new(counters: u32, moves: &[u64], rule: Rule) -> Self {
        let index_bits = counters.saturating_sub(GROUP);
        let level = |from: u32| received(moves, from, GROUP.min(index_bits - from));
        Sieve {
            counters,
            rule,
            above: above(moves),
            contents: if counters < GROUP { (1 << (1u64 << counters)) - 1 } else { u64::MAX },
            levels: (0..index_bits).step_by(GROUP as usize).map(level).collect(),
        }
    }

    pub fn counters(&self) -> u32 {
        self.counters
    }

    /// Returns the number of parts, a power of two up to 64.
    pub fn parts(&self) -> usize {
        Self::parts_of(self.counters)
    }

    pub fn parts_of(counters: u32) -> usize {
        match counters.saturating_sub(GROUP) {
            0 => 1,
            index_bits => 1 << ((index_bits - 1) % GROUP + 1),
        }
    }

    /// Returns the number of words of a part, a power of two.
    pub fn part_words(&self) -> usize {
        1 << (self.counters.saturating_sub(GROUP) - self.parts().ilog2())
    }

    /// Returns the parts that a part needs, in ascending order. All of them have fewer bits set in their number, so parts with
    /// equally many bits need none of each other.
    pub fn sources(&self, part: usize) -> Vec<usize> {
        let strikes = self.levels.last().and_then(|level| level.get(part));
        let mut sources: Vec<usize> = strikes.into_iter().flatten().map(|strike| strike.source).collect();
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    /// Marks in `part_words` what some words of one of its sources strike out. Their number must be a power of two, and `first`,
    /// the place of the first of them in the source, a multiple of it.
    pub fn strike(&self, part: usize, source: usize, first: usize, words: &[u64], part_words: &mut [u64]) {
        let strikes = self.levels.last().and_then(|level| level.get(part));
        for strike in strikes.into_iter().flatten().filter(|strike| strike.source == source) {
            strike.apply_from(first, words, part_words);
        }
    }

    /// Turns a part in which all sources have marked the struck positions into one with its P-positions.
    pub fn settle(&self, part: usize, part_words: &mut [u64]) {
        if part == 0 && self.rule == Rule::Misere {
            part_words[0] |= 1; // On the empty board the opponent has taken the last counter.
        }
        self.settle_range(self.levels.len().saturating_sub(1), part_words);
    }

    /// Returns the P-positions of all parts, in order, or an error if there is not enough memory.
    pub fn solve(&self) -> Result<Vec<u64>, TactixError> {
        let size = self.part_words();
        let mut table = with_room(size * self.parts())?;
        table.resize(size * self.parts(), 0);
        for part in 0..self.parts() {
            let (done, rest) = table.split_at_mut(part * size);
            for source in self.sources(part) {
                self.strike(part, source, 0, &done[source * size..][..size], &mut rest[..size]);
            }
            self.settle(part, &mut rest[..size]);
        }
        Ok(table)
    }

    /// Settles a range that consists of ranges of a level. Without a level, it is a word.
    fn settle_range(&self, levels: usize, words: &mut [u64]) {
        let Some(level) = levels.checked_sub(1) else {
            for word in words {
                *word = settle_word(!*word & self.contents, &self.above);
            }
            return;
        };
        if level == 0 { self.settle_words(words) } else { self.settle_ranges(level, words) }
    }

    fn settle_ranges(&self, level: usize, words: &mut [u64]) {
        let size = words.len() / self.levels[level].len();
        for (range, strikes) in self.levels[level].iter().enumerate() {
            let (done, rest) = words.split_at_mut(range * size);
            for strike in strikes {
                strike.apply(&done[strike.source * size..][..size], &mut rest[..size]);
            }
            self.settle_range(level, &mut rest[..size]);
        }
    }

    /// Settles the smallest ranges, which are words.
    fn settle_words(&self, words: &mut [u64]) {
        for (place, strikes) in self.levels[0].iter().enumerate() {
            let struck = strikes.iter().fold(words[place], |struck, strike| {
                struck | (words[strike.source] & strike.without) << strike.shift
            });
            words[place] = settle_word(!struck & self.contents, &self.above);
        }
    }
}

pub(super) fn with_room<T>(size: usize) -> Result<Vec<T>, TactixError> {
    let mut table = Vec::new();
    table.try_reserve_exact(size).map_err(|_| TactixError::Memory(size.saturating_mul(size_of::<T>())))?;
    Ok(table)
}

/// Returns words of a table as bytes, the least significant byte of a word first.
pub fn to_bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Returns the words of a table that [`to_bytes`] made bytes. Bytes after the last whole word are ignored.
pub fn from_bytes(bytes: &[u8]) -> Vec<u64> {
    let words = bytes.chunks_exact(8);
    words.map(|word| word.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))).collect()
}

/// A move that leads from one range to a sibling.
#[derive(Clone, Debug)]
pub(super) struct Strike {
    /// The sibling that strikes: the number of the range without the move's bits.
    pub source: usize,
    /// The move's bits in the number of a word within the range.
    pub inner: usize,
    /// The contents of a word without the move's bits.
    pub without: u64,
    /// The shift of these contents when the move's bits are added.
    pub shift: u32,
}

impl Strike {
    /// Marks in a range what its sibling strikes out.
    pub(super) fn apply(&self, from: &[u64], to: &mut [u64]) {
        self.apply_from(0, from, to);
    }

    /// Marks in a range what some words of its sibling strike out. Their number is a power of two, and `first` is a multiple of it.
    pub(super) fn apply_from(&self, first: usize, from: &[u64], to: &mut [u64]) {
        if first & self.inner != 0 {
            return;
        }
        let low = from.len() - 1;
        let to = &mut to[first | self.inner & !low..][..from.len()];
        let inner = self.inner & low;
        // Words that differ only in bits below those of the move are neighbors before and after it.
        let run = 1 << inner.trailing_zeros().min(from.len().ilog2());
        let mut place = 0;
        while place < from.len() {
            self.apply_run(&from[place..][..run], &mut to[place | inner..][..run]);
            // The next multiple of `run` without the bits of the move.
            place = ((place | inner) + run) & !inner;
        }
    }

    fn apply_run(&self, from: &[u64], to: &mut [u64]) {
        if self.shift == 0 {
            to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
        } else {
            to.iter_mut().zip(from).for_each(|(to, from)| *to |= (from & self.without) << self.shift);
        }
    }
}

/// Returns, for each range of a level, the strikes that it receives. The level decides some bits of the number of a word from
/// bit `from` on.
pub(super) fn received(moves: &[u64], from: u32, bits: u32) -> Vec<Vec<Strike>> {
    let top = |mask: u64| (mask >> 6 >> from) as usize;
    let of_level: Vec<u64> =
        moves.iter().copied().filter(|mask| top(*mask) != 0 && top(*mask) >> bits == 0).collect();
    let strike = |range: usize, mask: u64| Strike {
        source: range & !top(mask),
        inner: (mask >> 6) as usize & ((1 << from) - 1),
        without: without(mask % 64),
        shift: (mask % 64) as u32,
    };
    let leads_to = |range: usize| of_level.iter().filter(move |mask| top(**mask) & !range == 0);
    (0..1 << bits).map(|range| leads_to(range).map(|mask| strike(range, *mask)).collect()).collect()
}

/// Returns, for each content of a word, the contents from which one move inside the word leads to it.
pub(super) fn above(moves: &[u64]) -> [u64; 64] {
    let inside: Vec<u64> = moves.iter().copied().filter(|mask| *mask < 64).collect();
    std::array::from_fn(|content| {
        let adds = inside.iter().filter(|mask| **mask & content as u64 == 0);
        adds.fold(0, |above, mask| above | 1 << (content as u64 | mask))
    })
}

/// Returns the contents of a word that have none of these bits.
fn without(bits: u64) -> u64 {
    (0..64).filter(|content| content & bits == 0).fold(0, |without, content| without | 1 << content)
}

/// Returns the P-positions among the contents of a word that are not struck out from outside.
pub(super) fn settle_word(mut left: u64, above: &[u64; 64]) -> u64 {
    let mut losing = 0;
    while left != 0 {
        let content = left.trailing_zeros() as usize;
        losing |= left & left.wrapping_neg();
        left &= (left - 1) & !above[content];
    }
    losing
}

impl Shape {
    /// Returns the sieve that finds its P-positions.
    pub fn sieve(&self, rule: Rule) -> Sieve {
        Sieve::new(self.squares(), &self.masks(), rule)
    }
}
