//! The execution context of the 8080 and Z80: the bus, the program counter, and the cost so far.

use crate::{
    bus::{Decide, MachineCycle, RunCost, StepCost},
    domain::Domain,
};

/// The bus, with the program counter and a count of cycles and accesses.
///
/// During a run the program counter is here and not in the core's state. Every instruction depends on it, so it should stay in
/// a host register, and the compiler keeps a value there only while no pointer to it exists.
pub(crate) struct ExecutionContext<'a, Bus> {
    pub(crate) bus: &'a mut Bus,
    pub(crate) pc: u16,
    // Cycles in the upper 48 bits, accesses in the lower, so that an access costs one addition of a small constant.
    count: u64,
    pub(crate) source: Source,
    is_first_acknowledge: bool,
}

/// The source of an instruction's bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// Memory at PC.
    Memory,
    /// An interrupting device; PC is not incremented (8080).
    Device,
    /// An interrupting device for prefixes and opcode, memory at PC for operands; PC is not incremented (Z80).
    DeviceOpcode,
}

const ACCESS: u64 = 1;
const CYCLE: u64 = 1 << 16;

/// The maximum number of instructions that one context counts. No instruction has more than 15 accesses, so the access count
/// does not overflow into the cycle count.
const SLICE: u64 = 1 << 12;

pub(crate) trait Execute<Byte: Domain> {
    /// Executes one instruction or accepts one interrupt.
    fn execute_next<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>);

    /// Returns whether execution resumes only after an interrupt or a reset.
    fn is_suspended(&self) -> bool;
}

#[inline(always)]
pub(crate) fn step<Byte: Domain, Bus: Decide<Byte>>(
    cpu: &mut impl Execute<Byte>,
    pc: &mut u16,
    bus: &mut Bus,
) -> StepCost {
    let mut cx = ExecutionContext::new(bus, *pc, Source::Memory);
    cpu.execute_next(&mut cx);
    *pc = cx.pc;
    let RunCost { cycles, accesses, .. } = cx.cost(1);
    StepCost { cycles: cycles as u32, accesses: accesses as u32 }
}

/// Executes up to `limit` instructions. See [`Core::run`](crate::Core::run).
#[inline(always)]
pub(crate) fn run<Byte: Domain, Bus: Decide<Byte>>(
    cpu: &mut impl Execute<Byte>,
    pc: &mut u16,
    bus: &mut Bus,
    limit: u64,
    mut stop: impl FnMut(u16) -> bool,
) -> RunCost {
    let mut total = RunCost::default();
    let mut stopped = false;
    // A run that starts with a halted core does not stop at once if a device may wake it.
    let waits = cpu.is_suspended() && bus.is_clocked();
    let mut waited = 0;
    while total.instructions < limit && !stopped {
        let slice = SLICE.min(limit - total.instructions);
        let mut left = slice;
        let mut cx = ExecutionContext::new(&mut *bus, *pc, Source::Memory);
        while left > 0 && !stopped {
            cpu.execute_next(&mut cx);
            left -= 1;
            stopped = stop(cx.pc) || cx.bus.ends_run();
            if cpu.is_suspended() {
                // A waiting core has been suspended after every instruction of the run.
                waited += 1;
                stopped |= !waits || waited < total.instructions + slice - left;
            }
        }
        *pc = cx.pc;
        total = total + cx.cost(slice - left);
    }
    total
}

#[inline(never)]
fn out_of_line<Bus>(
    bus: &mut Bus,
    pc: u16,
    source: Source,
    work: impl FnOnce(&mut ExecutionContext<'_, Bus>),
) -> (u64, u16) {
    let mut cx = ExecutionContext::new(bus, pc, source);
    work(&mut cx);
    (cx.count, cx.pc)
}

impl<'a, Bus> ExecutionContext<'a, Bus> {
    #[inline(always)]
    fn new(bus: &'a mut Bus, pc: u16, source: Source) -> Self {
        ExecutionContext { bus, pc, count: 0, source, is_first_acknowledge: false }
    }
}

impl<Bus> ExecutionContext<'_, Bus> {
    fn cost(&self, instructions: u64) -> RunCost {
        RunCost { instructions, cycles: self.count / CYCLE, accesses: self.count % CYCLE }
    }

    /// Calls a function that is not inlined. Its program counter and count are passed and returned by value, because the
    /// compiler cannot keep them in host registers while a pointer to them exists.
    #[inline(always)]
    pub(crate) fn call_out_of_line(&mut self, work: impl FnOnce(&mut ExecutionContext<'_, Bus>)) {
        let (count, pc) = out_of_line(self.bus, self.pc, self.source, work);
        self.count += count;
        self.pc = pc;
    }

    /// Counts internal cycles, which have no bus access, and reports them to the bus.
    #[inline(always)]
    pub(crate) fn internal<Byte: Domain>(&mut self, cycles: u32)
    where
        Bus: Decide<Byte>,
    {
        self.count += u64::from(cycles) * CYCLE;
        self.bus.elapse(cycles);
    }

    /// Counts an access and its cycles, including wait states. The access itself follows.
    #[inline(always)]
    fn begin_access<Byte: Domain>(&mut self, cycle: MachineCycle, address: Byte::Word, cycles: u32)
    where
        Bus: Decide<Byte>,
    {
        let waits = self.bus.wait_states(cycle, address);
        if waits > 0 {
            // Apart from the cycles of the access, so that these are a constant.
            self.internal(waits.into());
        }
        self.count += ACCESS;
        self.internal(cycles);
    }

    /// Fetches the opcode or prefix at PC.
    #[inline(always)]
    pub(crate) fn fetch<Byte: Domain>(&mut self, cycles: u32) -> u8
    where
        Bus: Decide<Byte>,
    {
        let opcode = if self.source == Source::Memory {
            self.begin_access(MachineCycle::Fetch, self.pc.into(), cycles);
            self.pc = self.pc.wrapping_add(1);
            self.bus.fetch(self.pc.wrapping_sub(1))
        } else {
            self.acknowledge(cycles)
        };
        self.bus.concretize(opcode)
    }

    /// Fetches the opcode at PC. An NMI edge in the first cycle is lost.
    pub(crate) fn fetch_after_nmi<Byte: Domain>(&mut self, cycles: u32) -> u8
    where
        Bus: Decide<Byte>,
    {
        let waits = self.bus.wait_states(MachineCycle::Fetch, self.pc.into());
        self.internal(1);
        self.bus.nmi();
        self.count += ACCESS;
        self.internal(cycles - 1 + u32::from(waits));
        let opcode = self.bus.fetch(self.pc);
        self.pc = self.pc.wrapping_add(1);
        self.bus.concretize(opcode)
    }

    /// Fetches the opcode at PC and discards it.
    #[inline(always)]
    pub(crate) fn fetch_unused<Byte: Domain>(&mut self, cycles: u32)
    where
        Bus: Decide<Byte>,
    {
        self.begin_access(MachineCycle::Fetch, self.pc.into(), cycles);
        self.bus.fetch_unused(self.pc);
    }

    #[inline(always)]
    pub(crate) fn operand<Byte: Domain>(&mut self, cycles: u32) -> Byte
    where
        Bus: Decide<Byte>,
    {
        if self.source == Source::Device {
            return self.acknowledge(cycles);
        }
        self.begin_access(MachineCycle::Read, self.pc.into(), cycles);
        if self.source == Source::DeviceOpcode {
            return self.bus.supply(self.pc);
        }
        self.pc = self.pc.wrapping_add(1);
        self.bus.read(self.pc.wrapping_sub(1).into())
    }

    #[inline(always)]
    pub(crate) fn operand_word<Byte: Domain>(&mut self) -> Byte::Word
    where
        Bus: Decide<Byte>,
    {
        let low = self.operand::<Byte>(3);
        Byte::join(self.operand(3), low)
    }

    /// Jumps to a computed address.
    #[inline(always)]
    pub(crate) fn jump<Byte: Domain>(&mut self, target: Byte::Word)
    where
        Bus: Decide<Byte>,
    {
        self.pc = self.bus.concretize_word(target);
    }

    #[inline(always)]
    pub(crate) fn read<Byte: Domain>(&mut self, address: Byte::Word, cycles: u32) -> Byte
    where
        Bus: Decide<Byte>,
    {
        self.begin_access(MachineCycle::Read, address, cycles);
        self.bus.read(address)
    }

    #[inline(always)]
    pub(crate) fn write<Byte: Domain>(&mut self, address: Byte::Word, value: Byte, cycles: u32)
    where
        Bus: Decide<Byte>,
    {
        self.begin_access(MachineCycle::Write, address, cycles);
        self.bus.write(address, value);
    }

    #[inline(always)]
    pub(crate) fn input<Byte: Domain>(&mut self, port: Byte::Word, cycles: u32) -> Byte
    where
        Bus: Decide<Byte>,
    {
        self.begin_access(MachineCycle::Input, port, cycles);
        self.bus.input(port)
    }

    #[inline(always)]
    pub(crate) fn output<Byte: Domain>(&mut self, port: Byte::Word, value: Byte, cycles: u32)
    where
        Bus: Decide<Byte>,
    {
        self.begin_access(MachineCycle::Output, port, cycles);
        self.bus.output(port, value);
    }

    #[inline(always)]
    pub(crate) fn begin_acknowledge(&mut self, source: Source) {
        self.source = source;
        self.is_first_acknowledge = true;
    }

    /// Reads a byte from the interrupting device.
    #[inline(always)]
    pub(crate) fn acknowledge<Byte: Domain>(&mut self, cycles: u32) -> Byte
    where
        Bus: Decide<Byte>,
    {
        self.begin_access(MachineCycle::Acknowledge, self.pc.into(), cycles);
        self.bus.acknowledge(core::mem::take(&mut self.is_first_acknowledge))
    }
}

/// Evaluates `$body` with `$op` equal to the opcode.
///
/// A match arm of an `execute` function covers many opcodes and takes register numbers from the opcode. For single machines
/// (`$domain` is `u8`) on a fast bus the body is compiled once per opcode. The opcode is then a constant, so that the compiler can keep
/// emulated registers in host registers. Other domains spend their time elsewhere, and one copy of the body is enough. On a web
/// page, which downloads the code, one copy is the better choice for all.
macro_rules! dispatch {
    ($domain:ty, $bus:ty, $opcode:expr, $op:ident => $body:expr) => {
        if <$domain as $crate::domain::Domain>::IS_SINGLE
            && <$bus as $crate::bus::Bus<$domain>>::IS_FAST
            && !cfg!(target_family = "wasm")
        {
            $crate::execution_context::dispatch!(@arms $opcode, $op => $body,
                0x00 0x01 0x02 0x03 0x04 0x05 0x06 0x07 0x08 0x09 0x0A 0x0B 0x0C 0x0D 0x0E 0x0F
                0x10 0x11 0x12 0x13 0x14 0x15 0x16 0x17 0x18 0x19 0x1A 0x1B 0x1C 0x1D 0x1E 0x1F
                0x20 0x21 0x22 0x23 0x24 0x25 0x26 0x27 0x28 0x29 0x2A 0x2B 0x2C 0x2D 0x2E 0x2F
                0x30 0x31 0x32 0x33 0x34 0x35 0x36 0x37 0x38 0x39 0x3A 0x3B 0x3C 0x3D 0x3E 0x3F
                0x40 0x41 0x42 0x43 0x44 0x45 0x46 0x47 0x48 0x49 0x4A 0x4B 0x4C 0x4D 0x4E 0x4F
                0x50 0x51 0x52 0x53 0x54 0x55 0x56 0x57 0x58 0x59 0x5A 0x5B 0x5C 0x5D 0x5E 0x5F
                0x60 0x61 0x62 0x63 0x64 0x65 0x66 0x67 0x68 0x69 0x6A 0x6B 0x6C 0x6D 0x6E 0x6F
                0x70 0x71 0x72 0x73 0x74 0x75 0x76 0x77 0x78 0x79 0x7A 0x7B 0x7C 0x7D 0x7E 0x7F
                0x80 0x81 0x82 0x83 0x84 0x85 0x86 0x87 0x88 0x89 0x8A 0x8B 0x8C 0x8D 0x8E 0x8F
                0x90 0x91 0x92 0x93 0x94 0x95 0x96 0x97 0x98 0x99 0x9A 0x9B 0x9C 0x9D 0x9E 0x9F
                0xA0 0xA1 0xA2 0xA3 0xA4 0xA5 0xA6 0xA7 0xA8 0xA9 0xAA 0xAB 0xAC 0xAD 0xAE 0xAF
                0xB0 0xB1 0xB2 0xB3 0xB4 0xB5 0xB6 0xB7 0xB8 0xB9 0xBA 0xBB 0xBC 0xBD 0xBE 0xBF
                0xC0 0xC1 0xC2 0xC3 0xC4 0xC5 0xC6 0xC7 0xC8 0xC9 0xCA 0xCB 0xCC 0xCD 0xCE 0xCF
                0xD0 0xD1 0xD2 0xD3 0xD4 0xD5 0xD6 0xD7 0xD8 0xD9 0xDA 0xDB 0xDC 0xDD 0xDE 0xDF
                0xE0 0xE1 0xE2 0xE3 0xE4 0xE5 0xE6 0xE7 0xE8 0xE9 0xEA 0xEB 0xEC 0xED 0xEE 0xEF
                0xF0 0xF1 0xF2 0xF3 0xF4 0xF5 0xF6 0xF7 0xF8 0xF9 0xFA 0xFB 0xFC 0xFD 0xFE 0xFF
            )
        } else {
            let $op: u8 = $opcode;
            $body
        }
    };
    (@arms $opcode:expr, $op:ident => $body:expr, $($byte:literal)*) => {
        match $opcode {
            $($byte => {
                let $op: u8 = $byte;
                $body
            })*
        }
    };
}

pub(crate) use dispatch;
