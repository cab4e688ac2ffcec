//! All boards at a given distance from the solved one.

use std::mem::size_of;

use super::packed::Packed;

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

    /// Computes the regular layers to this depth, as far as the memory allows. Returns whether it reached the depth.
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

/// Removes the boards in a known layer.
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
    use crate::rotate::Board;

    #[test]
    fn positions_match_the_board() {
        assert!((0..20).filter(|&p| Board::can_turn(p) && p > 0).eq(TURNS));
        assert!((0..20).filter(|&p| Board::can_swap(p) && p > 0).eq(SWAPS));
    }
}
