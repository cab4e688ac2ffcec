//! A byte that is many machines' bytes, side by side.
//!
//! A crate of its own, so that builds for tests can optimise it alone: its loops want vector instructions.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use arcadian_cpu::Domain;

/// How many machines go in step: a multiple of the bytes in a host's vector register, and enough of them to
/// make little of what each instruction costs once.
pub const LANES: usize = 64;

/// A byte of each machine.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub struct Lanes {
    each: [u8; LANES],
    /// Whether all are known to be the same. They may be without its being known.
    same: bool,
}

/// A bit of each machine, as a byte of zeros or ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub struct Mask([u8; LANES]);

/// A word of each machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    high: Lanes,
    low: Lanes,
}

impl Lanes {
    /// These bytes.
    #[inline(always)]
    pub fn new(each: [u8; LANES]) -> Self {
        Lanes { each, same: false }
    }

    /// The bytes.
    #[inline(always)]
    pub fn each(&self) -> &[u8; LANES] {
        &self.each
    }

    /// The byte that all have where the mask is set; none if they differ.
    #[inline(always)]
    pub fn agreed(&self, mask: &Mask) -> Option<u8> {
        if self.same { self.each.first().copied() } else { self.compared(mask) }
    }

    #[inline(never)]
    fn compared(&self, mask: &Mask) -> Option<u8> {
        let lane = mask.first()?;
        let byte = *self.each.get(lane)?;
        let differing = (0..LANES).fold(0, |all, lane| all | ((self.each[lane] ^ byte) & mask.0[lane]));
        (differing == 0).then_some(byte)
    }

    #[inline(always)]
    fn map(self, operation: impl Fn(u8) -> u8) -> Self {
        let mut each = self.each;
        for byte in &mut each {
            *byte = operation(*byte);
        }
        Lanes { each, same: self.same }
    }

    #[inline(always)]
    fn with(self, other: Self, operation: impl Fn(u8, u8) -> u8) -> Self {
        let mut each = self.each;
        for (byte, other) in each.iter_mut().zip(&other.each) {
            *byte = operation(*byte, *other);
        }
        Lanes { each, same: self.same && other.same }
    }

    #[inline(always)]
    fn mask(self, condition: impl Fn(u8) -> bool) -> Mask {
        Mask(self.map(|byte| if condition(byte) { 0xFF } else { 0 }).each)
    }
}

impl Mask {
    /// Where a function of the lane is true.
    pub fn from_fn(condition: impl Fn(usize) -> bool) -> Self {
        Mask(from_fn(|lane| if condition(lane) { 0xFF } else { 0 }))
    }

    /// Whether it is set in this lane.
    pub fn has(&self, lane: usize) -> bool {
        self.0.get(lane).is_some_and(|byte| *byte != 0)
    }

    /// The first lane where it is set.
    pub fn first(&self) -> Option<usize> {
        self.0.iter().position(|byte| *byte != 0)
    }

    /// Whether it is clear everywhere.
    #[inline(never)]
    pub fn is_clear(&self) -> bool {
        self.0.iter().fold(0, |all, byte| all | byte) == 0
    }

    /// Whether it is set everywhere.
    #[inline(never)]
    pub fn is_full(&self) -> bool {
        self.0.iter().fold(0xFF, |all, byte| all & byte) == 0xFF
    }
}

/// Whether the bytes are the same, however much was known of it.
impl PartialEq for Lanes {
    fn eq(&self, other: &Self) -> bool {
        self.each == other.each
    }
}

impl Eq for Lanes {}

impl From<u8> for Lanes {
    #[inline(never)]
    fn from(byte: u8) -> Self {
        Lanes { each: [byte; LANES], same: true }
    }
}

impl From<u16> for Pair {
    #[inline(always)]
    fn from(word: u16) -> Self {
        let [high, low] = word.to_be_bytes();
        Pair { high: high.into(), low: low.into() }
    }
}

impl From<bool> for Mask {
    #[inline(never)]
    fn from(bit: bool) -> Self {
        Mask([if bit { 0xFF } else { 0 }; LANES])
    }
}

impl BitAnd for Lanes {
    type Output = Self;
    #[inline(never)]
    fn bitand(self, other: Self) -> Self {
        self.with(other, |one, other| one & other)
    }
}

impl BitOr for Lanes {
    type Output = Self;
    #[inline(never)]
    fn bitor(self, other: Self) -> Self {
        self.with(other, |one, other| one | other)
    }
}

impl BitXor for Lanes {
    type Output = Self;
    #[inline(never)]
    fn bitxor(self, other: Self) -> Self {
        self.with(other, |one, other| one ^ other)
    }
}

impl Not for Lanes {
    type Output = Self;
    #[inline(never)]
    fn not(self) -> Self {
        self.map(|one| !one)
    }
}

impl Shl<u32> for Lanes {
    type Output = Self;
    #[inline(never)]
    fn shl(self, by: u32) -> Self {
        self.map(|one| one << by)
    }
}

impl Shr<u32> for Lanes {
    type Output = Self;
    #[inline(never)]
    fn shr(self, by: u32) -> Self {
        self.map(|one| one >> by)
    }
}

impl BitAnd for Mask {
    type Output = Self;
    #[inline(never)]
    fn bitand(self, other: Self) -> Self {
        Mask(from_fn(|lane| self.0[lane] & other.0[lane]))
    }
}

impl BitOr for Mask {
    type Output = Self;
    #[inline(never)]
    fn bitor(self, other: Self) -> Self {
        Mask(from_fn(|lane| self.0[lane] | other.0[lane]))
    }
}

impl BitXor for Mask {
    type Output = Self;
    #[inline(never)]
    fn bitxor(self, other: Self) -> Self {
        Mask(from_fn(|lane| self.0[lane] ^ other.0[lane]))
    }
}

impl Not for Mask {
    type Output = Self;
    #[inline(never)]
    fn not(self) -> Self {
        Mask(self.0.map(|byte| !byte))
    }
}

/// Each operation is that of `u8` in every lane, a loop of which the compiler makes vector instructions. They are not
/// inlined: a core has some ten thousand of them, and would take minutes to compile.
impl Domain for Lanes {
    type Bit = Mask;
    type Word = Pair;

    #[inline(never)]
    fn sum(self, other: Self, carry: Mask) -> (Self, Self) {
        let mut sum = self.each;
        let mut carries = self.each;
        for lane in 0..LANES {
            let (one, other) = (self.each[lane], other.each[lane]);
            // A set bit is FF, the same as -1.
            let all = one.wrapping_add(other).wrapping_sub(carry.0[lane]);
            sum[lane] = all;
            carries[lane] = (one & other) | ((one | other) & !all);
        }
        let same = self.same && other.same && (carry.is_clear() || carry.is_full());
        (Lanes { each: sum, same }, Lanes { each: carries, same })
    }

    #[inline(never)]
    fn bit(self, n: u32) -> Mask {
        let bit = 1 << n;
        self.mask(|byte| byte & bit != 0)
    }

    #[inline(never)]
    fn place(bit: Mask, n: u32) -> Self {
        let place = 1 << n;
        Lanes::new(bit.0.map(|bit| bit & place))
    }

    #[inline(never)]
    fn select(bit: Mask, set: Self, clear: Self) -> Self {
        Lanes::new(from_fn(|lane| (bit.0[lane] & set.each[lane]) | (!bit.0[lane] & clear.each[lane])))
    }

    #[inline(never)]
    fn is_zero(self) -> Mask {
        self.mask(|byte| byte == 0)
    }

    #[inline(never)]
    fn is_even_parity(self) -> Mask {
        self.mask(|byte| odd(byte) == 0)
    }

    #[inline(always)]
    fn join(high: Self, low: Self) -> Pair {
        Pair { high, low }
    }

    #[inline(always)]
    fn split(word: Pair) -> (Self, Self) {
        (word.high, word.low)
    }

    #[inline(never)]
    fn offset(word: Pair, by: u16) -> Pair {
        if word.high.same && word.low.same {
            return Pair::from(u16::from_be_bytes([word.high.each[0], word.low.each[0]]).wrapping_add(by));
        }
        let [high, low] = by.to_be_bytes();
        let (low, carries) = word.low.sum(low.into(), false.into());
        Pair { high: word.high.sum(high.into(), carries.bit(7)).0, low }
    }

    #[inline(never)]
    fn sign_zero_parity(self) -> Self {
        self.map(|byte| byte & 0xA8 | if byte == 0 { 0x40 } else { 0 } | (odd(byte) ^ 1) << 2)
    }

    #[inline(never)]
    fn negative_zero(self) -> Self {
        self.map(|byte| byte & 0x80 | if byte == 0 { 0x02 } else { 0 })
    }

    #[inline(never)]
    fn at_least(self, other: Self) -> Mask {
        Mask(from_fn(|lane| if self.each[lane] >= other.each[lane] { 0xFF } else { 0 }))
    }
}

/// 1 if the number of set bits is odd.
#[inline(always)]
fn odd(byte: u8) -> u8 {
    let halves = byte ^ byte >> 4;
    let quarters = halves ^ halves >> 2;
    (quarters ^ quarters >> 1) & 1
}
