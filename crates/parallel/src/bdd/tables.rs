//! The tables of diagrams: their nodes, each stored once, and results of operations, until others overwrite them.

use super::BddRef;

/// A node: the function is `high` where the variable is 1 and `low` where it is 0.
///
/// `low` is not complemented and differs from `high`, which makes the node of a function unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// The number of the variable. The children have variables with higher numbers.
    pub(super) variable: u32,
    pub(super) low: BddRef,
    pub(super) high: BddRef,
}

impl Node {
    /// The node of the constants, at index 0. Its variable comes after all others. Free nodes are equal to it.
    pub(super) const TERMINAL: Node = Node { variable: u32::MAX, low: BddRef::FALSE, high: BddRef::FALSE };

    /// Returns a function of this node for the values 0 and 1 of a variable: the node's own or one before it.
    #[inline(always)]
    pub(super) fn cofactors(self, function: BddRef, variable: u32) -> (BddRef, BddRef) {
        if self.variable == variable {
            let is_complemented = function.is_complemented();
            (self.low.complement_if(is_complemented), self.high.complement_if(is_complemented))
        } else {
            (function, function)
        }
    }

    fn hash(self) -> u64 {
        hash([self.low.0, self.high.0, self.variable])
    }
}

#[derive(Clone, Copy, Default)]
struct Bucket {
    /// The index of a node; 0 marks an empty bucket.
    index: u32,
    /// The upper half of its hash. Almost all other nodes are told from it by this, without access to the node.
    tag: u32,
}

impl Bucket {
    fn new(index: u32, hash: u64) -> Self {
        Bucket { index, tag: (hash >> 32) as u32 }
    }
}

const MIN_BUCKETS: usize = 1 << 12;

/// The nodes and the unique table, an open-addressing hash table with linear probing.
pub(super) struct NodeTable {
    nodes: Vec<Node>,
    free: Vec<u32>,
    /// Their number is a power of two, and more than that of the nodes.
    buckets: Vec<Bucket>,
    /// Whether the host has no memory for more buckets.
    is_full: bool,
}

impl NodeTable {
    pub(super) fn new() -> Self {
        NodeTable {
            nodes: vec![Node::TERMINAL],
            free: Vec::new(),
            buckets: vec![Bucket::default(); MIN_BUCKETS],
            is_full: false,
        }
    }

    /// Returns the number of nodes that are not free.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// Returns the number of nodes, free ones included.
    pub(super) fn capacity(&self) -> usize {
        self.nodes.len()
    }

    #[inline(always)]
    pub(super) fn node(&self, function: BddRef) -> Node {
        // A stale handle has no meaning, and must not panic.
        self.nodes.get(function.index()).copied().unwrap_or(Node::TERMINAL)
    }

    /// Returns the index of a node, or the empty bucket where it belongs.
    #[inline(always)]
    pub(super) fn find(&self, node: Node) -> Result<u32, EmptyBucket> {
        let hash = node.hash();
        let mask = self.buckets.len() - 1;
        let mut number = hash as usize & mask;
        loop {
            let bucket = self.buckets[number];
            if bucket.index == 0 {
                return Err(EmptyBucket { number, hash });
            }
            if bucket.tag == (hash >> 32) as u32 && self.nodes[bucket.index as usize] == node {
                return Ok(bucket.index);
            }
            number = (number + 1) & mask;
        }
    }

    /// Adds a node that [`find`](Self::find) did not find. Returns `None` if there is no memory for it.
    pub(super) fn insert(&mut self, node: Node, bucket: EmptyBucket) -> Option<u32> {
        if self.is_full || self.free.is_empty() && self.nodes.try_reserve(1).is_err() {
            return None;
        }
        let index = self.free.pop().unwrap_or(self.nodes.len() as u32);
        match self.nodes.get_mut(index as usize) {
            Some(free) => *free = node,
            None => self.nodes.push(node),
        }
        self.buckets[bucket.number] = Bucket::new(index, bucket.hash);
        // Linear probing slows down as the table fills up.
        if 4 * self.len() > 3 * self.buckets.len() {
            self.rebuild(2 * self.buckets.len());
        }
        Some(index)
    }

    /// Rebuilds the unique table with a number of buckets, or with the present number when memory for more is refused.
    fn rebuild(&mut self, buckets: usize) {
        let before = self.buckets.len();
        self.buckets.clear();
        self.is_full = self.buckets.try_reserve_exact(buckets).is_err();
        let buckets = if self.is_full { before } else { buckets };
        self.buckets.resize(buckets, Bucket::default());
        for (node, index) in self.nodes.iter().zip(0..).filter(|(node, _)| **node != Node::TERMINAL) {
            let hash = node.hash();
            let mut number = hash as usize & (buckets - 1);
            while self.buckets[number].index != 0 {
                number = (number + 1) & (buckets - 1);
            }
            self.buckets[number] = Bucket::new(index, hash);
        }
    }

    /// Frees all nodes that are not part of a function in `live`. Returns for each node whether it remains.
    pub(super) fn collect_garbage(&mut self, live: Vec<BddRef>) -> Vec<bool> {
        let is_live = self.mark(live);
        self.free.clear();
        // The lowest index is the first to be used again, which keeps the nodes in use close together.
        for index in (0..self.nodes.len()).rev().filter(|index| !is_live[*index]) {
            self.nodes[index] = Node::TERMINAL;
            self.free.push(index as u32);
        }
        self.rebuild((4 * self.len()).next_power_of_two().max(MIN_BUCKETS));
        is_live
    }

    fn mark(&self, mut pending: Vec<BddRef>) -> Vec<bool> {
        let mut is_live = vec![false; self.nodes.len()];
        is_live[0] = true;
        while let Some(function) = pending.pop() {
            if let Some(is_live @ false) = is_live.get_mut(function.index()) {
                *is_live = true;
                let node = self.node(function);
                pending.extend([node.low, node.high]);
            }
        }
        is_live
    }
}

/// Place in the unique table for a node that is not there yet, with its hash.
pub(super) struct EmptyBucket {
    number: usize,
    hash: u64,
}

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

/// Returns a hash in which every bit of the lower half depends on all words. It is fixed, so that every run computes the same.
#[inline(always)]
pub(super) fn hash([one, two, three]: [u32; 3]) -> u64 {
    let mixed = (u64::from(one) << 32 | u64::from(two)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed.rotate_left(32) ^ u64::from(three)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed.rotate_left(32)
}
