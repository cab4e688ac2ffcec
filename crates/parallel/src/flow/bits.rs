//! Bits that know only from which parts of the state they were computed.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use arcadian_cpu::Domain;

/// A set of resources. A resource is a byte of the state, or a single flag.
pub type Resources = u64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbstractBit {
    Known(bool),
    /// Bit `1` of resource `0` on entry, unchanged.
    Entry(u8, u8),
    /// A bit that depends at most on these resources.
    Mixed(Resources),
}

use AbstractBit::{Entry, Known, Mixed};

impl AbstractBit {
    /// Returns the resources on which it depends.
    pub fn sources(self) -> Resources {
        match self {
            Known(_) => 0,
            Entry(resource, _) => 1 << resource,
            Mixed(sources) => sources,
        }
    }

    fn mix(self, other: Self) -> Self {
        Mixed(self.sources() | other.sources())
    }
}

impl From<bool> for AbstractBit {
    fn from(value: bool) -> Self {
        Known(value)
    }
}

/// Two unchanged bits that are the same are equal; two mixed ones need not be.
fn are_same(one: AbstractBit, other: AbstractBit) -> bool {
    one == other && matches!(one, Entry(..))
}

impl BitAnd for AbstractBit {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        match (self, other) {
            (Known(false), _) | (_, Known(false)) => Known(false),
            (Known(true), bit) | (bit, Known(true)) => bit,
            (one, other) if are_same(one, other) => one,
            (one, other) => one.mix(other),
        }
    }
}

impl BitOr for AbstractBit {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        match (self, other) {
            (Known(true), _) | (_, Known(true)) => Known(true),
            (Known(false), bit) | (bit, Known(false)) => bit,
            (one, other) if are_same(one, other) => one,
            (one, other) => one.mix(other),
        }
    }
}

impl BitXor for AbstractBit {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        match (self, other) {
            (Known(one), Known(other)) => Known(one ^ other),
            (Known(false), bit) | (bit, Known(false)) => bit,
            (one, other) if are_same(one, other) => Known(false),
            (one, other) => one.mix(other),
        }
    }
}

impl Not for AbstractBit {
    type Output = Self;
    fn not(self) -> Self {
        self ^ Known(true)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbstractByte(pub [AbstractBit; 8]);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbstractWord(pub(crate) AbstractByte, pub(crate) AbstractByte);

impl AbstractByte {
    fn with(self, other: Self, operation: impl Fn(AbstractBit, AbstractBit) -> AbstractBit) -> Self {
        AbstractByte(from_fn(|n| operation(self.0[n], other.0[n])))
    }

    /// Returns an unknown byte that depends at most on these resources.
    pub const fn unknown(sources: Resources) -> Self {
        AbstractByte([Mixed(sources); 8])
    }

    pub fn sources(self) -> Resources {
        self.0.iter().fold(0, |all, bit| all | bit.sources())
    }

    /// Returns the value if all bits are known.
    pub(crate) fn known(self) -> Option<u8> {
        self.0.iter().rev().try_fold(0, |value, bit| match bit {
            Known(bit) => Some(value << 1 | u8::from(*bit)),
            _ => None,
        })
    }

    fn all(self, join: impl Fn(AbstractBit, AbstractBit) -> AbstractBit, first: AbstractBit) -> AbstractBit {
        self.0.into_iter().fold(first, join)
    }
}

impl AbstractWord {
    pub(crate) fn sources(self) -> Resources {
        self.0.sources() | self.1.sources()
    }
}

impl From<u8> for AbstractByte {
    fn from(value: u8) -> Self {
        AbstractByte(from_fn(|n| Known(value >> n & 1 != 0)))
    }
}

impl From<u16> for AbstractWord {
    fn from(value: u16) -> Self {
        let [high, low] = value.to_be_bytes();
        AbstractWord(high.into(), low.into())
    }
}

impl BitAnd for AbstractByte {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.with(other, |one, other| one & other)
    }
}

impl BitOr for AbstractByte {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.with(other, |one, other| one | other)
    }
}

impl BitXor for AbstractByte {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.with(other, |one, other| one ^ other)
    }
}

impl Not for AbstractByte {
    type Output = Self;
    fn not(self) -> Self {
        AbstractByte(self.0.map(|bit| !bit))
    }
}

impl Shl<u32> for AbstractByte {
    type Output = Self;
    fn shl(self, by: u32) -> Self {
        AbstractByte(from_fn(|n| n.checked_sub(by as usize).map_or(Known(false), |n| self.0[n])))
    }
}

impl Shr<u32> for AbstractByte {
    type Output = Self;
    fn shr(self, by: u32) -> Self {
        AbstractByte(from_fn(|n| self.0.get(n + by as usize).copied().unwrap_or(Known(false))))
    }
}

impl Domain for AbstractByte {
    type Bit = AbstractBit;
    type Word = AbstractWord;

    fn sum(self, other: Self, mut carry: AbstractBit) -> (Self, Self) {
        let (mut sum, mut carries) = (Self::from(0), Self::from(0));
        for n in 0..8 {
            let (a, b) = (self.0[n], other.0[n]);
            sum.0[n] = a ^ b ^ carry;
            carry = (a & b) | ((a | b) & carry);
            carries.0[n] = carry;
        }
        (sum, carries)
    }

    fn bit(self, n: u32) -> AbstractBit {
        self.0[n as usize]
    }

    fn place(bit: AbstractBit, n: u32) -> Self {
        let mut byte = Self::from(0);
        byte.0[n as usize] = bit;
        byte
    }

    fn select(bit: AbstractBit, set: Self, clear: Self) -> Self {
        match bit {
            Known(true) => set,
            Known(false) => clear,
            _ => set.with(clear, |set, clear| {
                if set == clear && !matches!(set, Mixed(_)) { set } else { set.mix(clear).mix(bit) }
            }),
        }
    }

    fn is_zero(self) -> AbstractBit {
        !self.all(|one, other| one | other, Known(false))
    }

    fn is_even_parity(self) -> AbstractBit {
        !self.all(|one, other| one ^ other, Known(false))
    }

    fn join(high: Self, low: Self) -> AbstractWord {
        AbstractWord(high, low)
    }

    fn split(word: AbstractWord) -> (Self, Self) {
        (word.0, word.1)
    }

    fn offset(word: AbstractWord, by: u16) -> AbstractWord {
        let [high, low] = by.to_be_bytes();
        let (low, carries) = word.1.sum(low.into(), Known(false));
        AbstractWord(word.0.sum(high.into(), carries.bit(7)).0, low)
    }
}
