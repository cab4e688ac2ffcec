//! What the 8080 and the Z80 share: registers numbered as in opcodes, and how they go to and from memory.

use core::ops::{Index, IndexMut};

use crate::bus::Decide;
use crate::domain::Domain;
use crate::step::Counted;

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
/// The place of the Z80's IX, the high byte first.
pub const IX: usize = 8;
/// The place of the Z80's IY, the high byte first.
pub const IY: usize = 10;

/// Eight-bit registers by their places, the stack pointer, the program counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers<T: Domain, const N: usize> {
    bytes: [T; N],
    /// The stack pointer.
    pub sp: T::Word,
    /// The program counter.
    pub pc: u16,
}

/// All ones, as after power-on; PC is 0.
impl<T: Domain, const N: usize> Default for Registers<T, N> {
    fn default() -> Self {
        Registers { bytes: [0xFF.into(); N], sp: 0xFFFF.into(), pc: 0 }
    }
}

impl<T: Domain, const N: usize> Index<usize> for Registers<T, N> {
    type Output = T;

    #[inline(always)]
    fn index(&self, place: usize) -> &T {
        &self.bytes[place]
    }
}

impl<T: Domain, const N: usize> IndexMut<usize> for Registers<T, N> {
    #[inline(always)]
    fn index_mut(&mut self, place: usize) -> &mut T {
        &mut self.bytes[place]
    }
}

impl<T: Domain, const N: usize> Registers<T, N> {
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

    /// BC, DE, HL or SP, whichever the opcode's bits 4 and 5 mean; `hl` is the place of what stands for HL.
    #[inline(always)]
    pub(crate) fn word(&self, opcode: u8, hl: usize) -> T::Word {
        match opcode >> 4 & 3 {
            3 => self.sp,
            2 => self.pair(hl),
            pair => self.pair(usize::from(pair) * 2),
        }
    }

    #[inline(always)]
    pub(crate) fn set_word(&mut self, opcode: u8, hl: usize, word: T::Word) {
        match opcode >> 4 & 3 {
            3 => self.sp = word,
            2 => self.set_pair(hl, word),
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

    /// Fetches an opcode, or a prefix.
    #[inline(always)]
    pub(crate) fn fetch<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>) -> u8 {
        if m.acknowledging {
            let opcode = m.acknowledge(4);
            return m.bus.settle(opcode);
        }
        let opcode = m.fetch(self.pc, 4);
        self.pc = self.pc.wrapping_add(1);
        opcode
    }

    /// Reads the byte behind the opcode.
    #[inline(always)]
    pub(crate) fn operand<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>) -> T {
        if m.acknowledging {
            return m.acknowledge(3);
        }
        let operand = m.read(self.pc.into(), 3);
        self.pc = self.pc.wrapping_add(1);
        operand
    }

    /// Reads the word behind the opcode.
    #[inline(always)]
    pub(crate) fn operand_word<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>) -> T::Word {
        let low = self.operand(m);
        T::join(self.operand(m), low)
    }

    #[inline(always)]
    pub(crate) fn push<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>, word: T::Word) {
        let (high, low) = T::split(word);
        self.sp = T::offset(self.sp, 0xFFFF);
        m.write(self.sp, high, 3);
        self.sp = T::offset(self.sp, 0xFFFF);
        m.write(self.sp, low, 3);
    }

    #[inline(always)]
    pub(crate) fn pop<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>) -> T::Word {
        let low = m.read(self.sp, 3);
        self.sp = T::offset(self.sp, 1);
        let high = m.read(self.sp, 3);
        self.sp = T::offset(self.sp, 1);
        T::join(high, low)
    }
}
