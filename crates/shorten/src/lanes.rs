//! A domain with sixteen machines side by side. Every operation is a loop that the compiler turns into vector instructions.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use arcadian_cpu::Domain;

/// Evaluates an expression with the type of the core that runs a processor's test machines.
macro_rules! with_core {
    ($processor:expr, $Core:ident => $value:expr) => {
        match $processor {
            arcadian_isa::Processor::I8080 => {
                type $Core = arcadian_cpu::I8080<$crate::lanes::Lanes>;
                $value
            }
            arcadian_isa::Processor::Z80 => {
                type $Core = arcadian_cpu::Z80<$crate::lanes::Lanes>;
                $value
            }
            arcadian_isa::Processor::Mos6502 => {
                type $Core = arcadian_cpu::Mos6502<$crate::lanes::Lanes>;
                $value
            }
        }
    };
}
pub(crate) use with_core;

/// The number of machines in a block.
pub(crate) const LANES: usize = 16;

/// A byte of each machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct Lanes(pub(crate) [u8; LANES]);

/// A bit of each machine: FF if it is set, otherwise 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct Mask(pub(crate) [u8; LANES]);

/// A word of each machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) high: Lanes,
    pub(crate) low: Lanes,
}

macro_rules! bitwise {
    ($type:ident) => {
        impl BitAnd for $type {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                $type(from_fn(|lane| self.0[lane] & other.0[lane]))
            }
        }

        impl BitOr for $type {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                $type(from_fn(|lane| self.0[lane] | other.0[lane]))
            }
        }

        impl BitXor for $type {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                $type(from_fn(|lane| self.0[lane] ^ other.0[lane]))
            }
        }

        impl Not for $type {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                $type(self.0.map(|value| !value))
            }
        }
    };
}

bitwise!(Lanes);
bitwise!(Mask);

impl From<u8> for Lanes {
    #[inline(always)]
    fn from(value: u8) -> Self {
        Lanes([value; LANES])
    }
}

impl From<bool> for Mask {
    #[inline(always)]
    fn from(value: bool) -> Self {
        Mask([if value { 0xFF } else { 0 }; LANES])
    }
}

impl From<u16> for Words {
    #[inline(always)]
    fn from(value: u16) -> Self {
        let [high, low] = value.to_be_bytes();
        Words { high: high.into(), low: low.into() }
    }
}

impl Shl<u32> for Lanes {
    type Output = Self;
    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        Lanes(self.0.map(|value| value << by))
    }
}

impl Shr<u32> for Lanes {
    type Output = Self;
    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        Lanes(self.0.map(|value| value >> by))
    }
}

impl Lanes {
    #[inline(always)]
    pub(crate) fn is_all_zero(self) -> bool {
        u128::from_le_bytes(self.0) == 0
    }
}

impl Mask {
    pub(crate) const NONE: Mask = Mask([0; LANES]);

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        u128::from_le_bytes(self.0) == 0
    }
}

impl Domain for Lanes {
    type Bit = Mask;
    type Word = Words;

    #[inline(always)]
    fn sum(self, other: Self, carry: Mask) -> (Self, Self) {
        let add = |lane: usize| self.0[lane].wrapping_add(other.0[lane]).wrapping_add(carry.0[lane] & 1);
        let sum = Lanes(from_fn(add));
        (sum, (self & other) | ((self | other) & !sum))
    }

    #[inline(always)]
    fn bit(self, n: u32) -> Mask {
        Mask(self.0.map(|value| if value & 1 << n != 0 { 0xFF } else { 0 }))
    }

    #[inline(always)]
    fn place(bit: Mask, n: u32) -> Self {
        Lanes(bit.0.map(|bit| bit & 1 << n))
    }

    #[inline(always)]
    fn select(bit: Mask, set: Self, clear: Self) -> Self {
        Lanes(from_fn(|lane| set.0[lane] & bit.0[lane] | clear.0[lane] & !bit.0[lane]))
    }

    #[inline(always)]
    fn is_zero(self) -> Mask {
        Mask(self.0.map(|value| if value == 0 { 0xFF } else { 0 }))
    }

    #[inline(always)]
    fn is_even_parity(self) -> Mask {
        let half = self ^ self >> 4;
        let quarter = half ^ half >> 2;
        !(quarter ^ quarter >> 1).bit(0)
    }

    #[inline(always)]
    fn join(high: Self, low: Self) -> Words {
        Words { high, low }
    }

    #[inline(always)]
    fn split(word: Words) -> (Self, Self) {
        (word.high, word.low)
    }

    #[inline(always)]
    fn offset(word: Words, by: u16) -> Words {
        let [high, low] = by.to_be_bytes();
        let (low, carries) = word.low.sum(low.into(), Mask::NONE);
        Words { high: word.high.sum(high.into(), carries.bit(7)).0, low }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lanes() -> impl Strategy<Value = Lanes> {
        any::<[u8; LANES]>().prop_map(Lanes)
    }

    proptest! {
        #[test]
        fn each_lane_is_a_byte(one in lanes(), other in lanes(), bits in lanes(), n in 0..8_u32, by: u16) {
            let bit = bits.bit(0);
            let (sum, carries) = one.sum(other, bit);
            for lane in 0..LANES {
                let (a, b, c) = (one.0[lane], other.0[lane], bits.0[lane] & 1 != 0);
                prop_assert_eq!((sum.0[lane], carries.0[lane]), a.sum(b, c));
                prop_assert_eq!(Lanes::select(bit, one, other).0[lane], u8::select(c, a, b));
                prop_assert_eq!(Lanes::place(bit, n).0[lane], u8::place(c, n));
                prop_assert_eq!(one.bit(n).0[lane] != 0, a.bit(n));
                prop_assert_eq!(one.is_zero().0[lane] != 0, a.is_zero());
                prop_assert_eq!(one.is_even_parity().0[lane] != 0, a.is_even_parity());
                let word = Lanes::offset(Lanes::join(one, other), by);
                prop_assert_eq!(u8::join(word.high.0[lane], word.low.0[lane]), u8::offset(u8::join(a, b), by));
            }
        }
    }
}
