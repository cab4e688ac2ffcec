//! The registers, and how they go to and from memory.

use arcadian_isa::Processor;

use crate::bus::Decide;
use crate::domain::Domain;
use crate::processor::{Core, Register, register};
use crate::registers::{A, B, C, D, E, F, H, IX, IY, L, Registers};
use crate::step::{Counted, Step};
use crate::z80::interrupt::After;

/// A Z80.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Z80<T: Domain = u8> {
    /// B C D E H L F A, numbered as in opcodes, then IX and IY; the stack pointer and the program counter.
    pub r: Registers<T, 12>,
    /// B' C' D' E' H' L' F' A'.
    pub alternate: [T; 8],
    /// The address latch between registers and bus, MEMPTR. It shows in X and Y after `BIT n,(HL)`.
    pub wz: T::Word,
    /// The upper half of interrupt vectors.
    pub i: T,
    /// The refresh counter R; its lower seven bits count opcode fetches.
    pub refresh: T,
    /// What the last instruction put into F; 0 if nothing. SCF and CCF look at it.
    pub q: T,
    /// Whether interrupts are accepted.
    pub iff1: bool,
    /// What IFF1 was before the non-maskable interrupt.
    pub iff2: bool,
    /// The interrupt mode, 0 to 2.
    pub im: u8,
    /// Whether it executes NOPs and waits for an interrupt. PC is behind the HALT.
    pub halted: bool,
    /// What the last instruction means for an interrupt that comes now.
    pub after: After,
}

/// As after a reset; all that a reset leaves as it is holds ones, as after power-on.
impl<T: Domain> Default for Z80<T> {
    fn default() -> Self {
        Z80 {
            r: Registers::default(),
            alternate: [0xFF.into(); 8],
            wz: 0.into(),
            i: 0.into(),
            refresh: 0.into(),
            q: 0.into(),
            iff1: false,
            iff2: false,
            im: 0,
            halted: false,
            after: After::Nothing,
        }
    }
}

impl<T: Domain> Core<T> for Z80<T> {
    const PROCESSOR: Processor = Processor::Z80;

    const REGISTERS: &'static [Register<Self, T>] = &[
        register!(word "AF", |cpu| pair cpu.r[A], cpu.r[F]),
        register!(word "BC", |cpu| pair cpu.r[B], cpu.r[C]),
        register!(word "DE", |cpu| pair cpu.r[D], cpu.r[E]),
        register!(word "HL", |cpu| pair cpu.r[H], cpu.r[L]),
        register!(word "IX", |cpu| pair cpu.r[IX], cpu.r[IX + 1]),
        register!(word "IY", |cpu| pair cpu.r[IY], cpu.r[IY + 1]),
        register!(word "SP", |cpu| cpu.r.sp),
        register!(word "AF'", |cpu| pair cpu.alternate[A], cpu.alternate[F]),
        register!(word "BC'", |cpu| pair cpu.alternate[B], cpu.alternate[C]),
        register!(word "DE'", |cpu| pair cpu.alternate[D], cpu.alternate[E]),
        register!(word "HL'", |cpu| pair cpu.alternate[H], cpu.alternate[L]),
        register!(word "WZ", |cpu| cpu.wz),
        register!(byte "A", |cpu| cpu.r[A]),
        register!(byte "F", |cpu| cpu.r[F]),
        register!(byte "B", |cpu| cpu.r[B]),
        register!(byte "C", |cpu| cpu.r[C]),
        register!(byte "D", |cpu| cpu.r[D]),
        register!(byte "E", |cpu| cpu.r[E]),
        register!(byte "H", |cpu| cpu.r[H]),
        register!(byte "L", |cpu| cpu.r[L]),
        register!(byte "IXH", |cpu| cpu.r[IX]),
        register!(byte "IXL", |cpu| cpu.r[IX + 1]),
        register!(byte "IYH", |cpu| cpu.r[IY]),
        register!(byte "IYL", |cpu| cpu.r[IY + 1]),
        register!(byte "I", |cpu| cpu.i),
        register!(byte "R", |cpu| cpu.refresh),
    ];

    #[inline]
    fn step<W: Decide<T>>(&mut self, bus: &mut W) -> Step {
        let mut m = Counted::new(bus);
        if !self.accept(&mut m) {
            if self.halted {
                self.idle(&mut m);
            } else {
                let q = core::mem::replace(&mut self.q, 0.into());
                let opcode = self.fetch(&mut m);
                self.execute::<H, W>(&mut m, opcode, q);
            }
        }
        m.step()
    }

    fn pc(&self) -> u16 {
        self.r.pc
    }

    fn set_pc(&mut self, address: u16) {
        self.r.pc = address;
    }

    fn stack(&self) -> T::Word {
        self.r.sp
    }

    fn is_halted(&self) -> bool {
        self.halted
    }
}

impl<T: Domain> Z80<T> {
    /// Fetches an opcode, or a prefix.
    #[inline(always)]
    pub(super) fn fetch<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>) -> u8 {
        self.count_refresh();
        self.r.fetch(m)
    }

    #[inline(always)]
    pub(super) fn count_refresh(&mut self) {
        let (next, _) = self.refresh.sum(1.into(), false.into());
        self.refresh = (self.refresh & 0x80.into()) | (next & 0x7F.into());
    }

    #[inline(always)]
    pub(super) fn flags(&self) -> T {
        self.r[F]
    }

    /// Sets F by an instruction's result, so that Q notices.
    #[inline(always)]
    pub(super) fn set_flags(&mut self, flags: T) {
        self.r[F] = flags;
        self.q = flags;
    }

    /// As the RESET line leaves it.
    pub fn reset(&mut self) {
        *self = Z80 { r: self.r, alternate: self.alternate, ..Z80::default() };
        self.r.pc = 0;
    }
}
