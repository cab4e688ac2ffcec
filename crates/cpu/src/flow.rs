//! The flow of instructions: the bus, where on it the next byte comes from, and what it took so far.

use crate::bus::Decide;
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
    /// Whether opcode and operands come from an interrupting device instead of from memory.
    pub(crate) acknowledging: bool,
}

const ACCESS: u64 = 1 << 32;

/// So many instructions at a time do not let the count of cycles run over.
const SLICE: u64 = 1 << 26;

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
    let mut m = Flow { bus, pc: *pc, count: 0, acknowledging: false };
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
    while total.instructions < limit && !stopped {
        let most = SLICE.min(limit - total.instructions);
        let mut left = most;
        let mut m = Flow { bus: &mut *bus, pc: *pc, count: 0, acknowledging: false };
        while left > 0 && !stopped {
            cpu.advance(&mut m);
            left -= 1;
            stopped = stop(m.pc) || cpu.stands_still();
        }
        *pc = m.pc;
        total = total + m.ran(most - left);
    }
    total
}

#[inline(never)]
fn apart<W>(bus: &mut W, pc: u16, acknowledging: bool, work: impl FnOnce(&mut Flow<'_, W>)) -> (u64, u16) {
    let mut m = Flow { bus, pc, count: 0, acknowledging };
    work(&mut m);
    (m.count, m.pc)
}

impl<W> Flow<'_, W> {
    fn ran(&self, instructions: u64) -> Ran {
        Ran { instructions, cycles: self.count % ACCESS, accesses: self.count / ACCESS }
    }

    /// Does rare work in a function of its own, which is not inlined. What it needs goes there and comes back by value,
    /// because what is pointed to cannot stay in registers.
    #[inline(always)]
    pub(crate) fn aside(&mut self, work: impl FnOnce(&mut Flow<'_, W>)) {
        let (count, pc) = apart(self.bus, self.pc, self.acknowledging, work);
        self.count += count;
        self.pc = pc;
    }

    /// Cycles without an access.
    #[inline(always)]
    pub(crate) fn wait(&mut self, cycles: u64) {
        self.count += cycles;
    }

    /// Fetches the opcode or prefix at PC.
    #[inline(always)]
    pub(crate) fn fetch<T: Domain>(&mut self, cycles: u64) -> u8
    where
        W: Decide<T>,
    {
        self.count += ACCESS + cycles;
        let opcode = if self.acknowledging { self.bus.acknowledge() } else { self.bus.fetch(self.pc) };
        self.count_up();
        self.bus.settle(opcode)
    }

    /// Reads the byte behind the opcode.
    #[inline(always)]
    pub(crate) fn operand<T: Domain>(&mut self, cycles: u64) -> T
    where
        W: Decide<T>,
    {
        self.count += ACCESS + cycles;
        let operand = if self.acknowledging { self.bus.acknowledge() } else { self.bus.read(self.pc.into()) };
        self.count_up();
        operand
    }

    /// Reads the word behind the opcode.
    #[inline(always)]
    pub(crate) fn operand_word<T: Domain>(&mut self) -> T::Word
    where
        W: Decide<T>,
    {
        let low = self.operand::<T>(3);
        T::join(self.operand(3), low)
    }

    #[inline(always)]
    fn count_up(&mut self) {
        if !self.acknowledging {
            self.pc = self.pc.wrapping_add(1);
        }
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
    pub(crate) fn read<T: Domain>(&mut self, address: T::Word, cycles: u64) -> T
    where
        W: Decide<T>,
    {
        self.count += ACCESS + cycles;
        self.bus.read(address)
    }

    #[inline(always)]
    pub(crate) fn write<T: Domain>(&mut self, address: T::Word, value: T, cycles: u64)
    where
        W: Decide<T>,
    {
        self.count += ACCESS + cycles;
        self.bus.write(address, value);
    }

    #[inline(always)]
    pub(crate) fn input<T: Domain>(&mut self, port: T::Word, cycles: u64) -> T
    where
        W: Decide<T>,
    {
        self.count += ACCESS + cycles;
        self.bus.input(port)
    }

    #[inline(always)]
    pub(crate) fn output<T: Domain>(&mut self, port: T::Word, value: T, cycles: u64)
    where
        W: Decide<T>,
    {
        self.count += ACCESS + cycles;
        self.bus.output(port, value);
    }

    #[inline(always)]
    pub(crate) fn acknowledge<T: Domain>(&mut self, cycles: u64) -> T
    where
        W: Decide<T>,
    {
        self.count += ACCESS + cycles;
        self.bus.acknowledge()
    }
}
