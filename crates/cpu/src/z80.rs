//! The Zilog Z80: documented and undocumented instructions, the flags X and Y with the latch Q, WZ, R, and interrupts.
//!
//! Sources: Zilog Z80 CPU User Manual (UM0080); Sean Young, The Undocumented Z80 Documented; for WZ (MEMPTR) the notes of
//! Boo-boo and Vladimir Kladov; for Q and the flags of repeating block instructions the measurements of Patrik Rak, David
//! Banks and Peter Helcmanovsky.

mod alu;
mod execute;
mod interrupt;
mod prefixed;

use arcadian_isa::Processor;

use crate::{
    bus::{Core, Decide, Register, RunCost, StepCost, register},
    domain::{Domain, DomainMap},
    execution_context::{self, Execute, ExecutionContext, Source, dispatch},
    registers::{A, B, C, D, E, F, H, HL, L, Registers},
};

pub use alu::flag;

/// A Zilog Z80.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Z80<Byte: Domain = u8> {
    /// The main registers, SP and PC.
    pub r: Registers<Byte>,
    /// IX.
    pub ix: Byte::Word,
    /// IY.
    pub iy: Byte::Word,
    /// The alternate registers, by the same numbers.
    pub alternate: [Byte; 8],
    /// The internal address register WZ (MEMPTR), visible in X and Y after `BIT n,(HL)`.
    pub wz: Byte::Word,
    /// The interrupt vector register I.
    pub i: Byte,
    /// The refresh register R.
    pub refresh: Refresh<Byte>,
    /// Whether the last instruction set flags, on which SCF and CCF depend. (The chip is believed to have a latch Q that
    /// holds F or 0.)
    pub q: Byte::Bit,
    /// The interrupt enable flip-flop IFF1.
    pub iff1: Byte::Bit,
    /// IFF2, the copy of IFF1 during a non-maskable interrupt.
    pub iff2: Byte::Bit,
    /// The interrupt mode, 0 to 2.
    pub im: Byte,
    /// The effect of the last step on the next one, such as HALT.
    pub after: After,
}

/// The effect of the last step on the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum After {
    /// No effect.
    #[default]
    Nothing,
    /// The last instruction was EI, which defers INT by one instruction.
    Ei,
    /// The last instruction was `LD A,I` or `LD A,R`: INT accepted now clears P, the copy of IFF2.
    LoadFromIr,
    /// The last instruction was a prefix overridden by the next one: no interrupt is accepted between them.
    Prefix,
    /// The last instruction was a RETN or RETI that changed IFF1, which defers INT by one instruction.
    Retn,
    /// An interrupting device supplied a prefix and then DD, which overrides it and is executed next (IM 0).
    DeviceDd,
    /// An interrupting device supplied a prefix and then ED.
    DeviceEd,
    /// An interrupting device supplied a prefix and then FD.
    DeviceFd,
    /// The last step accepted NMI. Another edge in the first cycle of the handler is lost.
    Nmi,
    /// The last instruction was HALT. PC is the address after it.
    Halt,
    /// The last step was a cycle in RESET.
    Reset,
}

impl After {
    /// Returns the variant for a prefix DD, ED or FD that an interrupting device supplies after DD or FD.
    pub(super) fn device_prefix(prefix: u8) -> Self {
        match prefix {
            0xDD => After::DeviceDd,
            0xED => After::DeviceEd,
            _ => After::DeviceFd,
        }
    }

    /// Returns whether execution resumes only after an interrupt or at the end of RESET.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn is_suspended(self) -> bool {
        self >= After::Halt
    }

    /// Returns whether the next step does not fetch an opcode from memory in the usual way.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn replaces_fetch(self) -> bool {
        (After::DeviceDd..=After::Halt).contains(&self)
    }
}

impl<Byte: Domain> Z80<Byte> {
    /// Returns the same state in another domain.
    pub fn map<To: Domain>(&self, map: &impl DomainMap<Byte, To>) -> Z80<To> {
        Z80 {
            r: self.r.map(map),
            ix: map.word(self.ix),
            iy: map.word(self.iy),
            alternate: self.alternate.map(|byte| map.byte(byte)),
            wz: map.word(self.wz),
            i: map.byte(self.i),
            refresh: self.refresh.map(map),
            q: map.bit(self.q),
            iff1: map.bit(self.iff1),
            iff2: map.bit(self.iff2),
            im: map.byte(self.im),
            after: self.after,
        }
    }
}

/// The state after power-on and reset.
impl<Byte: Domain> Default for Z80<Byte> {
    fn default() -> Self {
        Z80 {
            r: Registers::default(),
            ix: 0xFFFF.into(),
            iy: 0xFFFF.into(),
            alternate: [0xFF.into(); 8],
            wz: 0.into(),
            i: 0.into(),
            refresh: Refresh::new(0.into()),
            q: false.into(),
            iff1: false.into(),
            iff2: false.into(),
            im: 0.into(),
            after: After::Nothing,
        }
    }
}

impl<Byte: Domain> Core<Byte> for Z80<Byte> {
    const PROCESSOR: Processor = Processor::Z80;

    const REGISTERS: &'static [Register<Self, Byte>] = &[
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
            get: |cpu| Byte::join(0.into(), cpu.refresh.value()),
            set: |cpu, word| cpu.refresh = Refresh::new(Byte::split(word).1),
        },
    ];

    const PARTS: &'static [Register<Self, Byte>] = &[
        register!(high "IXH", |cpu| cpu.ix),
        register!(low "IXL", |cpu| cpu.ix),
        register!(high "IYH", |cpu| cpu.iy),
        register!(low "IYL", |cpu| cpu.iy),
        register!(byte "A'", |cpu| cpu.alternate[A]),
        register!(byte "F'", |cpu| cpu.alternate[F]),
        register!(byte "B'", |cpu| cpu.alternate[B]),
        register!(byte "C'", |cpu| cpu.alternate[C]),
        register!(byte "D'", |cpu| cpu.alternate[D]),
        register!(byte "E'", |cpu| cpu.alternate[E]),
        register!(byte "H'", |cpu| cpu.alternate[H]),
        register!(byte "L'", |cpu| cpu.alternate[L]),
        register!(bit "IFF1", |cpu| cpu.iff1),
        register!(bit "IFF2", |cpu| cpu.iff2),
        Register { bits: 2, ..register!(byte "IM", |cpu| cpu.im) },
        register!(high "WZH", |cpu| cpu.wz),
        register!(low "WZL", |cpu| cpu.wz),
        register!(bit "Q", |cpu| cpu.q),
    ];

    // One copy per bus type, because it is large; `run` is the fast path.
    #[inline(never)]
    fn step<Bus: Decide<Byte>>(&mut self, bus: &mut Bus) -> StepCost {
        let (mut cpu, mut pc) = self.working_copy();
        let cost = execution_context::step(&mut cpu, &mut pc, bus);
        cpu.write_back(pc);
        cost
    }

    #[inline(never)]
    fn run<Bus: Decide<Byte>>(
        &mut self,
        bus: &mut Bus,
        limit: u64,
        stop: impl FnMut(u16) -> bool,
    ) -> RunCost {
        let (mut cpu, mut pc) = self.working_copy();
        let cost = execution_context::run(&mut cpu, &mut pc, bus, limit, stop);
        cpu.write_back(pc);
        cost
    }

    fn pc(&self) -> u16 {
        self.r.pc
    }

    fn set_pc(&mut self, address: u16) {
        self.r.pc = address;
    }

    fn stack(&self) -> Byte::Word {
        self.r.sp
    }

    fn is_halted(&self) -> bool {
        self.after.is_suspended()
    }
}

/// The cycles of an acknowledge: a fetch plus two wait states for the interrupt daisy chain.
pub(super) const ACKNOWLEDGE: u32 = 6;

/// A Z80 during execution.
///
/// The fields that most instructions use are copied here, and are stale in `state` until they are written back. No pointer
/// to the copy exists, so it stays in host registers.
pub(super) struct WorkingCopy<'a, Byte: Domain> {
    pub(super) r: Registers<Byte>,
    pub(super) q: Byte::Bit,
    pub(super) after: After,
    pub(super) state: &'a mut Z80<Byte>,
}

impl<Byte: Domain> Execute<Byte> for WorkingCopy<'_, Byte> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn execute_next<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) {
        let after = core::mem::take(&mut self.after);
        if cx.bus.may_have_active_line() && self.accept_interrupt(cx, after) {
            return;
        }
        let opcode = if after.replaces_fetch() {
            let mut opcode = None;
            self.call_out_of_line(cx, |cpu, cx| opcode = cpu.replace_fetch(cx, after));
            match opcode {
                Some(opcode) => opcode,
                None => return,
            }
        } else {
            self.fetch(cx)
        };
        let q = core::mem::replace(&mut self.q, false.into());
        dispatch!(Byte, Bus, opcode, op => self.execute::<HL, Bus>(op, cx, q));
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn is_suspended(&self) -> bool {
        self.after.is_suspended()
    }
}

impl<Byte: Domain> WorkingCopy<'_, Byte> {
    /// Fetches an opcode or prefix, from memory or from an interrupting device.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn fetch<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) -> u8 {
        self.state.refresh.count();
        cx.fetch(if cx.source == Source::Memory { 4 } else { ACKNOWLEDGE })
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn write_back(self, pc: u16) {
        let WorkingCopy { r, q, after, state } = self;
        (state.r, state.q, state.after) = (r, q, after);
        state.r.pc = pc;
    }

    /// Calls a function that is not inlined. It receives its own copy, so that no pointer to this one exists.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn call_out_of_line<Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        function: impl FnOnce(&mut WorkingCopy<'_, Byte>, &mut ExecutionContext<'_, Bus>),
    ) {
        let mut copy = WorkingCopy { r: self.r, q: self.q, after: self.after, state: &mut *self.state };
        cx.call_out_of_line(|cx| function(&mut copy, cx));
        (self.r, self.q, self.after) = (copy.r, copy.q, copy.after);
    }

    /// Sets F and Q.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn set_flags(&mut self, flags: Byte) {
        self.r[F] = flags;
        self.q = true.into();
    }
}

/// The number of IX, distinct from those of the pairs in [`registers`](crate::registers).
pub(super) const IX: usize = 8;

impl<Byte: Domain> Z80<Byte> {
    /// Returns a working copy and the program counter.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn working_copy(&mut self) -> (WorkingCopy<'_, Byte>, u16) {
        let pc = self.r.pc;
        (WorkingCopy { r: self.r, q: self.q, after: self.after, state: self }, pc)
    }

    /// Exchanges IX and IY.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn exchange_index_if(&mut self, condition: bool) {
        if condition {
            (self.ix, self.iy) = (self.iy, self.ix);
        }
    }

    /// Sets the state after RESET. General registers, IX, IY, SP and WZ do not change.
    pub fn reset(&mut self) {
        let Z80 { mut r, ix, iy, alternate, wz, .. } = *self;
        r.pc = 0;
        *self = Z80 { r, ix, iy, alternate, wz, ..Z80::default() };
    }
}

/// The refresh register R: a counter of opcode fetches in bits 0 to 6; bit 7 changes only by a load.
///
/// The loaded value and the count since then are separate, so that an instruction costs only one addition.
#[derive(Clone, Copy, Debug)]
pub struct Refresh<Byte> {
    loaded: Byte,
    count: u8,
}

impl<Byte: Domain> Refresh<Byte> {
    /// Creates the register with a loaded value, as after `LD R,A`.
    pub fn new(loaded: Byte) -> Self {
        Refresh { loaded, count: 0 }
    }

    pub(super) fn map<To: Domain>(self, map: &impl DomainMap<Byte, To>) -> Refresh<To> {
        Refresh { loaded: map.byte(self.loaded), count: self.count }
    }

    /// Returns the value that `LD A,R` reads.
    pub fn value(self) -> Byte {
        let (counted, _) = self.loaded.sum(self.count.into(), false.into());
        (self.loaded & 0x80.into()) | (counted & 0x7F.into())
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn count(&mut self) {
        self.count = self.count.wrapping_add(1);
    }
}

impl<Byte: Domain> PartialEq for Refresh<Byte> {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

impl<Byte: Domain> Eq for Refresh<Byte> {}
