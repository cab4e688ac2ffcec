//! Solving a board: which positions the player to move wins.

use super::{
    Board, MAX_FOR_NUMBERS, MAX_SOLVABLE, Move, Rule, Shape, Sieve, Symmetry, TactixError, sieve::with_room,
};

/// The result for the player to move, with best play on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player to move wins: an N-position.
    Win,
    /// The player to move loses: a P-position.
    Loss,
}

/// The outcomes of a board and of every position that can arise from it, one bit each: 4 MB for 25 counters.
///
/// The counters of the board are numbered in row-major order. Position p has the counters whose bits are set in p.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    board: Board,
    /// Position p is a P-position if bit p % 64 of word p / 64 is set.
    losing: Vec<u64>,
}

impl Solution {
    /// Solves a board with at most [`MAX_SOLVABLE`] counters.
    pub fn new(board: Board, rule: Rule) -> Result<Self, TactixError> {
        let counters = board.counters().count_ones();
        if counters > MAX_SOLVABLE {
            return Err(TactixError::TooManyToSolve(counters));
        }
        Ok(Solution { board, losing: Sieve::new(counters, &runs(&board), rule).solve()? })
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the outcome of a position, or `None` if it cannot arise from the board.
    pub fn outcome(&self, position: &Board) -> Option<Outcome> {
        let can_arise =
            position.size() == self.board.size() && position.counters() & !self.board.counters() == 0;
        can_arise.then(|| self.outcome_of(compress(position.counters(), self.board.counters())))
    }

    /// Returns the winning moves in the order of [`all_moves`](super::all_moves); none for a position that cannot arise
    /// from the board.
    pub fn winning_moves(&self, position: &Board) -> Vec<Move> {
        if self.outcome(position) != Some(Outcome::Win) {
            return Vec::new();
        }
        let wins =
            |run: &Move| position.take(run).ok().and_then(|left| self.outcome(&left)) == Some(Outcome::Loss);
        position.moves().into_iter().filter(wins).collect()
    }

    /// Returns the first winning move, else the first legal move, or `None` on the empty board.
    pub fn best_move(&self, position: &Board) -> Option<Move> {
        let winning = self.winning_moves(position).into_iter().next();
        winning.or_else(|| position.moves().into_iter().next())
    }

    /// Returns the number of P-positions for each number of counters: 0, 1, 2, …
    pub fn losses_by_counters(&self) -> Vec<u64> {
        let mut counts = vec![0; self.board.counters().count_ones() as usize + 1];
        for position in self.losses() {
            counts[position.count_ones() as usize] += 1;
        }
        counts
    }

    /// Returns the P-positions.
    pub fn losses(&self) -> impl Iterator<Item = u64> {
        let positions = 0..1u64 << self.board.counters().count_ones();
        positions.filter(|&position| self.outcome_of(position) == Outcome::Loss)
    }

    fn outcome_of(&self, position: u64) -> Outcome {
        if self.losing[(position / 64) as usize] >> (position % 64) & 1 != 0 {
            Outcome::Loss
        } else {
            Outcome::Win
        }
    }
}

/// Returns the moves of a board as masks in the numbering of its counters.
pub(super) fn runs(board: &Board) -> Vec<u64> {
    let squares = board.moves().into_iter().filter_map(|run| run.squares(board.size()));
    squares.map(|squares| compress(squares, board.counters())).collect()
}

/// Extracts the bits selected by a mask into the low bits (x86 `PEXT`).
fn compress(bits: u64, mask: u64) -> u64 {
    let selected = (0..u64::BITS).filter(|bit| mask >> bit & 1 != 0);
    selected.enumerate().fold(0, |compressed, (place, bit)| compressed | (bits >> bit & 1) << place)
}

/// The places whose numbers have 0, 1, … 6 bits set.
const PLACES: [u64; 7] = places();

/// The number of words after which a place could overflow.
const FULL: u32 = 255;

/// For each bit, the number of words that have it set; and their sums over the places whose numbers have equally many bits set.
///
/// The numbers are kept as bit planes: an addition to all 64 is a few operations on words, where counting the bits of a word
/// under seven masks would take many.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    planes: [u64; 8],
    added: u32,
    counts: [u64; 7],
}

impl Tally {
    pub(super) fn add(&mut self, word: u64) {
        let mut carry = word;
        for plane in &mut self.planes {
            let sum = *plane ^ carry;
            carry &= *plane;
            *plane = sum;
            if carry == 0 {
                break;
            }
        }
        self.added += 1;
        if self.added == FULL {
            self.flush();
        }
    }

    /// Returns the number of bits at places whose numbers have 0, 1, … 6 bits set.
    pub(super) fn counts(&mut self) -> [u64; 7] {
        self.flush();
        self.counts
    }

    fn flush(&mut self) {
        for (weight, plane) in self.planes.iter().enumerate() {
            for (count, places) in self.counts.iter_mut().zip(PLACES) {
                *count += u64::from((plane & places).count_ones()) << weight;
            }
        }
        self.planes = [0; 8];
        self.added = 0;
    }
}

const fn places() -> [u64; 7] {
    let mut places = [0; 7];
    let mut place: u32 = 0;
    while place < 64 {
        places[place.count_ones() as usize] |= 1 << place;
        place += 1;
    }
    places
}

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
    pub fn new(shape: &Shape) -> Self {
        let symmetries = shape.symmetries().into_iter().skip(1);
        Counter {
            squares: shape.squares(),
            orbits: symmetries.map(|symmetry| orbits(shape, symmetry)).collect(),
        }
    }

    pub fn nothing(&self) -> Census {
        Census { by_counters: vec![0; self.squares as usize + 1], fixed: vec![0; self.orbits.len()] }
    }

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
    pub fn add(&mut self, other: &Census) {
        let sums = self.by_counters.iter_mut().chain(&mut self.fixed);
        sums.zip(other.by_counters.iter().chain(&other.fixed)).for_each(|(sum, count)| *sum += count);
    }

    /// Returns the number of P-positions for each number of counters: 0, 1, 2, …
    pub fn by_counters(&self) -> &[u64] {
        &self.by_counters
    }

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

/// The length that marks a P-position while it is computed.
const LOSING: u8 = 1 << 7;

/// Returns the number of moves from each position to the end if one player wins as fast as possible and the other loses as slowly
/// as possible.
fn lengths(counters: u32, moves: &[u64], rule: Rule) -> Result<Vec<u8>, TactixError> {
    if counters > MAX_FOR_NUMBERS {
        return Err(TactixError::TooManyForNumbers(counters));
    }
    let mut lengths: Vec<u8> = with_room(1 << counters)?;
    lengths.push(if rule == Rule::Normal { LOSING } else { 0 });
    for position in 1..1u64 << counters {
        let after =
            moves.iter().filter(|run| *run & position == **run).map(|run| lengths[(position ^ run) as usize]);
        let (mut fastest, mut slowest) = (None::<u8>, 0);
        for length in after {
            match length & LOSING {
                0 => slowest = slowest.max(length),
                _ => fastest = Some(fastest.map_or(length, |fastest| fastest.min(length))),
            }
        }
        lengths.push(fastest.map_or(LOSING | (slowest + 1), |fastest| (fastest & !LOSING) + 1));
    }
    lengths.iter_mut().for_each(|length| *length &= !LOSING);
    Ok(lengths)
}

/// Returns the Grundy number, in the normal game, of every position that can arise from a board: the minimum
/// excluded value (mex) over all moves.
///
/// The counters of the board are numbered in row-major order; position p has the counters whose bits are set in p.
/// The last element is the board itself.
pub fn grundy_numbers(board: &Board) -> Result<Vec<u8>, TactixError> {
    numbers(board.counters().count_ones(), &runs(board))
}

/// Returns the Grundy numbers of all positions with these moves.
///
/// A Grundy number is at most the length of the longest game, so at most the number of counters, and a word can mark all.
fn numbers(counters: u32, moves: &[u64]) -> Result<Vec<u8>, TactixError> {
    if counters > MAX_FOR_NUMBERS {
        return Err(TactixError::TooManyForNumbers(counters));
    }
    let mut numbers: Vec<u8> = with_room(1 << counters)?;
    for position in 0..1u64 << counters {
        let possible = moves.iter().filter(|run| *run & position == **run);
        let reached = possible.fold(0u32, |reached, run| reached | 1 << numbers[(position ^ run) as usize]);
        numbers.push(reached.trailing_ones() as u8);
    }
    Ok(numbers)
}

impl Shape {
    /// Returns the Grundy number, in the normal game, of every position of a board of up to 25 squares.
    pub fn grundy_numbers(&self) -> Result<Vec<u8>, TactixError> {
        numbers(self.squares(), &self.masks())
    }

    /// Returns the length of the game from every position of a board of up to 25 squares: the number of moves if one player wins
    /// as fast as possible and the other loses as slowly as possible.
    pub fn lengths(&self, rule: Rule) -> Result<Vec<u8>, TactixError> {
        lengths(self.squares(), &self.masks(), rule)
    }
}
