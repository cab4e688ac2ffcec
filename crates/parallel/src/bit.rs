//! A Boolean with one value per machine.

use std::{
    fmt::Debug,
    ops::{BitAnd, BitOr, BitXor, Not},
};

/// The bit of a single machine.
impl ParallelBit for bool {}

/// A Boolean with one value per machine, which doubles as a mask: the set of machines for which it is true.
///
/// `BitSlice` stores one bit per lane; `BddRef` is a Boolean
/// function of the input bits. In both, `false` for all machines and `true` for all machines have a unique
/// representation, so `==` detects them.
pub trait ParallelBit:
    'static
    + Copy
    + Eq
    + Debug
    + From<bool>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// Whether a bit is a function of variables. More of them may be added at any time.
    const IS_SYMBOLIC: bool = false;

    /// Returns `set` for the machines in this mask and `clear` for the others.
    #[inline(always)]
    fn select(self, set: Self, clear: Self) -> Self {
        clear ^ (self & (set ^ clear))
    }

    /// Returns the value that all machines of a nonempty mask share, or `None` if they differ.
    #[inline]
    fn constant(self, mask: Self) -> Option<bool> {
        let empty = Self::from(false);
        if self & mask == empty {
            Some(false)
        } else if !self & mask == empty {
            Some(true)
        } else {
            None
        }
    }

    fn is_same(self, other: Self, mask: Self) -> bool {
        self == other || (self ^ other) & mask == Self::from(false)
    }

    /// Returns a bit, possibly with a simpler representation, that has the same value for all machines of a mask.
    fn simplify(self, _mask: Self) -> Self {
        self
    }

    /// Returns whether the representation is so small that constraining by it can only help.
    fn is_small(self) -> bool {
        true
    }

    /// Returns a bit that has the same value for all machines of a mask, and depends on less if possible.
    fn constrain(self, _mask: Self) -> Self {
        self
    }

    /// Returns the first variable, in their order, that the bit depends on, if it is a function of variables.
    fn root(self) -> Option<u32> {
        None
    }

    /// Returns whether operations were aborted: the representation exceeded its node budget, or the verification was cancelled.
    /// Every result computed after that is invalid.
    fn is_aborted() -> bool {
        false
    }

    /// Returns whether the verification was cancelled, so that what is computed for many machines is discarded. What is computed for a single
    /// one is exact, and never discarded.
    fn is_cancelled() -> bool {
        false
    }

    /// Returns the current allocation mark, to be passed to [`collect_garbage`](Self::collect_garbage).
    fn watermark() -> usize {
        0
    }

    /// Returns whether enough bits were allocated for garbage collection to be worthwhile.
    fn needs_collection() -> bool {
        false
    }

    /// Frees every bit allocated after the watermark that is not in `live`.
    fn collect_garbage(_watermark: usize, _live: impl Iterator<Item = Self>) {}
}
