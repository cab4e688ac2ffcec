//! All boards so many moves away from the ordered one.

use std::mem::size_of;

use super::packed::Packed;

/// Where a group can be turned.
pub(super) const TURNS: [usize; 9] = [1, 2, 3, 5, 6, 7, 9, 10, 11];
/// Where a letter can be exchanged with its right neighbour.
pub(super) const SWAPS: [usize; 12] = [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15];

/// Boards looked up together at most. More take more memory, fewer take more walks through a layer.
const CHUNK: usize = 1 << 22;
/// And at least.
const SMALL_CHUNK: usize = 1 << 10;

/// The boards first reached from the ordered one by 0, 1, 2 … moves, each layer sorted. There is one list of layers
/// for regular moves alone, and one where a special move is among them and fewer moves without it do not do.
#[derive(Debug)]
pub(super) struct Layers {
    pub(super) regular: Vec<Vec<Packed>>,
    pub(super) special: Vec<Vec<Packed>>,
    memory: usize,
}

impl Layers {
    /// The layer of no moves, and how many bytes all of them may ever take.
    pub(super) fn new(memory: usize) -> Self {
        Self { regular: vec![vec![Packed::SOLVED]], special: vec![Vec::new()], memory }
    }

    /// Makes the regular layers to this depth, or as many as there is memory for. Whether it was enough.
    pub(super) fn reach(&mut self, depth: usize) -> bool {
        while self.regular.len() <= depth {
            let last = self.regular.len() - 1;
            let Some(mut boards) = self.room(TURNS.len() * self.regular[last].len()) else { return false };
            boards.extend(self.regular_after(last));
            sift(&mut boards, &self.regular);
            self.regular.push(boards);
        }
        true
    }

    /// The same for the layers with a special move.
    pub(super) fn reach_special(&mut self, depth: usize) -> bool {
        while self.special.len() <= depth {
            let last = self.special.len() - 1;
            if !self.reach(last) {
                return false;
            }
            let count = TURNS.len() * self.special[last].len() + SWAPS.len() * self.regular[last].len();
            let Some(mut boards) = self.room(count) else { return false };
            boards.extend(self.special_after(last));
            sift(&mut boards, &self.special);
            remove(&mut boards, &self.regular[..=last]);
            self.special.push(boards);
        }
        true
    }

    /// The boards one turn behind a layer. Some come more than once, some belong to layers before.
    pub(super) fn regular_after(&self, depth: usize) -> impl Iterator<Item = Packed> {
        turned(&self.regular[depth])
    }

    /// The boards one move behind a layer, with a special move, in the same way.
    pub(super) fn special_after(&self, depth: usize) -> impl Iterator<Item = Packed> {
        let swaps = |&board: &Packed| SWAPS.map(|position| board.swap(position));
        turned(&self.special[depth]).chain(self.regular[depth].iter().flat_map(swaps))
    }

    /// An empty list for so many boards, if with it everything stays within the bound, and the host has it.
    fn room(&self, boards: usize) -> Option<Vec<Packed>> {
        let held: usize = self.regular.iter().chain(&self.special).map(Vec::capacity).sum();
        let bytes = (held + boards + held.min(CHUNK)).saturating_mul(size_of::<Packed>());
        let mut list = Vec::new();
        let fits = bytes <= self.memory && list.try_reserve_exact(boards).is_ok();
        fits.then_some(list)
    }
}

fn turned(layer: &[Packed]) -> impl Iterator<Item = Packed> {
    layer.iter().flat_map(|&board| TURNS.map(|position| board.turn(position)))
}

/// Sorts boards and leaves one of each that is in none of the layers.
fn sift(boards: &mut Vec<Packed>, known: &[Vec<Packed>]) {
    boards.sort_unstable();
    boards.dedup();
    remove(boards, known);
    boards.shrink_to_fit();
}

/// Takes out what is in one of the layers.
fn remove(boards: &mut Vec<Packed>, known: &[Vec<Packed>]) {
    for layer in known {
        let mut layer = Walk(layer);
        boards.retain(|&board| !layer.meets(board));
    }
}

/// Those of the boards, once each, whose `partner` is in a sorted layer.
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
        let mut walk = Walk(layer);
        found.extend(chunk.drain(..).filter(|&board| walk.meets(board)));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// A way through a sorted list, for questions that are sorted too.
struct Walk<'a>(&'a [Packed]);

impl Walk<'_> {
    fn meets(&mut self, board: Packed) -> bool {
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
    fn the_positions_are_the_boards() {
        assert!((0..20).filter(|&p| Board::can_turn(p) && p > 0).eq(TURNS));
        assert!((0..20).filter(|&p| Board::can_swap(p) && p > 0).eq(SWAPS));
    }
}
