//! Counts of the P-positions of a table.

use super::{Shape, Symmetry, tally::Tally};

/// The P-positions of a board, counted part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    by_counters: Vec<u64>,
    /// For each symmetry but the identity, the P-positions that it maps to themselves.
    fixed: Vec<u64>,
}

/// Counts the P-positions of a board.
#[derive(Clone, Debug)]
pub struct Counter {
    squares: u32,
    /// For each symmetry but the identity, the sets of squares that it maps to each other.
    orbits: Vec<Vec<u64>>,
}

impl Counter {
    /// Prepares for a board.
    pub fn new(shape: &Shape) -> Self {
        let symmetries = shape.symmetries().into_iter().skip(1);
        Counter {
            squares: shape.squares(),
            orbits: symmetries.map(|symmetry| orbits(shape, symmetry)).collect(),
        }
    }

    /// Returns the census of no part.
    pub fn nothing(&self) -> Census {
        Census { by_counters: vec![0; self.squares as usize + 1], fixed: vec![0; self.orbits.len()] }
    }

    /// Counts the P-positions of a part.
    pub fn count(&self, part: usize, words: &[u64]) -> Census {
        let fixed = self.orbits.iter().map(|orbits| fixed(orbits, part, words)).collect();
        Census { by_counters: self.by_counters(part, words), fixed }
    }

    fn by_counters(&self, part: usize, words: &[u64]) -> Vec<u64> {
        let mut tallies = vec![Tally::default(); words.len().ilog2() as usize + 1];
        for (place, word) in words.iter().enumerate() {
            tallies[place.count_ones() as usize].add(*word);
        }
        let mut counts = vec![0; self.squares as usize + 1];
        for (outside, tally) in tallies.iter_mut().enumerate() {
            for (inside, count) in tally.counts().into_iter().enumerate().filter(|(_, count)| *count != 0) {
                counts[part.count_ones() as usize + outside + inside] += count;
            }
        }
        counts
    }
}

impl Census {
    /// Adds the census of another part.
    pub fn add(&mut self, other: &Census) {
        let sums = self.by_counters.iter_mut().chain(&mut self.fixed);
        sums.zip(other.by_counters.iter().chain(&other.fixed)).for_each(|(sum, count)| *sum += count);
    }

    /// Returns the number of P-positions for each number of counters: 0, 1, 2, …
    pub fn by_counters(&self) -> &[u64] {
        &self.by_counters
    }

    /// Returns the number of P-positions.
    pub fn total(&self) -> u64 {
        self.by_counters.iter().sum()
    }

    /// Returns the number of classes of P-positions that symmetries map to each other, after Burnside's lemma: the mean number of
    /// positions that a symmetry maps to themselves.
    pub fn classes(&self) -> u64 {
        (self.total() + self.fixed.iter().sum::<u64>()) / (self.fixed.len() as u64 + 1)
    }
}

/// Returns the sets of squares that a symmetry maps to each other.
fn orbits(shape: &Shape, symmetry: Symmetry) -> Vec<u64> {
    let map = shape.map(symmetry);
    let orbit = |square: usize| {
        let images = std::iter::successors(Some(map[square]), |image| Some(map[*image]));
        images.take_while(|image| *image != square).fold(1 << square, |orbit: u64, image| orbit | 1 << image)
    };
    let mut orbits: Vec<u64> = (0..map.len()).map(orbit).collect();
    orbits.sort_unstable();
    orbits.dedup();
    orbits
}

/// Counts the P-positions of a part that consist of whole orbits.
fn fixed(orbits: &[u64], part: usize, words: &[u64]) -> u64 {
    let below = 6 + words.len().ilog2();
    let (top, free): (Vec<u64>, Vec<u64>) = orbits.iter().partition(|orbit| **orbit >> below != 0);
    let unions = (0..1u64 << top.len()).map(|chosen| {
        top.iter()
            .enumerate()
            .filter(|(place, _)| chosen >> place & 1 != 0)
            .fold(0, |union, (_, orbit)| union | orbit)
    });
    let of_part = unions.filter(|union| (union >> below) as usize == part);
    of_part.map(|union| losing_with(union & ((1 << below) - 1), &free, words)).sum()
}

/// Counts the P-positions that consist of some squares and any of the orbits. Successive ones differ in one orbit (Gray code).
fn losing_with(squares: u64, orbits: &[u64], words: &[u64]) -> u64 {
    let mut position = squares;
    let mut losing = 0;
    for number in 1..=1u64 << orbits.len() {
        losing += words[(position / 64) as usize] >> (position % 64) & 1;
        position ^= orbits.get(number.trailing_zeros() as usize).copied().unwrap_or(0);
    }
    losing
}
