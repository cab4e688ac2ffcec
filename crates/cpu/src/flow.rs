//! The flow of instructions: the bus, where on it the next byte comes from, and what it took so far.

use crate::bus::{Decide, MachineCycle};
use crate::domain::Domain;
use crate::step::{Ran, Step};

/// The bus with the program counter and a count of cycles and accesses.
///
/// While instructions are executed the program counter is here and not in the core's state: every instruction waits for
/// it, and a value that nothing else points to stays in a register of the host.
pub(crate) struct Flow<'a, W> {
    pub(crate) bus: &'a mut W,
    pub(crate) pc: u16,
    // Both counts in one number, so that an access costs one addition: cycles below, accesses from bit 32.
    count: u64,
    /// Where the bytes of the instruction come from.
    pub(crate) source: Source,
    // Whether the next acknowledge cycle begins the response to an interrupt.
    first: bool,
}

/// Where the bytes of an instruction come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// Memory at PC, which counts up.
    Memory,
    /// All from an interrupting device; PC does not move (8080).
    Device,
    /// Opcode and prefixes from an interrupting device, operands read at PC, which does not move (Z80).
    Opcodes,
}

const ACCESS: u64 = 1 << 32;

/// The instructions counted at a time. No instruction has more than 15 accesses with 65,535 wait states each, so the
/// count of cycles does not overflow into that of accesses.
const SLICE: u64 = 1 << 12;

/// A core at work.
pub(crate) trait Execute<T: Domain> {
    /// Executes one instruction, or accepts one interrupt.
    fn advance<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>);

    /// Whether only an interrupt or a reset lets it go on.
    fn stands_still(&self) -> bool;
}

/// Executes one instruction.
#[inline(always)]
pub(crate) fn step<T: Domain, W: Decide<T>>(cpu: &mut impl Execute<T>, pc: &mut u16, bus: &mut W) -> Step {
    let mut m = Flow::new(bus, *pc, Source::Memory);
    cpu.advance(&mut m);
    *pc = m.pc;
    let Ran { cycles, accesses, .. } = m.ran(1);
    Step { cycles: cycles as u32, accesses: accesses as u32 }
}

/// Executes instructions until `limit` of them are done, or `stop` says so of the address of the next one, or the core
/// stands still.
#[inline(always)]
pub(crate) fn run<T: Domain, W: Decide<T>>(
    cpu: &mut impl Execute<T>,
    pc: &mut u16,
    bus: &mut W,
    limit: u64,
    mut stop: impl FnMut(u16) -> bool,
) -> Ran {
    let mut total = Ran::default();
    let mut stopped = false;
    // A core that is already halted waits in here for what time brings.
    let mut waiting = cpu.stands_still() && bus.is_clocked();
    while total.instructions < limit && !stopped {
        let most = SLICE.min(limit - total.instructions);
        let mut left = most;
        let mut m = Flow::new(&mut *bus, *pc, Source::Memory);
        while left > 0 && !stopped {
            cpu.advance(&mut m);
            left -= 1;
            let still = cpu.stands_still();
            stopped = stop(m.pc) || still && !waiting || m.bus.ends_run();
            waiting &= still;
        }
        *pc = m.pc;
        total = total + m.ran(most - left);
    }
    total
}

#[inline(never)]
fn apart<W>(bus: &mut W, pc: u16, source: Source, work: impl FnOnce(&mut Flow<'_, W>)) -> (u64, u16) {
    let mut m = Flow::new(bus, pc, source);
    work(&mut m);
    (m.count, m.pc)
}

impl<'a, W> Flow<'a, W> {
    #[inline(always)]
    fn new(bus: &'a mut W, pc: u16, source: Source) -> Self {
        Flow { bus, pc, count: 0, source, first: false }
    }
}

impl<W> Flow<'_, W> {
    fn ran(&self, instructions: u64) -> Ran {
        Ran { instructions, cycles: self.count % ACCESS, accesses: self.count / ACCESS }
    }

    /// Does rare work in a function of its own, which is not inlined. What it needs goes there and comes back by value,
    /// because what is pointed to cannot stay in registers.
    #[inline(always)]
    pub(crate) fn aside(&mut self, work: impl FnOnce(&mut Flow<'_, W>)) {
        let (count, pc) = apart(self.bus, self.pc, self.source, work);
        self.count += count;
        self.pc = pc;
    }

    /// Cycles without an access.
    #[inline(always)]
    pub(crate) fn wait<T: Domain>(&mut self, cycles: u32)
    where
        W: Decide<T>,
    {
        self.count += u64::from(cycles);
        self.bus.elapse(cycles);
    }

    /// The cycles of an access, with its wait states.
    #[inline(always)]
    fn begin<T: Domain>(&mut self, cycle: MachineCycle, address: T::Word, cycles: u32)
    where
        W: Decide<T>,
    {
        let waits = self.bus.wait_states(cycle, address);
        self.count += ACCESS;
        self.wait(cycles + u32::from(waits));
    }

    /// Fetches the opcode or prefix at PC.
    #[inline(always)]
    pub(crate) fn fetch<T: Domain>(&mut self, cycles: u32) -> u8
    where
        W: Decide<T>,
    {
        let opcode = if self.source == Source::Memory {
            self.begin(MachineCycle::Fetch, self.pc.into(), cycles);
            self.pc = self.pc.wrapping_add(1);
            self.bus.fetch(self.pc.wrapping_sub(1))
        } else {
            self.acknowledge(cycles)
        };
        self.bus.settle(opcode)
    }

    /// Fetches the opcode at PC, which is not executed.
    #[inline(always)]
    pub(crate) fn fetch_unused<T: Domain>(&mut self, cycles: u32)
    where
        W: Decide<T>,
    {
        self.begin(MachineCycle::Fetch, self.pc.into(), cycles);
        self.bus.fetch_unused(self.pc);
    }

    /// Reads the byte after the opcode.
    #[inline(always)]
    pub(crate) fn operand<T: Domain>(&mut self, cycles: u32) -> T
    where
        W: Decide<T>,
    {
        if self.source == Source::Device {
            return self.acknowledge(cycles);
        }
        self.begin(MachineCycle::Read, self.pc.into(), cycles);
        if self.source == Source::Opcodes {
            return self.bus.supply(self.pc);
        }
        self.pc = self.pc.wrapping_add(1);
        self.bus.read(self.pc.wrapping_sub(1).into())
    }

    /// Reads the word after the opcode.
    #[inline(always)]
    pub(crate) fn operand_word<T: Domain>(&mut self) -> T::Word
    where
        W: Decide<T>,
    {
        let low = self.operand::<T>(3);
        T::join(self.operand(3), low)
    }

    /// Goes where a value says.
    #[inline(always)]
    pub(crate) fn go<T: Domain>(&mut self, target: T::Word)
    where
        W: Decide<T>,
    {
        self.pc = self.bus.locate(target);
    }

    #[inline(always)]
    pub(crate) fn read<T: Domain>(&mut self, address: T::Word, cycles: u32) -> T
    where
        W: Decide<T>,
    {
        self.begin(MachineCycle::Read, address, cycles);
        self.bus.read(address)
    }

    #[inline(always)]
    pub(crate) fn write<T: Domain>(&mut self, address: T::Word, value: T, cycles: u32)
    where
        W: Decide<T>,
    {
        self.begin(MachineCycle::Write, address, cycles);
        self.bus.write(address, value);
    }

    #[inline(always)]
    pub(crate) fn input<T: Domain>(&mut self, port: T::Word, cycles: u32) -> T
    where
        W: Decide<T>,
    {
        self.begin(MachineCycle::Input, port, cycles);
        self.bus.input(port)
    }

    #[inline(always)]
    pub(crate) fn output<T: Domain>(&mut self, port: T::Word, value: T, cycles: u32)
    where
        W: Decide<T>,
    {
        self.begin(MachineCycle::Output, port, cycles);
        self.bus.output(port, value);
    }

    /// Begins the response to an interrupt.
    #[inline(always)]
    pub(crate) fn respond(&mut self, source: Source) {
        self.source = source;
        self.first = true;
    }

    /// Reads a byte that the interrupting device gives.
    #[inline(always)]
    pub(crate) fn acknowledge<T: Domain>(&mut self, cycles: u32) -> T
    where
        W: Decide<T>,
    {
        self.begin(MachineCycle::Acknowledge, self.pc.into(), cycles);
        self.bus.acknowledge(core::mem::take(&mut self.first))
    }
}
