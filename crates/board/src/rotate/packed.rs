//! Boards packed into one word each, for searches over millions of boards.

use std::mem::size_of;

use super::Board;

/// A board in a word: four bits for each letter, A = 0, position 1 in the most significant bits. Words and boards sort
/// in the same order.
///
/// A board is also a permutation, namely the effect of the moves that make it from the solved board; hence
/// [`then`](Self::then) and [`inverse`](Self::inverse).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Packed(u64);

impl Packed {
    pub(super) const SOLVED: Self = Self(0x0123_4567_89AB_CDEF);
    /// The board in reverse order: the solved board after half a turn of the whole board.
    pub(super) const REVERSED: Self = Self(0xFEDC_BA98_7654_3210);

    /// Turns the group at a position that satisfies [`Board::can_turn`]: letters move right, down, left and up.
    pub(super) const fn turn(self, position: usize) -> Self {
        let ([a, b, c, d], rest) = self.ring(position);
        Self(rest | a >> 4 | b >> 16 | c << 4 | d << 16)
    }

    /// Turns the group counterclockwise: letters move down, left, up and right.
    pub(super) const fn unturn(self, position: usize) -> Self {
        let ([a, b, c, d], rest) = self.ring(position);
        Self(rest | a >> 16 | b << 4 | c << 16 | d >> 4)
    }

    /// Exchanges the letter at a position that satisfies [`Board::can_swap`] with its right neighbor.
    pub(super) const fn swap(self, position: usize) -> Self {
        let (left, right) = (self.0 & mask(position), self.0 & mask(position + 1));
        Self(self.0 ^ left ^ right | left >> 4 | right << 4)
    }

    /// Returns the inverse after a turn, from this inverse and the board before the turn.
    pub(super) const fn inverse_turned(self, before: Self, position: usize, clockwise: bool) -> Self {
        let i = position as u64 - 1;
        let ring = if clockwise { [i, i + 1, i + 5, i + 4] } else { [i, i + 4, i + 5, i + 1] };
        let [a, b, c, d] = ring;
        // The letter at each index of the ring goes to the next one.
        let changes = (a ^ b) << place(before.at(a))
            | (b ^ c) << place(before.at(b))
            | (c ^ d) << place(before.at(c))
            | (d ^ a) << place(before.at(d));
        Self(self.0 ^ changes)
    }

    /// Composes two permutations: applies to this board the moves that make the second board from the solved one.
    pub(super) fn then(self, moves: Self) -> Self {
        Self::collect(|i| self.at(moves.at(i)) << place(i))
    }

    /// Returns the inverse permutation: the board that the moves of this one solve.
    pub(super) fn inverse(self) -> Self {
        Self::collect(|i| i << place(self.at(i)))
    }

    /// Returns whether it takes an odd number of moves: every move, regular or special, is an odd permutation.
    pub(super) fn is_odd(self) -> bool {
        let inversions = |i| (0..i).filter(move |&j| self.at(j) > self.at(i)).count();
        !(0..16).map(inversions).sum::<usize>().is_multiple_of(2)
    }

    pub(super) const fn word(self) -> u64 {
        self.0
    }

    /// Splits off the four letters of a group, in place, the upper left first, then clockwise; also returns all others.
    const fn ring(self, p: usize) -> ([u64; 4], u64) {
        let masks = [mask(p), mask(p + 1), mask(p + 5), mask(p + 4)];
        let all = masks[0] | masks[1] | masks[2] | masks[3];
        ([self.0 & masks[0], self.0 & masks[1], self.0 & masks[2], self.0 & masks[3]], self.0 & !all)
    }

    /// Returns the letter at an index (position − 1).
    pub(super) const fn at(self, index: u64) -> u64 {
        self.0 >> place(index) & 15
    }

    fn collect(letter: impl Fn(u64) -> u64) -> Self {
        Self((0..16).fold(0, |word, i| word | letter(i)))
    }
}

/// Returns the bit offset of the letter at an index (position − 1).
const fn place(index: u64) -> u64 {
    60 - 4 * index
}

/// Returns the mask of the letter at a position.
const fn mask(position: usize) -> u64 {
    15 << (64 - 4 * position)
}

impl From<&Board> for Packed {
    fn from(board: &Board) -> Self {
        Self(board.letters().iter().fold(0, |word, letter| word << 4 | u64::from(letter - b'A')))
    }
}

/// The positions where a group can be turned.
pub(super) const TURNS: [usize; 9] = [1, 2, 3, 5, 6, 7, 9, 10, 11];
/// The positions where a letter can be exchanged with its right neighbor.
pub(super) const SWAPS: [usize; 12] = [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15];

/// The maximum number of boards looked up together. More take more memory, fewer take more passes over a layer.
const CHUNK: usize = 1 << 22;
/// The minimum number of boards looked up together.
const SMALL_CHUNK: usize = 1 << 10;

/// The boards at distance 0, 1, 2 … from the solved one, each layer sorted.
#[derive(Debug)]
pub(super) struct Layers {
    /// The layers of regular moves alone.
    pub(super) regular: Vec<Vec<Packed>>,
    /// The layers of moves with one special move, without boards that fewer regular moves reach.
    pub(super) special: Vec<Vec<Packed>>,
    /// The maximum number of bytes.
    memory: usize,
}

impl Layers {
    /// Creates the layer at distance 0 with a limit in bytes for all layers.
    pub(super) fn new(memory: usize) -> Self {
        Self { regular: vec![vec![Packed::SOLVED]], special: vec![Vec::new()], memory }
    }

    /// Computes the regular layers to this depth, or until the memory is used up. Returns whether it reached the depth.
    pub(super) fn reach(&mut self, depth: usize) -> bool {
        while self.regular.len() <= depth {
            let last = self.regular.len() - 1;
            let Some(mut boards) = self.reserve(TURNS.len() * self.regular[last].len()) else { return false };
            boards.extend(self.regular_after(last));
            sort_new(&mut boards, &self.regular);
            self.regular.push(boards);
        }
        true
    }

    /// Does the same for the layers with a special move.
    pub(super) fn reach_special(&mut self, depth: usize) -> bool {
        while self.special.len() <= depth {
            let last = self.special.len() - 1;
            if !self.reach(last) {
                return false;
            }
            let count = TURNS.len() * self.special[last].len() + SWAPS.len() * self.regular[last].len();
            let Some(mut boards) = self.reserve(count) else { return false };
            boards.extend(self.special_after(last));
            sort_new(&mut boards, &self.special);
            remove(&mut boards, &self.regular[..=last]);
            self.special.push(boards);
        }
        true
    }

    /// Returns the boards one turn after a layer, with duplicates and boards of earlier layers.
    pub(super) fn regular_after(&self, depth: usize) -> impl Iterator<Item = Packed> {
        turned(&self.regular[depth])
    }

    /// Returns the boards one move after a layer, with one special move in total, likewise.
    pub(super) fn special_after(&self, depth: usize) -> impl Iterator<Item = Packed> {
        let swaps = |&board: &Packed| SWAPS.map(|position| board.swap(position));
        turned(&self.special[depth]).chain(self.regular[depth].iter().flat_map(swaps))
    }

    /// Allocates an empty list for this many boards, unless that exceeds the limit or the host's memory.
    fn reserve(&self, boards: usize) -> Option<Vec<Packed>> {
        let stored: usize = self.regular.iter().chain(&self.special).map(Vec::capacity).sum();
        let bytes = (stored + boards + stored.min(CHUNK)).saturating_mul(size_of::<Packed>());
        let mut list = Vec::new();
        let fits = bytes <= self.memory && list.try_reserve_exact(boards).is_ok();
        fits.then_some(list)
    }
}

fn turned(layer: &[Packed]) -> impl Iterator<Item = Packed> {
    layer.iter().flat_map(|&board| TURNS.map(|position| board.turn(position)))
}

/// Sorts boards and removes duplicates and those in a known layer.
fn sort_new(boards: &mut Vec<Packed>, known: &[Vec<Packed>]) {
    boards.sort_unstable();
    boards.dedup();
    remove(boards, known);
    boards.shrink_to_fit();
}

fn remove(boards: &mut Vec<Packed>, known: &[Vec<Packed>]) {
    for layer in known {
        let mut layer = Cursor(layer);
        boards.retain(|&board| !layer.contains(board));
    }
}

/// Maps boards by `partner` and returns, sorted and without duplicates, those partners that a sorted layer contains.
pub(super) fn partnered(
    mut boards: impl Iterator<Item = Packed>,
    partner: impl Fn(Packed) -> Packed,
    layer: &[Packed],
) -> Vec<Packed> {
    let size = layer.len().clamp(SMALL_CHUNK, CHUNK);
    let (mut chunk, mut found) = (Vec::with_capacity(size), Vec::new());
    loop {
        chunk.extend(boards.by_ref().take(size).map(&partner));
        if chunk.is_empty() {
            break;
        }
        chunk.sort_unstable();
        let mut layer = Cursor(layer);
        found.extend(chunk.drain(..).filter(|&board| layer.contains(board)));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// A cursor into a sorted list for lookups in ascending order.
struct Cursor<'a>(&'a [Packed]);

impl Cursor<'_> {
    fn contains(&mut self, board: Packed) -> bool {
        while let [first, rest @ ..] = self.0 {
            if *first >= board {
                return *first == board;
            }
            self.0 = rest;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn boards() -> impl Strategy<Value = Board> {
        Just(*Board::SOLVED.letters())
            .prop_shuffle()
            .prop_map(|letters| str::from_utf8(&letters).expect("ASCII").parse().expect("all letters"))
    }

    proptest! {
        #[test]
        fn moves_agree_with_the_board(board in boards(), position in 1..=16usize) {
            let packed = Packed::from(&board);
            let moved = |change: fn(&mut Board, usize)| {
                let mut after = board;
                change(&mut after, position);
                Packed::from(&after)
            };
            if Board::can_turn(position) {
                prop_assert_eq!(packed.turn(position), moved(Board::turn));
                prop_assert_eq!(packed.unturn(position), moved(Board::unturn));
                let inverse = packed.inverse();
                prop_assert_eq!(inverse.inverse_turned(packed, position, true), packed.turn(position).inverse());
                prop_assert_eq!(inverse.inverse_turned(packed, position, false), packed.unturn(position).inverse());
            }
            if Board::can_swap(position) {
                prop_assert_eq!(packed.swap(position), moved(Board::swap));
                prop_assert_ne!(packed.swap(position).is_odd(), packed.is_odd());
            }
        }

        #[test]
        fn words_sort_as_boards(a in boards(), b in boards()) {
            prop_assert_eq!(Packed::from(&a).cmp(&Packed::from(&b)), a.cmp(&b));
        }

        #[test]
        fn group_laws(a in boards(), b in boards(), c in boards()) {
            let [a, b, c] = [a, b, c].map(|board| Packed::from(&board));
            prop_assert_eq!(a.then(b).then(c), a.then(b.then(c)));
            prop_assert_eq!(a.then(Packed::SOLVED), a);
            prop_assert_eq!(Packed::SOLVED.then(a), a);
            prop_assert_eq!(a.then(a.inverse()), Packed::SOLVED);
            prop_assert_eq!(a.inverse().then(a), Packed::SOLVED);
        }

        #[test]
        fn then_makes_the_moves(a in boards(), b in boards(), position in prop::sample::select(vec![1usize, 2, 7, 11])) {
            let [a, b] = [a, b].map(|board| Packed::from(&board));
            prop_assert_eq!(a.then(b.turn(position)), a.then(b).turn(position));
        }
    }
}

#[cfg(test)]
mod layers_tests {
    use super::*;
    use crate::rotate::Board;

    #[test]
    fn positions_match_the_board() {
        assert!((0..20).filter(|&p| Board::can_turn(p) && p > 0).eq(TURNS));
        assert!((0..20).filter(|&p| Board::can_swap(p) && p > 0).eq(SWAPS));
    }
}
