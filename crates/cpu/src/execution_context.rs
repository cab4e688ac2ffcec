//! The execution context of the 8080 and Z80: the bus, the program counter, and the cost so far.

use crate::bus::{Decide, MachineCycle};
use crate::cost::{RunCost, StepCost};
use crate::domain::Domain;

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

/// A core that executes in an [`ExecutionContext`].
pub(crate) trait Execute<Byte: Domain> {
    /// Executes one instruction or accepts one interrupt.
    fn execute_next<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>);

    /// Returns whether execution resumes only after an interrupt or a reset.
    fn is_suspended(&self) -> bool;
}

/// Executes one instruction.
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

    /// Reads an operand byte.
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

    /// Reads an operand word.
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

    /// Starts the acknowledge sequence of an interrupt.
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
