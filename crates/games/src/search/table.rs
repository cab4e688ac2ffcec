//! The transposition table: results of positions that a search may reach again.

use super::EVALUATED;

/// What a result says of the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The result of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<M> {
    key: u64,
    value: i32,
    pub(super) best: M,
    depth: u8,
    bound: Bound,
}

impl<M> Entry<M> {
    /// Returns the value, if the result decides a search to this depth between `alpha` and `beta`. A result of another depth would make
    /// the score depend on the size of the table.
    pub(super) fn deciding(&self, depth: u8, ply: u8, alpha: i32, beta: i32) -> Option<i32> {
        let value = from_node(self.value, ply);
        let is_decided = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        (self.depth == depth && is_decided).then_some(value)
    }
}

/// A table of a fixed number of entries. A new result replaces an older one in its place.
#[derive(Debug)]
pub(super) struct Table<M>(Vec<Option<Entry<M>>>);

impl<M: Copy> Table<M> {
    /// Creates a table with at most this number of entries, a power of two: as many as there is memory for.
    pub(super) fn new(entries: usize) -> Self {
        let mut size = entries.checked_ilog2().map_or(0, |bits| 1 << bits);
        let mut table = Vec::new();
        while size > 0 && table.try_reserve_exact(size).is_err() {
            size /= 2;
        }
        table.resize(size, None);
        Self(table)
    }

    pub(super) fn get(&self, key: u64) -> Option<&Entry<M>> {
        self.0.get(self.place(key))?.as_ref().filter(|entry| entry.key == key)
    }

    /// Stores a result found at a distance from the root.
    pub(super) fn put(&mut self, key: u64, depth: u8, ply: u8, bound: Bound, value: i32, best: M) {
        let place = self.place(key);
        if let Some(entry) = self.0.get_mut(place) {
            *entry = Some(Entry { key, value: to_node(value, ply), best, depth, bound });
        }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & self.0.len().wrapping_sub(1)
    }
}

/// Converts a score from the root's view, in which a win counts the moves from the root, to the position's.
fn to_node(value: i32, ply: u8) -> i32 {
    value + decided(value) * i32::from(ply)
}

/// Converts a score from the position's view to the root's.
fn from_node(value: i32, ply: u8) -> i32 {
    value - decided(value) * i32::from(ply)
}

/// Returns 1 for a won game, −1 for a lost one, otherwise 0.
fn decided(value: i32) -> i32 {
    i32::from(value > EVALUATED) - i32::from(value < -EVALUATED)
}
