//! What the 8080 and the Z80 share: registers numbered as in opcodes, and how they go to and from memory.

use core::ops::{Index, IndexMut};

use crate::bus::Decide;
use crate::domain::Domain;
use crate::flow::Flow;

/// The place of B.
pub const B: usize = 0;
/// The place of C.
pub const C: usize = 1;
/// The place of D.
pub const D: usize = 2;
/// The place of E.
pub const E: usize = 3;
/// The place of H.
pub const H: usize = 4;
/// The place of L.
pub const L: usize = 5;
/// The place of F. Opcodes mean the memory at HL by this number.
pub const F: usize = 6;
/// The place of A.
pub const A: usize = 7;
/// Eight-bit registers by their places, the stack pointer, the program counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers<T: Domain> {
    bytes: [T; 8],
    /// The stack pointer.
    pub sp: T::Word,
    /// The program counter.
    pub pc: u16,
}

/// All ones, as after power-on; PC is 0.
impl<T: Domain> Default for Registers<T> {
    fn default() -> Self {
        Registers { bytes: [0xFF.into(); 8], sp: 0xFFFF.into(), pc: 0 }
    }
}

impl<T: Domain> Index<usize> for Registers<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, place: usize) -> &T {
        &self.bytes[place]
    }
}

impl<T: Domain> IndexMut<usize> for Registers<T> {
    #[inline(always)]
    fn index_mut(&mut self, place: usize) -> &mut T {
        &mut self.bytes[place]
    }
}

impl<T: Domain> Registers<T> {
    /// The pair whose high byte is at this place.
    #[inline(always)]
    pub fn pair(&self, high: usize) -> T::Word {
        T::join(self[high], self[high + 1])
    }

    /// Sets the pair whose high byte is at this place.
    #[inline(always)]
    pub fn set_pair(&mut self, high: usize, word: T::Word) {
        (self[high], self[high + 1]) = T::split(word);
    }

    /// BC, DE, HL or SP, whichever the opcode's bits 4 and 5 mean.
    #[inline(always)]
    pub(crate) fn word(&self, opcode: u8) -> T::Word {
        match opcode >> 4 & 3 {
            3 => self.sp,
            pair => self.pair(usize::from(pair) * 2),
        }
    }

    #[inline(always)]
    pub(crate) fn set_word(&mut self, opcode: u8, word: T::Word) {
        match opcode >> 4 & 3 {
            3 => self.sp = word,
            pair => self.set_pair(usize::from(pair) * 2, word),
        }
    }

    /// Whether one of the eight conditions holds, numbered as in opcodes.
    #[inline(always)]
    pub(crate) fn condition(&self, code: u8) -> T::Bit {
        // Z, C, P, S.
        const PLACES: [u32; 4] = [6, 0, 2, 7];
        let wanted = code & 1 != 0;
        self[F].bit(PLACES[usize::from(code >> 1 & 3)]) ^ (!wanted).into()
    }

    #[inline(always)]
    pub(crate) fn push<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, word: T::Word) {
        let (high, low) = T::split(word);
        self.sp = T::offset(self.sp, 0xFFFF);
        m.write(self.sp, high, 3);
        self.sp = T::offset(self.sp, 0xFFFF);
        m.write(self.sp, low, 3);
    }

    #[inline(always)]
    pub(crate) fn pop<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) -> T::Word {
        let low = m.read(self.sp, 3);
        self.sp = T::offset(self.sp, 1);
        let high = m.read(self.sp, 3);
        self.sp = T::offset(self.sp, 1);
        T::join(high, low)
    }
}
