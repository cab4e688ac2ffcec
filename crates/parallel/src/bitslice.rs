//! Bit-sliced values: one bit of each of up to 4,096 machines, packed into 64-bit words.
//!
//! A core copies values far more often than it computes with them, so a bit-slice is a small handle into a per-thread
//! arena. Copies, shifts and complements touch only handles.

use std::{
    array::from_fn,
    cell::RefCell,
    ops::{BitAnd, BitOr, BitXor, Not},
};

use crate::{
    byte::{Byte, ParallelBit},
    cancellation::is_cancelled,
    random::Random,
};

/// The maximum number of machines in lock step. More lanes spread the fixed cost of an instruction over more machines.
pub const LANES: usize = 64 * WORDS;

const WORDS: usize = 64;

/// A handle to one bit of each machine: twice the index of a slot, plus 1 if the bits are complemented.
///
/// Slots are stored with the bit of lane 0 clear, and an all-zero slot is never stored. A bit that is the same for all
/// machines is therefore always handle 0 or 1. Otherwise equal handles imply equal bits, but not the reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitSlice(u32);

thread_local! {
    static ARENA: RefCell<Arena> = RefCell::new(Arena::new());
}

fn with_arena<R>(act: impl FnOnce(&mut Arena) -> R) -> R {
    ARENA.with(|arena| act(&mut arena.borrow_mut()))
}

/// Resets the thread's arena for a number of machines, clamped to 1..=[`LANES`]. Existing handles become invalid.
pub fn reset(machines: u64) {
    with_arena(|arena| {
        arena.truncate(1);
        arena.width = machines.div_ceil(64).clamp(1, WORDS as u64) as usize;
    });
}

/// Frees everything allocated after [`ParallelBit::watermark`] returned this value.
pub fn truncate(watermark: usize) {
    with_arena(|arena| arena.truncate(watermark));
}

impl BitSlice {
    const CLEAR: BitSlice = BitSlice(0);
    const SET: BitSlice = BitSlice(1);

    pub(crate) fn number(self) -> u32 {
        self.0
    }

    pub(crate) fn from_number(number: u32) -> Self {
        BitSlice(number)
    }

    fn index(self) -> usize {
        self.0 as usize >> 1
    }

    fn is_complemented(self) -> bool {
        self.0 & 1 != 0
    }

    /// Returns the complement if bit 0 of `condition` is set, else the same handle.
    fn complement_if(self, condition: u64) -> Self {
        BitSlice(self.0 ^ (condition & 1) as u32)
    }

    /// Returns the bits, lane `n` in bit `n % 64` of word `n / 64`; unused lanes are clear.
    pub fn words(self) -> Words {
        with_arena(|arena| arena.words(self))
    }

    /// Stores words laid out as [`words`](Self::words) returns them.
    pub fn from_words(word: impl FnMut(usize) -> u64) -> Self {
        let words = from_fn(word);
        with_arena(|arena| arena.store(words))
    }

    /// Stores the lanes for which a predicate of the lane number is true.
    pub fn from_fn(condition: impl Fn(usize) -> bool) -> Self {
        BitSlice::from_words(|word| {
            (0..64).rev().fold(0, |bits, n| bits << 1 | u64::from(condition(64 * word + n)))
        })
    }

    /// Stores bit `n` of each lane's own number.
    pub fn of_lane_number(n: usize) -> Self {
        const WITHIN_WORD: [u64; 6] = [
            0xAAAA_AAAA_AAAA_AAAA,
            0xCCCC_CCCC_CCCC_CCCC,
            0xF0F0_F0F0_F0F0_F0F0,
            0xFF00_FF00_FF00_FF00,
            0xFFFF_0000_FFFF_0000,
            0xFFFF_FFFF_0000_0000,
        ];
        match WITHIN_WORD.get(n) {
            Some(pattern) => BitSlice::from_words(|_| *pattern),
            None => BitSlice::from_words(|word| broadcast((word >> (n - WITHIN_WORD.len())) as u64)),
        }
    }

    /// Iterates over the lanes where the bit is set, in ascending order.
    pub fn lanes(self) -> impl Iterator<Item = usize> {
        self.words().into_iter().enumerate().flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                let lane = (bits != 0).then(|| 64 * word + bits.trailing_zeros() as usize);
                bits &= bits.wrapping_sub(1);
                lane
            })
        })
    }

    pub fn first_lane(self) -> Option<usize> {
        self.lanes().next()
    }
}

impl ParallelBit for BitSlice {
    fn is_cancelled() -> bool {
        is_cancelled()
    }

    fn watermark() -> usize {
        with_arena(|arena| arena.allocated)
    }

    fn needs_collection() -> bool {
        with_arena(|arena| arena.needs_collection())
    }

    fn collect_garbage(watermark: usize, live: impl Iterator<Item = Self>) {
        // Collected first: the iterator may itself use the arena, which `with_arena` borrows.
        let live: Vec<_> = live.collect();
        with_arena(|arena| arena.collect_garbage(watermark, live.into_iter()));
    }
}

impl From<bool> for BitSlice {
    #[inline(always)]
    fn from(bit: bool) -> Self {
        BitSlice(bit.into())
    }
}

impl Not for BitSlice {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        BitSlice(self.0 ^ 1)
    }
}

impl BitAnd for BitSlice {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        match (self, other) {
            (BitSlice::CLEAR, _) | (_, BitSlice::CLEAR) => BitSlice::CLEAR,
            (BitSlice::SET, slice) | (slice, BitSlice::SET) => slice,
            _ if self == other => self,
            _ if self == !other => BitSlice::CLEAR,
            // Slots hold the uncomplemented bits; De Morgan's laws turn each case into one pass over them.
            _ => with_arena(|arena| match (self.is_complemented(), other.is_complemented()) {
                (false, false) => arena.combine(self, other, |one, other| one & other),
                (false, true) => arena.combine(self, other, |one, other| one & !other),
                (true, false) => arena.combine(self, other, |one, other| !one & other),
                (true, true) => !arena.combine(self, other, |one, other| one | other),
            }),
        }
    }
}

impl BitOr for BitSlice {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        !(!self & !other)
    }
}

impl BitXor for BitSlice {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        match (self, other) {
            (BitSlice::CLEAR, slice) | (slice, BitSlice::CLEAR) => slice,
            (BitSlice::SET, slice) | (slice, BitSlice::SET) => !slice,
            _ if self.index() == other.index() => BitSlice::from(self != other),
            _ => {
                let complemented = (self.0 ^ other.0).into();
                with_arena(|arena| arena.combine(self, other, |one, other| one ^ other))
                    .complement_if(complemented)
            }
        }
    }
}

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

/// One byte in each lane, as eight bit-slices.
pub type Lanes = Byte<BitSlice>;

impl Lanes {
    /// Transposes an array of bytes, the byte of lane `n` at index `n`.
    pub fn from_bytes(bytes: &[u8; LANES]) -> Self {
        Byte(from_fn(|n| BitSlice::from_fn(|lane| bytes[lane] >> n & 1 != 0)))
    }

    pub fn random(random: &mut Random) -> Self {
        Byte(from_fn(|_| BitSlice::from_words(|_| random.next_u64())))
    }

    pub fn to_bytes(self) -> [u8; LANES] {
        let slices = self.0.map(BitSlice::words);
        from_fn(|lane| {
            let bit = |words: &[u64]| (words[lane / 64] >> (lane % 64) & 1) as u8;
            slices.iter().rev().fold(0, |byte, words| byte << 1 | bit(words))
        })
    }
}
