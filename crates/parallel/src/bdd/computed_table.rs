//! Results of operations, until they are overwritten by others.

use super::{BddRef, hash::hash};

/// An operation with its operands, in normal form (see `operations`).
pub(super) type Key = [BddRef; 3];

#[derive(Clone, Copy, Default)]
struct Entry {
    /// The first operand of a normal form is never a constant; if it is 0, the entry is empty.
    key: Key,
    result: BddRef,
}

/// The least number of entries: what fits the host's level 2 cache beside the nodes.
const MIN_ENTRIES: usize = 1 << 14;

/// A direct-mapped cache: a result replaces whatever has the same hash.
pub(super) struct ComputedTable {
    /// Their number is a power of two.
    entries: Vec<Entry>,
}

impl ComputedTable {
    pub(super) fn new() -> Self {
        ComputedTable { entries: vec![Entry::default(); MIN_ENTRIES] }
    }

    #[inline(always)]
    fn slot(&self, key: Key) -> usize {
        hash(key.map(|operand| operand.0)) as usize & (self.entries.len() - 1)
    }

    #[inline(always)]
    pub(super) fn get(&self, key: Key) -> Option<BddRef> {
        let entry = self.entries[self.slot(key)];
        (entry.key == key).then_some(entry.result)
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, key: Key, result: BddRef) {
        let slot = self.slot(key);
        self.entries[slot] = Entry { key, result };
    }

    /// Grows the table with the number of nodes. Most results are used again soon or never: a table of an eighth of the
    /// nodes costs some recomputation, and gains more, as most of it stays in the host's caches.
    pub(super) fn grow(&mut self, nodes: usize) {
        let size = (nodes / 8).next_power_of_two();
        let mut entries = Vec::new();
        // Without memory for more of them, fewer results are found again.
        if size > self.entries.len() && entries.try_reserve_exact(size).is_ok() {
            entries.resize(size, Entry::default());
            let old = std::mem::replace(&mut self.entries, entries);
            for entry in old.iter().filter(|entry| entry.key[0] != BddRef::FALSE) {
                self.insert(entry.key, entry.result);
            }
        }
    }

    /// Removes the results that refer to freed nodes.
    pub(super) fn retain(&mut self, is_live: &[bool]) {
        let is_live = |function: &BddRef| is_live.get(function.index()).copied().unwrap_or(false);
        for entry in &mut self.entries {
            if !entry.key.iter().chain([&entry.result]).all(is_live) {
                *entry = Entry::default();
            }
        }
    }
}
