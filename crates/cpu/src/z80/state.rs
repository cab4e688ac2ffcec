//! The registers, and how they go to and from memory.

use arcadian_isa::Processor;

use crate::bus::Decide;
use crate::dispatch::dispatch;
use crate::domain::Domain;
use crate::flow::{self, Execute, Flow, Source};
use crate::processor::{Core, Register, register};
use crate::registers::{A, B, C, D, E, F, H, L, Registers};
use crate::step::{Ran, Step};
use crate::z80::interrupt::{ACKNOWLEDGE, After};
use crate::z80::refresh::Refresh;

/// A Z80.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Z80<T: Domain = u8> {
    /// B C D E H L F A, numbered as in opcodes; the stack pointer and the program counter.
    pub r: Registers<T>,
    /// IX.
    pub ix: T::Word,
    /// IY.
    pub iy: T::Word,
    /// B' C' D' E' H' L' F' A'.
    pub alternate: [T; 8],
    /// The address latch between registers and bus, MEMPTR. It shows in X and Y after `BIT n,(HL)`.
    pub wz: T::Word,
    /// The upper half of interrupt vectors.
    pub i: T,
    /// The refresh counter R.
    pub refresh: Refresh<T>,
    /// Whether the last instruction set flags, which SCF and CCF look at. (The chip is thought to have a latch Q, with F
    /// in it or 0.)
    pub q: bool,
    /// Whether interrupts are accepted.
    pub iff1: bool,
    /// What IFF1 was before the non-maskable interrupt.
    pub iff2: bool,
    /// The interrupt mode, 0 to 2.
    pub im: u8,
    /// What the last instruction means for what comes now: whether it is halted, whether an interrupt is accepted.
    pub after: After,
}

/// As after a reset; all that a reset leaves as it is holds ones, as after power-on.
impl<T: Domain> Default for Z80<T> {
    fn default() -> Self {
        Z80 {
            r: Registers::default(),
            ix: 0xFFFF.into(),
            iy: 0xFFFF.into(),
            alternate: [0xFF.into(); 8],
            wz: 0.into(),
            i: 0.into(),
            refresh: Refresh::new(0.into()),
            q: false,
            iff1: false,
            iff2: false,
            im: 0,
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
        register!(word "IX", |cpu| cpu.ix),
        register!(word "IY", |cpu| cpu.iy),
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
        register!(byte "I", |cpu| cpu.i),
        Register {
            name: "R",
            bits: 8,
            get: |cpu| T::join(0.into(), cpu.refresh.value()),
            set: |cpu, word| cpu.refresh = Refresh::new(T::split(word).1),
        },
    ];

    // Once for each bus: it is long, and whoever is in a hurry runs.
    #[inline(never)]
    fn step<W: Decide<T>>(&mut self, bus: &mut W) -> Step {
        let (mut cpu, mut pc) = self.begin();
        let step = flow::step(&mut cpu, &mut pc, bus);
        cpu.end(pc);
        step
    }

    #[inline(never)]
    fn run<W: Decide<T>>(&mut self, bus: &mut W, limit: u64, stop: impl FnMut(u16) -> bool) -> Ran {
        let (mut cpu, mut pc) = self.begin();
        let ran = flow::run(&mut cpu, &mut pc, bus, limit, stop);
        cpu.end(pc);
        ran
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
        self.after.stands_still()
    }
}

/// A Z80 at work.
///
/// What most instructions use is a copy of its own; that in `z` is not up to date meanwhile. Nothing points to the copy,
/// so that it stays in registers of the host.
pub(super) struct Running<'a, T: Domain> {
    pub(super) r: Registers<T>,
    pub(super) q: bool,
    pub(super) after: After,
    pub(super) z: &'a mut Z80<T>,
}

impl<T: Domain> Execute<T> for Running<'_, T> {
    #[inline(always)]
    fn advance<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        let after = core::mem::take(&mut self.after);
        if self.accept(m, after) {
            return;
        }
        if after.replaces_fetch() {
            return self.aside(m, |cpu, m| cpu.instead_of_fetch(m, after));
        }
        let q = core::mem::take(&mut self.q);
        let opcode = self.fetch(m);
        dispatch!(opcode, OP => self.execute::<{ OP }, HL, W>(m, q));
    }

    #[inline(always)]
    fn stands_still(&self) -> bool {
        self.after.stands_still()
    }
}

impl<T: Domain> Running<'_, T> {
    /// Fetches an opcode, or a prefix. A device has two cycles more to give it.
    #[inline(always)]
    pub(super) fn fetch<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) -> u8 {
        self.z.refresh.count();
        m.fetch(if m.source == Source::Memory { 4 } else { ACKNOWLEDGE })
    }

    /// Writes the working copy back.
    #[inline(always)]
    fn end(self, pc: u16) {
        let Running { r, q, after, z } = self;
        (z.r, z.q, z.after) = (r, q, after);
        z.r.pc = pc;
    }

    /// Calls a function that is not inlined, with a copy of its own.
    #[inline(always)]
    pub(super) fn aside<W: Decide<T>>(
        &mut self,
        m: &mut Flow<'_, W>,
        rare: impl FnOnce(&mut Running<'_, T>, &mut Flow<'_, W>),
    ) {
        let mut copy = Running { r: self.r, q: self.q, after: self.after, z: &mut *self.z };
        m.aside(|m| rare(&mut copy, m));
        (self.r, self.q, self.after) = (copy.r, copy.q, copy.after);
    }

    /// Sets F by an instruction's result, so that Q notices.
    #[inline(always)]
    pub(super) fn set_flags(&mut self, flags: T) {
        self.r[F] = flags;
        self.q = true;
    }
}

/// What stands for HL: HL itself without a prefix, IX after DD, IY after FD.
pub(super) const HL: usize = 0;
pub(super) const IX: usize = 1;
pub(super) const IY: usize = 2;

impl<T: Domain> Z80<T> {
    /// Puts it to work, with the program counter beside it.
    #[inline(always)]
    fn begin(&mut self) -> (Running<'_, T>, u16) {
        let pc = self.r.pc;
        (Running { r: self.r, q: self.q, after: self.after, z: self }, pc)
    }

    /// IX or IY.
    #[inline(always)]
    pub(super) fn index(&self, which: usize) -> T::Word {
        if which == IX { self.ix } else { self.iy }
    }

    #[inline(always)]
    pub(super) fn set_index(&mut self, which: usize, word: T::Word) {
        let place = if which == IX { &mut self.ix } else { &mut self.iy };
        *place = word;
    }

    /// As the RESET line leaves it.
    pub fn reset(&mut self) {
        let Z80 { mut r, ix, iy, alternate, wz, .. } = *self;
        r.pc = 0;
        *self = Z80 { r, ix, iy, alternate, wz, ..Z80::default() };
    }
}
