//! The storage of bit-slices, with mark-and-sweep garbage collection.

use super::{BitSlice, WORDS};

/// One bit of each machine; lane 0 in bit 0 of the first word.
pub(super) type Words = [u64; WORDS];

/// Below this number of live slots garbage is not collected: they fit the host's level 2 cache.
const MIN_THRESHOLD: usize = 2048;

pub(super) struct Arena {
    /// The number of words per slot in use; fewer machines need fewer words.
    pub(super) width: usize,
    /// Slot 0 is all clear and is never freed.
    slots: Vec<Words>,
    /// The number of slots handed out, including those in `free`.
    pub(super) allocated: usize,
    free: Vec<usize>,
    /// The number of live slots above which garbage is collected.
    threshold: usize,
}

/// Returns 64 copies of bit 0.
pub(super) fn broadcast(bit: u64) -> u64 {
    0_u64.wrapping_sub(bit & 1)
}

impl Arena {
    pub(super) fn new() -> Self {
        Arena {
            width: WORDS,
            slots: vec![[0; WORDS]],
            allocated: 1,
            free: Vec::new(),
            threshold: MIN_THRESHOLD,
        }
    }

    /// Returns the index of a slot that may be overwritten, without allocating it.
    fn vacant_slot(&mut self) -> usize {
        let index = self.free.last().copied().unwrap_or(self.allocated);
        if index == self.slots.len() {
            self.slots.push([0; WORDS]);
        }
        index
    }

    /// Allocates the vacant slot that was just written. `any` is the union of its words: an all-zero slot is not kept.
    fn allocate(&mut self, index: usize, any: u64) -> BitSlice {
        if any == 0 {
            return BitSlice::CLEAR;
        }
        if self.free.pop().is_none() {
            self.allocated += 1;
        }
        BitSlice((index as u32) << 1)
    }

    /// Applies an operation with `operation(0, 0) == 0` to the slots of two handles, ignoring their complement bits.
    pub(super) fn combine(
        &mut self,
        one: BitSlice,
        other: BitSlice,
        operation: impl Fn(u64, u64) -> u64,
    ) -> BitSlice {
        let index = self.vacant_slot();
        // A stale handle or one of another thread may point past the end. It has no meaning, and must not panic.
        let Ok([into, one, other]) = self.slots.get_disjoint_mut([index, one.index(), other.index()]) else {
            return BitSlice::CLEAR;
        };
        let mut any = 0;
        for ((into, one), other) in into[..self.width].iter_mut().zip(one).zip(other) {
            *into = operation(*one, *other);
            any |= *into;
        }
        self.allocate(index, any)
    }

    pub(super) fn store(&mut self, words: Words) -> BitSlice {
        let index = self.vacant_slot();
        let complement = broadcast(words[0]);
        self.slots[index] = words.map(|word| word ^ complement);
        let any = self.slots[index].iter().take(self.width).fold(0, |any, word| any | word);
        self.allocate(index, any).complement_if(complement)
    }

    pub(super) fn words(&self, slice: BitSlice) -> Words {
        let mut words = self.slots.get(slice.index()).copied().unwrap_or([0; WORDS]);
        words.iter_mut().for_each(|word| *word ^= broadcast(slice.0.into()));
        words[self.width..].fill(0);
        words
    }

    pub(super) fn needs_collection(&self) -> bool {
        self.allocated - self.free.len() > self.threshold
    }

    /// Frees every slot from `watermark` up that no handle in `live` refers to.
    pub(super) fn collect_garbage(&mut self, watermark: usize, live: impl Iterator<Item = BitSlice>) {
        let mut is_live = vec![false; self.allocated];
        is_live.iter_mut().take(watermark).for_each(|is_live| *is_live = true);
        for slice in live {
            if let Some(is_live) = is_live.get_mut(slice.index()) {
                *is_live = true;
            }
        }
        self.free = (0..self.allocated).rev().filter(|index| !is_live[*index]).collect();
        self.threshold = MIN_THRESHOLD + 2 * (self.allocated - self.free.len());
    }

    pub(super) fn truncate(&mut self, watermark: usize) {
        self.allocated = watermark;
        self.free.clear();
        self.threshold = MIN_THRESHOLD;
    }
}
