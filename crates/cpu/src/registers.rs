//! The register file of the 8080 and Z80, with registers numbered as in opcodes.

use core::ops::{Index, IndexMut};

use crate::bus::Decide;
use crate::domain::is_set;
use crate::domain::{Domain, DomainMap};
use crate::execution_context::ExecutionContext;
use crate::i8080::alu::flag::{CY, P, S, Z};

/// The number of B.
pub const B: usize = 0;
/// The number of C.
pub const C: usize = 1;
/// The number of D.
pub const D: usize = 2;
/// The number of E.
pub const E: usize = 3;
/// The number of H.
pub const H: usize = 4;
/// The number of L.
pub const L: usize = 5;
/// The number of F. In opcodes this number means the memory at HL.
pub const F: usize = 6;
/// The number of A.
pub const A: usize = 7;

/// The number of BC, which is that of its high byte.
pub const BC: usize = B;
/// The number of DE.
pub const DE: usize = D;
/// The number of HL.
pub const HL: usize = H;

/// The 8-bit registers by number, the stack pointer, and the program counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers<Byte: Domain> {
    bytes: [Byte; 8],
    /// The stack pointer.
    pub sp: Byte::Word,
    /// The program counter.
    pub pc: u16,
}

impl<Byte: Domain> Registers<Byte> {
    pub(crate) fn map<To: Domain>(&self, map: &impl DomainMap<Byte, To>) -> Registers<To> {
        Registers { bytes: self.bytes.map(|byte| map.byte(byte)), sp: map.word(self.sp), pc: self.pc }
    }
}

/// All bits set, as after power-on; PC is 0.
impl<Byte: Domain> Default for Registers<Byte> {
    fn default() -> Self {
        Registers { bytes: [0xFF.into(); 8], sp: 0xFFFF.into(), pc: 0 }
    }
}

impl<Byte: Domain> Index<usize> for Registers<Byte> {
    type Output = Byte;

    #[inline(always)]
    fn index(&self, number: usize) -> &Byte {
        &self.bytes[number]
    }
}

impl<Byte: Domain> IndexMut<usize> for Registers<Byte> {
    #[inline(always)]
    fn index_mut(&mut self, number: usize) -> &mut Byte {
        &mut self.bytes[number]
    }
}

impl<Byte: Domain> Registers<Byte> {
    /// Returns a register pair.
    #[inline(always)]
    pub fn pair(&self, number: usize) -> Byte::Word {
        Byte::join(self[number], self[number + 1])
    }

    /// Sets a register pair.
    #[inline(always)]
    pub fn set_pair(&mut self, number: usize, word: Byte::Word) {
        (self[number], self[number + 1]) = Byte::split(word);
    }

    /// Returns BC, DE, HL or SP, selected by bits 4 and 5 of the opcode.
    #[inline(always)]
    pub(crate) fn word(&self, opcode: u8) -> Byte::Word {
        match opcode >> 4 & 3 {
            3 => self.sp,
            pair => self.pair(usize::from(pair) * 2),
        }
    }

    #[inline(always)]
    pub(crate) fn set_word(&mut self, opcode: u8, word: Byte::Word) {
        match opcode >> 4 & 3 {
            3 => self.sp = word,
            pair => self.set_pair(usize::from(pair) * 2, word),
        }
    }

    /// Returns whether a condition holds: NZ, Z, NC, C, PO, PE, P or M, numbered as in opcodes. The masks are the same on
    /// both processors.
    #[inline(always)]
    pub(crate) fn condition(&self, number: u8) -> Byte::Bit {
        const MASKS: [u8; 4] = [Z, CY, P, S];
        let expected = number & 1 != 0;
        is_set(self[F], MASKS[usize::from(number >> 1 & 3)]) ^ (!expected).into()
    }

    #[inline(always)]
    pub(crate) fn push<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>, word: Byte::Word) {
        let (high, low) = Byte::split(word);
        self.sp = Byte::offset(self.sp, 0xFFFF);
        cx.write(self.sp, high, 3);
        self.sp = Byte::offset(self.sp, 0xFFFF);
        cx.write(self.sp, low, 3);
    }

    #[inline(always)]
    pub(crate) fn pop<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) -> Byte::Word {
        let low = cx.read(self.sp, 3);
        self.sp = Byte::offset(self.sp, 1);
        let high = cx.read(self.sp, 3);
        self.sp = Byte::offset(self.sp, 1);
        Byte::join(high, low)
    }
}
