//! Bits with one value per machine, bytes and words made of eight or sixteen of them ("bit-blasted"), and the bus of many machines.
//!
//! In this representation a shift only moves bits and an addition is a ripple-carry adder.

use std::{
    array::from_fn,
    fmt::Debug,
    ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr},
};

use arcadian_cpu::Domain;

/// Eight bits, bit 0 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Byte<B>(pub [B; 8]);

/// A 16-bit word. Most addresses are concrete, so that case has a representation of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word<B> {
    /// The same value for all machines.
    Concrete(u16),
    /// High byte and low byte.
    Bytes(Byte<B>, Byte<B>),
}

impl<B: ParallelBit> Byte<B> {
    /// Builds a byte from its bits; the argument of `bit` is the bit number.
    pub fn from_fn(bit: impl FnMut(usize) -> B) -> Self {
        Byte(from_fn(bit))
    }

    /// Returns the byte that all machines of a nonempty mask share, or `None` if they differ.
    #[inline]
    pub fn constant(&self, mask: B) -> Option<u8> {
        self.0.iter().rev().try_fold(0, |value, bit| Some(value << 1 | u8::from(bit.constant(mask)?)))
    }
}

impl<B: ParallelBit> From<u8> for Byte<B> {
    #[inline(always)]
    fn from(value: u8) -> Self {
        Byte(from_fn(|n| (value >> n & 1 != 0).into()))
    }
}

impl<B: ParallelBit> From<u16> for Word<B> {
    #[inline(always)]
    fn from(value: u16) -> Self {
        Word::Concrete(value)
    }
}

impl<B: ParallelBit> BitAnd for Byte<B> {
    type Output = Self;
    #[inline(never)]
    fn bitand(self, other: Self) -> Self {
        Byte(from_fn(|n| self.0[n] & other.0[n]))
    }
}

impl<B: ParallelBit> BitOr for Byte<B> {
    type Output = Self;
    #[inline(never)]
    fn bitor(self, other: Self) -> Self {
        Byte(from_fn(|n| self.0[n] | other.0[n]))
    }
}

impl<B: ParallelBit> BitXor for Byte<B> {
    type Output = Self;
    #[inline(never)]
    fn bitxor(self, other: Self) -> Self {
        Byte(from_fn(|n| self.0[n] ^ other.0[n]))
    }
}

impl<B: ParallelBit> Not for Byte<B> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Byte(self.0.map(|bit| !bit))
    }
}

impl<B: ParallelBit> Shl<u32> for Byte<B> {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        let by = by as usize;
        Byte(from_fn(|n| if n < by { false.into() } else { self.0[n - by] }))
    }
}

impl<B: ParallelBit> Shr<u32> for Byte<B> {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        let by = by as usize;
        Byte(from_fn(|n| if n + by < 8 { self.0[n + by] } else { false.into() }))
    }
}

impl<B: ParallelBit> Domain for Byte<B> {
    type Bit = B;
    type Word = Word<B>;

    #[inline(never)]
    fn sum(self, other: Self, carry: B) -> (Self, Self) {
        let (mut sum, mut carries) = (self, self);
        let mut carry = carry;
        for n in 0..8 {
            let (one, other) = (self.0[n], other.0[n]);
            let differ = one ^ other;
            sum.0[n] = differ ^ carry;
            carry = differ.select(carry, one);
            carries.0[n] = carry;
        }
        (sum, carries)
    }

    #[inline(always)]
    fn bit(self, n: u32) -> B {
        self.0[n as usize & 7]
    }

    #[inline(always)]
    fn place(bit: B, n: u32) -> Self {
        Byte(from_fn(|place| if place == n as usize { bit } else { false.into() }))
    }

    #[inline(never)]
    fn select(bit: B, set: Self, clear: Self) -> Self {
        Byte(from_fn(|n| bit.select(set.0[n], clear.0[n])))
    }

    #[inline(never)]
    fn is_zero(self) -> B {
        !self.0.iter().fold(B::from(false), |any, bit| any | *bit)
    }

    #[inline(never)]
    fn is_even_parity(self) -> B {
        !self.0.iter().fold(B::from(false), |odd, bit| odd ^ *bit)
    }

    #[inline(always)]
    fn join(high: Self, low: Self) -> Word<B> {
        Word::Bytes(high, low)
    }

    #[inline]
    fn split(word: Word<B>) -> (Self, Self) {
        match word {
            Word::Concrete(value) => {
                let [high, low] = value.to_be_bytes();
                (high.into(), low.into())
            }
            Word::Bytes(high, low) => (high, low),
        }
    }

    #[inline(never)]
    fn offset(word: Word<B>, by: u16) -> Word<B> {
        match word {
            Word::Concrete(value) => Word::Concrete(value.wrapping_add(by)),
            Word::Bytes(high, low) => {
                let [by_high, by_low] = by.to_be_bytes();
                let (low, carries) = low.sum(by_low.into(), false.into());
                Word::Bytes(high.sum(by_high.into(), carries.bit(7)).0, low)
            }
        }
    }
}

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

/// Memory and ports of many machines, and the decisions where they differ. An access costs a call through a pointer; in return the
/// cores are compiled once for all such buses. See [`Bus`](arcadian_cpu::Bus) and
/// [`Decide`](arcadian_cpu::Decide) for what the functions do.
pub trait ParallelBus<D: Domain> {
    fn read(&mut self, address: D::Word) -> D;

    fn write(&mut self, address: D::Word, value: D);

    /// Returns a byte without an access.
    fn peek(&self, address: u16) -> D;

    /// Fetches an opcode or prefix.
    fn fetch(&mut self, address: u16) -> D;

    fn fetch_unused(&mut self, address: u16);

    fn read_unused(&mut self, address: D::Word);

    fn input(&mut self, port: D::Word) -> D;

    fn output(&mut self, port: D::Word, value: D);

    /// Returns what an unstable opcode of the 6502 combines with its operands.
    fn unstable(&mut self, typical: D) -> D;

    /// Returns what `LD A,R` loads.
    fn refresh(&mut self, counted: D) -> D;

    /// Chooses the value of a bit.
    fn decide(&mut self, bit: D::Bit) -> bool;

    /// Chooses the value of a byte.
    fn concretize(&mut self, value: D) -> u8;

    /// Chooses the value of a word.
    fn concretize_word(&mut self, word: D::Word) -> u16;
}
